import { create } from "@bufbuild/protobuf";
import type { DocumentEvidence } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type CitationLedgerProposal,
  ResolvedSpanSchema,
  SpanProposalSchema,
} from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { EvidenceNeedMap, EvidenceNeedMapProposal } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { Place } from "../../../gen/pincite/span/v1/span_pb.ts";
import { ToolResultSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { placeKey, type ResolvedPlace, type ResolvedPlaces } from "../../run/decide.ts";
import { encodeArtifact } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import { quoteToolOf, quoteTools } from "../../tool/quote-tools.ts";
import { tools } from "../../tool/tools.ts";
import { inOwnText } from "./bound-text.ts";
import { requireAnswers, spanCalls } from "./span-calls.ts";
import type { FinishedCall, ToolAsk } from "./tool-calls.ts";

/** In whose name the sources are asked, and how a call is made. */
interface Asker {
  readonly requestedBy: "llm" | "user";
  readonly turnId: string;
  ask(ask: ToolAsk): Promise<FinishedCall>;
}

/** Whether a proposal names quotes or places that their sources must resolve before the kernel judges it. */
export const asksSources = ({ proposal }: StageProposal): boolean =>
  (proposal.case === "citationLedger" && hasLocators(proposal.value)) ||
  (proposal.case === "needMap" && placesIn(proposal.value).length > 0);

/** A proposal once its sources have answered. */
export interface SourcedProposal {
  readonly proposal: StageProposal;
  readonly places: ResolvedPlaces;
}

/** Asks the sources, as recorded tool calls in the proposer's name; quotes are replaced by what they resolved to. */
export const askSources = async (
  asked: StageProposal,
  needMap: EvidenceNeedMap | undefined,
  asker: Asker,
): Promise<SourcedProposal> => {
  const { proposal } = asked;
  if (proposal.case === "needMap") return { proposal: asked, places: await resolvePlaces(proposal.value, asker) };
  if (proposal.case !== "citationLedger" || !hasLocators(proposal.value)) return { proposal: asked, places: new Map() };
  const spans = await resolveLocators(proposal.value, needMap, asker);
  const value = { case: "citationLedger" as const, value: { spans } };
  return { proposal: create(StageProposalSchema, { proposal: value }), places: new Map() };
};

const hasLocators = ({ spans }: CitationLedgerProposal): boolean => spans.some(({ span }) => span.case === "locator");

/** The spans with what each locator was resolved to in its place. Locators for one source are one call, up to fifty. */
const resolveLocators = async (
  proposal: CitationLedgerProposal,
  needMap: EvidenceNeedMap | undefined,
  { requestedBy, turnId, ask }: Asker,
): Promise<CitationLedgerProposal["spans"]> => {
  const by = { requestedBy, turnId, reason: "Resolve the proposed quotes to exact characters." };
  const bindings = new Map((needMap?.bindings ?? []).map((binding) => [binding.bindingId, binding]));
  const spans = [...proposal.spans];
  for (const tool of quoteTools) {
    const mine = spans.flatMap((span, at) => {
      const { evidence, lawDate: inForceOn = "" } = bindings.get(span.bindingId) ?? {};
      return span.span.case === "locator" && quoteToolOf(evidence) === tool
        ? [{ at, named: span, query: { locator: inOwnText(span.span.value, evidence, needMap), inForceOn } }]
        : [];
    });
    for (const { part, ask: one } of spanCalls(mine, ({ query }) => query, tool, by)) {
      const call = await ask(one);
      requireAnswers(call);
      for (const [answerIndex, { at, named }] of part.entries()) {
        const value = create(ResolvedSpanSchema, { toolResultId: call.result.id, answerIndex, spanIndex: 0 });
        spans[at] = create(SpanProposalSchema, { ...named, span: { case: "resolved", value } });
      }
    }
  }
  return spans;
};

/** What the Vault resolved each place to that a proposal of bindings names. */
const resolvePlaces = async (
  proposal: EvidenceNeedMapProposal,
  { requestedBy, turnId, ask }: Asker,
): Promise<ResolvedPlaces> => {
  const by = { requestedBy, turnId, reason: "Resolve the proposed places to exact characters." };
  const asked = [...new Map(placesIn(proposal).map((one) => [placeKey(one.evidenceId, one.place), one])).entries()];
  const found = new Map<string, ResolvedPlace>();
  const queryOf = ([, { evidenceId, place }]: readonly [string, AskedPlace]) => ({
    locator: { docUid: evidenceId.slice("vault:".length) },
    place: { named: place.named },
  });
  for (const { part, ask: one } of spanCalls(asked, queryOf, tools.vaultGetSpans, by)) {
    const call = await ask(one);
    const answers = requireAnswers(call);
    const toolResult = encodeArtifact(ToolResultSchema, call.result, sha256).ref;
    for (const [at, [key]] of part.entries()) {
      const { place: resolution, problem = "" } = answers[at] ?? {};
      found.set(key, { toolResultId: call.result.id, toolResult, resolution, problem });
    }
  }
  return found;
};

interface AskedPlace {
  readonly evidenceId: string;
  readonly place: Place;
}

const placesIn = ({ bindings }: EvidenceNeedMapProposal): AskedPlace[] =>
  bindings.flatMap(({ evidence }) => {
    const document: DocumentEvidence | undefined =
      evidence?.evidence.case === "document" ? evidence.evidence.value : undefined;
    return document?.place ? [{ evidenceId: document.evidenceId, place: document.place }] : [];
  });
