import { create } from "@bufbuild/protobuf";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type CitationLedgerProposal,
  CitationLedgerProposalSchema,
  ResolvedSpanSchema,
  SpanProposalSchema,
} from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { EvidenceNeedMap } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import type { SpanLocator } from "../../../gen/pincite/span/v1/span_pb.ts";
import { SpanQuerySchema, ToolRequestParamsSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import { type QuoteTool, quoteToolOf, quoteTools } from "../../tool/quote-tools.ts";
import { inOwnText } from "./bound-text.ts";
import type { FinishedCall, ToolAsk } from "./tool-calls.ts";

/** Whether a ledger proposal holds locators that a source must resolve first. */
export const hasLocators = (proposal: CitationLedgerProposal): boolean =>
  proposal.spans.some(({ span }) => span.case === "locator");

/**
 * Has each locator resolved by its source, as a recorded tool call in the proposer's name, and gives the proposal with
 * the results in their place. Locators for one source are one call.
 */
export const resolveLocators = async (
  proposal: CitationLedgerProposal,
  needMap: EvidenceNeedMap | undefined,
  by: { readonly requestedBy: "llm" | "user"; readonly turnId: string; readonly actor: Principal },
  ask: (ask: ToolAsk) => Promise<FinishedCall>,
): Promise<{ proposal: CitationLedgerProposal; calls: FinishedCall[] }> => {
  const evidenceOf = new Map((needMap?.bindings ?? []).map(({ bindingId, evidence }) => [bindingId, evidence]));
  const spans = [...proposal.spans];
  const calls: FinishedCall[] = [];
  for (const tool of quoteTools) {
    const mine = spans.flatMap((span, at) =>
      span.span.case === "locator" && quoteToolOf(evidenceOf.get(span.bindingId)) === tool
        ? [{ at, named: span, locator: inOwnText(span.span.value, evidenceOf.get(span.bindingId), needMap) }]
        : [],
    );
    for (let from = 0; from < mine.length; from += 50) {
      const part = mine.slice(from, from + 50);
      const call = await ask(
        askFor(
          tool,
          part.map((one) => one.locator),
          by,
        ),
      );
      if (!call.output) throw new DomainError("UPSTREAM_UNAVAILABLE", call.result.reason || call.result.summary);
      calls.push(call);
      for (const [answerIndex, one] of part.entries())
        spans[one.at] = create(SpanProposalSchema, {
          ...one.named,
          span: {
            case: "resolved",
            value: create(ResolvedSpanSchema, { toolResultId: call.result.id, answerIndex, spanIndex: 0 }),
          },
        });
    }
  }
  return { proposal: create(CitationLedgerProposalSchema, { spans }), calls };
};

const askFor = (
  tool: QuoteTool,
  locators: readonly SpanLocator[],
  by: { readonly requestedBy: "llm" | "user"; readonly turnId: string },
): ToolAsk => {
  const value = { queries: locators.map((locator) => create(SpanQuerySchema, { locator })) };
  const params = create(ToolRequestParamsSchema, { params: { case: tool.member, value } });
  return {
    toolName: tool.spec.name,
    params,
    reason: "Resolve the proposed quotes to exact characters.",
    slotId: "",
    requestedBy: by.requestedBy,
    requiresUserConfirm: false,
    turnId: by.turnId,
  };
};
