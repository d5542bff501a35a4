import type { PlainId, Speech } from "../../../messages/speech.ts";

/** What is answered to an assertion of the letter. */
export type AnswerKind = "disputed" | "right" | "done" | "beside" | "unknown";

/**
 * The letter as the reader of the memo knows it: written by that reader, named here for the first time, or named before. `called`: what
 * this kind of memo calls it within a sentence (`uw besluit`). `writer`: who wrote it, as the author speaks of them; empty where that
 * is not said.
 */
export type Place =
  | { readonly letter: "own"; readonly called: string }
  | { readonly letter: "named" }
  | { readonly letter: "first"; readonly day: string; readonly writer: string };

/** What may stand before a quotation: the first that says all, and then those that go on. */
export type Leads = readonly [string, ...string[]];

/**
 * Chooses among words: the first at the first turn, then those behind it by turns, but none that the words behind begin with
 * (“Ook schrijft u: “Ook …””) and not the former again.
 */
export const phraseAt = (
  [first, ...others]: Leads,
  turn: number,
  { behind, former }: { readonly behind: string; readonly former: string },
): string => {
  if (turn === 0) return first;
  const byTurns = others.map((_, at) => others[(turn - 1 + at) % others.length] ?? first);
  return byTurns.find((one) => one !== former && firstWord(one) !== firstWord(behind)) ?? byTurns[0] ?? first;
};

const firstWord = (text: string): string => /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? "";

const youWrite = ["clause.you-write-2", "clause.you-write-3", "clause.you-write-4"] as const;
const letterSays = ["clause.letter-says-2", "clause.letter-says-3", "clause.letter-says-4"] as const;
const youAsk = ["clause.you-ask-2", "clause.you-ask-3", "clause.you-ask-4"] as const;
const letterAsks = ["clause.letter-asks-2", "clause.letter-asks-3"] as const;

/** The words before what is answered one by one. */
export const saysLeads = (place: Place, speech: Speech): Leads =>
  place.letter === "own"
    ? leads(speech.phrase("clause.you-write-1"), youWrite, speech)
    : leads(speech.phrase("clause.letter-says-1", { letter: letterIn(place, speech) }), letterSays, speech);

/** The words before a question of the letter, behind which its answer stands. */
export const asksLeads = (place: Place, speech: Speech): Leads =>
  place.letter === "own"
    ? leads(speech.phrase("clause.you-ask-1"), youAsk, speech)
    : leads(speech.phrase("clause.letter-asks-1", { letter: letterIn(place, speech) }), letterAsks, speech);

/** The words before what is told together. */
export const listLeads = (kind: Exclude<AnswerKind, "disputed">, place: Place, speech: Speech): Leads => [
  speech.phrase(`clause.${kind}-1`, { letter: letterIn(place, speech) }),
  speech.phrase(`clause.${kind}-2`),
];

const leads = (first: string, others: readonly PlainId[], { phrase }: Speech): Leads => [
  first,
  ...others.map((id) => phrase(id)),
];

const letterIn = (place: Place, { phrase }: Speech): string => {
  if (place.letter === "own") return place.called;
  if (place.letter === "named") return phrase("clause.that-letter");
  const { writer, day } = place;
  const letter = phrase("clause.the-letter");
  const written = writer === "" ? letter : phrase("clause.letter-of-writer", { letter, writer });
  return day === "" ? written : phrase("clause.letter-of-day", { letter: written, day });
};
