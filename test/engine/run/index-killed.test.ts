import { execFile } from "node:child_process";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { IndexStateSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { projectRoot } from "../../../scripts/import-rules.ts";
import { openIndex, rebuildIndexes } from "../../../src/engine/run/index-rebuild.ts";
import { indexStateSpace } from "../../../src/engine/run/kept-spaces.ts";
import { RunIndex } from "../../../src/engine/run/run-index.ts";
import { indexVersion } from "../../../src/engine/run/spaces.ts";
import { openLevelStore } from "../../../src/store/level/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { unpackStore } from "../../support/stores/unpack.ts";
import { indexRows } from "../index-rows.ts";

/** What became of a process that rebuilt and was to be killed in its n-th commit. */
const rebuiltUntil = (dir: string, n: number) =>
  new Promise<{ signal: unknown; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot, "test/engine/run/dying-rebuild.mjs"), dir, String(n)],
      (error, said) => resolve({ signal: error?.signal ?? undefined, said }),
    );
  });

const within = async <T>(dir: string, work: (store: Store, owner: string) => Promise<T>): Promise<T> => {
  const store = await openLevelStore({ dir, clock: { now: () => Date.now() } });
  try {
    return await work(store, (await store.owners())[0]!);
  } finally {
    await store.close();
  }
};

describe("the index of a folder whose rebuild is killed", () => {
  it.each([
    { when: "while the old records go", deaths: [9], cleared: false },
    { when: "while records are derived", deaths: [20], cleared: true },
    { when: "twice", deaths: [9, 12], cleared: true },
  ])("$when goes on where it was, and is whole in the end", async ({ deaths, cleared }) => {
    const dir = join(unpackStore(), "runs");
    const all = await within(dir, async (store, owner) => {
      // As a version that derived its records otherwise leaves it.
      await store.commit({ owner, records: [indexStateSpace.set("state", create(IndexStateSchema, { version: 1 }))] });
      return (await store.verify()).events;
    });
    for (const n of deaths) expect(await rebuiltUntil(dir, n)).toEqual({ signal: "SIGKILL", said: "" });
    await within(dir, async (store, owner) => {
      const left = await new RunIndex(store, owner).get(indexStateSpace, "state");
      expect(left).toMatchObject({ version: 0, building: indexVersion, cleared });
      const done = await openIndex(store, owner);
      if (cleared) expect(done?.events).toBeLessThan(Number(all));
      const rows = await indexRows(store, owner);
      expect(rows.length).toBeGreaterThan(40);
      await rebuildIndexes(store, owner);
      expect(await indexRows(store, owner)).toEqual(rows);
      expect(await openIndex(store, owner)).toBeUndefined();
      expect((await store.verify()).damages).toEqual([]);
    });
  });
});
