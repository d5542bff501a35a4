import { wordsOf } from "#kit/lexicon.ts";
import { endsTitle, isFunctionWord } from "../../citation/name-borders.ts";
import { dutch } from "../language/dutch.ts";
import type { Grammar } from "../language/grammar.ts";
import { roleNoun, rolePair } from "../language/roles.ts";
import { fold, type Word, wordsIn } from "../language/words.ts";
import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

/** Links inside a name (`van der`, `de`, `of`), no names by themselves. */
const links = wordsOf("nl en", "name-link");
/** Forms of address and legal forms: they stand by names and are none. */
const titles = wordsOf("nl en", "beside-name");
/** Written with capitals as common nouns: things of every office, and words for laws that the reader of citations has. */
const commonCapitals = wordsOf("nl en", "common-capital");
/** Belonging to a country or a language; the same in every text. */
const nationality =
  /^(?:nederland\p{L}*|dutch|engels\p{L}*|english|europe\p{L}*|belgi\p{L}*|duits\p{L}*|german\p{L}*|frans\p{L}*)$/u;

/** A capital, or one behind an elided article: `d'Ancona`, `'t Hoff`, `McKay` and `iPhone` have theirs anywhere. */
const capital = /^(?:\p{Ll}{1,2}['’]?)?\p{Lu}/u;
const initials = /(?<![\p{L}\p{N}])(?:\p{Lu}\.){1,5}(?=\s*\p{L})/gu;

/**
 * Names of people, firms and bodies: words with a capital that no rule of writing demands. At the head of a sentence a
 * capital says nothing; there a word is a name if another capital follows it, if it is written in capitals, or if it stands
 * as a subject would (a verb follows) and is neither of a closed class nor built as a common noun. `known` are the words
 * that stand in small letters anywhere in the memo or its evidence.
 */
export const readNames = (scan: Scan, grammars: readonly Grammar[], known: ReadonlySet<string>): Token[] => {
  const words = wordsIn(scan.text);
  const tokens: Token[] = [];
  for (let at = 0; at < words.length; at++) {
    const run = nameRun(words, at, scan.text);
    if (run.length === 0) continue;
    at += run.length - 1;
    const kept = isHead(scan.text, run[0] as Word) ? headName(run, words, at, grammars, known) : run;
    const names = kept.filter((word) => isNameWord(word, grammars)).map((word) => bareName(word.folded));
    const title = isPaper.test(kept.at(-1)?.text ?? "") ? titleBehind(words, at + 1, scan.text, grammars) : [];
    names.push(...title.map(({ folded }) => folded));
    at += title.length;
    const [first, last] = [kept[0], title.at(-1) ?? kept.at(-1)];
    if (names.length === 0 || first === undefined || last === undefined) continue;
    tokens.push({
      kind: "name",
      names,
      start: first.start,
      end: last.end,
      text: scan.text.slice(first.start, last.end),
    });
  }
  for (const match of scan.text.matchAll(initials))
    if (tokens.length > 0) scan.strike({ start: match.index, end: match.index + match[0].length });
  return tokens;
};

/** Kinds of papers that are called by a title: with a capital and small letters behind it, as Dutch writes titles. */
const isPaper =
  /^\p{Lu}\p{Ll}*(?:regeling|reglement|protocol|handboek|code|plan|richtlijn|statuut|besluit|convenant|akkoord)$|^(?:Regeling|Reglement|Protocol|Handboek|Code|Plan|Richtlijn|Statuut|Besluit|Convenant|Akkoord)$/u;

/** The words in small letters that go on with a title: `de Regeling hybride werken`, up to a word of the sentence. */
const titleBehind = (words: readonly Word[], from: number, text: string, grammars: readonly Grammar[]): Word[] => {
  const title: Word[] = [];
  for (let at = from; at < words.length; at++) {
    const [before, word] = [words[at - 1] as Word, words[at] as Word];
    const isOfSentence =
      endsTitle(word.folded) ||
      isFunctionWord(word.folded) ||
      grammars.some(({ functionWords, brings, modals }) =>
        [functionWords, brings, modals].some((set) => set.has(word.folded)),
      );
    if (isOfSentence || capital.test(word.text) || text.slice(before.end, word.start) !== " ") break;
    title.push(word);
  }
  return title;
};

/** A name's words in order, links between them included: `Bram van der Verzonnen`. */
const nameRun = (words: readonly Word[], from: number, text: string): Word[] => {
  const run: Word[] = [];
  for (let at = from; at < words.length; at++) {
    const word = words[at] as Word;
    const before = words[at - 1];
    if (run.length > 0 && before && !/^(?:[\s.&]|['’]s)*$/u.test(text.slice(before.end, word.start))) break;
    if (run.length > 0 && before && isFullStop(text, before, word)) break;
    if (capital.test(word.text) && !isGlued(text, word)) run.push(word);
    else if (run.length > 0 && links.has(word.folded) && goesOn(words, at)) run.push(word);
    else break;
  }
  // A link in front of a day that stands where the capital was sought ends no name: `Bram Verzonnen van 17 maart (Bureau)`.
  return run.slice(0, run.findLastIndex(({ text: word }) => capital.test(word)) + 1);
};

/** A link goes on with a capital, perhaps after one more link; `and` and `en` join two names and end the first. */
const goesOn = (words: readonly Word[], at: number): boolean => {
  if (/^(?:en|and|the|het|of)$/u.test(words[at]?.folded ?? "")) return false;
  const next = words[at + 1];
  return (
    next !== undefined &&
    (capital.test(next.text) || (links.has(next.folded) && capital.test(words[at + 2]?.text ?? "")))
  );
};

/** A stop after a word of more than two letters ends a sentence; after an initial or a title it belongs to the name. */
const isFullStop = (text: string, before: Word, word: Word): boolean => {
  const between = text.slice(before.end, word.start);
  // Behind a day that is struck already the stop stands alone.
  return /^\s+\./u.test(between) || (/^\./u.test(between) && before.text.length > 2 && !titles.has(before.folded));
};

/** Part of a reference or an address (`HR/2025`, `a@B`); a stroke between two words joins two names. */
const isGlued = (text: string, { start, end }: Word): boolean =>
  /[\p{N}@_#]$|\p{N}\/$/u.test(text.slice(Math.max(0, start - 2), start)) ||
  /^(?:[\p{N}@_#]|\/\p{N})/u.test(text.slice(end, end + 2));

const isHead = (text: string, { start }: Word): boolean => {
  const before = text.slice(0, start);
  if (!/(?:^|[.!?:;•\n“"„(–—-]|\d[.)])\s*['"“‘(]*(?:['’]s\s+)?$/u.test(before)) return false;
  // The stop of a form of address ends no sentence: `dhr. Verzonnen`.
  return !titles.has(fold(/(?<!\p{L})(\p{L}{1,5})\.\s*$/u.exec(before)?.[1] ?? ""));
};

const isNameWord = ({ folded, text }: Word, grammars: readonly Grammar[]): boolean => {
  if (links.has(folded) || titles.has(folded) || commonCapitals.has(folded) || nationality.test(folded)) return false;
  if (folded.length < 2) return false;
  return roleNoun(text) === undefined && !grammars.some((grammar) => grammar.functionWords.has(folded));
};

/** What is a name of a run that begins a sentence. */
const headName = (
  run: readonly Word[],
  words: readonly Word[],
  at: number,
  grammars: readonly Grammar[],
  known: ReadonlySet<string>,
): readonly Word[] => {
  const [first, ...rest] = run as [Word, ...Word[]];
  const isClosed = grammars.some(
    (grammar) =>
      grammar.functionWords.has(first.folded) ||
      grammar.modals.has(first.folded) ||
      grammar.subordinators.has(first.folded) ||
      grammar.prepositions.has(first.folded),
  );
  const inCapitals = first.text.length > 1 && first.text === first.text.toUpperCase();
  if (isClosed && !(inCapitals && rest.length > 0)) return rest;
  if (rest.length > 0 && isCondition(first, words, at)) return rest;
  if (inCapitals || (rest.length > 0 && !known.has(first.folded) && !isCommonNoun.test(first.folded))) return run;
  if (rest.length > 0) return rest;
  const next = words[at + 1]?.folded ?? "";
  const after = words[at + 2];
  // Dutch inverts behind an adverb ("Primair stelt mevrouw …"): a subject behind the verb says that the head is none.
  const isInverted =
    after !== undefined &&
    (capital.test(after.text) ||
      titles.has(after.folded) ||
      roleNoun(after.text) !== undefined ||
      grammars.some((grammar) => grammar.pronouns.has(after.folded) || grammar.determiners.has(after.folded)));
  const isSubject = grammars.some(
    (grammar) =>
      grammar.auxiliaries.has(next) ||
      grammar.isPast(next) ||
      grammar.mayBePast(next) ||
      grammar.saysNow(next) ||
      grammar.modals.has(next),
  );
  const isVerb = grammars.some(
    (grammar) =>
      grammar.isPast(first.folded) ||
      grammar.mayBePast(first.folded) ||
      grammar.isParticiple(first.folded, "") ||
      grammar.auxiliaries.has(first.folded),
  );
  // An adjective before its noun has an -e more than elsewhere.
  const isKnown = known.has(first.folded) || known.has(first.folded.replace(/e$/u, ""));
  return isSubject && !isInverted && !isVerb && !isKnown && !isCommonNoun.test(first.folded) ? run : [];
};

/** "Beëindigt Verzonnen de overeenkomst, dan …": a verb of the third person at the head, no verb behind the name, and `dan`. */
const isCondition = (first: Word, words: readonly Word[], at: number): boolean =>
  /t$/u.test(first.folded) &&
  (dutch.determiners.has(words[at + 1]?.folded ?? "") || dutch.prepositions.has(words[at + 1]?.folded ?? "")) &&
  words.slice(at + 1).some(({ folded }) => folded === "dan");

/** Nouns by their derivation, plurals and infinitives: no name of a person is built so. */
const isCommonNoun =
  /(?:ing|heid|schap|teit|atie|isme|ment|sel|age|uur|nis|dom|dag|jaar|week|plan|recht|werk|brief|mail|wet|loon|contract|s|en|ie|tie|tion|ness|ity|ship|ance|ence|ism|al|ly)$/u;

/** A name without its genitive. */
const bareName = (folded: string): string => fold(folded).replace(/'s$/u, "");

/** The roles a text speaks of: `de bedrijfsarts`, `uw HR-adviseur`; not `een werkgever`, which is any. */
export const readRoles = (scan: Scan): Token[] => {
  const words = wordsIn(scan.text);
  return words.flatMap((word, at): Token[] => {
    const next = words[at + 1];
    const pair = next && rolePair(word.text, next.text);
    const role = pair ?? roleNoun(word.text);
    if (role === undefined) return [];
    const end = pair && next ? next.end : word.end;
    if (isAny(words, at) || (homonyms.has(role.noun) && !hasOffice(words[at + 1]))) return [];
    return [{ kind: "role", role: role.noun, start: word.start, end, text: scan.text.slice(word.start, end) }];
  });
};

/** Nouns that name a part of the body or of a thing as well: an office only with what it is over ("hoofd van de afdeling", "hoofd HR"). */
const homonyms = new Set(["hoofd", "head"]);
const hasOffice = (next: Word | undefined): boolean =>
  next !== undefined &&
  (/^(?:van|of)$/u.test(next.folded) || capital.test(next.text) || roleNoun(next.text) !== undefined);

/** Whether an indefinite article makes it anybody of that kind. An adjective may stand between. */
const isAny = (words: readonly Word[], at: number): boolean => {
  const before = [words[at - 1]?.folded, words[at - 2]?.folded];
  const articles = /^(?:een|geen|per|elke|iedere|a|an|any|every|each|no)$/u;
  return (
    articles.test(before[0] ?? "") ||
    (articles.test(before[1] ?? "") &&
      /(?:e|ed|al|able)$/u.test(before[0] ?? "") &&
      !/^(?:de|the)$/u.test(before[0] ?? ""))
  );
};
