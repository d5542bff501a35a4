import { type Footnote, type Footnotes, isMachineRead } from "./footnotes.ts";
import type { Memo } from "./memo.ts";
import { scopeInDutch } from "./scope-nl.ts";
import type { Table } from "./table.ts";
import type { Words } from "./words.ts";

/** The sheet that tells how to check a memo. It is no part of the letter. */
export interface Provenance {
  readonly title: string;
  readonly note: string;
  /** What it is, and what it says. */
  readonly rows: readonly (readonly [what: string, says: string])[];
  /** Of each note where its words stand, in which source and behind which receipt; undefined: no note has any of them. */
  readonly notes: Table | undefined;
}

/** The provenance of a memo whose notes were handed out. */
export const provenanceOf = (memo: Memo, { all }: Footnotes, words: Words): Provenance => {
  const rows = all.filter((note) => isTraced(note, memo)).map((note) => rowOf(note, memo, words));
  return {
    title: words.proof,
    note: all.some(({ entry }) => isMachineRead(entry))
      ? `${words.proofNote} ${words.proofNoteMachineRead}`
      : words.proofNote,
    rows: proofRows(memo, words),
    notes: rows.length === 0 ? undefined : { columns: words.noteColumns, widths: [8, 24, 40, 28], rows },
  };
};

const proofRows = ({ proof }: Memo, words: Words): [string, string][] => [
  [words.proofRows.run, proof.runId],
  [words.proofRows.draft, proof.draftDigest],
  [words.proofRows.ledger, proof.ledgerDigest],
  [words.proofRows.checkpoint, proof.checkpoint],
  [words.proofRows.rules, words.rules(proof.rulesVersion, proof.registerDigest)],
];

/** Whether anything can be said of where its words come from: an own statement has neither place nor receipt. */
const isTraced = ({ entry: { span, evidence, toolResultId } }: Footnote, { receipts }: Memo): boolean =>
  span !== undefined || evidence?.evidence.case === "search" || receipts?.has(toolResultId) === true;

const rowOf = ({ number, entry }: Footnote, { receipts, draft }: Memo, words: Words): string[] => {
  const { span, evidence, toolResultId } = entry;
  const scope = evidence?.evidence.case === "search" ? evidence.evidence.value.scope : "";
  const place = span ? words.characters(span.startChar, span.endChar) : inLanguage(scope, draft.locale);
  return [String(number), place, span?.sourceDigest ?? "", receipts?.get(toolResultId) ?? ""];
};

const inLanguage = (scope: string, locale: string): string => (locale.startsWith("en") ? scope : scopeInDutch(scope));
