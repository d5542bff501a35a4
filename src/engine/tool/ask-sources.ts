import { create } from "@bufbuild/protobuf";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { EvidenceNeedMap } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { ResolvedPlaces } from "../../run/decide.ts";
import { hasLocators, resolveLocators } from "./locators.ts";
import { hasPlaces, resolvePlaces } from "./places.ts";
import type { FinishedCall, ToolAsk } from "./tool-calls.ts";

/** Whether a proposal names quotes or places that their sources must resolve before the kernel judges it. */
export const asksSources = ({ proposal }: StageProposal): boolean =>
  (proposal.case === "citationLedger" && hasLocators(proposal.value)) ||
  (proposal.case === "needMap" && hasPlaces(proposal.value));

/** A proposal once its sources have answered. */
export interface SourcedProposal {
  readonly proposal: StageProposal;
  readonly places: ResolvedPlaces;
}

/** Asks the sources, as recorded tool calls in the proposer's name; quotes are replaced by what they resolved to. */
export const askSources = async (
  asked: StageProposal,
  needMap: EvidenceNeedMap | undefined,
  by: { readonly requestedBy: "llm" | "user"; readonly turnId: string; readonly actor: Principal },
  ask: (ask: ToolAsk) => Promise<FinishedCall>,
): Promise<SourcedProposal> => {
  const { proposal } = asked;
  const { requestedBy, turnId } = by;
  if (proposal.case === "needMap" && hasPlaces(proposal.value))
    return { proposal: asked, places: await resolvePlaces(proposal.value, { requestedBy, turnId }, ask) };
  if (proposal.case !== "citationLedger" || !hasLocators(proposal.value)) return { proposal: asked, places: new Map() };
  const { proposal: value } = await resolveLocators(proposal.value, needMap, by, ask);
  return { proposal: create(StageProposalSchema, { proposal: { case: "citationLedger", value } }), places: new Map() };
};
