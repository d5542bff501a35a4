import { type ClaimChange, changeClaims } from "../../client/change-claims.ts";
import { entered } from "./cta.tsx";
import { advance, mayAdvance } from "./deeds.ts";
import { newKey, useRun } from "./run-store.ts";

/**
 * Makes a claim or a heading of the outline otherwise, from whatever stage, and goes on to what has to be shown; what else was chosen
 * stays. True: it is done.
 */
export const useClaimChange = (): ((id: string, otherwise: ClaimChange) => Promise<boolean>) => {
  const { act, clients, guide, view } = useRun();
  return (id, otherwise) =>
    act(async (context) => {
      const changes = new Map([[id, otherwise]]);
      const changed = await changeClaims(clients.orchestrator, newKey, { context, skeleton: view.skeleton }, changes);
      return mayAdvance(changed) ? entered(await advance(clients, changed), guide) : changed;
    });
};
