import { expect, it } from "vitest";
import { bonusDossier } from "./walks/dossiers.ts";
import { runWalks } from "./walks.ts";

it("leads whoever presses what run go offers to a letter, or to a sentence that says what is missing", async () => {
  const lines: string[] = [];
  const { ends } = await runWalks([await bonusDossier()], 3, 300, (line) => lines.push(line));
  expect(ends.filter(({ end }) => end === "fault").map(({ why, path }) => [why, ...path].join("\n"))).toEqual([]);
  expect(lines).toHaveLength(3);
});
