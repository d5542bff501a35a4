import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Hex } from "../../src/sha256.ts";
import { winmail } from "../../src/vault/import/winmail.ts";
import { tnef, words } from "../vault/support/tnef-maker.ts";
import { seeded } from "./store-seed.ts";

const streams = 200;
const htmlBody = 0x1013;
const [longName, mediaType] = [0x3707, 0x370e];

/**
 * `npm run campaign -- tnef [seed]`: made-up winmail.dat files, read by the importer and by the program `tnef` (a Debian package of
 * that name), which must find the same files under the same names, and the same words. Answers false where they differ.
 */
export const runTnef = ([seed = "1"]: readonly string[]): boolean => {
  const random = seeded(Number(seed));
  let [files, differences] = [0, 0];
  for (let n = 0; n < streams; n++) {
    const bytes = made(random);
    const [ours, theirs] = [readHere(bytes), readThere(bytes)];
    files += theirs.length;
    if (ours.join("\n") === theirs.join("\n")) continue;
    differences++;
    console.error(`seed ${seed}, stream ${n}: here ${ours.join(", ")}; there ${theirs.join(", ")}`);
  }
  console.log(`${streams} streams with ${files} files: ${differences} read otherwise by tnef`);
  return differences === 0;
};

const made = (random: () => number): Uint8Array => {
  const some = (most: number): number => Math.floor(random() * most);
  const content = (most: number): Uint8Array => Uint8Array.from({ length: 1 + some(most) }, () => some(256));
  const html = Buffer.from(`<p>${"woord ".repeat(1 + some(200))}</p>`);
  return tnef({
    message: [
      { id: 0x8005, type: 3, value: some(1_000), named: "Keywords" },
      { id: htmlBody, type: 0x102, value: html },
    ],
    attachments: Array.from({ length: 1 + some(4) }, (_, i) => ({
      title: `FILE${i}~1.BIN`,
      data: content(20_000),
      properties: [words(longName, `bijlage ${i}.bin`), words(mediaType, "application/octet-stream")],
    })),
  });
};

const told = (name: string, bytes: Uint8Array): string => `${name} ${bytes.length} ${sha256Hex(bytes).slice(0, 16)}`;

const readHere = (bytes: Uint8Array): string[] =>
  [...(winmail.open(bytes) ?? [])].flatMap((entry) => ("bytes" in entry ? [told(entry.name, entry.bytes)] : [])).sort();

const readThere = (bytes: Uint8Array): string[] => {
  const dir = mkdtempSync(join(tmpdir(), "pincite-tnef-"));
  try {
    writeFileSync(join(dir, "in"), bytes);
    execFileSync("tnef", ["--save-body=message", "--body-pref=h", "-C", dir, join(dir, "in")]);
    const names = readdirSync(dir).filter((name) => name !== "in");
    return names.map((name) => told(name, readFileSync(join(dir, name)))).sort();
  } finally {
    rmSync(dir, { recursive: true });
  }
};
