import { describe, expect, it } from "vitest";
import { examineDraft } from "../../support/draft-check.ts";
import { draftInput } from "./measure.ts";
import { gateCases } from "./sets.ts";

// A sentence that says what its sources do not is refused, looked at, or stands beside their words when it is confirmed: none
// that cites words is confirmed in bulk. What cites a place alone, or nothing, has no words to stand beside.

/** Ids of the bad sentences that one press would confirm with everything else. */
const inBulk = gateCases.map(({ name, dossier, bad }) => {
  const found = examineDraft(draftInput(dossier, bad));
  const met = new Set([...found.refused, ...found.looks].map(({ subjectId }) => subjectId));
  const places = new Set(dossier.entries.filter(({ slotKind }) => slotKind === "LOCATION").map(({ id }) => id));
  const passed = bad.filter((_, at) => !met.has(`sentence:${at + 1}`) && !found.reworded.has(`sentence:${at + 1}`));
  const isCiting = ({ entryIds }: { readonly entryIds: readonly string[] }) => entryIds.some((id) => !places.has(id));
  return { name, count: bad.length, citing: passed.filter(isCiting).map(({ id }) => id), all: passed.length };
});

describe("bad sentences of all cases", () => {
  it.each(inBulk)("of $name that cite words are never confirmed in bulk", ({ citing }) => {
    expect(citing).toEqual([]);
  });

  it("are confirmed in bulk in fewer than one of a hundred", () => {
    const count = inBulk.reduce((sum, one) => sum + one.count, 0);
    expect(count).toBeGreaterThan(1_000);
    expect(inBulk.reduce((sum, one) => sum + one.all, 0) / count).toBeLessThan(0.01);
  });
});
