import { readdirSync, readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { openSource } from "../../src/span/source.ts";
import { sentenceUnits } from "../../src/vault/candidates/sentence-units.ts";

const folder = new URL("labelled-lines/", import.meta.url);
const papers = readdirSync(folder)
  .filter((name) => name.endsWith(".txt"))
  .map((name) => ({ name: name.slice(0, -4), lines: readFileSync(new URL(name, folder), "utf8").split("\n") }));

const offeredOf = (text: string): readonly string[] =>
  sentenceUnits(
    openSource(
      create(CanonicalTextSchema, {
        text,
        docUid: "d",
        chunks: [{ chunkUid: "d#1:0", startChar: 0, endChar: text.length }],
      }),
      sha256,
    ),
  ).map((unit) => unit.text);

/** Lines of addresses and numbers that have three words and more, as a passage has: they stood in the lists before, and a rule of their own is wanted. */
const stoodBefore: ReadonlySet<string> = new Set([
  "8861 AB Harlingen",
  "Tel: 0517-412233",
  "Tel: 030-1112233",
  "Mob: 06-11122233",
  "2586 JK Den Haag",
  "www.duinzicht.example",
  "7903 AJ Hoogeveen",
  "Bijlage: 1",
  "cc: dossier",
  "Fax: 0570-611100",
  "8000 AH Zwolle",
  "Tel. 038-4410022",
  "L. Bos",
]);

describe("labelled lines of made papers", () => {
  for (const { name, lines } of papers)
    it(`stand among the passages of ${name}, and what stands around it does not`, () => {
      const offered = offeredOf(lines.map((line) => line.slice(2)).join("\n"));
      const has = (line: string) => offered.some((text) => text.includes(line.slice(2).trim()));
      const isAround = (line: string) => line.startsWith("- ") && !stoodBefore.has(line.slice(2));
      const wrong = lines.filter((line) => (line.startsWith("+ ") && !has(line)) || (isAround(line) && has(line)));
      expect(wrong).toEqual([]);
    });
});

describe("a form's labelled line", () => {
  const form = "Opnamestaat\n\nKeuken: schoon. Geen gebreken.\nHal: ok\nZolder: leeg\n";

  // The empty lines behind each line were sought anew, in a list of all lines behind it: a log of one day took minutes.
  it("is found among a hundred thousand lines", () => {
    expect(offeredOf(`Opnamestaat\n\n${"Keuken: schoon.\n\n".repeat(50_000)}`).length).toBeGreaterThan(49_000);
    expect(offeredOf(`Opnamestaat\n\n${"Datum: 3 mei 2026\n\n".repeat(50_000)}`).length).toBeGreaterThan(0);
  });

  it("stands with its label, and with what is too short to stand behind it alone", () => {
    expect(offeredOf(form)).toContain("Keuken: schoon. Geen gebreken.");
  });

  it("is none of a letter's head or signature", () => {
    const head = "Filiaal: Zuid\nAfdeling: B\nRayon: 4\n\n";
    const tail = "\n\nMet vriendelijke groet,\n\nFiliaal: Zuid\nAfdeling: B\nRayon: 4";
    const letter = `${head}Geachte heer Pol,\n\nWij hebben uw brief ontvangen en antwoorden u binnenkort.${tail}`;
    expect(offeredOf(letter)).toEqual(["Wij hebben uw brief ontvangen en antwoorden u binnenkort."]);
  });

  it("may stand at the head of a paper, where the lines of a mail are left out", () => {
    expect(offeredOf("Keuken: schoon\nHal: ok\nZolder: leeg\n\nDit is zo opgenomen door beide partijen.")).toContain(
      "Keuken: schoon",
    );
    expect(offeredOf("From: Ans\nTo: Jan\nSubject: Loon\n\nDit is zo opgenomen door beide partijen.")).toEqual([
      "Dit is zo opgenomen door beide partijen.",
    ]);
  });
});
