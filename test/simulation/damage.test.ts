import { describe, expect, it } from "vitest";
import { compared } from "./damage.ts";

const search = (candidates: readonly object[]) => {
  const text = JSON.stringify({ result: { query: "verslag", candidates } });
  return [["vault verslag", { text, count: candidates.length }]] as const;
};
const [one, other] = [
  { evidenceId: "vault:1", snippet: "een verslag", chunkUid: "1#1:0" },
  { evidenceId: "vault:2", snippet: "nog een", chunkUid: "2#1:0" },
];
const unreadable = { evidenceId: "vault:2", snippet: "nog een", problem: "Its stored text can no longer be read" };

describe("the judge of damaged folders", () => {
  // It took a candidate that says so for a silent change: a flipped key of one document.
  it("takes a candidate that says its text cannot be read for told", () => {
    expect(compared(search([one, other]), search([one, unreadable]), 0).verdict).toBe("told by a call");
  });

  it("takes every other change of an answer for what must not be", () => {
    const changed = { ...one, snippet: "een verdrag" };
    expect(compared(search([one, other]), search([changed, unreadable]), 0).verdict).toBe("other bytes or answers");
    expect(compared(search([one, other]), search([changed, other]), 0).verdict).toBe("other bytes or answers");
    expect(compared(search([one, other]), search([unreadable, one]), 0).verdict).toBe("other bytes or answers");
    expect(compared(search([one, other]), search([one]), 0).verdict).toBe("shorter list");
  });
});
