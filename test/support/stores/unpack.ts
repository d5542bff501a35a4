import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { readTarGz } from "../tar.ts";

/** The folder that `write.ts` froze. */
export const frozenStore = join(import.meta.dirname, "demo.tar.gz");

/**
 * Lays out the data folder that `pincite demo` leaves: a finalised memo, its dossier and its law, without search indexes. It is afresh for each
 * call, and gone when the tests of the calling file have ended.
 */
export const unpackStore = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-frozen-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  for (const { path, bytes } of readTarGz(frozenStore)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes, { mode: 0o600 });
  }
  return folder;
};
