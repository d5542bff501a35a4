import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeItems, encodeItem } from "../../src/backup/items.ts";
import { digestOfStore, restoreStore } from "../../src/backup/restore-store.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";
import { payload, reasonOf, text } from "../contract/store-samples.ts";
import { newFolder, openIn } from "../store/folders.ts";

const short: fc.Arbitrary<string> = fc.constantFrom("a", "b", "!", "é", "\u{1f600}", "z:1");
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const draft = fc.record({
  owner: fc.constantFrom<string>("ann", "an!n"),
  stream: fc.constantFrom<string>("r1", "r2", "r!"),
  events: fc.array(short, { maxLength: 12 }),
  blob: maybe(short),
  apart: maybe(fc.record({ scope: fc.constantFrom<string>("d1", "doc:2"), blob: short })),
  entry: maybe(fc.record({ list: short, key: short, value: maybe(short) })),
  record: maybe(fc.record({ space: short, key: short, value: maybe(short) })),
  command: maybe(fc.record({ key: short, answer: maybe(short) })),
});
type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

const newStore = async (): Promise<Store> => openIn(newFolder());

/** Puts a draft in as a commit; what the store refuses, such as a key used twice, both stores refuse. */
const put = async (store: Store, { owner, stream, events, blob, apart, entry, record, command }: Draft) => {
  const bytes = (value: string | undefined) => (value === undefined ? undefined : text(value));
  const commit = store.commit({
    owner,
    stream,
    expect: await store.head(owner, stream),
    events: events.map((body) => ({ type: "noted", body: text(body) })),
    blobs: blob === undefined ? [] : [text(blob)],
    scopes: apart ? [{ scope: apart.scope, blobs: [text(apart.blob)] }] : [],
    entries: entry ? [{ ...entry, value: bytes(entry.value) }] : [],
    records: record ? [{ ...record, value: bytes(record.value) }] : [],
    ...(command
      ? {
          idempotency: {
            key: command.key,
            payloadDigest: payload,
            ...(command.answer === undefined ? {} : { answer: text(command.answer) }),
          },
        }
      : {}),
  });
  await reasonOf(commit);
};

/** What a backup of a store travels as, cut into pieces of an odd size. */
async function* travelling(store: Store, pieceBytes = 7): AsyncGenerator<Uint8Array> {
  const moment = store.moment();
  const items: Uint8Array[] = [];
  for await (const content of moment.contents()) items.push(encodeItem(content));
  await moment.close();
  const all = Buffer.concat(items);
  for (let at = 0; at < all.length; at += pieceBytes) yield all.subarray(at, at + pieceBytes);
}

const readFrom = (store: Store) => async (digest: string) => {
  for (const owner of await store.owners())
    if ((await store.blobSize(owner, digest)) !== undefined) return store.getBlob(owner, digest);
  throw new Error(`nobody has ${digest}`);
};

describe("a backup", () => {
  it("of a store on disk and of one in memory is the same, and each comes back whole in either", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(draft, { minLength: 1, maxLength: 12 }), async (drafts) => {
        const disk = await newStore();
        const memory = await openMemoryStore();
        for (const each of drafts) {
          await put(disk, each);
          await put(memory, each);
        }
        const digest = await digestOfStore(disk);
        expect(await digestOfStore(memory)).toBe(digest);
        const restoredDisk = await newStore();
        await restoreStore(restoredDisk, decodeItems(travelling(memory)), readFrom(memory));
        expect(await digestOfStore(restoredDisk)).toBe(digest);
        expect((await restoredDisk.verify()).damages).toEqual([]);
        const restoredMemory = await openMemoryStore();
        await restoreStore(restoredMemory, decodeItems(travelling(disk, 64)), readFrom(disk));
        expect(await digestOfStore(restoredMemory)).toBe(digest);
        for (const store of [disk, restoredDisk]) await store.close();
      }),
      { numRuns: 25 },
    );
  });

  it("is of the moment at which it was begun, whatever is written while it is read", async () => {
    for (const store of [await newStore(), await openMemoryStore()]) {
      await put(store, { ...nothing, events: ["one"], blob: "first" });
      const before = await digestOfStore(store);
      const moment = store.moment();
      await put(store, { ...nothing, events: ["two"], blob: "second", record: { space: "s", key: "k", value: "v" } });
      const copy = await openMemoryStore();
      const items = async function* () {
        for await (const content of moment.contents()) yield encodeItem(content);
      };
      await restoreStore(copy, decodeItems(items()), readFrom(store));
      expect(await digestOfStore(copy)).toBe(before);
      expect(await digestOfStore(store)).not.toBe(before);
      await moment.close();
      await store.close();
    }
  });

  it("that lost its end, or an artifact of which has other bytes, is refused", async () => {
    const store = await openMemoryStore();
    await put(store, { ...nothing, events: ["one", "two"], blob: "first" });
    const whole: Uint8Array[] = [];
    for await (const piece of travelling(store, 1)) whole.push(piece);
    const shortened = async function* () {
      yield* whole.slice(0, -20);
    };
    await expect(restoreStore(await openMemoryStore(), decodeItems(shortened()), readFrom(store))).rejects.toThrow();
    const other = restoreStore(await openMemoryStore(), decodeItems(travelling(store)), async () => text("other"));
    expect(await reasonOf(other)).toBe("DATA_LOSS");
  });
});

const nothing: Draft = {
  owner: "ann",
  stream: "r1",
  events: [],
  blob: undefined,
  apart: undefined,
  entry: undefined,
  record: undefined,
  command: undefined,
};
