import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { forgedProofs } from "../simulation/proof/forged.ts";
import { firstBroken, secondCodes } from "../simulation/proof-second/compare.ts";
import { newFolder } from "../support/new-folder.ts";

const hasPython = ["python3", "openssl"].every((name) => spawnSync(name, ["version"]).error === undefined);
if (!hasPython)
  console.warn("SKIPPED: forged proofs in a second language need python3 and openssl, which are not here");

describe("a proof that was changed and signed anew, by a key of the forger's own", () => {
  it("is refused by the program where its events do not fit each other", async () => {
    for (const [name, [code, bytes]] of Object.entries(forgedProofs)) expect(await firstBroken(bytes), name).toBe(code);
  });

  it.skipIf(!hasPython)("is refused by the second reader at the same check", () => {
    const folder = newFolder("forged");
    for (const [name, [, bytes]] of Object.entries(forgedProofs)) writeFileSync(join(folder, name), bytes);
    const codes = Object.entries(forgedProofs).map(([name, [code]]) => [name, code]);
    expect(Object.fromEntries(secondCodes(folder))).toEqual(Object.fromEntries(codes));
  });
});
