import { Validity_State } from "../../gen/pincite/span/v1/span_pb.ts";
import type { Speech } from "../messages/speech.ts";
import { dateInWords } from "./days.ts";
import { type Footnote, type Footnotes, isMachineRead, versionWords } from "./footnotes.ts";
import type { Memo } from "./memo.ts";
import { scopeIn } from "./scope.ts";
import type { Table } from "./table.ts";

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
export const provenanceOf = (memo: Memo, { all }: Footnotes, speech: Speech): Provenance => {
  const { phrase } = speech;
  const rows = all.filter((note) => isTraced(note, memo)).map((note) => rowOf(note, memo, speech));
  return {
    title: phrase("memo.provenance"),
    note: all.some(({ entry }) => isMachineRead(entry))
      ? `${phrase("memo.proof-note")} ${phrase("memo.proof-note-machine-read")}`
      : phrase("memo.proof-note"),
    rows: proofRows(memo, speech),
    notes: rows.length === 0 ? undefined : { columns: noteColumns(speech), widths: [8, 24, 40, 28], rows },
  };
};

const proofRows = ({ proof }: Memo, speech: Speech): [string, string][] => [
  [speech.phrase("memo.run"), proof.runId],
  [speech.phrase("memo.draft-digest"), proof.draftDigest],
  [speech.phrase("memo.ledger-digest"), proof.ledgerDigest],
  [speech.phrase("memo.journal-state"), proof.checkpoint],
  [speech.phrase("memo.rules"), rulesOf(proof, speech)],
];

/** Which rules decided what the memo rests on. */
const rulesOf = ({ rulesVersion: version, registerDigest }: Memo["proof"], { phrase }: Speech): string =>
  registerDigest === ""
    ? phrase("memo.rules-version", { version })
    : phrase("memo.rules-register", { version, register: registerDigest.slice(0, 12) });

const noteColumns = ({ phrase }: Speech): string[] => [
  phrase("memo.note"),
  phrase("memo.place"),
  phrase("memo.source-digest"),
  phrase("memo.receipt"),
];

/** Whether anything can be said of where its words come from: an own statement has neither place nor receipt. */
const isTraced = ({ entry: { span, evidence, toolResultId } }: Footnote, { receipts }: Memo): boolean =>
  span !== undefined || evidence?.evidence.case === "search" || receipts?.has(toolResultId) === true;

const rowOf = ({ number, entry }: Footnote, { receipts }: Memo, speech: Speech): string[] => {
  const { span, evidence, toolResultId } = entry;
  const scope = evidence?.evidence.case === "search" ? evidence.evidence.value.scope : "";
  const place = span
    ? [speech.phrase("memo.characters", { from: span.startChar, to: span.endChar }), ofWhen(entry, speech)]
        .filter(Boolean)
        .join("; ")
    : scopeIn(scope, speech);
  return [String(number), place, span?.sourceDigest ?? "", receipts?.get(toolResultId) ?? ""];
};

/** Of law of which nobody vouches what is known of its validity, which a letter does not say; empty of anything else. */
const ofWhen = ({ evidence, span, lawDate }: Footnote["entry"], speech: Speech): string => {
  if (evidence?.evidence.case !== "law" || evidence.evidence.value.validity?.state !== Validity_State.UNKNOWN)
    return "";
  const { versionDate, validity } = evidence.evidence.value;
  const [from, ownDay] = [span?.versionDate || versionDate, lawDate].map((day) => dateInWords(day, speech.locale));
  return from ? versionWords(from, validity, ownDay ?? "", speech) : "";
};
