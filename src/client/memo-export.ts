import { create, fromBinary } from "@bufbuild/protobuf";
import { EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { ParsedCitation_Kind } from "../../gen/pincite/lawbot/v1/citation_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../error.ts";
import { renderHtml } from "../export/html.ts";
import { renderMarkdown } from "../export/markdown.ts";
import type { Memo } from "../export/memo.ts";
import { fetchAll } from "./artifact-store.ts";
import type { Connection } from "./connection.ts";

/** Which style law is cited in: `art. 7:611 BW`, or `artikel 7:611 BW`. One style per document. */
export type CitationStyle = "short" | "full";

const utf8 = new TextEncoder();

/** What a memo can be exported as, each with its printer. Word's is loaded when it is asked for: it is the largest of them. */
const printers = {
  md: async (memo: Memo) => utf8.encode(renderMarkdown(memo)),
  html: async (memo: Memo) => utf8.encode(renderHtml(memo)),
  docx: async (memo: Memo) => (await import("../export/docx.ts")).renderDocx(memo),
} satisfies Record<string, (memo: Memo) => Promise<Uint8Array>>;

export type ExportFormat = keyof typeof printers;

/** An exported memo with the digests that name what it rests on. */
export interface ExportedMemo {
  readonly bytes: Uint8Array;
  readonly draftDigest: string;
  readonly ledgerDigest: string;
}

/** The confirmed draft of a run, printed. Errors: STAGE_FORBIDS while there is none, or while it no longer holds. */
export const exportMemo = async (
  connection: Connection,
  context: RunContext,
  style: CitationStyle = "short",
  format: ExportFormat = "md",
): Promise<ExportedMemo> => {
  const memo = await readMemo(connection, context);
  const fullCitation = style === "full" ? await fullCitations(connection, memo) : undefined;
  const { draftDigest, ledgerDigest } = memo.proof;
  return {
    bytes: await printers[format]({ ...memo, ...(fullCitation ? { fullCitation } : {}) }),
    draftDigest,
    ledgerDigest,
  };
};

const readMemo = async (connection: Connection, context: RunContext): Promise<Memo> => {
  const currentOf = (role: string) => context.current.find((each) => each.role === role);
  const refOf = (role: string) => currentOf(role)?.ref;
  const [draftRef, ledgerRef] = [refOf("draft_text"), refOf("citation_ledger")];
  const [evidenceRef, intentRef] = [refOf("evidence_set"), refOf("intent_seed")];
  if (draftRef === undefined || ledgerRef === undefined) {
    throw new DomainError("STAGE_FORBIDS", "the run has no confirmed draft yet; its next action says how to go on");
  }
  if (!currentOf("draft_text")?.confirmed) {
    throw new DomainError(
      "STAGE_FORBIDS",
      "the draft no longer holds since the run was rewound; go on to DRAFT again first",
    );
  }
  const contents = await fetchAll(
    connection,
    [draftRef, ledgerRef, evidenceRef, intentRef].filter((ref) => ref !== undefined),
  );
  const bytesOf = (digest: string): Uint8Array => {
    const bytes = contents.get(digest);
    if (bytes !== undefined) return bytes;
    throw new DomainError("ARTIFACT_NOT_FOUND", `artifact ${digest} is current in the run and cannot be read`, {
      digest,
    });
  };
  const frame = intentRef && fromBinary(IntentSeedSchema, bytesOf(intentRef.digest)).frame;
  return {
    ...(frame ? { frame } : {}),
    draft: fromBinary(DraftTextSchema, bytesOf(draftRef.digest)),
    ledger: fromBinary(CitationLedgerSchema, bytesOf(ledgerRef.digest)),
    evidence: evidenceRef ? fromBinary(EvidenceSetSchema, bytesOf(evidenceRef.digest)) : create(EvidenceSetSchema),
    proof: {
      runId: context.runId,
      draftDigest: draftRef.digest,
      ledgerDigest: ledgerRef.digest,
      checkpoint: context.version,
      rulesVersion: context.rulesVersion,
      registerDigest: context.registerDigest,
    },
    receipts: await receiptsOf(connection, context.runId),
    finalised: context.lifecycle === RunLifecycle.FINALISED,
  };
};

/** The run's receipts by the result they are about. */
const receiptsOf = async ({ audit }: Connection, runId: string): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (let pageToken = ""; ; ) {
    const page = await audit.listReceipts({ runId, pageSize: 1_000, pageToken });
    for (const { receipt } of page.receipts) if (receipt) found.set(receipt.resultId, receipt.receiptId);
    pageToken = page.nextPageToken;
    if (pageToken === "") return found;
  }
};

/** LawBot's full style for every statute's address of the ledger; rulings, and what it cannot read, stay as they are. */
const fullCitations = async ({ lawCitation }: Connection, { ledger }: Memo): Promise<(short: string) => string> => {
  const full = new Map<string, string>();
  const addresses = ledger.entries.flatMap(({ span, evidence }) =>
    evidence?.evidence.case === "law" ? [span?.address || evidence.evidence.value.address] : [],
  );
  for (const address of new Set(addresses)) {
    const { citations } = await lawCitation.parseCitations({ text: address });
    const [only, another] = citations;
    // An address that is not read whole, `Bijlage 5.1 Regeling X`, is no citation of the part that is.
    if (only?.kind === ParsedCitation_Kind.STATUTE && !another && only.raw === address)
      full.set(address, only.renderedFull);
  }
  return (short) => full.get(short) || short;
};
