import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCase } from "../support/cases/read-case.ts";
import { caseNames } from "../support/cases/sets.ts";
import { newFolder } from "../support/new-folder.ts";
import { sharedCases } from "../support/shared-data.ts";

let folder = "";
beforeEach(() => {
  folder = join(newFolder("case"), "fiets");
});
afterEach(() => rmSync(dirname(folder), { recursive: true }));

const mail = `From: Jan Pel <jan@pel.example>
To: Mia Bos <mia@bos.example>
Date: Tue, 31 Mar 2026 23:30:00 +0200
Subject: De fiets

Dag Mia,

Ik betaal je op 4 mei
€ 80 voor de fiets.

Jan
`;
const key = `claim	kind	file	sentence	speaker	day
Jan zou betalen.	promise	mail.eml	Ik betaal je op 4 mei € 80 voor de fiets.	J. Pel	2026-03-31
Karin was erbij.	fact	bon.txt	Het was blauw.	Karin Oes	2 april 2026
Er is niets betaald.	absence	-	-	-	-
Ik wil mijn geld.	request	-	-	-	-
`;
const sentences = `id	truth	class	cites	text	wrong
f1	honest	-	k1	Jan beloofde mij € 80.	-
f2	bad	changed-sum	k1	Jan beloofde mij € 90.	80
`;
const files = {
  "README.md": "# fiets\n",
  "dossier/mail.eml": mail,
  "dossier/bon.txt": "Het was blauw.\n",
  "key.tsv": key,
  "sentences.tsv": sentences,
};

const read = (changed: Readonly<Record<string, string | undefined>> = {}) => {
  for (const [path, text] of Object.entries({ ...files, ...changed })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (text !== undefined) writeFileSync(join(folder, path), text);
  }
  return readCase(folder);
};

describe("a case of a stranger", () => {
  it("is read from its papers, its key and its sentences alone", async () => {
    const { name, dossier, bad } = await read();
    expect(name).toBe("fiets");
    expect(dossier.documents.map(({ id, title, kind, author }) => [id, title, kind, author])).toEqual([
      ["bon.txt", "bon", "note", ""],
      ["mail.eml", "De fiets", "e-mail", "Jan Pel"],
    ]);
    expect(dossier.entries.map(({ id, slotKind }) => `${id} ${slotKind}`)).toEqual([
      "k1 QUOTE",
      "k2 QUOTE",
      "k3 ABSENCE",
      "k4 OWN_STATEMENT",
    ]);
    expect(dossier.honest).toEqual([
      { id: "f1", kind: "FACT", claimId: "c1", entryIds: ["k1"], text: "Jan beloofde mij € 80." },
    ]);
    expect(bad).toEqual([
      {
        ...{ id: "f2", class: "changed-sum", kind: "FACT", entryIds: ["k1"], expect: "refused", why: "80" },
        text: "Jan beloofde mij € 90.",
      },
    ]);
  });

  it("is one of the cases as soon as its folder is there", async () => {
    expect(caseNames(dirname(folder))).toEqual([]);
    await read();
    expect(caseNames(dirname(folder))).toEqual(["fiets"]);
  });

  it("quotes words as they stand in the paper, whatever lines they are broken into", async () => {
    const { dossier } = await read();
    expect(dossier.entries[0]).toMatchObject({ quote: "Ik betaal je op 4 mei\n€ 80 voor de fiets." });
  });

  it("has another voice where somebody else than the writer of a paper speaks", async () => {
    const [own, other] = (await read()).dossier.entries;
    expect(own).not.toHaveProperty("speaker");
    expect(other).toMatchObject({ speaker: "Karin Oes", spokenOn: "2 april 2026" });
  });

  it("dates a mail by the day on which it was sent there", async () => {
    expect((await read()).dossier.documents[1]?.date).toBe("2026-03-31");
  });
});

const withRow = (row: string) => ({ "sentences.tsv": `${sentences}${row}\n` });
const claims = "id\tkind\ttext\nc1\tfact\tIk kocht een fiets.\n";

describe("a table as a spreadsheet saves it", () => {
  const saved = `${sentences}f3\thonest\t\tk1\t"Jan schreef ""€ 80""."\t\n`.replaceAll("\n", "\r\n");

  it.each([
    ["in UTF-8 with its mark", Buffer.from(`\uFEFF${saved}`)],
    ["in UTF-16", Buffer.from(`\uFEFF${saved}`, "utf16le")],
  ])("is read %s, with marks around a cell that has some", async (_, bytes) => {
    await read();
    writeFileSync(join(folder, "sentences.tsv"), bytes);
    expect((await readCase(folder)).dossier.honest.at(-1)?.text).toBe('Jan schreef "€ 80".');
  });

  it("is refused in another encoding, and told how to save it", async () => {
    await read();
    writeFileSync(join(folder, "key.tsv"), Buffer.from(key.replaceAll("€", "\u0080"), "latin1"));
    await expect(readCase(folder)).rejects.toThrow(/key\.tsv is not in UTF-8: save it again/u);
  });

  it("has all its wrong rows told together", async () => {
    const wrong = `${sentences}f1\thonest\t\tk1\tWeer.\t\nf4\thonest\t\tk1;k2\tWeer.\t\n`;
    await expect(read({ "sentences.tsv": wrong })).rejects.toThrow(
      /:4: column "id".*\n.*:5: column "cites".* commas stand between/u,
    );
  });
});

describe("a row that cannot be read is told with file, line, column and what to do", () => {
  it.each<[string, Readonly<Record<string, string | undefined>>, RegExp]>([
    [
      "an id twice",
      withRow("f1\thonest\t\tk1\tWeer."),
      /sentences\.tsv:4: column "id": “f1” stands in line 2 already/u,
    ],
    ["no id", withRow("\thonest\t\tk1\tWeer."), /sentences\.tsv:4: column "id": is empty: write/u],
    ["an unknown truth", withRow("f3\twaar\t\tk1\tWeer."), /sentences\.tsv:4: column "truth": .* honest, bad/u],
    [
      "a row of the key that is not there",
      withRow("f3\thonest\t\tk9\tWeer."),
      /sentences\.tsv:4: column "cites": .*“k9”/u,
    ],
    ["a bad one without a class", withRow("f3\tbad\t\tk1\tWeer."), /sentences\.tsv:4: column "class": is empty/u],
    [
      "an unknown class",
      withRow("f3\tbad\tzomaar\tk1\tWeer."),
      /column "class": “zomaar” is not in cases\/classes\.tsv/u,
    ],
    ["no text", withRow("f3\thonest\t\tk1\t"), /sentences\.tsv:4: column "text": is empty: write the sentence/u],
    [
      "too many tabs",
      withRow("f3\thonest\t\tk1\tWeer.\t\t\t"),
      /sentences\.tsv:4: column "wrong" is followed by 2 more/u,
    ],
    [
      "a column that is not known",
      { "sentences.tsv": "id\ttruth\tcites\ttekst\n" },
      /sentences\.tsv:1: column "text" is missing/u,
    ],
    [
      "a column too many",
      { "sentences.tsv": "id\ttruth\tcites\ttext\tnota\n" },
      /sentences\.tsv:1: column "nota" is not known/u,
    ],
    [
      "words that no paper has",
      { "key.tsv": key.replace("op 4 mei", "op 5 mei") },
      /key\.tsv:2: column "sentence": does not stand in “mail\.eml” in these words: copy it/u,
    ],
    [
      "a file that is not there",
      { "key.tsv": key.replace("mail.eml", "post.eml") },
      /key\.tsv:2: column "file": “post\.eml”/u,
    ],
    [
      "a fact without a file",
      { "key.tsv": `${key}Zo is het.\tfact\t-\tHet is zo.\t-\t-\n` },
      /key\.tsv:6: column "file": .* rests on a file/u,
    ],
    ["a claim that is not there", { "claims.tsv": claims }, /key\.tsv:2: column "claim": .* write one of c1/u],
    ["a party of no role", { "parties.tsv": "role\tnames\nbaas\tJan\n" }, /parties\.tsv:2: column "role": “baas”/u],
    [
      "a person of no part",
      { "papers.tsv": "file\tpeople\nbon.txt\tdoor Jan\n" },
      /papers\.tsv:2: column "people": “door Jan” does not begin with from, to/u,
    ],
    [
      "facts of no paper",
      { "papers.tsv": "file\tkind\nbom.txt\tbon\n" },
      /papers\.tsv:2: column "file": there is no file “bom\.txt”/u,
    ],
    ["a day of no form", { "papers.tsv": "file\tday\nbon.txt\t4 mei\n" }, /papers\.tsv:2: column "day": is no day/u],
    ["an unknown word about it", { "about.tsv": "word\tvalue\ntaal\tnl\n" }, /about\.tsv:2: column "word": “taal”/u],
    [
      "a paper that nobody can read",
      { "dossier/plan.xyz": "?" },
      /dossier\/plan\.xyz cannot be read: .*save it as \.eml/u,
    ],
    ["no README", { "README.md": undefined }, /has no README\.md: tell its story/u],
  ])("%s", async (_, changed, message) => {
    await expect(read(changed)).rejects.toThrow(message);
  });
});

const shared = sharedCases();
describe.skipIf(shared === undefined)("the cases of strangers beside the checkout", () => {
  it.each(
    shared === undefined
      ? []
      : readdirSync(shared, { withFileTypes: true })
          .filter((one) => one.isDirectory())
          .map(({ name }) => name),
  )("%s is read as it lies there, with words for every row that has a file", async (name) => {
    const { papers, dossier, key: read } = await readCase(join(shared ?? "", name));
    expect(papers.filter(({ text }) => text.trim() === "")).toEqual([]);
    expect(dossier.entries.filter(({ slotKind }) => slotKind === "QUOTE").length).toBeGreaterThan(8);
    expect(dossier.claims.length).toBe(read.claims.length);
  });
});
