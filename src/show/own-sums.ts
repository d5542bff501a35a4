import { ClaimAct } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { sumsDiffer } from "../grounding/own-sums.ts";
import type { RunView } from "./run-view.ts";

/** What a memo asks, beside what its author says herself of the same matter with another sum. */
export interface OtherSum {
  readonly asked: string;
  readonly said: string;
}

type Seen = Pick<RunView, "skeleton" | "needMap" | "profile">;

/**
 * The requests of a memo whose sum is not the one that the author names elsewhere in it, as far as the two speak of the same matter: each
 * may be right, and a person reads them side by side. What papers say is compared with its claim already.
 */
export const otherSums = ({ skeleton, needMap, profile }: Seen): OtherSum[] => {
  const acts = new Map((profile?.claimKinds ?? []).map(({ name, act }) => [name, act]));
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims);
  const stated = new Set(
    (needMap?.bindings ?? []).flatMap(({ claimId, evidence }) =>
      evidence?.evidence.case === "statement" ? [claimId] : [],
    ),
  );
  const asking = claims.filter(({ claimKind }) => acts.get(claimKind) === ClaimAct.ASKS);
  const own = claims.filter((claim) => stated.has(claim.claimId) || asking.includes(claim));
  return asking.flatMap((request) =>
    own
      .filter(
        (claim) => claim !== request && !(asking.includes(claim) && claims.indexOf(claim) < claims.indexOf(request)),
      )
      .filter(({ text }) => sumsDiffer(request.text, text))
      .map(({ text }) => ({ asked: request.text, said: text })),
  );
};
