import { fromBinary } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { StoredPart } from "../../../gen/pincite/artifact/v1/stored_head_pb.ts";
import { type CitationLedger, CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type DraftText, DraftTextSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type CanonicalText, CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { type Connection, openConnection } from "../../../src/client/connection.ts";
import { readRun } from "../../../src/client/run-view.ts";
import { storedOriginal } from "../../../src/client/stored-original.ts";

/** A finalised memo as a stranger's client reads it: over the wire alone. */
export interface FinishedMemo {
  readonly connection: Connection;
  readonly runId: string;
  readonly strandId: string;
  readonly draftRef: ArtifactRef;
  readonly ledgerRef: ArtifactRef;
  readonly draft: DraftText;
  readonly ledger: CitationLedger;
}

/** Reads the newest run of a server. */
export const finishedMemo = async (url: string): Promise<FinishedMemo> => {
  const connection = openConnection(url);
  const { current, runId, strandId } = await readRun(connection, "latest");
  const ref = (role: string): ArtifactRef => {
    const found = current.find((one) => one.role === role)?.ref;
    if (!found) throw new Error(`the run has no ${role}`);
    return found;
  };
  const [draftRef, ledgerRef] = [ref("draft_text"), ref("citation_ledger")];
  const [draft, ledger] = await Promise.all(
    [draftRef, ledgerRef].map(async ({ digest }) => (await connection.artifacts.getArtifact({ digest })).content),
  );
  return {
    ...{ connection, runId, strandId, draftRef, ledgerRef },
    draft: fromBinary(DraftTextSchema, draft ?? new Uint8Array()),
    ledger: fromBinary(CitationLedgerSchema, ledger ?? new Uint8Array()),
  };
};

/** The text that a document of the Vault or a version of a law is quoted from. */
export const textOf = async ({ connection, strandId }: FinishedMemo, docUid: string): Promise<CanonicalText> => {
  const part = StoredPart.CANONICAL_TEXT;
  const { bytes } = await storedOriginal(
    /^[0-9a-f]{64}$/.test(docUid)
      ? connection.docs.getOriginal({ docUid, strandId, part })
      : connection.laws.getOriginal({ lawId: docUid.split("@")[0] ?? "", docUid, part }),
  );
  return fromBinary(CanonicalTextSchema, bytes);
};

/** Every source that the server holds for a run: the documents of its strand, and the versions of every law. */
export const sourcesOf = async ({ connection, strandId }: FinishedMemo): Promise<readonly string[]> => {
  const found: string[] = [];
  for (let pageToken = "", first = true; first || pageToken !== ""; first = false) {
    const page = await connection.docs.listDocs({ strandId, pageSize: 200, pageToken });
    found.push(...page.docs.map(({ docUid }) => docUid));
    pageToken = page.nextPageToken;
  }
  const { laws } = await connection.laws.listLaws({ pageSize: 500 });
  return [...found, ...laws.flatMap(({ versions }) => versions.map(({ docUid }) => docUid))];
};
