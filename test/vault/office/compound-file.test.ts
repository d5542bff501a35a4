import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CompoundFile } from "../../../src/vault/office/compound-file.ts";

const made = readFileSync(new URL("../import/office-files/by-libreoffice.doc", import.meta.url));
const directoryAt = (made.readUInt32LE(48) + 1) * 512;
const entryOf = (type: number): number => {
  for (let at = directoryAt + 128; ; at += 128) if (made[at + 66] === type) return (at - directoryAt) / 128;
};
const isEndless = (change: (bytes: Buffer) => void): boolean | undefined => {
  const bytes = Buffer.from(made);
  change(bytes);
  return CompoundFile.open(bytes)?.isEndless;
};

// A library that trusts these tables went round until its memory was full: what ended it was the bound of its thread.
describe("a compound file whose tables have no end", () => {
  const tableAt = (made.readUInt32LE(76) + 1) * 512;
  const smallTableAt = (made.readUInt32LE(60) + 1) * 512;
  const stream = entryOf(2);
  const streamAt = directoryAt + 128 * stream;

  it("is none that was written by a program", () => {
    expect(isEndless(() => undefined)).toBe(false);
  });

  it("has a list of entries that follows itself", () => {
    expect(
      isEndless((bytes) => bytes.writeUInt32LE(bytes.readUInt32LE(48), tableAt + 4 * bytes.readUInt32LE(48))),
    ).toBe(true);
  });

  it("has small sectors that follow themselves", () => {
    const change = (bytes: Buffer): void => {
      bytes.writeUInt32LE(0, streamAt + 116);
      bytes.writeUInt32LE(100, streamAt + 120);
      bytes.writeUInt32LE(0, smallTableAt);
    };
    expect(isEndless(change)).toBe(true);
  });

  it("has an entry that stands below itself", () => {
    expect(isEndless((bytes) => bytes.writeUInt32LE(stream, streamAt + 68))).toBe(true);
  });
});
