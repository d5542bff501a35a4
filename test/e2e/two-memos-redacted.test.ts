import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportProof } from "../../src/client/memo-export.ts";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { isCampaign } from "../support/draws.ts";
import { newFolder } from "../support/new-folder.ts";
import { stage } from "../support/stages.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { type FinishedMemo, finishedMemo, sourcesOf, textOf } from "./support/finished-memo.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

const script = fileURLToPath(new URL("../../docs/verify-proof.py", import.meta.url));

/** Sentences as anybody would cut them, with no rule of ours: at line ends, and at full stops before a space. Shorter ones say nothing. */
const sentencesOf = (text: string): { readonly words: string; readonly start: number; readonly end: number }[] =>
  [...text.matchAll(/[^\n]+?(?:[.!?]+(?=\s|$)|(?=\n|$))/gu)].flatMap(({ 0: words, index }) => {
    const trimmed = words.trim();
    const start = [...text.slice(0, index + words.indexOf(trimmed))].length;
    return trimmed.length < 8 ? [] : [{ words: trimmed, start, end: start + [...trimmed].length }];
  });

/** Every string that a message holds, so that words of the memo itself are told from words of its sources. */
const stringsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (value instanceof Uint8Array || typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
};

const memos = [
  ["a reply to the employer", "letter"],
  ["a request to the UWV", "request"],
] as const;

// With each change the one: a whole case is made for each.
describe.each(isCampaign ? memos : memos.slice(0, 1))("the redacted proof of %s", (_, name) => {
  let folder: string;
  let server: TestServer;
  let memo: FinishedMemo;
  let bytes: Uint8Array;
  let whole: Uint8Array;
  beforeAll(async () => {
    folder = await stage(name);
    server = await startTestServer(folder);
    memo = await finishedMemo(server.url);
    bytes = (await exportProof(memo.connection, memo.runId, true)).bytes;
    whole = (await exportProof(memo.connection, memo.runId)).bytes;
  });
  afterAll(async () => {
    memo?.connection.close();
    await server?.stop();
  });

  it("holds in both programs", async () => {
    const { checks, redacted } = await verifyProof(bytes, undefined);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect([checks.length, redacted]).toEqual([12, true]);
    const folder = newFolder("two-memos");
    writeFileSync(join(folder, "memo"), bytes);
    expect(execFileSync("python3", [script, "--many", folder], { encoding: "utf8" })).toBe("memo holds\n");
    rmSync(folder, { recursive: true });
  });

  it("holds no sentence of any source that the memo neither cites nor showed beside what it cites", async () => {
    const cited = new Set(
      memo.draft.sections.flatMap(({ sentences }) => sentences).flatMap(({ entryIds }) => entryIds),
    );
    const spans = memo.ledger.entries.flatMap(({ entryId, span }) => (span && cited.has(entryId) ? [span] : []));
    const own = stringsIn(memo.draft).join("\n");
    const [file, full] = [Buffer.from(await unpackedFile(bytes)), Buffer.from(await unpackedFile(whole))];
    let searched = 0;
    let inWhole = 0;
    const leaked: string[] = [];
    for (const docUid of await sourcesOf(memo)) {
      const { text } = await textOf(memo, docUid);
      const here = spans.filter((span) => span.docUid === docUid);
      for (const { words, start, end } of sentencesOf(text)) {
        const shown = here.some(({ startChar, endChar }) => start < endChar + 64 && end > startChar - 64);
        if (shown || own.includes(words) || spans.some((span) => around(span).includes(words))) continue;
        searched += 1;
        if (full.includes(words)) inWhole += 1;
        if (file.includes(words)) leaked.push(words);
      }
    }
    expect(leaked).toEqual([]);
    expect(searched).toBeGreaterThan(100);
    // The whole proof has them, so that the search can find.
    expect(inWhole).toBeGreaterThan(20);
  });
});

const around = ({ excerpt, shownAfter, shownBefore }: { excerpt: string; shownBefore: string; shownAfter: string }) =>
  shownBefore + excerpt + shownAfter;
