import { expect, it } from "vitest";
import { bytesInMemory, RunStore } from "../../../src/engine/run/run-store.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { owner, TestEngine } from "../support.ts";

/** Runs of one commit each, in a store that counts how often each was read. */
const storedRuns = async (count: number) => {
  const store = await openMemoryStore();
  const reads = new Map<string, number>();
  const read: Store["read"] = (of, stream, ...rest) => {
    reads.set(stream, (reads.get(stream) ?? 0) + 1);
    return store.read(of, stream, ...rest);
  };
  const counting = new Proxy(store, {
    get: (target, name) => {
      if (name === "read") return read;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const test = await TestEngine.open({ store });
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await test.newRun(`create-${n}`)).runId);
  return { counting, reads, ids, reader: test.engine.runs.reader };
};

it("keeps loaded runs up to a number of bytes, and reads the one longest unused again", async () => {
  const { counting, reads, ids, reader } = await storedRuns(4);
  const [first, second, third, fourth] = ids as [string, string, string, string];
  const each = bytesInMemory(await new RunStore(counting, owner, reader).load(first));
  reads.clear();
  const runs = new RunStore(counting, owner, reader, {}, 3 * each);
  for (const id of [first, second, third, first, fourth]) await runs.load(id);
  expect(Object.fromEntries(reads)).toEqual({ [first]: 1, [second]: 1, [third]: 1, [fourth]: 1 });
  // The fourth put the second out, which nobody had used since.
  for (const id of [first, third, fourth]) await runs.load(id);
  expect(reads.get(second)).toBe(1);
  expect([...reads.values()].reduce((sum, one) => sum + one)).toBe(4);
  await runs.load(second);
  expect(reads.get(second)).toBe(2);
});
