import type { DraftSentence } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { LetterPart } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type Act, type Actor, actsOf, statesNothing } from "./acts.ts";
import { type Book, questionsOf } from "./book.ts";
import type { CitationReader, NamedCitation, NamedLaw } from "./citations.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { monthOf } from "./language/calendar.ts";
import type { Grammar, Tongue } from "./language/grammar.ts";
import { grammarsFor } from "./language/tongue.ts";
import { fold, wordsIn } from "./language/words.ts";
import { titleInWords } from "./paper-name.ts";
import { withPartyNouns } from "./party-nouns.ts";
import { headingMarks, type NamedPlace, placesIn } from "./places.ts";
import { answerStart } from "./question-lead.ts";
import { type Scanned, scan } from "./quotations.ts";
import type { Source } from "./source.ts";
import { readTokens } from "./tokens/read-tokens.ts";
import type { Token } from "./tokens/token.ts";

/** A sentence of the draft taken apart, with what it cites. */
export interface Sentence {
  readonly text: string;
  readonly draft: DraftSentence;
  readonly scanned: Scanned;
  readonly cited: readonly Source[];
  readonly grammars: readonly Grammar[];
  readonly clauses: readonly Clause[];
  /** Clauses that state neither an act nor anything else that was: questions, conditions, duties, requests. */
  readonly open: ReadonlySet<Clause>;
  readonly acts: readonly Act[];
  readonly tokens: readonly Token[];
  readonly citations: readonly NamedCitation[];
  /** Laws that stand outside every citation. */
  readonly laws: readonly NamedLaw[];
  readonly places: readonly NamedPlace[];
  /** Marks of quotations that name a heading. */
  readonly headings: ReadonlySet<number>;
  readonly claim: SkeletonClaim | undefined;
  /** Questions of the letter that its claim answers. */
  readonly asked: readonly LetterPart[];
  /** Where the answer begins, behind such a question; 0: it quotes none first. */
  readonly answer: number;
}

/** Whether a stretch is part of what a cited paper is called: `toekenning WW` names no law, and a paper that is called by a law alone names it. */
export const isInTitle = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  source: Source,
) => {
  const title = fold(titleInWords(source.title));
  if (!source.isDocument || title.length <= end - start) return false;
  const folded = fold(text);
  // Folding keeps every place where it keeps the length.
  if (folded.length !== text.length) return false;
  for (let at = folded.indexOf(title); at >= 0; at = folded.indexOf(title, at + 1))
    if (at <= start && end <= at + title.length) return true;
  return false;
};

/** A number that the memo itself gives: of an item of a list. */
const ownNumber = /^\s*(?:\d{1,2}[.)]|[a-z]\))\s/giu;

/** Reads a sentence once for all rules. */
export const readSentence = (draft: DraftSentence, book: Book): Sentence => {
  const entries = draft.entryIds.flatMap((id) => book.entries.get(id) ?? []);
  const cited = [...new Set(entries)].map((entry) => book.sourceOf(entry));
  const claim = book.claims.get(draft.claimId);
  const asked = questionsOf(claim, book.input);
  const scanned = scan(draft.text, [...entries, ...asked]);
  const answer = answerStart(draft.text, scanned, asked);
  const { rest } = scanned;
  const grammars = grammarsFor(rest, book.locale);
  const { places, citations } = namedIn(rest, book.citations);
  // A team of an agency bears the name of a law (`WW team`): whoever calls it names no law.
  const laws = book.citations
    .laws(rest)
    .filter((law) => !book.cast.isInName(rest, law) && !cited.some((source) => isInTitle(rest, law, source)));
  const own = Array.from(rest.matchAll(ownNumber), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
  const tokens = withPartyNouns(
    readTokens(rest, { grammars, known: book.known, struck: [...places, ...citations, ...own, ...laws] }),
    rest,
    book.cast,
  );
  const read = grammars.map((grammar) => {
    const clauses = clausesOf(rest, grammar);
    return {
      clauses,
      acts: actsOf(clauses, grammar, tokens),
      open: clauses.filter((clause, at) => statesNothing(clause, clauses[at - 1], grammar)),
    };
  });
  return {
    text: draft.text,
    draft,
    scanned,
    cited,
    grammars,
    tokens,
    citations,
    laws: laws.filter((law) => !citations.some(({ start, end }) => start <= law.start && law.end <= end)),
    places,
    clauses: read[0]?.clauses ?? [],
    open: new Set(read.flatMap(({ open }) => open)),
    acts: distinct(read.flatMap(({ acts }) => acts)).filter(
      ({ verb, actor }) =>
        verb.start >= answer &&
        !isOthersWord(verb.folded, grammars) &&
        !(actor && isOwnView(verb.folded, actor, grammars, book)),
    ),
    headings: new Set(headingMarks(rest)),
    claim,
    asked,
    answer,
  };
};

/** `met` is a past in English and a preposition in Dutch: where a sentence is read in both, such a word is no verb. */
const isOthersWord = (folded: string, grammars: readonly Grammar[]): boolean =>
  grammars.length > 1 &&
  grammars.some(({ functionWords, auxiliaries }) => functionWords.has(folded) && !auxiliaries.has(folded));

/** "Mevrouw … stelt zich op het standpunt": the author's side in the third person argues, as `ik stel` does. */
const isOwnView = (verb: string, actor: Actor, grammars: readonly Grammar[], { cast }: Book): boolean =>
  grammars.some((grammar) => grammar.saysNow(verb)) && cast.sideOfActor(actor) === PartyRole.AUTHOR;

/** What both grammars find, once. */
const distinct = (acts: readonly Act[]): Act[] =>
  acts.filter((act, at) => acts.findIndex(({ verb }) => verb.start === act.verb.start) === at);

/**
 * Places of papers and citations of law, no character in both: "paragraph 1 of Article 7:611 DCC" is a provision of a law
 * that is known, and "artikel 5 van de overeenkomst" a place.
 */
const namedIn = (
  text: string,
  reader: CitationReader,
): { readonly places: readonly NamedPlace[]; readonly citations: readonly NamedCitation[] } => {
  if (placesIn(text).length === 0) return { places: [], citations: reader.named(text) };
  const places = placesIn(blank(text, reader.named(text).filter(isOfKnownLaw)));
  return { places, citations: reader.named(blank(text, places)) };
};

const isOfKnownLaw = ({ addresses }: NamedCitation): boolean =>
  addresses.some((address) => address.kind === "provision" && address.lawId !== "");

const blank = (text: string, ranges: readonly { start: number; end: number }[]): string =>
  ranges.reduce((left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end), text);

/** The language the sentence is written in, where it is one. */
export const tongueOfSentence = ({ grammars }: Sentence): Tongue | undefined =>
  grammars.length === 1 ? grammars[0]?.tongue : undefined;

/** Whether the text says no anywhere, its quotations included. */
export const deniesAnywhere = (text: string, grammars: readonly Grammar[]): boolean =>
  wordsIn(text).some(({ folded }) => isNo(folded, grammars));

/** A negation or a word of denial. */
export const isNo = (folded: string, grammars: readonly Grammar[]): boolean =>
  grammars.some((grammar) => grammar.negations.has(folded) || grammar.denials.some((stem) => folded.startsWith(stem)));

/** Words that carry content: of no closed class. */
export const contentWords = (text: string, grammars: readonly Grammar[]): string[] =>
  wordsIn(fold(text))
    .map(({ folded }) => folded)
    .filter(
      (word) =>
        word.length > 2 &&
        monthOf(word) === 0 &&
        !grammars.some(
          ({ functionWords, negations, modals }) => functionWords.has(word) || negations.has(word) || modals.has(word),
        ),
    );
