// Plays a match of Kobayakawa to its end by the types of openapi-typescript alone.
import createClient from "openapi-fetch";
import { given } from "../given";
import type { components, paths } from "./schema";

type Schemas = components["schemas"];

const server = createClient<paths>({ baseUrl: process.argv[2] });

function ours(view?: Schemas["View"]): Schemas["KobayakawaView"] {
  if (view?.game !== "kobayakawa") throw new Error("this is no view of Kobayakawa");
  return view;
}

function move(form: Schemas["KobayakawaForm"]): Schemas["KobayakawaMove"] {
  switch (form.type) {
    case "keep":
      return { type: form.type, card: Math.max(...form.fields.card.one_of) };
    default:
      return { type: form.type };
  }
}

async function main(): Promise<void> {
  const wish: Schemas["KobayakawaCreate"] = { game: "kobayakawa", seats: ["Ana", "Bo", "Cy"], seed: "7".repeat(64) };
  const created = given((await server.POST("/v1/matches", { body: wish })).data);
  const params = { path: { match: created.match } };
  const drawn: number[] = [];
  let view = ours(created.view);
  while (view.status === "active") {
    const seat = given(created.seats[given(view.to_act[0])]);
    const headers = { Authorization: `Bearer ${given(seat.token)}` };
    const mine = ours((await server.GET("/v1/matches/{match}", { params, headers })).data);
    const form = given(mine.legal_moves[mine.version % mine.legal_moves.length]);
    const moved = given((await server.POST("/v1/matches/{match}/moves", { params, headers, body: move(form) })).data);
    if (!("events" in moved)) throw new Error("this was no dry run");
    for (const event of moved.events) {
      if (event.game === "kobayakawa" && event.type === "drew" && event.private) drawn.push(event.private.card);
    }
    view = ours(moved.view);
  }
  console.log(JSON.stringify({ match: created.match, winners: given(view.result).winners, drawn }));
}

void main();
