import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openLevelStore } from "../../src/store/level/open.ts";
import { storeContract } from "./store-contract.ts";

const dirs: string[] = [];
afterAll(() => Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true }))));

storeContract("LevelDB", async (clock) => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-store-"));
  dirs.push(dir);
  return openLevelStore({ dir, clock });
});
