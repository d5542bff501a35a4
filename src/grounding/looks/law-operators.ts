import { listOf, pairsOf, wordsOf } from "#kit/lexicon.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { type Clause, clausesOf } from "../clauses.ts";
import { contentWords } from "../content-words.ts";
import { hasStem } from "../language/grammar.ts";
import { partInBoth, roleNoun } from "../language/roles.ts";
import { grammarOf, grammarsFor } from "../language/tongue.ts";
import type { Word } from "../language/words.ts";
import type { Sentence } from "../sentence.ts";
import type { Source } from "../source.ts";
import type { Range } from "../tokens/token.ts";
import { at, type Look } from "./look.ts";

/** What a provision does with an act: von Wright's obligation, permission and prohibition, Hohfeld's claim, and what is left where one is denied. */
type Operator = "requires" | "permits" | "forbids" | "entitles" | "exempts" | "denies";

/** An operator, the word that has it, and whose duty, leave or claim it is. */
interface Said {
  readonly operator: Operator;
  readonly word: Word;
  /** Who is named before the word, or where nobody is, first behind it. */
  readonly bearers: readonly string[];
}

// Both languages at once: no word of these classes is one of the other language.
const inBoth = (name: string): readonly string[] => [...listOf("nl", name), ...listOf("en", name)];
const operators = (["forbids", "requires", "entitles", "permits"] as const).map(
  (operator) => [operator, inBoth(`law-${operator}`)] as const,
);
/** `staat … toe`, `schrijft … voor`. */
const partedOperators = (["requires", "permits"] as const).map(
  (operator) => [operator, pairsOf("nl", `law-${operator}-apart`)] as const,
);
const limits = inBoth("law-limit");
const cautions = inBoth("law-caution");
const coordinators = wordsOf("nl en", "coordinator");
const bothGrammars = [grammarOf.nl, grammarOf.en];

/** What each operator becomes where its clause says no. */
const denied: Readonly<Record<Operator, Operator>> = {
  requires: "exempts",
  permits: "forbids",
  forbids: "permits",
  entitles: "denies",
  exempts: "requires",
  denies: "entitles",
};

/**
 * By what in the words of a provision a sentence may say that it does so: a duty of one is a claim of another, and a duty that is denied
 * may be one to refrain.
 */
const answered: Readonly<Record<Operator, readonly Operator[]>> = {
  requires: ["requires", "entitles"],
  permits: ["permits", "entitles", "exempts"],
  forbids: ["forbids", "denies"],
  entitles: ["entitles", "requires", "permits", "forbids"],
  exempts: ["exempts", "permits", "forbids", "denies"],
  denies: ["denies", "forbids", "exempts"],
};

/**
 * A sentence that says what the provisions do which it rests on, beside their own words: that they require what these permit, or of
 * somebody of whom they do not say so, or without their `tenzij`, or with one of its own. Which of both is right a person sees: only the
 * words that are bound are read, and another part of the article may say so.
 */
export const lawSaysOtherwise: Look = (sentence) => {
  const laws = sentence.cited.filter(({ isLaw, said }) => isLaw && said !== "");
  if (laws.length === 0 || laws.length < sentence.cited.length) return [];
  const told = toldBy(laws);
  const telling = sentence.clauses.filter(({ isQuestion, words }) => !isQuestion && words.length > 1);
  for (const clause of telling) {
    const [own] = operatorsIn(clause);
    const source = own && differs(own, told);
    if (own && source) return [at(LookCode.LAW_SAYS_OTHERWISE, own.word, source)];
  }
  const limited = limitDiffers(telling, told, sentence);
  return limited ? [at(LookCode.LAW_SAYS_OTHERWISE, limited, laws[0])] : [];
};

/** Everything that the words of the provisions do. */
interface Told {
  readonly laws: readonly Source[];
  readonly said: readonly (Said & { readonly source: Source })[];
  /** A clause of them says no. */
  readonly isDenied: boolean;
  readonly isLimited: boolean;
}

const toldBy = (laws: readonly Source[]): Told => {
  const read = laws.flatMap((source) =>
    grammarsFor(source.said, "")
      .slice(0, 1)
      .flatMap((grammar) => clausesOf(source.said, grammar).map((clause) => ({ source, clause }))),
  );
  return {
    laws,
    said: read.flatMap(({ source, clause }) => operatorsIn(clause).map((one) => ({ ...one, source }))),
    isDenied: read.some(({ clause }) => clause.words.some(isNo)),
    isLimited: read.some(({ clause }) => clause.words.some(isLimit)),
  };
};

/** The provision that says otherwise than the sentence; undefined: none, or nobody can tell. */
const differs = (own: Said, { laws, said, isDenied }: Told): Source | undefined => {
  if (!said.some(({ operator }) => answered[own.operator].includes(operator))) {
    // Statutes write a duty in the plain indicative: `De werkgever bevordert …`.
    const isPlain = said.length === 0 && ["requires", "entitles"].includes(own.operator);
    const mayDeny = isDenied && ["forbids", "exempts", "denies"].includes(own.operator);
    return isPlain || mayDeny ? undefined : (said[0]?.source ?? laws[0]);
  }
  const same = said.filter(({ operator }) => operator === own.operator);
  const theirs = same.flatMap(({ bearers }) => bearers);
  const isAnother = theirs.length > 0 && own.bearers.length > 0 && !own.bearers.some((one) => theirs.includes(one));
  return isAnother ? same[0]?.source : undefined;
};

/** What has a limit that the provision has not, or is flat where the provision has one. */
const limitDiffers = (telling: readonly Clause[], told: Told, { clauses, scanned }: Sentence): Range | undefined => {
  if (telling.length === 0 || told.said.length + Number(told.isLimited) === 0) return undefined;
  const words = clauses.flatMap((one) => one.words);
  const limit = words.find(isLimit);
  if (limit) return told.isLimited ? undefined : limit;
  // Words of the provision itself that are quoted have what they have.
  const isCareful = scanned.rest.includes("\ufffc") || words.some(isCaution);
  return told.isLimited && !isCareful ? telling.find((clause) => saysOf(clause, told)) : undefined;
};

/** It repeats something of the provision: whoever only refers to one has nothing to limit. */
const saysOf = ({ text }: Clause, { laws }: Told): boolean => {
  const roots = new Set(laws.flatMap(({ said }) => contentWords(said).map(({ root }) => root)));
  return new Set(contentWords(text).flatMap(({ root }) => (roots.has(root) ? [root] : []))).size > 1;
};

const isNo = ({ folded }: Word): boolean => bothGrammars.some(({ negations }) => negations.has(folded));
const isLimit = ({ folded }: Word): boolean => hasStem(folded, limits);
const isCaution = ({ folded }: Word): boolean =>
  hasStem(folded, cautions) || bothGrammars.some(({ conditionals }) => conditionals.has(folded));

/** Longer ones are made to keep the check busy. */
const clauseMax = 400;

/** The operators of a clause in order; the first one is what a provision does that begins it. */
const operatorsIn = ({ words, text, start }: Clause): Said[] => {
  if (words.length > clauseMax) return [];
  // "Voor zover het loon niet meer bedraagt dan …, behoudt de werknemer recht": a denial beyond a comma may be of something else.
  const partOf = (word: Word): number => text.slice(0, word.start - start).split(",").length;
  const no = words.filter(isNo).map(partOf);
  return words.flatMap((word, index) => {
    const found = operatorOf(words, index);
    if (found === undefined) return [];
    const may = [...(no.includes(partOf(word)) ? [] : [found]), ...(no.length > 0 ? [denied[found]] : [])];
    const bearers = bearersOf(words, index);
    return may.map((operator) => ({ operator, word, bearers }));
  });
};

const operatorOf = (words: readonly Word[], index: number): Operator | undefined => {
  const folded = words[index]?.folded ?? "";
  const isParted = ([verb, particle]: readonly [string, string]): boolean =>
    folded.startsWith(verb) && words.some((other, place) => place > index && other.folded === particle);
  const found =
    partedOperators.find(([, pairs]) => pairs.some(isParted)) ?? operators.find(([, stems]) => hasStem(folded, stems));
  return found?.[0];
};

/** Whom an operator is about: everybody named before it, or where nobody is, the first behind it with whoever is joined to that one. */
const bearersOf = (words: readonly Word[], index: number): string[] => {
  const before = words.flatMap((_, place) => (place < index ? personAt(words, place) : []));
  if (before.length > 0) return before;
  const first = words.findIndex((_, place) => place > index && personAt(words, place).length > 0);
  if (first < 0) return [];
  const isJoined = coordinators.has(words[first + 1]?.folded ?? "");
  return words.slice(first, first + (isJoined ? 4 : 1)).flatMap((_, place) => personAt(words, first + place));
};

/** Who is named in a place; nobody behind a preposition, where no subject stands ("na overleg met de werknemer"). */
const personAt = (words: readonly Word[], place: number): string[] => {
  const role = roleNoun(words[place]?.text ?? "");
  const before = words.slice(Math.max(0, place - 2), place).toReversed();
  const governing = before[0] !== undefined && isDeterminer(before[0]) ? before[1] : before[0];
  if (role === undefined || (governing !== undefined && isPreposition(governing))) return [];
  return [partInBoth(words[place]?.text ?? "") ?? role.noun];
};

const isDeterminer = ({ folded }: Word): boolean => bothGrammars.some(({ determiners }) => determiners.has(folded));
const isPreposition = ({ folded }: Word): boolean => bothGrammars.some(({ prepositions }) => prepositions.has(folded));
