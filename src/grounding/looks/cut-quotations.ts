import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { saysNo } from "../../span/flags.ts";
import { clausesOf } from "../clauses.ts";
import { type Grammar, hasStem } from "../language/grammar.ts";
import { grammarsFor } from "../language/tongue.ts";
import { wordsIn } from "../language/words.ts";
import { elision, isWhole, onOneLine, stands } from "../quotations.ts";
import type { Source } from "../source.ts";
import { at, type Look } from "./look.ts";

/** What the words of a sentence do to the rest of it: without them the rest may say something else. */
interface Turns {
  readonly denies: boolean;
  readonly limits: boolean;
  /** It tells what somebody else said or holds. */
  readonly tells: boolean;
}

/**
 * A quotation that leaves words of its own sentence out, by an elision or because it begins late or ends early, and among them a
 * denial, a condition or whose saying it is. Not where the memo says that itself beside the quotation.
 */
export const quotationIsCut: Look = ({ scanned, cited }) =>
  scanned.quotations.flatMap((quotation) => {
    const { words, start } = quotation;
    if (!isBrought(words, scanned.rest.slice(0, start))) return [];
    const sources = cited.filter(({ entry }) => entry.span && stands(words, [entry.span]));
    const own = turnsIn(scanned.rest);
    const cut = sources.map((source) => ({ source, left: leftOut(words, source) }));
    // One source that has the words whole is enough.
    const turned = cut.map(({ left }) => left.map(turnsIn).some((one) => isWorse(one, own)));
    return cut[0] && turned.every(Boolean) ? [at(LookCode.QUOTATION_CUT, quotation, cut[0].source)] : [];
  });

/** It is brought as a statement of its own, behind a colon or with its capital: a fragment inside a clause is read with that clause. */
const isBrought = (words: string, before: string): boolean =>
  /:\s*$/u.test(before) || /^\p{Lu}/u.test(words) || elision.test(words);

const isWorse = (left: Turns, own: Turns): boolean =>
  (left.denies && !own.denies) || (left.limits && !own.limits) || (left.tells && !own.tells);

/** What the sentences that a quotation is taken from say outside it, piece by piece; none where it is whole. */
const leftOut = (words: string, { said }: Source): string[] => {
  if (isWhole(words, said)) return [];
  const whole = onOneLine(said);
  const pieces = words.split(elision).map(onOneLine);
  const starts = pieces.map((piece) => whole.indexOf(piece));
  const first = Math.min(...starts);
  const last = Math.max(...starts.map((start, index) => start + (pieces[index]?.length ?? 0)));
  const [grammar] = grammarsFor(said, "");
  if (grammar === undefined || first < 0) return [];
  const { from, to } = sentencesAround(whole, first, last, grammar);
  const gaps = starts
    .slice(1)
    .map((start, index) => whole.slice((starts[index] ?? 0) + (pieces[index]?.length ?? 0), start));
  return [whole.slice(from, first), ...gaps, whole.slice(last, to)].filter((text) => /\p{L}/u.test(text));
};

/** Where the sentence that holds one place begins and the one that holds another ends. */
const sentencesAround = (text: string, first: number, last: number, grammar: Grammar) => {
  const begins = clausesOf(text, grammar).flatMap(({ isFirst, start }) => (isFirst ? [start] : []));
  return {
    from: begins.findLast((start) => start <= first) ?? 0,
    to: begins.find((start) => start >= last) ?? text.length,
  };
};

const turnsIn = (text: string): Turns => {
  const grammars = grammarsFor(text, "");
  const words = wordsIn(text).map(({ folded }) => folded);
  const has = (test: (word: string, grammar: Grammar) => boolean) =>
    grammars.some((grammar) => words.some((word) => test(word, grammar)));
  return {
    denies: saysNo(text),
    limits: saysNo(text) || has((word, { conditionals }) => conditionals.has(word)),
    tells: has((word, { speech, views }) => hasStem(word, speech) || hasStem(word, views)),
  };
};
