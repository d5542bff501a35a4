import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { docx } from "../../src/vault/import/docx.ts";
import { outcomeName, resolve, seeded, sourceOf } from "../span/sample-source.ts";
import { newFolder } from "../support/new-folder.ts";
import { sharedData } from "../support/shared-data.ts";
import { pathsBelow, readBytes } from "./support/data-files.ts";
import { docxOf, paragraph, run, wrappings } from "./support/docx-maker.ts";

const script = fileURLToPath(new URL("support/docx-words.py", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const sets = ["docx-mammoth", "docx-python-docx"].filter((set) => sharedData(set) !== undefined);
const canCompare = hasPython && sets.length === 2;
if (!canCompare)
  console.warn(
    'SKIPPED: "the words of Word documents" needs python3 and ../shared/data/docx-mammoth, docx-python-docx',
  );

/** What a document says, numbers that a word processor would count out: they stand nowhere in its XML. */
const ourWords = async (bytes: Uint8Array, path: string): Promise<string[]> => {
  const { text, marks = [] } = await docx.extract(bytes, { path }).catch(() => ({ text: "", marks: [] }));
  const letters = [...text];
  for (const { element, start, textStart = start } of marks)
    if (element === "numbered") letters.fill(" ", start, textStart);
  return letters.join("").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
};

const theirWords = (paths: readonly string[]): string[][] => {
  const run = spawnSync("python3", [script, ...paths], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (run.status !== 0) throw new Error(run.stderr.slice(0, 500));
  return run.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as string[]);
};

/** Words of the one that the other lacks, with multiplicity. */
const lacking = (words: readonly string[], from: readonly string[]): string[] => {
  const left = new Map<string, number>();
  for (const word of from) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
};

/** Words of ours and not theirs, of theirs and not ours. */
const disagreement = async (bytes: Uint8Array, path: string, theirs: readonly string[]) => {
  const ours = await ourWords(bytes, path);
  return { path, extra: lacking(ours, theirs), missing: lacking(theirs, ours) };
};

describe.skipIf(!canCompare)("the words of Word documents", () => {
  it("are those that a reader in another language finds in their XML, none more and none fewer", async () => {
    const docs = sets.flatMap((set) =>
      pathsBelow(sharedData(set) ?? "")
        .filter((path) => path.endsWith(".docx"))
        .map((path) => ({ folder: sharedData(set) ?? "", path })),
    );
    const theirs = theirWords(docs.map(({ folder, path }) => `${folder}/${path}`));
    for (const [at, { folder, path }] of docs.entries())
      expect(await disagreement(readBytes(folder, path), path, theirs[at] ?? [])).toEqual({
        path,
        extra: [],
        missing: [],
      });
    // Many of the samples are about pictures and styles and hold few words or none.
    expect([docs.length, theirs.flat().length]).toEqual([36, 261]);
  });
});

describe.skipIf(!hasPython)("made-up Word documents with everything that hides or doubles words", () => {
  const count = 120;
  const folder = newFolder("docx-words");

  it("have the same words for a reader in another language", async () => {
    const random = seeded(11);
    const made = Array.from({ length: count }, (_, number) => ({
      path: join(folder, `${number}.docx`),
      bytes: docxOf(bodyOf(random)),
    }));
    for (const { path, bytes } of made) writeFileSync(path, bytes);
    const theirs = theirWords(made.map(({ path }) => path));
    for (const [at, { path, bytes }] of made.entries())
      expect(await disagreement(bytes, path, theirs[at] ?? [])).toEqual({ path, extra: [], missing: [] });
    expect(theirs.flat().length).toBeGreaterThan(1_000);
  });

  const bodyOf = (random: () => number): string => {
    let words = 0;
    const piece = (): string => {
      const wraps = Object.values(wrappings);
      return (wraps[Math.floor(random() * wraps.length)] as (text: string) => string)(` woord${words++} `);
    };
    const block = (): string => {
      const inner = Array.from({ length: 1 + Math.floor(random() * 5) }, piece).join("");
      if (random() < 0.15) return paragraph(inner, "SecretParagraph");
      if (random() < 0.15)
        return `<w:tbl><w:tr><w:tc>${paragraph(inner)}</w:tc><w:tc>${paragraph(piece())}</w:tc></w:tr><w:tr><w:trPr><w:del w:id="2"/></w:trPr><w:tc>${paragraph(piece())}</w:tc></w:tr></w:tbl>`;
      return paragraph(inner);
    };
    return Array.from({ length: 1 + Math.floor(random() * 8) }, block).join("");
  };
});

describe("words of a Word document", () => {
  const unseen = [
    "hidden",
    "hidden by its style",
    "hidden by what its style is based on",
    "deleted",
    "inserted, then deleted",
    "moved away",
  ];
  for (const [name, wrap] of Object.entries(wrappings)) {
    const isSeen = !unseen.includes(name);
    it(`can ${isSeen ? "" : "not "}be quoted: ${name}`, async () => {
      const { text } = await docx.extract(
        docxOf(paragraph(`${run("De werkgever ")}${wrap("zegt loon toe")}${run(" aan haar.")}`)),
        { path: "x.docx" },
      );
      expect(outcomeName(resolve(sourceOf(text), "zegt loon toe"))).toBe(isSeen ? "EXACT" : "NOT_FOUND");
    });
  }

  it("are shown as the signs that a symbol font shows", async () => {
    const ticked = '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>';
    const privately = run("\uf0b7 \uf062", '<w:rFonts w:ascii="Symbol"/>');
    const { text } = await docx.extract(docxOf(paragraph(`${ticked}${run(" akkoord ")}${privately}`)), {
      path: "x.docx",
    });
    expect(text.split("\n")[0]).toBe("☑ akkoord • β");
  });
});
