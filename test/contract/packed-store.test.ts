import { rm } from "node:fs/promises";
import { afterAll } from "vitest";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { Commit } from "../../src/store/store.ts";
import { newFolder } from "../support/new-folder.ts";
import { groupsOfPacked, storeContract } from "./store-contract.ts";
import type { OpenStore } from "./store-samples.ts";

const dirs: string[] = [];
afterAll(() => Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true }))));

// Every scope is packed after every commit to it: whatever a caller can ask of what is packed, the answers are those of a store that
// never packs.
const openPacking: OpenStore = async (clock) => {
  const dir = newFolder("store");
  dirs.push(dir);
  const store = await openLevelStore({ dir, clock });
  const commit = async (one: Commit) => {
    const committed = await store.commit(one);
    const { owner, stream = "", events = [], scopes = [] } = one;
    for (const scope of [events.length === 0 ? "" : stream, ...scopes.map((put) => put.scope)])
      await store.pack(owner, scope).catch(() => 0);
    return committed;
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === "commit") return commit;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
};

storeContract("LevelDB, packed all the time", openPacking, groupsOfPacked);
