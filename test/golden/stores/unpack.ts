import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { projectRoot } from "../../../scripts/import-rules.ts";
import { readTarGz } from "../../support/tar.ts";

/** The stores that are kept, as README.md describes them. */
export const goldenStores = ["demo", "waiting", "cut-off", "vault"] as const;
export type GoldenStore = (typeof goldenStores)[number];

/** Whose runs and documents they are; the demo's belong to the user it was started by. */
export const goldenUser = "golden";

/** Lays a data folder out afresh, in a folder that is gone when the tests of the calling file have ended. */
export const unpackStore = (name: GoldenStore): string => {
  const folder = mkdtempSync(join(tmpdir(), `pincite-golden-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  for (const { path, bytes } of readTarGz(join(projectRoot, "test/golden/stores", `${name}.tar.gz`))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes, { mode: 0o600 });
  }
  return folder;
};
