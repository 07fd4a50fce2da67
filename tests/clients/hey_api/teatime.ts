// Plays a match of Teatime to its end by the types of @hey-api/openapi-ts alone, and reads what each seat was told.
import { createMatch, getMatch, listEvents, submitMove } from "./client";
import type { MatchEvent, TeatimeCreate, TeatimeForm, TeatimeMove, TeatimeView, View } from "./client";
import { client } from "./client/client.gen";
import { given } from "../given";

client.setConfig({ baseUrl: process.argv[2] });

function ours(view?: View): TeatimeView {
  if (view?.game !== "teatime") throw new Error("this is no view of Teatime");
  return view;
}

function move(form: TeatimeForm): TeatimeMove {
  switch (form.type) {
    case "play":
      return { type: form.type, card: given(form.fields.card.one_of[0]) };
    case "ufo":
      return { type: form.type, on: given(form.fields.on.one_of[0]) };
    default:
      return { type: form.type };
  }
}

async function events(match: string, auth: string): Promise<MatchEvent[]> {
  const found: MatchEvent[] = [];
  for (;;) {
    const query = { after: found.length, limit: 500 };
    const page = given((await listEvents({ path: { match }, query, auth })).data);
    if (typeof page === "string" || !("events" in page)) throw new Error("this was no stream");
    found.push(...page.events);
    if (found.length === page.last_event) return found;
  }
}

async function main(): Promise<void> {
  const body: TeatimeCreate = {
    game: "teatime",
    seats: ["Ana", "Bo"],
    options: { first_seat: 1 },
    seed: "7".repeat(64),
  };
  const created = given((await createMatch({ body })).data);
  const path = { match: created.match };
  let view = ours(created.view);
  while (view.status === "active") {
    const auth = given(given(created.seats[given(view.to_act[0])]).token);
    const mine = ours((await getMatch({ path, auth })).data);
    const form = given(mine.legal_moves[mine.version % mine.legal_moves.length]);
    const moved = given((await submitMove({ path, auth, body: move(form) })).data);
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
