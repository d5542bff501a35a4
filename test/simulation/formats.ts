import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Document, Packer, Paragraph, TextRun } from "docx";
import { writtenDay } from "../../src/kit/months.ts";
import { cli } from "../cli/support/cli.ts";
import { importFiles, startTestServer, type TestServer } from "../e2e/support/server.ts";
import { readLetters } from "../support/cases/letters.ts";
import { guideCases, type WalkedCase } from "./guide/cases.ts";
import type { CaseDocument } from "./guide/dossier.ts";
import { walkCase } from "./guide/walk.ts";

/** The ways in which people have a letter. */
const formats = ["txt", "docx", "pdf", "eml"] as const;
type Format = (typeof formats)[number];
type Files = Readonly<Record<Format, Uint8Array>>;

/** A letter's words, and what the head of a mail says beside them. */
interface Written {
  readonly from: string;
  readonly to: string;
  /** ISO 8601 day. */
  readonly day: string;
  readonly subject: string;
  /** Blocks that a blank line parts, each a list of lines. */
  readonly blocks: readonly (readonly string[])[];
}

/**
 * The same letter as text, as a Word file, as the PDF that LibreOffice makes of it, and as a mail: what a person is shown of it at the first step,
 * and, of the cases that the guide walks, what is bound, looked at and written. Holds where the first three differ in nothing; what differs in
 * a mail, which has a head of its own, is printed.
 */
export const simulateFormats = async (): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-formats-"));
  try {
    const letters = await simulateLetters(folder);
    const cases = await simulateCases(folder);
    return letters && cases;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const simulateLetters = async (folder: string): Promise<boolean> => {
  const server = await startTestServer();
  let held = true;
  try {
    for (const letter of readLetters().filter(({ half }) => half === "even")) {
      const en = letter.salutation.startsWith("Dear");
      const day = "2026-05-04";
      const reader = letter.salutation.replace(/^(?:Geachte|Beste|Dear)\s+(?:heer\s+|mevrouw\s+)?|,$/gu, "");
      const place = `Groningen, ${writtenDay(day, en ? "en" : "nl")}`;
      const items = letter.lines.filter(({ isItem }) => isItem).map(({ text }) => `- ${text}`);
      const blocks = [
        ["Havenbedrijf Noord B.V.", "Kadeweg 12", "9711 AB Groningen"],
        [reader, "Molenstraat 8", "9712 CD Groningen"],
        letter.head.some((line) => /^Dat(?:e|um)/u.test(line)) ? [] : [place],
        letter.head,
        [letter.salutation],
        [letter.lines.flatMap(({ isItem, text }) => (isItem ? [] : [text])).join(" ")],
        items,
        ...letter.close.split("\n\n").map((line) => [line]),
      ].filter((lines) => lines.length > 0);
      const writer = letter.close.split("\n\n").at(-1) ?? "";
      const subject = letter.head.find((line) => /^(?:Betreft|Subject)/u.test(line))?.replace(/^\S+\s+/u, "") ?? "";
      const written = {
        from: `"${writer}" <w@firm.example>`,
        to: `"${reader}" <r@home.example>`,
        day,
        subject,
        blocks,
      };
      const shown = new Map<Format, string>();
      for (const [format, bytes] of Object.entries(await filesOf(folder, written)) as [Format, Uint8Array][])
        shown.set(format, await firstStep(server, format, bytes, en ? "en" : "nl"));
      held = compared(letter.name, shown) && held;
    }
    return held;
  } finally {
    await server.stop();
  }
};

/** What the terminal shows of a letter at the first step, without what names this run. */
const firstStep = async (server: TestServer, format: Format, bytes: Uint8Array, locale: "nl" | "en") => {
  const strandId = crypto.randomUUID();
  const [item] = await importFiles(server, [{ path: `letter.${format}`, bytes }], strandId);
  const env = { PINCITE_URL: server.url, PINCITE_LANG: locale };
  const asked = [
    "run",
    "new",
    "--profile",
    "email-reply",
    "--strand",
    strandId,
    "--locale",
    locale,
    "--on",
    "2026-05-20",
  ];
  const { out } = await cli([...asked, "--answered", `vault:${item?.docUid}`], { env });
  return out
    .replaceAll(/run-\w+|\b\d+-[0-9a-f]{4}\b/gu, "…")
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
};

const simulateCases = async (folder: string): Promise<boolean> => {
  let held = true;
  for (const one of await guideCases()) {
    const letter = one.documents.find(({ file, from }) => file === one.letter && from !== "");
    if (!one.isSeen || !letter) continue;
    const files = await filesOf(folder, writtenAgain(letter));
    const shown = new Map<Format, string>();
    for (const format of formats) shown.set(format, await walkedWith(one, `letter.${format}`, files[format]));
    held = compared(one.name, shown) && held;
  }
  return held;
};

/** A mail of a case as a letter: with a letterhead that says what its head says. */
const writtenAgain = ({ from, to, day, subject, body }: CaseDocument): Written => {
  const [reader = ""] = to.split(",");
  const name = (person: string): string => person.replace(/\s*<.*$/u, "");
  return {
    ...{ from, to: reader, day, subject },
    blocks: [
      [name(from), "Kadeweg 12", "9711 AB Groningen"],
      [name(reader), "Molenstraat 8", "9712 CD Groningen"],
      [`Groningen, ${writtenDay(day, "nl")}`],
      [`Betreft: ${subject}`],
      ...body
        .replaceAll("\r", "")
        .trim()
        .split(/\n{2,}/u)
        .map((block) => block.split("\n")),
    ],
  };
};

/** What a case came to with the letter in this file: what is bound with its looks, and the sentences of the draft. */
const walkedWith = async (one: WalkedCase, file: string, bytes: Uint8Array): Promise<string> => {
  const named = (given: string): string => (given === one.letter ? file : given);
  const walked = await walkCase(
    {
      ...one,
      letter: file,
      letterIsRead: true,
      documents: one.documents.map((document) =>
        document.file === one.letter ? { ...document, file, bytes } : document,
      ),
      claims: one.claims.map(({ right, ...claim }) => ({
        ...claim,
        right: Object.fromEntries(Object.entries(right).map(([slot, files]) => [slot, files.map(named)])),
      })),
    },
    true,
  );
  const bindings = walked.bindings.map(
    (bound) =>
      `${bound.claim.slice(0, 40)} | ${bound.template} | ${bound.file.replace(/^letter\..*/u, "letter")} | ${bound.looks.join(", ")} | ${bound.quote.replaceAll(/\s+/gu, " ")}`,
  );
  return [`finalised: ${walked.finalised}`, ...walked.missing, ...bindings, ...walked.sentences].join("\n");
};

/** Prints where a format differs from the text, and says whether none but the mail does. */
const compared = (name: string, shown: ReadonlyMap<Format, string>): boolean => {
  const lines = (shown.get("txt") ?? "").split("\n");
  let held = true;
  for (const [format, text] of shown) {
    const other = text.split("\n").filter((line) => !lines.includes(line));
    const missing = lines.filter((line) => !text.split("\n").includes(line));
    if (text === shown.get("txt")) continue;
    held &&= format === "eml";
    console.log(`${name}, ${format} beside txt:`);
    for (const line of missing) console.log(`  - ${line}`);
    for (const line of other) console.log(`  + ${line}`);
  }
  console.log(`${name}: ${held ? "text, Word file and PDF the same" : "NOT THE SAME"}`);
  return held;
};

const filesOf = async (folder: string, written: Written): Promise<Files> => {
  const text = `${written.blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
  const children = written.blocks.map(
    (lines) =>
      new Paragraph({
        children: lines.map((line, at) => new TextRun({ text: line, ...(at > 0 ? { break: 1 } : {}) })),
      }),
  );
  const docx = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  writeFileSync(join(folder, "letter.docx"), docx);
  execFileSync("soffice", ["--headless", "--convert-to", "pdf", "--outdir", folder, join(folder, "letter.docx")], {
    stdio: "ignore",
  });
  const { from, to, day, subject } = written;
  const head = [
    ...[
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      `Date: ${new Date(`${day}T10:00:00+02:00`).toUTCString()}`,
    ],
    ...[
      "Message-ID: <letter@firm.example>",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: 8bit",
    ],
  ];
  return {
    txt: Buffer.from(text),
    docx,
    pdf: readFileSync(join(folder, "letter.pdf")),
    eml: Buffer.from(`${head.join("\r\n")}\r\n\r\n${text.replaceAll("\n", "\r\n")}`),
  };
};
