import { describe, expect, it } from "vitest";
import { paperNameOf } from "../../src/grounding/paper-name.ts";
import { docxOf, paragraph, run } from "./support/docx-maker.ts";
import { pdfOf } from "./support/pdf-maker.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

const lines = [
  "Kerkpad 12b te Zwolle, met tuin",
  "Keuken: schoon.",
  "Hal: ok",
  "De inspectie is op 28 februari 2026 door beide partijen gedaan.",
];
const heading = "Opnamestaat eindinspectie";
const pdfWith = (...above: readonly (readonly [words: string, size: number])[]): Uint8Array =>
  pdfOf([
    `BT 50 800 Td 30 TL ${[...above, ...lines.map((line) => [line, 12] as const)]
      .map(([words, size]) => `/F1 ${size} Tf (${words}) Tj T*`)
      .join(" ")} ET`,
  ]);
const docxWith = (style: string): Uint8Array =>
  docxOf([paragraph(run(heading), style), ...lines.map((line) => paragraph(run(line)))].join(""));

const titlesOf = async (files: Readonly<Record<string, Uint8Array | string>>): Promise<Record<string, string>> => {
  const vault = await openTestVault();
  await importAll(
    vault.vault,
    Object.entries(files).map(([path, bytes]) => file(path, bytes)),
  );
  const { docs } = await vault.docs.listDocs({ pageSize: 200 });
  return Object.fromEntries(docs.map(({ path, title }) => [path, title]));
};

describe("what a paper is called", () => {
  it("is the heading of its own, the same of its PDF and of its Word file with a style or without", async () => {
    expect(
      await titlesOf({
        "opname.pdf": pdfWith([heading, 20]),
        "opname.docx": docxWith("Title"),
        "kop.docx": docxWith("Heading1"),
        "opname.txt": `${heading}\n\n${lines.join("\n")}\n`,
      }),
    ).toEqual({ "opname.pdf": heading, "opname.docx": heading, "kop.docx": heading, "opname.txt": heading });
  });

  it("is no letterhead, address or day, however large", async () => {
    const head = [
      ["Vastgoedbeheer De Linde B.V.", 28],
      ["Singelweg 41", 10],
      ["7411 KL Deventer", 10],
      ["28 februari 2026", 10],
    ] as const;
    expect(await titlesOf({ "opname.pdf": pdfWith(...head, [heading, 20]) })).toEqual({ "opname.pdf": heading });
  });

  it("is its file's name where it has none, and where it is a letter or headed by its parts", async () => {
    const files = {
      "brief.txt": `${heading}\n\nGeachte heer Pol,\n\nWij hebben uw brief ontvangen en antwoorden u binnenkort.\n`,
      "deel.pdf": pdfWith(["1 Oorzaak van de schade", 20]),
      "los.txt": "Wij hebben de woning op 3 mei bekeken en niets gevonden.\n",
      "leeg.pdf": pdfWith(),
    };
    expect(await titlesOf(files)).toEqual(Object.fromEntries(Object.keys(files).map((path) => [path, path])));
  });

  it("stands in a sentence with its article and day", () => {
    expect(paperNameOf(heading, "2026-02-28", "nl")).toEqual({
      bare: "opnamestaat eindinspectie",
      definite: "de opnamestaat eindinspectie",
      isWhole: true,
    });
  });
});
