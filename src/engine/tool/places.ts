import type { DocumentEvidence } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceNeedMapProposal } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import type { Place } from "../../../gen/pincite/span/v1/span_pb.ts";
import { ToolResultSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { placeKey, type ResolvedPlace, type ResolvedPlaces } from "../../run/decide.ts";
import { encodeArtifact } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import { tools } from "../../tool/tools.ts";
import { type AskedSpan, requireAnswers, spanCalls } from "./span-calls.ts";
import type { FinishedCall, ToolAsk } from "./tool-calls.ts";

/** Whether a proposal of bindings names places that the Vault must resolve first. */
export const hasPlaces = (proposal: EvidenceNeedMapProposal): boolean => placesIn(proposal).length > 0;

/** Has each place resolved by the Vault, as a recorded tool call in the proposer's name. */
export const resolvePlaces = async (
  proposal: EvidenceNeedMapProposal,
  by: { readonly requestedBy: "llm" | "user"; readonly turnId: string },
  ask: (ask: ToolAsk) => Promise<FinishedCall>,
): Promise<ResolvedPlaces> => {
  const asked = [...new Map(placesIn(proposal).map((one) => [placeKey(one.evidenceId, one.place), one])).entries()];
  const found = new Map<string, ResolvedPlace>();
  for (const { part, ask: one } of spanCalls(asked, ([, place]) => queryOf(place), tools.vaultGetSpans, {
    ...by,
    reason,
  })) {
    const call = await ask(one);
    const answers = requireAnswers(call);
    const said = {
      toolResultId: call.result.id,
      toolResult: encodeArtifact(ToolResultSchema, call.result, sha256).ref,
    };
    for (const [at, [key]] of part.entries())
      found.set(key, { ...said, resolution: answers[at]?.place, problem: answers[at]?.problem ?? "" });
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

const queryOf = ({ evidenceId, place: { named } }: AskedPlace): AskedSpan => ({
  locator: { docUid: evidenceId.slice("vault:".length) },
  place: { named },
});

const reason = "Resolve the proposed places to exact characters.";
