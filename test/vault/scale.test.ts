import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

const letters = (count: number) =>
  Array.from({ length: count }, (_, n) => file(`${n}.txt`, `toezegging nummer ${n} ${"woord ".repeat(200)}`));

describe("searches while many documents are imported", () => {
  it("each see one state: equal revisions have equal totals, and totals only grow", async () => {
    const { vault, search } = await openTestVault();
    const totals = new Map<string, number>();
    let isOver = false;
    const importing = importAll(vault, letters(300)).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const { result } = await search.search({ query: "toezegging" });
      const { corpusRevision = "", totalCount = 0 } = result ?? {};
      expect(totals.get(corpusRevision) ?? totalCount).toBe(totalCount);
      totals.set(corpusRevision, totalCount);
      // In memory a search may be over without ever giving way.
      await setImmediate();
    }
    expect((await importing).length).toBe(300);
    const { result } = await search.search({ query: "toezegging" });
    totals.set(result?.corpusRevision ?? "", result?.totalCount ?? 0);
    const seen = [...totals.values()];
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(300);
    // Searches came in between, or nothing was tested.
    expect(seen.length).toBeGreaterThan(2);
  });

  it("give every row in order, whatever is committed while the next batch is read", async () => {
    const { vault } = await openTestVault();
    const rows = await importAll(vault, letters(200));
    expect(rows.map((row) => row.path)).toEqual(letters(200).map(({ path }) => path));
    const again = await importAll(vault, letters(200));
    expect(again.map((row) => row.docUid)).toEqual(rows.map((row) => row.docUid));
  });
});
