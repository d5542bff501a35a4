import {
  CitationStyle,
  type ExportMemoResponse,
  type FileHead,
  ProvenanceSheet,
} from "../../gen/pincite/export/v1/export_service_pb.ts";
import type { MakeProofResponse } from "../../gen/pincite/proof/v1/proof_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";
import type { Connection } from "./connection.ts";

/** An exported file with what the server says of it. */
export interface ExportedMemo {
  readonly head: FileHead;
  readonly bytes: Uint8Array;
}

/** What to export, and how; law is cited short unless full is asked for. */
export interface ExportOrder {
  readonly runId: string;
  readonly format: string;
  readonly citations?: "short" | "full";
  /** Where the sheet of provenance stands; absent: nowhere. */
  readonly provenance?: "behind" | "alone";
  /** Numbers of exhibits of which a zip holds the quoted words alone; absent: none. */
  readonly extracts?: readonly number[];
}

/** The confirmed draft of a run as a file, whole: its bytes were held against their digest. Errors: those of ExportMemo; DATA_LOSS. */
export const exportMemo = (
  { memoExport }: Connection,
  { runId, format, citations = "short", provenance, extracts = [] }: ExportOrder,
): Promise<ExportedMemo> => {
  const citationStyle = citations === "full" ? CitationStyle.FULL : CitationStyle.SHORT;
  const sheet = sheetOf[provenance ?? "none"];
  return collected(
    memoExport.exportMemo({ runId, format, citationStyle, provenance: sheet, extractExhibits: [...extracts] }),
  );
};

const sheetOf = {
  none: ProvenanceSheet.UNSPECIFIED,
  behind: ProvenanceSheet.BEHIND,
  alone: ProvenanceSheet.ALONE,
} as const;

/** The proof of a finalised run as a file; redacted where that is asked for. Errors: those of MakeProof; DATA_LOSS. */
export const exportProof = ({ proofs }: Connection, runId: string, redact = false): Promise<ExportedMemo> =>
  collected(proofs.makeProof({ runId, redact }));

type Part = ExportMemoResponse["part"] | MakeProofResponse["part"];

const collected = async (parts: AsyncIterable<{ readonly part: Part }>): Promise<ExportedMemo> => {
  let head: FileHead | undefined;
  const pieces: Uint8Array[] = [];
  for await (const { part } of parts) {
    if (part.case === "head") head = part.value;
    if (part.case === "content") pieces.push(part.value);
  }
  const bytes = new Uint8Array(Buffer.concat(pieces));
  if (head === undefined || head.sha256 !== sha256Hex(bytes))
    throw new DomainError("DATA_LOSS", worded("command-error.the-file-arrived-damaged-export-it-again"));
  return { head, bytes };
};
