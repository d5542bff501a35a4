import type { DraftSection } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { escapeMarkdown } from "./escape.ts";
import { peopleOf } from "./exhibits.ts";
import { Footnotes } from "./footnotes.ts";
import type { Memo } from "./memo.ts";
import { dateInWords, type Words, wordsOf } from "./words.ts";

/**
 * A memo as Markdown (CommonMark with footnotes and tables as GitHub and Pandoc read them): title, sections with footnote
 * marks, list of exhibits, provenance, footnotes. Ends in a newline. Whatever the evidence says, the result has no link
 * and no HTML that did not come from here. Errors: DATA_LOSS when the draft cites what its ledger does not have.
 */
export const renderMarkdown = (memo: Memo): string => {
  const words = wordsOf(memo.draft.locale);
  const notes = new Footnotes(memo, words);
  const sections = memo.draft.sections.map((section) => sectionOf(section, notes));
  const blocks = [
    `# ${escapeMarkdown(memo.draft.title || words.untitled)}`,
    ...(memo.finalised ? [] : [`**${words.unfinished}**`]),
    ...sections,
    ...exhibitList(notes, words),
    ...provenance(memo, words, receiptRows(memo, notes, words)),
    ...notes.all.map(({ number, text }) => `[^${number}]: ${escapeMarkdown(text)}`),
  ];
  return `${blocks.join("\n\n")}\n`;
};

const sectionOf = (section: DraftSection, notes: Footnotes): string => {
  const sentences = section.sentences.map((sentence) => {
    const marks = notes.of(sentence).map(({ number }) => `[^${number}]`);
    return `${escapeMarkdown(sentence.text)}${marks.join("")}`;
  });
  return [`## ${escapeMarkdown(section.title)}`, ...(sentences.length === 0 ? [] : [sentences.join(" ")])].join("\n\n");
};

/** The table of exhibits; none for a memo that rests on no document. */
const exhibitList = ({ exhibits }: Footnotes, words: Words): string[] => {
  if (exhibits.size === 0) return [];
  const rows = [...exhibits.values()].map((exhibit) => {
    const { number, title, evidenceId, candidate } = exhibit;
    const date = dateInWords(candidate?.occurredAtIso ?? "", words) || words.undated;
    return [String(number), date, peopleOf(exhibit), title, evidenceId.slice("vault:".length).slice(0, 12)];
  });
  return [`## ${words.exhibits}`, tableOf(words.exhibitColumns, rows)];
};

/** One row for each receipt that footnotes rest on, in the order of the first of them. */
const receiptRows = ({ receipts }: Memo, { all }: Footnotes, words: Words): string[][] => {
  const named = all.flatMap(({ number, toolResultId }) => {
    const receipt = receipts?.get(toolResultId);
    return receipt === undefined ? [] : [{ number, receipt }];
  });
  return [...Map.groupBy(named, ({ receipt }) => receipt)].map(([receipt, notes]) => [
    words.receiptOfNotes(notes.map(({ number }) => String(number)).join(", "), notes.length),
    receipt,
  ]);
};

const provenance = ({ proof }: Memo, words: Words, receipts: readonly string[][]): string[] => {
  const rows = [
    [words.proofRows.run, proof.runId],
    [words.proofRows.draft, proof.draftDigest],
    [words.proofRows.ledger, proof.ledgerDigest],
    [words.proofRows.checkpoint, proof.checkpoint],
    [words.proofRows.rules, words.rules(proof.rulesVersion, proof.registerDigest)],
    ...receipts,
  ];
  return [`## ${words.proof}`, words.proofNote, tableOf(["", ""], rows)];
};

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map((row) => line(row.map(escapeMarkdown)))].join("\n");
};
