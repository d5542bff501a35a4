/** The claim whose passages were shown last, by run: where a person comes back to them, she comes back to it. */
const lastSeen = new Map<string, string>();

/** Notes the claim whose passages are shown, or shall be. */
export const keepClaimAtHand = (runId: string, claimId: string): void => {
  lastSeen.set(runId, claimId);
};

/** The claim that was noted last; undefined: none was. */
export const claimAtHand = (runId: string): string | undefined => lastSeen.get(runId);
