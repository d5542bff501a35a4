import { createDecipheriv, createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { fromBinary } from "@bufbuild/protobuf";
import { Level } from "level";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CodedRecordSchema,
  CommitRecordSchema,
  EventRecordSchema,
  HeadRecordSchema,
  SealedRecordSchema,
} from "../../gen/pincite/journal/v1/record_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { runDemo } from "../../src/demo/run-demo.ts";
import { startPincite } from "../../src/main.ts";
import { type CliResult, cli } from "./support/cli.ts";

let out: string;
let result: CliResult;
beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), "pincite-demo-"));
  result = await cli(["demo", "--out", out], { start: startPincite, demo: runDemo });
}, 120_000);
afterAll(() => rmSync(out, { recursive: true }));

/** What is encrypted, as the page of formats says it: nonce, bytes and tag under the key that it names, for its place in the map. */
const opened = (at: string, keyId: string, content: Uint8Array): Uint8Array => {
  if (keyId === "") return content;
  const slots = readFileSync(join(out, "store/runs/scope-keys/keys"));
  const start = 64 * Number.parseInt(keyId, 36);
  const decipher = createDecipheriv("aes-256-gcm", slots.subarray(start + 8, start + 40), content.subarray(0, 12));
  decipher.setAAD(Buffer.from(at)).setAuthTag(content.subarray(-16));
  return Buffer.concat([decipher.update(content.subarray(12, -16)), decipher.final()]);
};

/** A record as the page of formats says that it is packed. */
const unpacked = (at: string, coded: { packing: number; keyId: string; content: Uint8Array }): Uint8Array => {
  const content = opened(at, coded.keyId, coded.content);
  return coded.packing === 0 ? content : Uint8Array.from(zstdDecompressSync(content));
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
    expect(result.out).toMatch(/vault\.search\(.*\) for slot:\d+ → OK: /);
    expect(result.out).toMatch(/lawbot\.search\(.*\) for slot:\d+ → OK: /);
    expect(result.out).toContain("→ EMPTY: No matches.");
  });

  it("asks after the rewind only for what rests on the reworded claim, and runs no tool again", () => {
    const after = result.out.slice(result.out.indexOf("you rewind to SKELETON"));
    expect(after.match(/you confirm 1 \(\d+ held and are not asked again\)/g)).toHaveLength(5);
    expect(after).toContain("asked again: claim:");
    expect(after).not.toMatch(/(vault|lawbot)\.\w+\(/);
  });

  it("leaves a memo that quotes the commitment, faces the contradiction, and names run, draft and ledger", () => {
    const memo = readFileSync(join(out, "memo.md"), "utf8");
    expect(memo).toContain("“Ik bevestig hierbij namens de directie dat de vaste thuiswerkdag op vrijdag");
    expect(memo).toContain("“Ik heb de thuiswerkdag op vrijdag tegenover de directie een proef genoemd.”");
    expect(memo).toContain("Art. 7:611 BW (versie geldend vanaf 1 juli 2023)");
    const runId = /Run: +(run-\S+)/.exec(result.out)?.[1] ?? "none";
    expect(memo).toContain(runId);
    for (const kind of ["DraftText", "CitationLedger"]) {
      const path = new RegExp(`\\S+pincite\\.memo\\.v1\\.${kind}/v1/([0-9a-f]{64})\\.pb`).exec(result.out);
      expect(memo).toContain(path?.[1] ?? `no ${kind}`);
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

  /** A finalised run lies packed: one record whose parts are those that were there before. */
  const eventsOf = (bytes: Uint8Array): Uint8Array[] => {
    const { parts, events } = fromBinary(CommitRecordSchema, bytes);
    return parts.length === 0 ? events : parts.flatMap((part) => fromBinary(CommitRecordSchema, part).events);
  };

  it("leaves a journal whose chain a reader of docs/formats/journal.md can check", async () => {
    const runId = /Run: +(run-\S+)/.exec(result.out)?.[1] ?? "none";
    const db = new Level<string, Uint8Array>(join(out, "store/runs/db"), { valueEncoding: "view" });
    const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
    try {
      const events: Uint8Array[] = [];
      let head: Uint8Array | undefined;
      for await (const [key, value] of db.iterator()) {
        const [, kind, scope] = key.split("!");
        if (scope !== runId || (kind !== "c" && kind !== "h")) continue;
        const { body } = fromBinary(SealedRecordSchema, value);
        if (kind === "h") head = body;
        else events.push(...eventsOf(unpacked(key, fromBinary(CodedRecordSchema, body))));
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
