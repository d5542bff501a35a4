import { create, fromBinary } from "@bufbuild/protobuf";
import type { DocumentEvidence } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceNeedMapProposal } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import type { Place } from "../../../gen/pincite/span/v1/span_pb.ts";
import { SpansOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import {
  SpanQuerySchema,
  ToolRequestParamsSchema,
  ToolResultSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import { placeKey, type ResolvedPlace, type ResolvedPlaces } from "../../run/decide.ts";
import { encodeArtifact } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import { tools } from "../../tool/tools.ts";
import type { FinishedCall, ToolAsk } from "./tool-calls.ts";

/** Places are asked for so many at a time: what one call of get_spans takes. */
const queriesMax = 50;

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
  for (let from = 0; from < asked.length; from += queriesMax) {
    const part = asked.slice(from, from + queriesMax);
    const call = await ask({ ...askFor(part.map(([, one]) => one)), ...by });
    if (!call.output) throw new DomainError("UPSTREAM_UNAVAILABLE", call.result.reason || call.result.summary);
    const { answers } = fromBinary(SpansOutputSchema, call.output.bytes);
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

const askFor = (places: readonly AskedPlace[]) => {
  const queries = places.map(({ evidenceId, place: { named } }) =>
    create(SpanQuerySchema, { locator: { docUid: evidenceId.slice("vault:".length) }, place: { named } }),
  );
  return {
    toolName: tools.vaultGetSpans.spec.name,
    params: create(ToolRequestParamsSchema, { params: { case: "vaultGetSpans", value: { queries } } }),
    reason: "Resolve the proposed places to exact characters.",
    slotId: "",
    requiresUserConfirm: false,
  };
};
