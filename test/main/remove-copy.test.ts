import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeCopy } from "../../src/main/remove-copy.ts";
import { newFolder } from "../support/new-folder.ts";

// What a disk keeps of a file that was removed is what stood in it: here a second name keeps it. A copy's keys were left so, beside an erasure that relies on
// there being none.
it("overwrites the keys of a copy before it is removed, and nothing that a link leads to", async () => {
  const base = newFolder("copy");
  const keys = ["runs/scope-keys/keys", "keys/token.key", "vault-index/a.sqlite.key"];
  for (const folder of ["runs/scope-keys", "keys", "vault-index", "runs/db"])
    mkdirSync(join(base, "copy", folder), { recursive: true });
  for (const [at, name] of keys.entries()) {
    writeFileSync(join(base, "copy", name), "secret");
    linkSync(join(base, "copy", name), join(base, `kept-${at}`));
  }
  mkdirSync(join(base, "own"));
  writeFileSync(join(base, "own", "b.key"), "secret");
  symlinkSync(join(base, "own"), join(base, "copy", "runs", "blobs"));
  await removeCopy(join(base, "copy"));
  expect(readdirSync(base).sort()).toEqual(["kept-0", "kept-1", "kept-2", "own"]);
  for (const at of keys.keys()) expect(readFileSync(join(base, `kept-${at}`), "utf8")).not.toBe("secret");
  expect(readFileSync(join(base, "own", "b.key"), "utf8")).toBe("secret");
});
