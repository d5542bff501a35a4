import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import type { LabelOf } from "../../src/letter/forms.ts";
import { type LetterFacts, readLetter } from "../../src/letter/read-letter.ts";
import { importerFor } from "../../src/vault/import/importers.ts";

const folder = join(projectRoot, "cases", "letterheads");
const keysOf = (path: string): ReadonlyMap<string, string>[] => {
  const [head = [], ...rows] = readFileSync(join(folder, path, "key.tsv"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  return rows.map(
    (cells) =>
      new Map(head.map((name, at) => [name, name === "file" ? join(path, cells[at] ?? "") : (cells[at] ?? "")])),
  );
};
/** Of the second set the half that was read: the other is to tell something once more. */
const isEven = (key: ReadonlyMap<string, string>): boolean =>
  (createHash("sha256")
    .update(basename(key.get("file") ?? ""))
    .digest()[0] as number) %
    2 ===
  0;
const keys = [...keysOf("."), ...keysOf("second").filter(isEven)];

const behind = ({ labelled }: LetterFacts, of: LabelOf): string => labelled.find((one) => one.of === of)?.value ?? "";
const inOne = (lines: LetterFacts["addressee"]): string => lines.map(({ value }) => value).join(", ");

/** What the key calls each fact, and how it is read off a letter. */
const fields: Readonly<Record<string, (facts: LetterFacts) => string>> = {
  writer: ({ writer }) => writer?.value ?? "",
  function: ({ position }) => position?.value ?? "",
  firm: ({ firm }) => firm?.value ?? "",
  writer_address: ({ writerAddress }) => inOne(writerAddress),
  addressee: ({ addressee }) => inOne(addressee),
  addressee_address: ({ addresseeAddress }) => inOne(addresseeAddress),
  day: ({ day }) => day?.day ?? "",
  place: ({ place }) => place?.value ?? "",
  writer_reference: (facts) => behind(facts, "writer-reference"),
  reader_reference: (facts) => behind(facts, "reader-reference"),
  subject: ({ subject }) => subject?.value ?? "",
};

/** Without what only sets it: capitals, spaces, and the word that says where it goes. */
const plain = (text: string): string =>
  text.toLowerCase().replaceAll(/\s+/gu, " ").replace(/^aan /u, "").replaceAll(/ ?, ?/gu, ", ").trim();

const read = async (file: string): Promise<LetterFacts> => {
  const path = join(folder, file);
  const { text } = await importerFor(file, "").extract(readFileSync(path), { path });
  return readLetter(text);
};

describe("letters as PDF, by another hand than the reader's", async () => {
  const letters = await Promise.all(keys.map(async (key) => ({ key, facts: await read(key.get("file") ?? "") })));

  // The letters were read before these numbers were reached (cases/letterheads/README.md): they hold what is read, and estimate nothing.
  const wrong: Readonly<Record<string, number>> = { writer: 1, firm: 3, addressee_address: 1, subject: 1 };
  it.each(Object.entries(fields))("%s is read as the key has it, or not at all", (name, of) => {
    const others = letters.filter(
      ({ key, facts }) =>
        of(facts) !== "" &&
        !(key.get(name) ?? "")
          .split("; ")
          .map(plain)
          .includes(plain(of(facts))),
    );
    expect(others.length).toBeLessThanOrEqual(wrong[name] ?? 0);
  });

  it("no letter has the day that a program wrote into its file, and none that dates itself is left without a day", () => {
    expect(letters.map(({ facts }) => facts.day?.day ?? "")).toEqual(keys.map((key) => key.get("day")));
  });
});

const decision = `UWV
Postbus 57015
1040 CT Amsterdam

Mevrouw J. Terpstra
Kanaalkade 14
9001 BX Grou

Datum: 9 november 2026

Geachte mevrouw Terpstra,

Wij verlagen uw uitkering.

Met vriendelijke groet,

R. Boersma
Klantadviseur WW
`;

describe("a letter of an agency that is called by three capitals", () => {
  it("is signed by the person above what she is, and comes from the agency", () => {
    const { writer, position, firm, addressee } = readLetter(decision);
    expect([writer, position, firm].map((said) => said?.value)).toEqual(["R. Boersma", "Klantadviseur WW", "UWV"]);
    expect(addressee.map(({ value }) => value)).toEqual(["Mevrouw J. Terpstra"]);
  });
});

describe("the address that a decision gives for what is done against it", () => {
  // A reply to UWV went to “1040 CT” without its place, which stood on the next line.
  it("goes on with the place behind a postal code at the end of a line", () => {
    const told =
      "Stuur uw bezwaarschrift naar UWV, afdeling Bezwaar, Postbus 57015, 1040 CT\nAmsterdam. Vermeld ons kenmerk.";
    const { remedyAddress } = readLetter(decision.replace("Wij verlagen uw uitkering.", told));
    expect(remedyAddress.map(({ value }) => value)).toEqual([
      ...["UWV", "afdeling Bezwaar", "Postbus 57015", "1040 CT", "Amsterdam"],
    ]);
    const below = told.replace("Amsterdam. ", "");
    expect(readLetter(decision.replace("Wij verlagen uw uitkering.", below)).remedyAddress.at(-1)?.value).toBe(
      "1040 CT",
    );
  });
});

describe("a letter signed for a department", () => {
  it("comes from the firm that its head names, and not from the department", () => {
    const signed = "Sanne Wolters\nKlantenservice WitgoedPlein B.V.\n";
    const letter = `WitgoedPlein B.V.\nIndustrieweg 112\n7202 CA Zutphen\n\nDhr. K. Aydin\nLindelaan 7\n7411 AB Deventer\n\nZutphen, 16 november 2026\n\nBeste heer Aydin,\n\nDe reparatie kost € 289,00.\n\nMet vriendelijke groet,\n\n${signed}`;
    expect(readLetter(letter).firm?.value).toBe("WitgoedPlein B.V.");
  });
});

describe("a letter whose foot calls the firm as short as a person is called", () => {
  it("is signed by the person above", () => {
    const letter =
      "De heer T. Oever\nMolenpad 3\n8061 GV Hasselt\nZwolle, 19 november 2026\nBeste Thijs,\nJe had geen vakantie-uren meer.\nMet vriendelijke groet,\nLisa Dekker\nHR-adviseur\n\nMeetbureau Verzonnen\nMeetbureau Verzonnen B.V. – Lijnbaanpad 40 – 8013 KK Zwolle";
    const { writer, position } = readLetter(letter);
    expect([writer, position].map((said) => said?.value)).toEqual(["Lisa Dekker", "HR-adviseur"]);
  });

  it("is signed by whoever the firm is called after, where nobody else signs", () => {
    const letter =
      "Jan Bakker B.V.\nKade 1\n8011 AA Zwolle\n\nMevrouw S. Mol\nLaan 8\n2565 CK Den Haag\n\n3 maart 2026\n\nBeste Sanne,\n\nHet dak is klaar.\n\nMet groet,\nJan Bakker";
    expect(readLetter(letter).writer?.value).toBe("Jan Bakker");
  });
});
