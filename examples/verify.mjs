#!/usr/bin/env node
// Checks the shuffle of an audit, in JavaScript, without a line of Referee: `node verify.mjs audit.json`.
// It was written from /docs/fairness alone. It checks the commitment and deals every card anew: the opening of all five
// games, then whatever comes from the stream later: Kobayakawa's rounds, the cards Kinapa takes at random, the reshuffles
// of KINMO, Känipeli and Teatime.
// It does not judge moves; `referee verify` does.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const number = (value, bytes) => Buffer.from(value.toString(16).padStart(2 * bytes, "0"), "hex");
const hmac = (key, ...parts) => createHmac("sha256", key).update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();

export const commitment = (match, seed) =>
  "sha256:" + createHash("sha256").update(`referee/commit/1\0${match}\0`).update(seed).digest("hex");

export const matchKey = (seed, match, entropies) =>
  hmac(seed, `referee/shuffle/1\0${match}\0`, ...entropies.flatMap((text) => [number(Buffer.byteLength(text ?? ""), 4), text ?? ""]));

export class Stream {
  position = 0;
  constructor(key) {
    this.key = key;
  }
  word() {
    const block = hmac(this.key, number(Math.floor(this.position / 8), 8));
    return block.readUInt32BE(4 * (this.position++ % 8));
  }
  below(n) {
    const limit = Math.floor(2 ** 32 / n) * n;
    for (;;) {
      const word = this.word();
      if (word < limit) return word % n;
    }
  }
  shuffle(items) {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
  firstSeat(seats) {
    return new Stream(hmac(this.key, "referee/first_seat/1")).below(seats);
  }
}

// Components

const times = (count, item) => Array(count).fill(item);
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const counted = (table) => Object.entries(table).flatMap(([item, count]) => times(count, item));

const KINMO = { "gem-green": 4, "gem-blue": 6, "gem-purple": 8, "gem-orange": 8, thief: 24, chipote: 24, healing: 24 };
const KANIPELI = { hwf: 24, lappari: 22, tuoppi: 20, stoutti: 18, punkku: 16, taskulammin: 14, kossu: 12, minttukaakao: 10, gt: 8, jallu: 6, hauki: 4 };
const FRIENDS = ["kmakici", "kintaro", "kapa", "sakana", "usagi-1", "usagi-2", "usagi-3"];
const SINGLE = { kmakici: 7, kintaro: 7, kapa: 7, sakana: 7, "usagi-1": 4, "usagi-2": 4, "usagi-3": 4 };
const DOUBLE = { "kmakici+kintaro": 2, "kmakici+kapa": 2, "kmakici+sakana": 2, "kintaro+kapa": 2, "kintaro+sakana": 2, "kapa+sakana": 2 };
const BACKS = ["sweet-1", "sweet-2", "sweet-3", "sweet-4", "kmakici"];
const chips = (table) => Object.entries(table).flatMap(([back, counts]) => counts.map((count, i) => ({ back, steaks: i + 1, count })));
const four = (...counts) => Object.fromEntries(BACKS.slice(0, 4).map((back) => [back, counts]));
const HOUSE = {
  cards: Object.entries({ ...SINGLE, ...DOUBLE, ufo: 6 }).map(([card, count]) => ({ card, count })),
  chips: chips({ ...four(2, 1, 1), kmakici: [1, 2, 2] }),
  removals: [
    { players: 2, chips: chips({ ...four(0, 1, 0), kmakici: [1, 2, 1] }) },
    { players: 3, chips: chips({ ...four(0, 1, 0), kmakici: [0, 2, 0] }) },
  ],
};

const by = (...keys) => (a, b) => keys.map((key) => key(a) - key(b)).find((difference) => difference) ?? 0;
const place = (table) => by((card) => Object.keys(table).indexOf(card));
const shown = (card) => card.split("+").map((friend) => FRIENDS.indexOf(friend));
const teatime = by((card) => (card === "ufo" ? 8 : shown(card).length), ...range(0, 6).map((i) => (card) => shown(card)[i] ?? 0));
const kinapa = by((card) => (card[0] === "a" ? 0 : 1), (card) => Number(card.split("-")[1]));

function less(items, named) {
  const rest = [...items];
  for (const one of named) {
    const found = rest.findIndex((item) => isDeepStrictEqual(item, one));
    if (found < 0) throw new Error(`${JSON.stringify(one)} is not there to be named or moved`);
    rest.splice(found, 1);
  }
  return rest;
}

// The opening of each game: what an audit's seed, seats, options and deal lead to, written as a whole deal

const bySeat = (given, seats) => range(0, seats - 1).map((seat) => given?.[seat] ?? null);
const hands = (named, size, rest) => named.map((hand) => hand ?? rest.splice(0, size));

export function round(stream, named = {}, playing) {
  const given = playing.map((plays, seat) => (plays ? (named.hands?.[seat] ?? null) : null));
  const above = named.deck ?? [];
  const known = [...given, named.kobayakawa ?? null].filter((card) => card !== null);
  const rest = stream.shuffle(less(range(1, 15), [...known, ...above]));
  const dealt = playing.map((plays, seat) => (plays ? (given[seat] ?? rest.shift()) : null));
  const kobayakawa = named.kobayakawa ?? rest.shift();
  return { hands: dealt, kobayakawa, deck: [...above, ...rest] };
}

export const OPENINGS = {
  kobayakawa: (stream, seats, options, deal) => ({ rounds: [round(stream, deal.rounds?.[0], times(seats, true))] }),
  kinmo(stream, seats, options, deal) {
    const named = bySeat(deal.hands, seats);
    const known = [...named.flatMap((hand) => hand ?? []), ...(deal.deck ?? []), ...(deal.discard ? [deal.discard] : [])];
    const rest = stream.shuffle(less(counted(KINMO), known));
    const dealt = hands(named, 5, rest);
    const discard = deal.discard ?? rest.shift();
    return { hands: dealt, deck: [...(deal.deck ?? []), ...rest], discard };
  },
  kinapa(stream, seats, options, deal) {
    const places = seats === 2 ? 4 : seats === 3 || options.bot ? seats + 1 : seats;
    const named = bySeat(deal.hands, places);
    const cards = ["animal", "shelter"].flatMap((kind) => range(1, 2 * places).map((n) => `${kind}-${n}`));
    const rest = stream.shuffle(less(cards, named.flatMap((hand) => hand ?? [])));
    const dealt = hands(named, 4, rest);
    const pairs = range(1, places).flatMap((i) => times(2, `${2 * i - 1}-${2 * i}`));
    const circle = stream.shuffle(less(pairs, deal.objects ?? []));
    return { hands: dealt, objects: [...(deal.objects ?? []), ...circle] };
  },
  kanipeli(stream, seats, options, deal) {
    const named = bySeat(deal.hands, seats);
    const tops = bySeat(deal.piles, 3).map((top) => top ?? []);
    const rest = stream.shuffle(less(counted(KANIPELI), [...named.flatMap((hand) => hand ?? []), ...tops.flat()]));
    const dealt = hands(named, 5, rest);
    const piles = sizes(154 - 5 * seats).map((size, i) => [...tops[i], ...rest.splice(0, size - tops[i].length)]);
    return { hands: dealt, piles };
  },
  teatime(stream, seats, options, deal) {
    const sheet = options.components ?? HOUSE;
    const cards = sheet.cards.flatMap(({ card, count }) => times(count, card)).sort(teatime);
    const named = bySeat(deal.hands, seats);
    const rest = stream.shuffle(less(cards, [...named.flatMap((hand) => hand ?? []), ...(deal.deck ?? [])]));
    const dealt = hands(named, 3, rest);
    const path = [...(deal.path ?? [])].map(({ back, steaks }) => ({ back, steaks }));
    const unused = (sheet.removals ?? []).filter(({ players }) => players === seats).flatMap((removal) => spread(removal.chips));
    const left = less(spread(sheet.chips).sort(by((chip) => BACKS.indexOf(chip.back), (chip) => chip.steaks)), [...unused, ...path]);
    if (left.length > 0) {
      const ends = left.filter((chip) => chip.steaks === 3);
      const last = ends[stream.below(ends.length)];
      path.push(...stream.shuffle(less(left, [last])), last);
    }
    return { hands: dealt, deck: [...(deal.deck ?? []), ...rest], path };
  },
};

const spread = (rows) => rows.flatMap(({ back, steaks, count }) => times(count, { back, steaks }));
const sizes = (cards) => range(0, 2).map((pile) => Math.floor(cards / 3) + (pile < cards % 3 ? 1 : 0));

// What the log tells of the cards afterwards: `told(event, theirs, ours)` compares, event by event

const sorted = (cards, order) => [...cards].sort(order);
const own = (event) => event.private[event.seat];

const LOGS = {
  kobayakawa({ seats, deal, stream, told }, { rounds: [now] }) {
    const playing = times(seats, true);
    return {
      started: (event, dealt) => {
        told(event, dealt, now.hands.map((card) => [card]));
        told(event, event.data.table.kobayakawa, now.kobayakawa);
      },
      drew: (event) => told(event, own(event).card, now.deck.shift()),
      replaced: (event) => told(event, event.data.kobayakawa, now.deck.shift()),
      out: (event) => (playing[event.seat] = false),
      dealt(event) {
        now = round(stream, deal.rounds?.[event.data.round - 1], playing);
        told(event, bySeat(event.private, seats).map((seen) => seen?.card ?? null), now.hands);
        told(event, event.data.kobayakawa, now.kobayakawa);
      },
    };
  },
  kinmo({ stream, told }, { hands, deck, discard }) {
    const order = place(KINMO);
    const discards = [discard];
    return {
      started: (event, dealt) => {
        told(event, dealt, hands.map((hand) => sorted(hand, order)));
        told(event, event.data.table.discard_top, discard);
      },
      discarded: (event) => discards.push(...own(event).cards),
      set_played: (event) => discards.push(...event.data.cards),
      took_discard: (event) => {
        told(event, event.data.card, discards.pop());
        discards.push(...own(event).cards);
      },
      drew: (event) => told(event, own(event).cards, sorted(deck.splice(0, event.data.count), order)),
      // cards of the old deck that the same draw took first are told by the `drew` that follows
      reshuffled: () => deck.push(...stream.shuffle(sorted(discards.splice(0, discards.length - 1), order))),
    };
  },
  kinapa({ seats, stream, told }, { hands, objects }) {
    if (seats === 2 && !hands.slice(0, 2).flat().includes("animal-1")) hands.push(...hands.splice(0, 2));
    const places = hands.map((hand) => sorted(hand, kinapa));
    const [lowest] = sorted(places.slice(0, seats).map(([card]) => card), kinapa);
    let emperor = places.findIndex(([card]) => card === lowest);
    const move = (card, from, to) => {
      places[from] = less(places[from], [card]);
      places[to] = sorted([...places[to], card], kinapa);
    };
    const swapped = (event) => {
      const { seat, data: { place } } = event;
      [places[seat], places[place]] = [places[place], places[seat]];
      told(event, own(event).cards, places[seat]);
    };
    return {
      started: (event, dealt) => {
        told(event, dealt, places.slice(0, seats));
        told(event, event.data.table.emperor, emperor);
      },
      crowned: (event) => (emperor = event.seat),
      took(event) {
        const hand = places[event.data.place];
        const card = hand[stream.below(hand.length)];
        told(event, event.private[emperor].card, card);
        move(card, event.data.place, emperor);
      },
      handed_over(event) {
        const { place, number } = event.data;
        const { card } = event.private[emperor];
        const both = places[place].filter((one) => one.endsWith(`-${number}`));
        if (place >= seats && both.length === 2) told(event, card, both[stream.below(2)]);
        move(card, place, emperor);
      },
      gave: (event) => move(event.private[emperor].card, emperor, event.data.place),
      laid: ({ data }) => (places[emperor] = less(places[emperor], [`animal-${data.number}`, `shelter-${data.number}`])),
      looked: (event) => told(event, own(event).cards, places[event.data.place]),
      switched: swapped,
      took_up: swapped,
      revealed: (event) => told(event, event.data.numbers, objects[event.data.object]),
    };
  },
  kanipeli({ seats, stream, told }, { hands, piles }) {
    const order = place(KANIPELI);
    const discards = [];
    const kani = range(1, seats).map(() => []);
    const spend = (seat, count) => range(1, count).map(() => kani[seat].pop());
    return {
      started: (event, dealt) => told(event, dealt, hands),
      drew: (event) => told(event, event.data.card, piles[event.data.pile].shift()),
      refilled: (event) => told(event, own(event).card, piles[event.data.pile].shift()),
      drank({ seat, data }) {
        kani[seat].push(...times(data.kani, data.drink));
        discards.push(...times(data.cards - data.kani, data.drink));
      },
      third_hand: ({ seat }) => discards.push(...spend(seat, 3)),
      traded({ seat, data }) {
        const [got, gave] = [spend(data.maker, data.got_kani), spend(seat, data.gave_kani)];
        kani[seat].push(...got);
        kani[data.maker].push(...gave);
      },
      reshuffled(event) {
        const cards = stream.shuffle(sorted(discards.splice(0), order));
        piles = sizes(cards.length).map((size) => cards.splice(0, size));
        told(event, event.data.piles, piles.map((pile) => pile.length));
      },
    };
  },
  teatime({ seats, options, stream, told }, { hands, deck, path }) {
    let table = [];
    const discards = [];
    return {
      started(event, dealt) {
        // the first draw, and forced passes as far as they are not told by events of their own
        const { deck: left, path: ahead } = event.data.table;
        for (let seat = options.first_seat; deck.length > left; seat = (seat + 1) % seats) {
          hands[seat].push(deck.shift());
          if (path.length === ahead.length || hands[seat].some((card) => card !== "ufo")) break;
          path.shift();
          if (deck.length > left) hands[seat].push(deck.shift());
        }
        told(event, dealt, hands.map((hand) => sorted(hand, teatime)));
        told(event, event.data.table.path, path.map(({ steaks }) => steaks));
      },
      drew: (event) => told(event, own(event).card, deck.shift()),
      played: (event) => table.push(event.data.card),
      covered: () => table.push("ufo"),
      completed: (event) => told(event, event.data.sweet, path.shift()?.back),
      passed: (event) => told(event, event.data.steaks, path.shift()?.steaks),
      cleared: () => discards.push(...table.splice(0)),
      reshuffled: () => (deck = stream.shuffle(sorted(discards.splice(0), teatime))),
    };
  },
};

// The whole

/** Return what is wrong with an audit's shuffle, as lines for people: none, if all is well. */
export function verify(audit) {
  const wrong = [];
  const told = ({ seq, type }, theirs, ours) => {
    if (!isDeepStrictEqual(theirs, ours)) {
      wrong.push(`event ${seq} (${type}) tells ${JSON.stringify(theirs)} where the seed deals ${JSON.stringify(ours)}`);
    }
  };
  const seed = Buffer.from(audit.seed, "hex");
  if (seed.length !== 32 || commitment(audit.match, seed) !== audit.commitment) {
    wrong.push("the seed is not the one that was committed to");
  }
  const seats = audit.seats.length;
  const deal = audit.deal ?? {};
  const stream = new Stream(matchKey(seed, audit.seeded_by_caller ? "" : audit.match, audit.entropy));
  const opening = OPENINGS[audit.game](stream, seats, audit.options, deal);
  const handlers = LOGS[audit.game]({ seats, options: audit.options, deal, stream, told }, opening);
  for (const event of audit.events) {
    const dealt = event.type === "started" ? bySeat(event.private, seats).map((seen) => seen?.hand) : undefined;
    try {
      handlers[event.type]?.(event, dealt);
    } catch (error) {
      wrong.push(`event ${event.seq} (${event.type}) cannot be: ${error.message}`);
    }
    if (wrong.length > 0) break; // whatever follows a wrong card is wrong, too
  }
  return wrong;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let failed = process.argv.length < 3;
  if (failed) console.error("usage: node verify.mjs audit.json …");
  for (const file of process.argv.slice(2)) {
    const wrong = verify(JSON.parse(readFileSync(file, "utf8")));
    for (const line of wrong) console.log(`${file}: ${line}`);
    if (wrong.length === 0) console.log(`${file}: every card is where the seed put it`);
    failed ||= wrong.length > 0;
  }
  process.exitCode = failed ? 1 : 0;
}
