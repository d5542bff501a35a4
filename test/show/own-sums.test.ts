import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { ClaimAct, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { otherSums } from "../../src/show/own-sums.ts";

const profile = create(WorkflowProfileSchema, {
  claimKinds: [
    { name: "request", act: ClaimAct.ASKS },
    { name: "own-statement", act: ClaimAct.STATES_OWN_KNOWLEDGE },
    { name: "fact", act: ClaimAct.STATES_FACT },
  ],
});
const sums = (...claims: [kind: string, text: string][]) =>
  otherSums({
    profile,
    skeleton: create(MessageSkeletonSchema, {
      sections: [{ claims: claims.map(([claimKind, text], at) => ({ claimId: `claim:${at + 1}`, claimKind, text })) }],
    }),
    needMap: create(EvidenceNeedMapSchema, {
      bindings: claims.flatMap(([kind, text], at) =>
        kind === "own-statement"
          ? [{ claimId: `claim:${at + 1}`, evidence: { evidence: { case: "statement" as const, value: { text } } } }]
          : [],
      ),
    }),
  });

const paying = "Ik betaal € 184,56 zodra u een juiste afrekening hebt gestuurd.";
const lowering = "Ik verzoek u de afrekening te verlagen tot € 143,61.";

// A letter that said both was final without a word about it.
describe("sums of one's own that differ", () => {
  it("stand beside each other where a request and a statement of the author are about the same", () => {
    expect(sums(["own-statement", paying], ["request", lowering])).toEqual([{ asked: lowering, said: paying }]);
  });

  it("are told once of two requests", () => {
    const other = "Ik verzoek u de afrekening op € 184,56 vast te stellen.";
    expect(sums(["request", lowering], ["request", other])).toEqual([{ asked: lowering, said: other }]);
  });

  it("are none where the sum is the same, where it is of something else, for a month, or proven by a paper", () => {
    const same = "Ik betaal € 143,61 zodra u een juiste afrekening hebt gestuurd.";
    const fact = "De afrekening noemt € 663,31.";
    const [reis, month] = ["De treinreis kostte € 12,40.", "Voor de afrekening gold € 85,00 per maand."];
    const own = [same, reis, month].map((text): [string, string] => ["own-statement", text]);
    expect(sums(...own, ["fact", fact], ["request", lowering])).toEqual([]);
  });
});
