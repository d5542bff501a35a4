import { create } from "@bufbuild/protobuf";
import { DraftSentenceSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import type { Book } from "./book.ts";
import { citedRefusals } from "./cited-rules.ts";
import type { Refusal } from "./finding.ts";
import { readSentence } from "./sentence.ts";
import { tokenFindings } from "./token-rule.ts";

/** What is found in the title of a memo or of one of its sections. */
export interface HeadingFinding extends Refusal {
  /** `title`, or the id of the section. */
  readonly subjectId: string;
  readonly text: string;
}

/** A heading states no act and may write every word with a capital: what counts in it are days, amounts, references and law. */
const hard: ReadonlySet<DraftRule> = new Set([
  DraftRule.DATE,
  DraftRule.SUM,
  DraftRule.NUMBER,
  DraftRule.TIME,
  DraftRule.REFERENCE,
  DraftRule.CITATION_UNBOUND,
  DraftRule.CITATION_UNREAD,
]);

/**
 * The title of a memo and the headings of its sections say nothing hard that no entry of the ledger has. They cite nothing, so
 * any bound entry carries them.
 */
export const headingFindings = (book: Book): HeadingFinding[] => {
  const { draft } = book.input;
  const entryIds = [...book.entries.values()].filter(({ bindingId }) => bindingId !== "").map(({ entryId }) => entryId);
  const headings = [
    { subjectId: "title", text: draft.title },
    ...draft.sections.map(({ sectionId, title }) => ({ subjectId: sectionId, text: title })),
  ];
  return headings
    .filter(({ text }) => /[\d§]|\p{L}/u.test(text))
    .flatMap((heading) => {
      const sentence = readSentence(
        create(DraftSentenceSchema, {
          sentenceId: heading.subjectId,
          text: heading.text,
          entryIds,
          kind: SentenceKind.CONNECTIVE,
        }),
        book,
      );
      return [...citedRefusals(sentence, book), ...tokenFindings(sentence, book).refused]
        .filter(({ rule }) => hard.has(rule))
        .map((found) => ({ ...found, ...heading }));
    });
};
