import { describe, expect, it } from "vitest";
import { candidateNotes } from "../../../src/cli/print/candidates.ts";
import { docRow } from "../../../src/cli/print/doc.ts";
import { passageLines } from "../../../src/cli/print/passage-lines.ts";
import { speechOf } from "../../../src/messages/speech.ts";
import { pictureOf } from "../support/pictures.ts";
import { file, importAll, openTestVault } from "../vault-fixture.ts";

const said = "een machine heeft de woorden van een afbeelding gelezen";
const speech = speechOf("nl");

describe("that a machine read a paper", () => {
  it("is said where papers are listed, found and chosen from, and of nothing else", async () => {
    const { vault, docs, search } = await openTestVault();
    await importAll(vault, [
      file("brief.png", pictureOf("letter.png")),
      file("b.txt", "Bram Verzonnen schreef een brief."),
    ]);
    const listed = (await docs.listDocs({})).docs;
    expect(listed.map(({ path, machineRead }) => [path, machineRead]).sort()).toEqual([
      ["b.txt", false],
      ["brief.png", true],
    ]);
    const rows = listed.map((doc) => docRow(doc, speech).join(" "));
    expect(rows.filter((row) => row.includes(said))).toHaveLength(1);
    const { result } = await search.search({ query: "Verzonnen", pageSize: 10 });
    const found = result?.candidates ?? [];
    expect(found.map(({ title, machineRead }) => [title === "b.txt", machineRead]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(found.flatMap((candidate) => candidateNotes(candidate, speech))).toEqual([said]);
    const { lists } = await search.rankSentences({
      queries: [{ text: "Bram Verzonnen schreef een brief" }],
      limit: 20,
    });
    const passages = lists[0]?.candidates ?? [];
    for (const passage of passages) {
      expect(passage.machineRead).toBe(passage.evidence?.machineRead);
      expect(passageLines([passage], {}, "", speech).join("\n").includes(said)).toBe(passage.machineRead);
    }
    expect(new Set(passages.map(({ machineRead }) => machineRead))).toEqual(new Set([true, false]));
  });
});
