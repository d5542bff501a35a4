import { execFileSync, spawnSync } from "node:child_process";
import { createDecipheriv, createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type ZstdOptions, zstdDecompressSync } from "node:zlib";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { unzipSync } from "fflate";
import { Level } from "level";
import { beforeAll, describe, expect, it } from "vitest";
import {
  CodedRecordSchema,
  CommitRecordSchema,
  EventRecordSchema,
  HalvedRecordSchema,
  HeadRecordSchema,
  SealedRecordSchema,
} from "../../gen/pincite/journal/v1/record_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { CitationLedgerSchema, type LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MemoProofSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { runDemo } from "../../src/demo/run-demo.ts";
import { startPincite } from "../../src/main.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { type CliResult, cli } from "./support/cli.ts";

const out = newFolder("demo");
let result: CliResult;
let proof: Uint8Array;
beforeAll(async () => {
  result = await cli(["demo", "--out", out], { start: startPincite, demo: runDemo });
  proof = await unpackedFile(readFileSync(join(out, "memo.pincite")));
});

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** What is encrypted, as the page of formats says it: nonce, bytes and tag under the key that it names, for its place in the map. */
const opened = (at: string, keyId: string, content: Uint8Array): Uint8Array => {
  if (keyId === "") return content;
  const slots = readFileSync(join(out, "store/runs/scope-keys/keys"));
  const start = 64 * Number.parseInt(keyId, 36);
  const decipher = createDecipheriv("aes-256-gcm", slots.subarray(start + 8, start + 40), content.subarray(0, 12));
  decipher.setAAD(Buffer.from(at)).setAuthTag(content.subarray(-16));
  return Buffer.concat([decipher.update(content.subarray(12, -16)), decipher.final()]);
};

const unpacked = (frame: Uint8Array, dictionary?: Uint8Array): Uint8Array =>
  Uint8Array.from(zstdDecompressSync(frame, (dictionary?.length ? { dictionary } : {}) as ZstdOptions));

/** The events of a record as the page of formats says that it is packed; a finalised run lies in one record whose parts were records. */
const eventsOf = (packing: number, content: Uint8Array): Uint8Array[] => {
  if (packing < 2) {
    const { parts, events } = fromBinary(CommitRecordSchema, packing === 0 ? content : unpacked(content));
    return parts.length === 0 ? events : parts.flatMap((part) => fromBinary(CommitRecordSchema, part).events);
  }
  const halves = fromBinary(HalvedRecordSchema, content);
  const first = unpacked(halves.artifacts);
  const digests = fromBinary(CommitRecordSchema, first).artifacts.map(sha256);
  const { parts } = fromBinary(
    CommitRecordSchema,
    unpacked(halves.rest, Buffer.from([...Buffer.from(digests.join("")), ...first])),
  );
  const events: Uint8Array[] = [];
  for (const cut of parts.flatMap((part) => fromBinary(CommitRecordSchema, part).events))
    events.push(cut[0] === 0x0a ? cut : following(events.at(-1) ?? cut, cut));
  return events;
};

/** An event that was cut off in front of its type, with the beginning that follows from the one before it. */
const following = (before: Uint8Array, cut: Uint8Array): Uint8Array => {
  const { owner, stream, seq } = fromBinary(EventRecordSchema, before);
  const prevHash = Buffer.from(sha256(before), "hex");
  const beginning = create(EventRecordSchema, { owner, stream, seq: seq + 1, prevHash });
  return Uint8Array.from([...toBinary(EventRecordSchema, beginning), ...cut]);
};

describe("the demo of 9 December", () => {
  it("ends well, with every stage's literal call to action on the way", () => {
    expect(result.err).toBe("");
    expect(result.code).toBe(0);
    const labels = [
      "Save intent",
      "Advance to skeleton",
      "Approve skeleton",
      "Advance to evidence needs",
      "Review evidence checklist",
      "Advance to binding",
      "Confirm bindings",
      "Advance to span resolution",
      "Confirm quotes",
      "Advance to draft",
      "Finalize draft",
    ];
    for (const label of labels) expect(result.out).toContain(`Next: ${label}`);
  });

  it("shows searches that ran at once, one of them without a match", () => {
    expect(result.out).toMatch(/vault\.search\(.*\) for slot \d+ → OK: /);
    expect(result.out).toMatch(/lawbot\.search\(.*\) for slot \d+ → OK: /);
    expect(result.out).toContain("→ EMPTY: No matches.");
  });

  it("asks after the rewind only for what rests on the reworded claim, and runs no tool again", () => {
    const after = result.out.slice(result.out.indexOf("you rewind to SKELETON"));
    expect(after.match(/you confirm 1 \(\d+ held and are not asked again\)/g)).toHaveLength(5);
    expect(after).toContain("asked again: claim:");
    expect(after).not.toMatch(/(vault|lawbot)\.\w+\(/);
  });

  it("leaves a memo that quotes the commitment and faces the contradiction, and a sheet that names run, draft and ledger", () => {
    const memo = readFileSync(join(out, "memo.md"), "utf8");
    expect(memo).toContain("“Ik bevestig hierbij namens de directie dat de vaste thuiswerkdag op vrijdag");
    expect(memo).toContain("“Ik heb de thuiswerkdag op vrijdag tegenover de directie een proef genoemd.”");
    expect(memo).toContain("Art. 7:611 BW (versie geldend vanaf 1 juli 2023)");
    // How to check it is a sheet of its own.
    expect(memo).not.toContain("Elke aangehaalde passage");
    const runId = /Run: +(run-\S+)/.exec(result.out)?.[1] ?? "none";
    const sheet = readFileSync(join(out, "herkomst.md"), "utf8");
    expect(sheet).toContain(runId);
    for (const kind of ["DraftText", "CitationLedger"]) {
      const path = new RegExp(`\\S+pincite\\.memo\\.v1\\.${kind}/v1/([0-9a-f]{64})\\.pb`).exec(result.out);
      expect(sheet).toContain(path?.[1] ?? `no ${kind}`);
      expect(
        createHash("sha256")
          .update(readFileSync(path?.[0] ?? ""))
          .digest("hex"),
      ).toBe(path?.[1]);
    }
  });

  it("leaves artifacts whose names are the sha256 of their bytes", () => {
    const files = readdirSync(join(out, "artifacts"), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect(files.length).toBeGreaterThan(50);
    for (const { parentPath, name } of files) {
      const digest = createHash("sha256")
        .update(readFileSync(join(parentPath, name)))
        .digest("hex");
      expect(basename(name, ".pb")).toBe(digest);
    }
  });

  it("leaves a journal whose chain a reader of docs/formats/journal.md can check", async () => {
    const runId = /Run: +(run-\S+)/.exec(result.out)?.[1] ?? "none";
    const db = new Level<string, Uint8Array>(join(out, "store/runs/db"), { valueEncoding: "view" });
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
    try {
      const events: Uint8Array[] = [];
      let head: Uint8Array | undefined;
      for await (const [key, value] of db.iterator()) {
        const [, kind, scope] = key.split("!");
        if (scope !== runId || (kind !== "c" && kind !== "h")) continue;
        const { body } = fromBinary(SealedRecordSchema, value);
        if (kind === "h") head = body;
        else {
          const { packing, keyId, content } = fromBinary(CodedRecordSchema, body);
          events.push(...eventsOf(packing, opened(key, keyId, content)));
        }
      }
      let previous = "0".repeat(64);
      const types = events.map((record, at) => {
        const event = fromBinary(EventRecordSchema, record);
        expect([event.stream, event.seq, hex(event.prevHash)]).toEqual([runId, at + 1, previous]);
        previous = sha256(record);
        return fromBinary(RunEventSchema, event.body).event.case;
      });
      expect(types[0]).toBe("runCreated");
      expect(types.at(-1)).toBe("runFinalised");
      const { seq, hash } = fromBinary(HeadRecordSchema, head ?? new Uint8Array());
      expect([seq, hex(hash)]).toEqual([events.length, previous]);
    } finally {
      await db.close();
    }
  });
});

/** The artifact of the proof that has the digest which the demo named as its draft or ledger. */
const fromProof = (kind: string): Uint8Array => {
  const [, digest] = new RegExp(`${kind}/v1/([0-9a-f]{64})`).exec(result.out) ?? [];
  const { artifacts } = fromBinary(MemoProofSchema, proof);
  const found = artifacts.find((bytes) => sha256(bytes) === digest);
  if (!found) throw new Error(`the proof has no ${kind} ${digest}`);
  return found;
};

/** What the notes of the letter cite, note by note: one for each sentence that cites one entry. */
const cited = (): LedgerEntry[] => {
  const { entries } = fromBinary(CitationLedgerSchema, fromProof("CitationLedger"));
  return fromBinary(DraftTextSchema, fromProof("DraftText"))
    .sections.flatMap(({ sentences }) => sentences.flatMap(({ entryIds }) => entryIds))
    .map((id) => entries.find(({ entryId }) => entryId === id) as LedgerEntry);
};
const quotations = (): string[] => cited().flatMap(({ span }) => (span ? [span.excerpt] : []));

const headings = ["Uw brief", "Mijn reactie", "Juridische grondslag", "Verzoek", "Voorbehoud", "Producties"];
const notes = [
  "Productie 1, e-mail van Iris Denkbeeld d.d. 9 december 2025.",
  "Productie 2, e-mail van Bram Verzonnen d.d. 17 maart 2025.",
  "Productie 3, e-mail van Bram Verzonnen d.d. 12 juni 2025.",
  "Productie 4, Arbeidsovereenkomst (uittreksel), artikel 12.",
  'Gezocht in de 7 documenten van het dossier naar "zwaarwichtig belang"; zonder treffer.',
  "Art. 7:611 BW (versie geldend vanaf 1 juli 2023).",
  "Art. 7:613 BW (versie geldend vanaf 1 juli 2023).",
];

/** What python-docx lists: paragraphs with their styles, the references to notes in order, and the notes themselves. */
const program = `
import json, sys, docx
from docx.oxml import parse_xml
from docx.oxml.ns import qn
document = docx.Document(sys.argv[1])
part = [each.target_part for each in document.part.rels.values() if each.reltype.endswith("/footnotes")][0]
notes = [each for each in parse_xml(part.blob) if each.get(qn("w:type")) is None]
print(json.dumps({
    "paragraphs": [[p.style.name, p.text] for p in document.paragraphs if p.text.strip()],
    "references": [each.get(qn("w:id")) for each in document.element.body.iter(qn("w:footnoteReference"))],
    "notes": [[each.get(qn("w:id")), "".join(t.text for t in each.iter(qn("w:t"))).strip()] for each in notes],
}))
`;

import { newFolder } from "../support/new-folder.ts";

const python = "/usr/bin/python3";
const readsDocx = spawnSync(python, ["-c", "import docx"]).status === 0;
const readsPdf = spawnSync("pdfinfo", ["-v"]).status === 0;
if (!readsDocx) console.warn("SKIPPED: the demo's Word file needs python-docx, which is not here");
if (!readsPdf) console.warn("SKIPPED: the demo's PDF needs poppler, which is not here");

describe("the files that the demo leaves beside its memo", () => {
  it.skipIf(!readsDocx)(
    "are a Word file with every quotation to the letter, its headings, and its notes in their order",
    () => {
      const read = JSON.parse(execFileSync(python, ["-c", program, join(out, "memo.docx")], { encoding: "utf8" }));
      const paragraphs: [style: string, text: string][] = read.paragraphs;
      expect(paragraphs.flatMap(([style, text]) => (style === "Heading 1" ? [text] : []))).toEqual(headings);
      const text = paragraphs.map(([, words]) => words).join("\n");
      expect(quotations()).toHaveLength(6);
      for (const quotation of quotations()) expect(text).toContain(`“${quotation}”`);
      const ids = notes.map((_, at) => String(at + 1));
      expect(read.references).toEqual(ids);
      expect(read.notes).toEqual(notes.map((note, at) => [ids[at], note]));
    },
  );

  it.skipIf(!readsPdf)("are a PDF that is read from its sender to its exhibits, each note where it is called", () => {
    const pdf = join(out, "memo.pdf");
    const tree = execFileSync("pdfinfo", ["-struct-text", pdf], { encoding: "utf8" });
    // A block and what stands in it: a line of the tree has its type, or words between quotation marks.
    const lines = tree.split("\n").map((line) => /^( *)(?:"(.*)"|(\w+))/.exec(line) ?? []);
    const blocks = lines.flatMap(([, indent, , type], at) => {
      if (indent !== "  " || !type) return [];
      const rest = lines.slice(at + 1);
      const end = rest.findIndex(([, deeper]) => deeper === "  ");
      const words = rest.slice(0, end < 0 ? undefined : end).map(([, , said]) => said ?? "");
      return [{ type, text: words.join("").replace(/\s+/gu, " ").trim() }];
    });
    const texts = blocks.filter(({ type }) => type === "P").map(({ text }) => text);
    expect(texts.slice(0, 3)).toEqual([
      "Noor Fictief",
      "Zonnewijzer B.V. t.a.v. mevrouw I. Denkbeeld",
      "Voorbeeldstad, 15 december 2025",
    ]);
    expect(texts.slice(-4)).toEqual([
      "Met vriendelijke groet,",
      "Noor Fictief",
      "Bijlagen:",
      "– producties 1 tot en met 4",
    ]);
    expect(blocks.filter(({ type }) => type === "H2").map(({ text }) => text)).toEqual(headings);
    expect(blocks.filter(({ type }) => type === "Table")).toHaveLength(1);
    // Who listens hears a note right behind the number that calls it.
    const heard = texts.join(" ");
    let from = 0;
    for (const [at, note] of notes.entries()) {
      const place = heard.indexOf(`${at + 1}${at + 1} ${note}`, from);
      expect(place, note).toBeGreaterThan(from);
      from = place;
    }
    const seen = execFileSync("pdftotext", [pdf, "-"], { encoding: "utf8" }).replace(/\s+/gu, " ");
    for (const words of [...quotations().map((one) => `“${one}”`), ...notes]) expect(seen).toContain(words);
  });

  it("are exhibits byte for byte as the proof's ledger names them, each under the number of its note", () => {
    const members = Object.entries(unzipSync(readFileSync(join(out, "producties.zip"))));
    const digests = members.filter(([name]) => name.startsWith("productie-")).map(([, bytes]) => sha256(bytes));
    expect(digests).toHaveLength(4);
    // A sentence of this letter has one note at most, so that the notes are the entries that it cites, in their order, but for what
    // its writer states herself.
    const noted = cited().filter(({ evidence }) => evidence?.evidence.case !== "statement");
    expect(noted).toHaveLength(notes.length);
    const documents = noted.flatMap(({ evidence }, at) =>
      evidence?.evidence.case === "document" ? [[notes[at]?.split(",")[0], evidence.evidence.value.evidenceId]] : [],
    );
    expect(documents).toEqual(digests.map((digest, at) => [`Productie ${at + 1}`, `vault:${digest}`]));
  });
});
