// Plays a match of Teatime to its end by the types of openapi-typescript alone, and reads what each seat was told.
import createClient from "openapi-fetch";
import { given } from "../given";
import type { components, paths } from "./schema";

type Schemas = components["schemas"];

const server = createClient<paths>({ baseUrl: process.argv[2] });

function ours(view?: Schemas["View"]): Schemas["TeatimeView"] {
  if (view?.game !== "teatime") throw new Error("this is no view of Teatime");
  return view;
}

function move(form: Schemas["TeatimeForm"]): Schemas["TeatimeMove"] {
  switch (form.type) {
    case "play":
      return { type: form.type, card: given(form.fields.card.one_of[0]) };
    case "ufo":
      return { type: form.type, on: given(form.fields.on.one_of[0]) };
    default:
      return { type: form.type };
  }
}

async function events(match: string, token: string): Promise<Schemas["MatchEvent"][]> {
  const found: Schemas["MatchEvent"][] = [];
  for (;;) {
    const params = { path: { match }, query: { after: found.length, limit: 500 } };
    const headers = { Authorization: `Bearer ${token}` };
    const page = given((await server.GET("/v1/matches/{match}/events", { params, headers })).data);
    if (typeof page === "string" || !("events" in page)) throw new Error("this was no stream");
    found.push(...page.events);
    if (found.length === page.last_event) return found;
  }
}

async function main(): Promise<void> {
  const wish: Schemas["TeatimeCreate"] = {
    game: "teatime",
    seats: ["Ana", "Bo"],
    options: { first_seat: 1 },
    seed: "7".repeat(64),
  };
  const created = given((await server.POST("/v1/matches", { body: wish })).data);
  const params = { path: { match: created.match } };
  let view = ours(created.view);
  while (view.status === "active") {
    const seat = given(created.seats[given(view.to_act[0])]);
    const headers = { Authorization: `Bearer ${given(seat.token)}` };
    const mine = ours((await server.GET("/v1/matches/{match}", { params, headers })).data);
    const form = given(mine.legal_moves[mine.version % mine.legal_moves.length]);
    const moved = given((await server.POST("/v1/matches/{match}/moves", { params, headers, body: move(form) })).data);
    if (!("events" in moved)) throw new Error("this was no dry run");
    view = ours(moved.view);
  }
  const drawn: { seq: number; card: string }[] = [];
  for (const seat of created.seats) {
    for (const event of await events(created.match, given(seat.token))) {
      if (event.game === "teatime" && event.type === "drew" && event.private) {
        drawn.push({ seq: event.seq, card: event.private.card });
      }
    }
  }
  drawn.sort((one, other) => one.seq - other.seq);
  const cards = drawn.map((one) => one.card);
  console.log(JSON.stringify({ match: created.match, winners: given(view.result).winners, drawn: cards }));
}

void main();
