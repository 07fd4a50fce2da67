// Plays a match of Kobayakawa to its end by the types of @hey-api/openapi-ts alone.
import { createMatch, getMatch, submitMove } from "./client";
import type { KobayakawaCreate, KobayakawaForm, KobayakawaMove, KobayakawaView, View } from "./client";
import { client } from "./client/client.gen";
import { given } from "../given";

client.setConfig({ baseUrl: process.argv[2] });

function ours(view?: View): KobayakawaView {
  if (view?.game !== "kobayakawa") throw new Error("this is no view of Kobayakawa");
  return view;
}

function move(form: KobayakawaForm): KobayakawaMove {
  switch (form.type) {
    case "keep":
      return { type: form.type, card: Math.max(...form.fields.card.one_of) };
    default:
      return { type: form.type };
  }
}

async function main(): Promise<void> {
  const body: KobayakawaCreate = { game: "kobayakawa", seats: ["Ana", "Bo", "Cy"], seed: "7".repeat(64) };
  const created = given((await createMatch({ body })).data);
  const path = { match: created.match };
  const drawn: number[] = [];
  let view = ours(created.view);
  while (view.status === "active") {
    const auth = given(given(created.seats[given(view.to_act[0])]).token);
    const mine = ours((await getMatch({ path, auth })).data);
    const form = given(mine.legal_moves[mine.version % mine.legal_moves.length]);
    const moved = given((await submitMove({ path, auth, body: move(form) })).data);
    if (!("events" in moved)) throw new Error("this was no dry run");
    for (const event of moved.events) {
      if (event.game === "kobayakawa" && event.type === "drew" && event.private) drawn.push(event.private.card);
    }
    view = ours(moved.view);
  }
  console.log(JSON.stringify({ match: created.match, winners: given(view.result).winners, drawn }));
}

void main();
