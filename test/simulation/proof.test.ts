import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { draws } from "../support/draws.ts";
import { newFolder } from "../support/new-folder.ts";
import { changeProofs, type Subjects, tellLies } from "./proof/campaign.ts";
import { putTogether, takenApart } from "./proof/forge.ts";
import { smallSubjects } from "./proof/subjects.ts";
import { secondCodes } from "./proof-second/compare.ts";
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

  // The second reader looked for what confirmed bindings, quotations and sentences; an outline that nobody confirmed held.
  it("is refused by the second reader, whichever decision is left out", () => {
    const [honest] = subjects.proofs;
    const folder = newFolder("left-out");
    const at = [...takenApart(honest).events.entries()].flatMap(([n, { event }]) =>
      event.case === "itemsDecided" ? [n] : [],
    );
    for (const n of at) {
      const lie = takenApart(honest);
      lie.events.splice(n, 1);
      writeFileSync(join(folder, `${n}.pincite`), putTogether(lie, honest, subjects.key));
    }
    const codes = secondCodes(folder, subjects.key.keyId);
    expect(at.length).toBeGreaterThan(4);
    expect(at.map((n) => codes.get(`${n}.pincite`))).toEqual(at.map(() => "CONFIRMATIONS"));
  });
});
