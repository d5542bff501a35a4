import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { policyCells, policyPage } from "../support/policy-table.ts";

describe("the policy table", () => {
  it("has one cell for every tool, requester, profile and stage", () => {
    const cells = policyCells();
    expect(cells).toHaveLength(12 * 2 * 2 * 6);
    expect(new Set(cells.map((cell) => [cell.toolName, cell.requester, cell.caseLaw, cell.state].join())).size).toBe(
      288,
    );
  });

  it("gives a reason in every cell that does not allow", () => {
    for (const cell of policyCells())
      expect([cell.toolName, cell.reason === ""]).toEqual([cell.toolName, cell.decision === "ALLOW"]);
  });

  it("is what docs/tool-policy.md says; otherwise run node test/support/write-tool-pages.ts", () => {
    const page = readFileSync(new URL("../../docs/tool-policy.md", import.meta.url), "utf8");
    expect(page).toBe(policyPage());
  });
});
