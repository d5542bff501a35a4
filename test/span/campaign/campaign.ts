import {
  Difference_Kind as Kind,
  SpanFlag,
  type SpanRef,
  type SpanResolution,
} from "../../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../../src/sha256.ts";
import { isLongEnoughToFold } from "../../../src/span/match.ts";
import { verifySpan } from "../../../src/span/verify.ts";
import { outcomeName, resolve, seeded } from "../sample-source.ts";
import { type Benign, benign } from "./benign.ts";
import { harmful } from "./harmful.ts";
import { type Mutation, type Place, pick, type Random, type Taken } from "./mutation.ts";
import { said } from "./said.ts";
import type { CampaignText } from "./texts.ts";

/** One class of changes: how often it was tried and what came of it. */
export interface CampaignRow {
  readonly mutation: string;
  readonly isBenign: boolean;
  tried: number;
  /** Harmful: taken although the words do not stand there. Benign: another place, or differences that are not the ones. */
  falseAccepts: number;
  /** Benign: not found although only the typesetting differs. */
  falseRejects: number;
  exact: number;
  normalised: number;
  ambiguous: number;
  /** The first few failures. */
  readonly failures: string[];
}

/** What is never mutated: elisions and brackets have a meaning of their own in a quote. */
const hasOwnMeaning = /[[\]…]|\.\.\./u;
const attemptsPerTrial = 60;

/**
 * Mutates quotes of real texts, `perClass` times each class, and asks the resolver. Seeded: a failure can be found again.
 */
export const runCampaign = (texts: readonly CampaignText[], perClass: number, seed: number): CampaignRow[] => {
  const classes: Change[] = [
    ...Object.entries(harmful).map(([name, change]) => ({ name, change })),
    ...Object.entries(benign).map(([name, one]) => ({ name, ...one })),
    { name: "words left out with a mark", change: leaveOut, kinds: [] },
  ];
  return classes.map((one, number) => runClass(one, texts, perClass, seeded(seed * 1_000_003 + number)));
};

type Change = { readonly name: string; readonly kinds?: readonly Kind[] } & Omit<Benign, "kinds">;

const runClass = (
  { name, change, kinds, hasDots = false }: Change,
  texts: readonly CampaignText[],
  perClass: number,
  random: Random,
): CampaignRow => {
  const row = emptyRow(name, kinds !== undefined);
  for (let attempt = 0; row.tried < perClass && attempt < perClass * attemptsPerTrial; attempt++) {
    const trial = takeQuote(texts, random, hasDots);
    const changed = trial && change(trial.quote, random, trial.taken);
    if (!trial || changed === undefined || changed === trial.quote) continue;
    if (kinds === undefined) tryHarmful(row, trial, changed);
    else if (changed.includes("[…]")) tryElision(row, trial, changed);
    else tryBenign(row, trial, changed, kinds);
  }
  return row;
};

/** Three words or more out of the midst of a sentence, a mark in their place. */
const leaveOut: Mutation = (quote, random) => {
  const words = quote.split(" ");
  if (words.length < 16 || quote.includes("\n")) return undefined;
  const from = 6 + Math.floor(random() * (words.length - 15));
  return [...words.slice(0, from), "[…]", ...words.slice(from + 3)].join(" ");
};

/** Both pieces in order, each the source's own words, both flagged as joined. */
const tryElision = (row: CampaignRow, trial: Trial, changed: string): void => {
  const { source } = trial.of;
  const chunk = source.structure.chunkAt(source.codePoints.toCodePoint(trial.taken.place.start));
  const end = source.codePoints.toCodePoint(trial.taken.place.end);
  // A quote over the end of a passage may not leave words out.
  if (chunk === undefined || chunk.endChar < end) return;
  const asked = ask(trial, changed);
  const outcome = outcomeName(asked);
  count(row, outcome);
  if (outcome === "NOT_FOUND") row.falseRejects++;
  const pieces = changed.split("[…]").map(said);
  const fits = asked.spans.every(
    (span, at) =>
      said(span.excerpt) === pieces[at % 2] &&
      span.flags.includes(SpanFlag.STITCHED) &&
      verifySpan(source, span, sha256) === undefined,
  );
  if (!fits) row.falseAccepts++;
  if (!fits || outcome === "NOT_FOUND") fail(row, trial, outcome, changed);
};

const emptyRow = (mutation: string, isBenign: boolean): CampaignRow => ({
  mutation,
  isBenign,
  tried: 0,
  falseAccepts: 0,
  falseRejects: 0,
  exact: 0,
  normalised: 0,
  ambiguous: 0,
  failures: [],
});

interface Trial {
  readonly of: CampaignText;
  readonly quote: string;
  readonly taken: Taken;
}

/** A quote of 50 to 260 characters that begins and ends with whole words. */
const takeQuote = (texts: readonly CampaignText[], random: Random, hasDots: boolean): Trial | undefined => {
  const of = pick(random, texts);
  const text = of.source.text;
  const dots = hasDots ? text.indexOf("...", Math.floor(random() * text.length)) : -1;
  if (hasDots && dots < 0) return undefined;
  const from = hasDots ? Math.max(0, dots - 100) : Math.floor(random() * Math.max(1, text.length - 320));
  const window = text.slice(from, from + 320);
  const length = 50 + Math.floor(random() * 210);
  const match = new RegExp(
    `(?<=\\s)[\\p{L}\\p{N}"“„][^]{${length},${length + 30}}?(?<=[\\p{L}\\p{N}.,])(?=\\s)`,
    "u",
  ).exec(window);
  if (!match || (hasDots ? /[[\]…]/u : hasOwnMeaning).test(match[0]) || !isLongEnoughToFold(match[0])) return undefined;
  const place: Place = { start: from + match.index, end: from + match.index + match[0].length };
  return { of, quote: match[0], taken: { text: of.source, place, sibling: siblingIn(texts, of) } };
};

/** The passage of another text of the set that begins with the same four words: a clause in another contract's wording. */
const siblingIn =
  (texts: readonly CampaignText[], of: CampaignText) =>
  (quote: string, random: Random): string | undefined => {
    const head = /^\S+(?:\s+\S+){2}/u.exec(quote)?.[0];
    const others = texts.filter((other) => other !== of && other.set === of.set);
    if (head === undefined || others.length === 0) return undefined;
    for (let tries = 0; tries < 8; tries++) {
      const other = pick(random, others).source.text;
      const at = other.indexOf(head);
      if (at >= 0) return other.slice(at, at + quote.length).replace(/\s+\S*$/u, "");
    }
    return undefined;
  };

const ask = ({ of }: Trial, quote: string, rest = {}): SpanResolution =>
  resolve(of.source, quote, rest, { maxSuggestions: 0 });

const count = (row: CampaignRow, outcome: string): void => {
  row.tried++;
  if (outcome === "EXACT") row.exact++;
  if (outcome === "NORMALISED") row.normalised++;
  if (outcome === "AMBIGUOUS") row.ambiguous++;
};

const tryHarmful = (row: CampaignRow, trial: Trial, changed: string): void => {
  // A change may hit upon words that do stand in the text: those are other quotes, not false ones.
  if (!changed.isWellFormed() || trial.of.source.text.includes(changed) || trial.of.said.includes(said(changed)))
    return;
  const outcome = outcomeName(ask(trial, changed));
  count(row, outcome);
  if (outcome === "NOT_FOUND") return;
  row.falseAccepts++;
  fail(row, trial, outcome, changed);
};

const tryBenign = (row: CampaignRow, trial: Trial, changed: string, kinds: readonly Kind[]): void => {
  const { place } = trial.taken;
  const first = ask(trial, changed);
  // The same words may stand at several places; the rank of this one among them then names it.
  const asked = outcomeName(first) === "AMBIGUOUS" ? ask(trial, changed, rankOf(trial, first)) : first;
  const outcome = outcomeName(asked);
  count(row, outcomeName(first));
  const [span] = asked.spans;
  if (span === undefined || (outcome !== "EXACT" && outcome !== "NORMALISED")) {
    if (outcomeName(first) === "AMBIGUOUS" && first.placeCount > 50) return;
    row.falseRejects++;
    fail(row, trial, outcome, changed);
    return;
  }
  const why = wrong(trial, place, changed, span, kinds);
  if (why === undefined) return;
  row.falseAccepts++;
  fail(row, trial, why, changed);
};

/** The rank of the listed place at which the quote was taken. */
const rankOf = ({ of, taken }: Trial, { spans }: SpanResolution): { occurrenceIndex?: number } => {
  const start = of.source.codePoints.toCodePoint(taken.place.start);
  const at = spans.find((span) => span.startChar === start)?.locator?.occurrenceIndex;
  return at === undefined ? {} : { occurrenceIndex: at };
};

/** What is not as it must be in an accepted span of words that only differ in their typesetting. */
const wrong = (
  { of, quote }: Trial,
  place: Place,
  changed: string,
  span: SpanRef,
  kinds: readonly Kind[],
): string | undefined => {
  const { source } = of;
  if (said(span.excerpt) !== said(quote)) return "the excerpt says other words";
  // What was typed off may stand elsewhere as it was typed: character for character goes before like for like.
  const isElsewhere = span.startChar !== source.codePoints.toCodePoint(place.start);
  if (isElsewhere && span.excerpt !== changed) return "another place";
  if (source.codePoints.slice(span.startChar, span.endChar) !== span.excerpt) return "not the source's own slice";
  const fault = verifySpan(source, span, sha256);
  if (fault !== undefined) return fault;
  if (patched(span) !== changed.trim()) return "the listed differences do not lead from the excerpt to the quote";
  const allowed = new Set([...kinds, Kind.WHITE_SPACE, Kind.HYPHENATION]);
  const odd = span.differences.find(({ kind }) => !allowed.has(kind));
  return odd && `lists a difference of kind ${odd.kind}`;
};

/** The excerpt with every listed difference undone: it must be the quote. */
const patched = ({ excerpt, startChar, differences }: SpanRef): string => {
  const letters = Array.from(excerpt);
  let words = "";
  let at = 0;
  for (const { sourceStart, sourceText, quoteText } of differences) {
    words += letters.slice(at, sourceStart - startChar).join("") + quoteText;
    at = sourceStart - startChar + Array.from(sourceText).length;
  }
  return words + letters.slice(at).join("");
};

const failuresKept = 5;
/** Mails are real people's: of them the place is told, by which the seed shows the words again, and not the words. */
const fail = (row: CampaignRow, { of, taken }: Trial, what: string, changed: string): void => {
  if (row.failures.length >= failuresKept) return;
  const words = of.set === "mails" ? `a quote of ${changed.length} characters` : JSON.stringify(changed);
  row.failures.push(`${what}: ${words} (${of.set}, from ${taken.place.start} of ${of.source.text.length})`);
};
