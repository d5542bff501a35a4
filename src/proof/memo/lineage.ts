import { toBinary } from "@bufbuild/protobuf";
import { type CitationLedger, CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type DraftText, DraftTextSchema, SentenceKind } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { ToolReceipt } from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type SpanRef, SpanRefSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { SpansOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { sameBytes, strictDecode } from "../strict-decode.ts";
import { type Artifacts, artifactAs } from "./artifacts.ts";
import { must } from "./broken.ts";
import type { Journal } from "./journal.ts";

/** The memo of a proof. */
export interface ProvenMemo {
  readonly draft: DraftText;
  readonly ledger: CitationLedger;
}

/** The draft and the ledger that the last finalising named; of a redacted proof as much of the ledger as is laid open. */
export const readMemo = ({ events }: Journal, artifacts: Artifacts, shown: Uint8Array): ProvenMemo => {
  const finalised = events.findLast(({ event }) => event.event.case === "runFinalised")?.event.event;
  must(finalised?.case === "runFinalised", "its run is not finalised");
  return {
    draft: artifactAs(artifacts, DraftTextSchema, finalised.value.draft, "the draft"),
    ledger:
      shown.length > 0
        ? shownLedger(shown)
        : artifactAs(artifacts, CitationLedgerSchema, finalised.value.ledger, "the ledger"),
  };
};

const shownLedger = (bytes: Uint8Array): CitationLedger => {
  const ledger = strictDecode(CitationLedgerSchema, bytes);
  must(ledger, "the ledger cannot be read");
  return ledger;
};

/** Kinds of sentences that say nothing without an entry. */
const stating: ReadonlySet<SentenceKind> = new Set([SentenceKind.FACT, SentenceKind.LAW, SentenceKind.OWN_STATEMENT]);

/** Walks each sentence to its tool results: entries in the ledger, a receipt a result, quotations it gave. */
export const checkLineage = (
  { draft, ledger }: ProvenMemo,
  artifacts: Artifacts,
  receipts: readonly ToolReceipt[],
  isRedacted: boolean,
): { readonly sentences: number; readonly results: number } => {
  const entries = new Map(ledger.entries.map((entry) => [entry.entryId, entry]));
  const sentences = draft.sections.flatMap((section) => section.sentences);
  for (const { sentenceId, entryIds, kind } of sentences) {
    must(entryIds.length > 0 || !stating.has(kind), `${sentenceId} states something and cites nothing`);
    const absent = entryIds.find((id) => !entries.has(id));
    must(absent === undefined, `${sentenceId} cites ${absent}, which the ledger does not have`);
  }
  const byResult = new Map(receipts.map((receipt) => [receipt.resultId, receipt]));
  const results = new Set<string>();
  for (const { entryId, evidence, slotKind, span, toolResultId, toolResult } of ledger.entries) {
    if (evidence?.evidence.case === "statement") {
      const isOwn = slotKind === SlotKind.OWN_STATEMENT && !span && toolResultId === "";
      must(isOwn, `${entryId} is a statement where a source is asked for`);
      continue;
    }
    const receipt = byResult.get(toolResultId);
    must(
      receipt && receipt.result?.digest === toolResult?.digest,
      `${entryId} rests on ${toolResultId || "no result"}, which has no receipt`,
    );
    if (span)
      must(
        isRedacted ? tellsOf(receipt, span) : gives(artifacts, receipt, span),
        `${entryId} is not what ${receipt.receiptId} says was found`,
      );
    results.add(toolResultId);
  }
  return { sentences: sentences.length, results: results.size };
};

/** Whether the output that a receipt names holds this very span. */
const gives = (artifacts: Artifacts, { output }: ToolReceipt, span: SpanRef): boolean => {
  const { answers } = artifactAs(artifacts, SpansOutputSchema, output, "the output of a quotation's call");
  const wanted = toBinary(SpanRefSchema, span);
  return answers
    .flatMap(({ resolution }) => resolution?.spans ?? [])
    .some((one) => sameBytes(toBinary(SpanRefSchema, one), wanted));
};

/** Whether a receipt, whose output was kept back, says that these words of this text were found. */
const tellsOf = ({ sources }: ToolReceipt, { docUid, excerptSha256, sourceDigest }: SpanRef): boolean =>
  sources.some(
    (source) =>
      source.evidenceId.endsWith(`:${docUid}`) &&
      source.sourceDigest === sourceDigest &&
      source.excerptSha256.includes(excerptSha256),
  );
