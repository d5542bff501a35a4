import { create } from "@bufbuild/protobuf";
import { DraftSentenceSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import type { Book } from "./book.ts";
import { citedRefusals } from "./cited-rules.ts";
import type { Refusal } from "./finding.ts";
import { readSentence, type Sentence } from "./sentence.ts";
import { tokenFindings } from "./token-rule.ts";

/** What is found in the title of a memo, of one of its sections, or in what stands around the text of a letter. */
export interface HeadingFinding extends Refusal {
  /** `title`, the id of the section, or the line of the frame (`frame:closing`, `frame:enclosures:2`). */
  readonly subjectId: string;
  readonly text: string;
}

/** What a heading may say no more than a sentence may. What its kind would need is no question: it cites nothing. */
const hard: ReadonlySet<DraftRule> = new Set([
  DraftRule.DATE,
  DraftRule.SUM,
  DraftRule.NUMBER,
  DraftRule.TIME,
  DraftRule.REFERENCE,
  DraftRule.NAME,
  DraftRule.ROLE,
  DraftRule.QUOTATION_NOT_IN_SOURCE,
  DraftRule.QUOTATION_MARK_STRAY,
  DraftRule.CITATION_UNBOUND,
  DraftRule.CITATION_UNREAD,
  DraftRule.PLACE_UNBOUND,
  DraftRule.EXHIBIT_NUMBER,
]);

/**
 * The title of a memo and the headings of its sections say nothing that no entry of the ledger has, by the rules of every
 * sentence, and state no act at all. They cite nothing, so any bound entry carries them.
 */
export const headingFindings = (book: Book): HeadingFinding[] => {
  const { draft } = book.input;
  const entryIds = boundEntryIds(book);
  return [
    { subjectId: "title", text: draft.title },
    ...draft.sections.map(({ sectionId, title }) => ({ subjectId: sectionId, text: title })),
  ].flatMap((heading) => refusalsOf(headingSentence(heading, entryIds, book), heading, book));
};

/** Entries that carry what cites nothing itself. */
export const boundEntryIds = ({ entries }: Book): string[] =>
  [...entries.values()].filter(({ bindingId }) => bindingId !== "").map(({ entryId }) => entryId);

interface Heading {
  readonly subjectId: string;
  readonly text: string;
}

/** A heading, read as a sentence that cites these entries. */
export const headingSentence = ({ subjectId, text }: Heading, entryIds: readonly string[], book: Book): Sentence =>
  readSentence(
    create(DraftSentenceSchema, {
      sentenceId: subjectId,
      text,
      entryIds: [...entryIds],
      kind: SentenceKind.CONNECTIVE,
    }),
    book,
  );

/** What a heading may not say. */
export const refusalsOf = (sentence: Sentence, { subjectId, text }: Heading, book: Book): HeadingFinding[] => {
  const said = [...citedRefusals(sentence, book), ...tokenFindings(sentence, book).refused]
    .filter(({ rule }) => hard.has(rule))
    .filter(({ rule }) => rule !== DraftRule.NAME || !isTitleCase(sentence))
    .filter(({ rule, end }) => rule !== DraftRule.NUMBER || end !== ownLabel.exec(text)?.[0].length);
  // A body at the head of an address may end as a past tense does: `Gemeente Verzonnen`.
  const isBody = (at: number): boolean => sentence.tokens.some(({ kind, start }) => kind === "role" && start === at);
  const acts = isQuestion.test(text) ? [] : sentence.acts.filter(({ verb }) => !isBody(verb.start));
  return [...said, ...acts.map(({ verb: { start, end } }) => ({ rule: DraftRule.ACT_WITHOUT_ENTRY, start, end }))].map(
    (found) => ({ ...found, subjectId, text, remedy: { kind: Remedy_Kind.REWORD } }),
  );
};

/** `Deel 2`, `Part 3: pay`: one word and a number at the head is how a memo counts its own parts. */
const ownLabel = /^\s*\p{L}+\s+\d{1,2}(?=\s*(?:$|[:.–-](?:\s|$)))/u;

/** `Wat is afgesproken`, `What happened`: a heading that asks states nothing. */
const isQuestion = /^[\s\d.)]*(?:wat|wie|waar\p{L}*|wanneer|hoe|welke?|what|who|where|when|why|how|which)(?!\p{L})/iu;

/** English writes every word of a heading with a capital, the little ones aside: then a capital says nothing. */
const isTitleCase = ({ text, grammars }: Sentence): boolean => {
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return (
    grammars.some(({ tongue }) => tongue === "en") &&
    capitals > 1 &&
    words.every((word) => word.length < 4 || /^\p{Lu}/u.test(word))
  );
};
