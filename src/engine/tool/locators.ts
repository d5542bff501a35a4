import { create } from "@bufbuild/protobuf";
import {
  type CitationLedgerProposal,
  CitationLedgerProposalSchema,
  ResolvedSpanSchema,
  SpanProposalSchema,
} from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { EvidenceNeedMap } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { quoteToolOf, quoteTools } from "../../tool/quote-tools.ts";
import { inOwnText } from "./bound-text.ts";
import { requireAnswers, spanCalls } from "./span-calls.ts";
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
  { requestedBy, turnId }: { readonly requestedBy: "llm" | "user"; readonly turnId: string },
  ask: (ask: ToolAsk) => Promise<FinishedCall>,
): Promise<{ proposal: CitationLedgerProposal; calls: FinishedCall[] }> => {
  const asker = { requestedBy, turnId };
  const bindings = new Map((needMap?.bindings ?? []).map((binding) => [binding.bindingId, binding]));
  const spans = [...proposal.spans];
  const calls: FinishedCall[] = [];
  for (const tool of quoteTools) {
    const mine = spans.flatMap((span, at) => {
      const { evidence, lawDate: inForceOn = "" } = bindings.get(span.bindingId) ?? {};
      return span.span.case === "locator" && quoteToolOf(evidence) === tool
        ? [{ at, named: span, query: { locator: inOwnText(span.span.value, evidence, needMap), inForceOn } }]
        : [];
    });
    for (const { part, ask: one } of spanCalls(mine, ({ query }) => query, tool, { ...asker, reason })) {
      const call = await ask(one);
      requireAnswers(call);
      calls.push(call);
      for (const [answerIndex, { at, named }] of part.entries())
        spans[at] = create(SpanProposalSchema, {
          ...named,
          span: {
            case: "resolved",
            value: create(ResolvedSpanSchema, { toolResultId: call.result.id, answerIndex, spanIndex: 0 }),
          },
        });
    }
  }
  return { proposal: create(CitationLedgerProposalSchema, { spans }), calls };
};

const reason = "Resolve the proposed quotes to exact characters.";
