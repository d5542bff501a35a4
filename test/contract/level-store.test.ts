import { rm } from "node:fs/promises";
import { afterAll } from "vitest";
import { openLevelStore } from "../../src/store/level/open.ts";
import { newFolder } from "../support/new-folder.ts";
import { storeContract } from "./store-contract.ts";

const dirs: string[] = [];
afterAll(() => Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true }))));

storeContract("LevelDB", async (clock) => {
  const dir = newFolder("store");
  dirs.push(dir);
  return openLevelStore({ dir, clock });
});
