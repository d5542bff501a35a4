import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { memoFormats } from "../../src/export/formats.ts";

const fixture = fileURLToPath(new URL("memo-fixture.ts", import.meta.url));
const printers = fileURLToPath(new URL("../../src/export/formats.ts", import.meta.url));

/** Prints a digest for each format, in a process whose clock runs as far ahead as it is told. */
const program = `
const { createHash } = await import("node:crypto");
const ahead = Number(process.argv[1]);
const now = Date.now.bind(Date);
Date.now = () => now() + ahead;
globalThis.Date = class extends Date { constructor(...given) { given.length === 0 ? super(now() + ahead) : super(...given); } };
const { contractId, frameFixture, letterId, memoFixture } = await import(${JSON.stringify(fixture)});
const { memoFormats } = await import(${JSON.stringify(printers)});
const original = { bytes: new Uint8Array(2000).fill(65), digest: "0a".repeat(32), name: "brief.eml" };
const memo = { ...memoFixture(), frame: frameFixture(), originals: new Map([letterId, contractId].map((id) => [id, original])) };
for (const { name, print } of memoFormats)
  console.log(name, createHash("sha256").update(await print(memo)).digest("hex"), String(new Date().getTimezoneOffset()));
`;

const printed = (env: Readonly<Record<string, string>>, aheadMs: number): string[] => {
  const argv = ["--no-warnings", "--input-type=module", "-e", program, String(aheadMs)];
  const said = execFileSync(process.execPath, argv, { encoding: "utf8", env: { ...process.env, ...env } });
  return said.trim().split("\n");
};

const withoutZone = (lines: readonly string[]): string[] => lines.map((line) => line.split(" ").slice(0, 2).join(" "));

describe("a memo in each format", () => {
  it("is the same bytes in another process, another time zone, another locale and on another day", () => {
    const here = printed({ TZ: "UTC", LC_ALL: "C", LANG: "C" }, 0);
    const there = printed({ TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" }, 400 * 86_400_000);
    expect(withoutZone(here).map((line) => line.split(" ")[0])).toEqual(memoFormats.map(({ name }) => name));
    expect(withoutZone(there)).toEqual(withoutZone(here));
    // That the second process did live elsewhere.
    expect([here[0]?.split(" ")[2], there[0]?.split(" ")[2]]).toEqual(["0", "-840"]);
  });
});
