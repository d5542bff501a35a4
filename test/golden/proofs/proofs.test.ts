import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProofCode } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { projectRoot } from "../../../scripts/import-rules.ts";
import { verifyProof } from "../../../src/main/verify-proof.ts";
import { rulesVersion } from "../../../src/run/rules.ts";
import { goldenProofs } from "./proofs.ts";
import { areFixed, fixedProofs, releasedRules } from "./released.ts";

const proofs = goldenProofs();

/** What to do where a proof of today's rules does not come out again. */
const advice = areFixed(rulesVersion)
  ? `Rules ${rulesVersion} are released and must not move: a change of what events say takes rulesVersion ${rulesVersion + 1} (CONTRIBUTING, "Rules").`
  : `Rules ${rulesVersion} are not released: if the change is meant, write these proofs anew (CONTRIBUTING, "Rules"), and say why in the commit.`;

describe("a proof that was handed on", () => {
  it("is kept for the rules of this program, both kinds of memo", () => {
    const names = proofs.filter(({ rules }) => rules === rulesVersion).map(({ name }) => name);
    expect(names, `npx node test/golden/proofs/write.ts`).toEqual(
      expect.arrayContaining([`rules-${rulesVersion}-letter`, `rules-${rulesVersion}-uwv`]),
    );
  });

  it.each(proofs)("$name holds by every check, but for rules that this program no longer has", async (proof) => {
    const { checks } = await verifyProof(proof.bytes, undefined);
    const broken = checks.filter(({ passed }) => !passed);
    if (proof.rules === rulesVersion) {
      expect(broken.map(({ detail }) => detail).join(), advice).toBe("");
      expect(checks.at(-1)).toMatchObject({ code: ProofCode.RULES, passed: true });
      return;
    }
    expect(broken.map(({ code }) => code)).toEqual([ProofCode.RULES]);
    expect(broken[0]?.detail).toContain("verify it with the version that made it");
  });

  it("is kept for the rules before these, both kinds of memo", () => {
    expect(Object.keys(fixedProofs)).toEqual(expect.arrayContaining(["rules-2-letter", "rules-2-uwv"]));
  });

  it("is never written anew once its rules are released or later ones took their place, and each release says its rules", () => {
    const images = readdirSync(join(projectRoot, "test/golden/protos")).map((file) => file.replace(/\.binpb$/u, ""));
    expect(Object.keys(releasedRules).toSorted()).toEqual(images.toSorted());
    const fixed = proofs.filter(({ rules }) => areFixed(rules));
    expect(Object.fromEntries(fixed.map(({ name, sha256 }) => [name, sha256]))).toEqual(fixedProofs);
  });
});
