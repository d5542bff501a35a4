import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../../scripts/import-rules.ts";
import { newFolder } from "../../support/new-folder.ts";
import { goldenProofs } from "./proofs.ts";

const proofs = goldenProofs();

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython)
  console.warn("SKIPPED: proofs that were handed on in a second language need python3, which is not here");

it.skipIf(!hasPython)("a proof that was handed on holds by the second reader, whatever its rules", () => {
  const folder = newFolder("golden-proofs");
  for (const { name, bytes } of proofs) writeFileSync(join(folder, name), bytes);
  const said = execFileSync("python3", [join(projectRoot, "docs/verify-proof.py"), "--many", folder]);
  expect(said.toString().trim().split("\n").toSorted()).toEqual(proofs.map(({ name }) => `${name} holds`));
});
