import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";

/**
 * Version of the rules that decide what an event says: which items there are and what their fingerprints rest on, the draft
 * check, looks and marks, prompt and guidance texts, and the reader of citations. One more with every change that makes the
 * same commands come to other events. Events of older rules are folded as they are, for good; only those of these rules can
 * be derived again. 1: what journals hold that do not say. 2: looks, parties, adverse evidence; events hold no words.
 * 3: everything that changes rules between there and release 0.2.0, with which they are frozen.
 * CONTRIBUTING ("Rules") says when the number moves; test/golden/proofs fails where it should have.
 */
export const rulesVersion = 3;

/** The rules of a program: their version, and the digest of the register of law names that they read citations with. */
export interface Rules {
  readonly version: number;
  /** SHA-256, 64 hex; empty: no register. Another one counts as other rules. */
  readonly registerDigest: string;
}

/** The rules of this program with this register. */
export const rulesWith = (registerDigest: string): Rules => ({ version: rulesVersion, registerDigest });

/** The rules in force in a run. Journals from before rules were counted were written under the first. */
export const rulesOf = (run: Pick<RunSnapshot, "rulesVersion" | "registerDigest">): Rules => ({
  version: run.rulesVersion || 1,
  registerDigest: run.registerDigest,
});

/** Whether a run is under these rules. */
export const inForce = (run: Pick<RunSnapshot, "rulesVersion" | "registerDigest">, rules: Rules): boolean => {
  const now = rulesOf(run);
  return now.version === rules.version && now.registerDigest === rules.registerDigest;
};
