import { create } from "@bufbuild/protobuf";
import { DraftSentenceSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import type { Book } from "./book.ts";
import { citedRefusals } from "./cited-rules.ts";
import type { Refusal } from "./finding.ts";
import { readSentence, type Sentence } from "./sentence.ts";
import { tokenFindings } from "./token-rule.ts";

/** What is found in the title of a memo or of one of its sections. */
export interface HeadingFinding extends Refusal {
  /** `title`, or the id of the section. */
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
  const entryIds = [...book.entries.values()].filter(({ bindingId }) => bindingId !== "").map(({ entryId }) => entryId);
  const headings = [
    { subjectId: "title", text: draft.title },
    ...draft.sections.map(({ sectionId, title }) => ({ subjectId: sectionId, text: title })),
  ];
  return headings.flatMap((heading) => {
    const sentence = readSentence(
      create(DraftSentenceSchema, {
        sentenceId: heading.subjectId,
        text: heading.text,
        entryIds,
        kind: SentenceKind.CONNECTIVE,
      }),
      book,
    );
    const said = [...citedRefusals(sentence, book), ...tokenFindings(sentence, book).refused]
      .filter(({ rule }) => hard.has(rule))
      .filter(({ rule }) => rule !== DraftRule.NAME || !isTitleCase(sentence));
    const acts = isQuestion.test(heading.text) ? [] : sentence.acts;
    return [
      ...said,
      ...acts.map(({ verb: { start, end } }) => ({ rule: DraftRule.ACT_WITHOUT_ENTRY, start, end })),
    ].map((found) => ({ ...found, ...heading, remedy: { kind: Remedy_Kind.REWORD } }));
  });
};

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
