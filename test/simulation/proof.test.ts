import { beforeAll, describe, expect, it } from "vitest";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { draws } from "../support/draws.ts";
import { changeProofs, type Subjects, tellLies } from "./proof/campaign.ts";
import { smallSubjects } from "./proof/subjects.ts";
import { seeded } from "./store-seed.ts";

let subjects: Subjects;
beforeAll(async () => {
  subjects = await smallSubjects();
});

describe("the proof of a memo", () => {
  it("holds as it was made, by the key that the reader knows", async () => {
    for (const proof of subjects.proofs) {
      const { checks } = await verifyProof(proof, subjects.key.keyId);
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
      expect(checks).toHaveLength(13);
    }
  });

  it("is refused once anything in it is changed, left out, added, or taken from another run", async () => {
    const { accepted, idle, tried } = await changeProofs(subjects, draws(100), seeded(1));
    expect(accepted).toEqual([]);
    expect(idle).toEqual([]);
    expect(tried).toBe(draws(100));
  });

  it("is refused where a rule was broken and everything was signed again by the server's own key", async () => {
    const { accepted, tried } = await tellLies(subjects, draws(12), seeded(2));
    expect(accepted).toEqual([]);
    expect(tried).toBe(draws(12));
  });
});
