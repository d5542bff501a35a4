import { expect, it } from "vitest";
import { DraftRule, LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { RuleTally } from "./by-rule.ts";

it("a seed counts once for each rule that meets it, and alone where no other does", () => {
  const tally = new RuleTally();
  const see = (id: string, truth: "BAD" | "HONEST", findings: readonly DraftRule[], codes: readonly LookCode[]) =>
    tally.see({
      sentence: { seed: { id, truth } },
      findings,
      item: { looks: codes.map((code) => ({ code })) },
    } as never);
  for (const _ of [1, 2]) see("a", "BAD", [DraftRule.SUM], []);
  see("b", "BAD", [DraftRule.SUM], [LookCode.NEGATION_LOST]);
  see("c", "HONEST", [], [LookCode.NEGATION_LOST, LookCode.NEGATION_LOST]);
  expect(tally.table.split("\n").slice(2)).toEqual([
    "| DRAFT_RULE_SUM | 2 | 1 | 0 | 0 |",
    "| LOOK_CODE_NEGATION_LOST | 1 | 0 | 1 | 1 |",
  ]);
});
