import type { DraftSection } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { peopleOf } from "./exhibits.ts";
import { type Footnote, Footnotes } from "./footnotes.ts";
import type { Memo } from "./memo.ts";
import { dateInWords, type Words, wordsOf } from "./words.ts";

/** What an export shows, part by part in the order it shows them, as plain text that its printer still has to escape. */
export interface Layout {
  readonly title: string;
  /** Says that the memo is not final; undefined: it is. */
  readonly unfinished: string | undefined;
  readonly sections: readonly SectionLayout[];
  /** Undefined for a memo that rests on no document. Each row has a cell for each column. */
  readonly exhibits:
    | { readonly title: string; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
    | undefined;
  readonly provenance: {
    readonly title: string;
    readonly note: string;
    /** What it is, and what it says. */
    readonly rows: readonly (readonly [string, string])[];
  };
  /** In order, numbered from 1. */
  readonly notes: readonly Footnote[];
}

export interface SectionLayout {
  readonly title: string;
  /** Each with the numbers of the notes behind it. */
  readonly sentences: readonly { readonly text: string; readonly notes: readonly number[] }[];
}

/** A memo laid out for any printer. Errors: DATA_LOSS when the draft cites what its ledger does not have. */
export const layoutOf = (memo: Memo): Layout => {
  const words = wordsOf(memo.draft.locale);
  const notes = new Footnotes(memo, words);
  // Before the rest: sentences hand out the notes that the receipts are told by.
  const sections = memo.draft.sections.map((section) => sectionOf(section, notes));
  return {
    title: memo.draft.title || words.untitled,
    unfinished: memo.finalised ? undefined : words.unfinished,
    sections,
    exhibits: exhibitList(notes, words),
    provenance: {
      title: words.proof,
      note: words.proofNote,
      rows: [...proofRows(memo, words), ...receiptRows(memo, notes, words)],
    },
    notes: notes.all,
  };
};

const sectionOf = ({ title, sentences }: DraftSection, notes: Footnotes): SectionLayout => ({
  title,
  sentences: sentences.map((sentence) => ({
    text: sentence.text,
    notes: notes.of(sentence).map(({ number }) => number),
  })),
});

const exhibitList = ({ exhibits }: Footnotes, words: Words): Layout["exhibits"] => {
  if (exhibits.size === 0) return undefined;
  const rows = [...exhibits.values()].map((exhibit) => {
    const { number, title, evidenceId, candidate } = exhibit;
    const date = dateInWords(candidate?.occurredAtIso ?? "", words) || words.undated;
    return [String(number), date, peopleOf(exhibit), title, evidenceId.slice("vault:".length).slice(0, 12)];
  });
  return { title: words.exhibits, columns: words.exhibitColumns, rows };
};

const proofRows = ({ proof }: Memo, words: Words): [string, string][] => [
  [words.proofRows.run, proof.runId],
  [words.proofRows.draft, proof.draftDigest],
  [words.proofRows.ledger, proof.ledgerDigest],
  [words.proofRows.checkpoint, proof.checkpoint],
  [words.proofRows.rules, words.rules(proof.rulesVersion, proof.registerDigest)],
];

/** One row for each receipt that footnotes rest on, in the order of the first of them. */
const receiptRows = ({ receipts }: Memo, { all }: Footnotes, words: Words): [string, string][] => {
  const named = all.flatMap(({ number, toolResultId }) => {
    const receipt = receipts?.get(toolResultId);
    return receipt === undefined ? [] : [{ number, receipt }];
  });
  return [...Map.groupBy(named, ({ receipt }) => receipt)].map(([receipt, notes]) => [
    words.receiptOfNotes(notes.map(({ number }) => String(number)).join(", "), notes.length),
    receipt,
  ]);
};
