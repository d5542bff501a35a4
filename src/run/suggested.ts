import { create } from "@bufbuild/protobuf";
import {
  type EvidenceClaim,
  EvidenceClaimSchema,
  type EvidenceNeeds,
} from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { ToolRequest } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { mapClaims, placedSlots } from "./build/needs.ts";

/** What ids of suggested searches begin with. */
const idPrefix = "toolreq:suggested-";

/** The id of a suggested search: of what it asks for and for which slot, so that the same one has the same id. */
export const suggestedId = (digest: string): string => `${idPrefix}${digest.slice(0, 16)}`;

/** Whether an id is one of a suggested search: no request that was recorded has such a one. */
export const isSuggested = (requestId: string): boolean => requestId.startsWith(idPrefix);

/** A search that the needs suggest; undefined where they do not, or no more. */
export const suggestedSearch = (needs: EvidenceNeeds | undefined, requestId: string): ToolRequest | undefined =>
  (needs?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .flatMap(({ suggestedSearches }) => suggestedSearches)
    .find(({ id }) => id === requestId);

/** The needs with these searches suggested, each with the claim of its slot; of one slot the last stays. */
export const withSuggested = (needs: EvidenceNeeds, searches: readonly ToolRequest[]): EvidenceNeeds => {
  const claimOf = new Map(placedSlots(needs).map(({ slot, claim }) => [slot.slotId, claim.claimId]));
  const newest = new Map(searches.map((search) => [search.slotId, search]));
  return mapClaims(needs, (claim) => {
    const own = [...newest.values()].filter(({ slotId }) => claimOf.get(slotId) === claim.claimId);
    const kept = claim.suggestedSearches.filter(({ slotId }) => !newest.has(slotId));
    return own.length === 0 ? claim : changed(claim, [...kept, ...own]);
  });
};

/** The needs without what was searched just now; the same ones where nothing of it was suggested. */
export const withoutSearched = (
  needs: EvidenceNeeds,
  searched: Pick<ToolRequest, "slotId" | "paramsDigest">,
): EvidenceNeeds => {
  const isIt = (one: ToolRequest) => one.slotId === searched.slotId && one.paramsDigest === searched.paramsDigest;
  const isSaid = needs.sections.some(({ claims }) => claims.some((claim) => claim.suggestedSearches.some(isIt)));
  if (!isSaid) return needs;
  return mapClaims(needs, (claim) =>
    changed(
      claim,
      claim.suggestedSearches.filter((one) => !isIt(one)),
    ),
  );
};

const changed = (claim: EvidenceClaim, suggestedSearches: ToolRequest[]): EvidenceClaim =>
  create(EvidenceClaimSchema, { ...claim, suggestedSearches });
