import { writeSync } from "node:fs";
import { DomainError } from "../../src/error.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { Entry, Store, StoredEvent } from "../../src/store/store.ts";
import { apart, blobs, bodyOf, clock, isKept, lists, streams } from "./store-content.ts";

/** Reads everything that was put and sorts it into refused, missing and other than it was. */
const readAll = async (store: Store) => {
  const count = { refused: 0, missing: 0, wrong: 0 };
  const look = async (call: Promise<Uint8Array | undefined>, expected: Uint8Array): Promise<void> => {
    try {
      const bytes = await call;
      if (bytes === undefined) count.missing += 1;
      else if (Buffer.compare(bytes, expected) !== 0) count.wrong += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.reason === "ARTIFACT_NOT_FOUND") count.missing += 1;
      else count.refused += 1;
    }
  };
  for (const stream of streams)
    for (let seq = 1; seq <= 30; seq += 1) {
      const expected = Buffer.from(bodyOf(stream, seq));
      await look(
        store.read("ann", stream, { fromSeq: seq, limit: 1 }).then(([event]) => event?.body),
        expected,
      );
      await look(
        store.idempotency("ann", `${stream}.${seq}`).then((state) => state?.answer),
        expected,
      );
      await look(store.record("ann", "s", `${stream}.${seq}`), expected);
    }
  for (const bytes of [...blobs, ...apart.flatMap(([, inScope]) => inScope)])
    await look(store.getBlob("ann", sha256Hex(bytes)), bytes);
  return count;
};

/** Every list of the store, with what it must give: events of streams and of the owner, numbered lists, artifacts of scopes. */
const listsOf = (
  store: Store,
): (readonly [list: string, read: () => Promise<readonly string[]>, wanted: readonly string[]])[] => {
  const seqs = Array.from({ length: 30 }, (_, n) => n + 1);
  const texts = (events: readonly { readonly body: Uint8Array }[]) =>
    events.map(({ body }) => Buffer.from(body).toString());
  return [
    ...streams.map((stream) => {
      const wanted = seqs.map((seq) => bodyOf(stream, seq));
      return [stream, async () => texts(await store.read("ann", stream)), wanted] as const;
    }),
    ...lists.map((list) => {
      const read = async () => {
        const found: Entry[] = [];
        for (let page = await store.entries("ann", list); page.length > 0; ) {
          found.push(...page);
          page = await store.entries("ann", list, { after: page.at(-1)!.number });
        }
        return found.map(({ value }) => Buffer.from(value).toString());
      };
      return [list, read, wantedIn(list).map(({ value }) => Buffer.from(value).toString())] as const;
    }),
    ...apart.map(([scope, bytes]) => [scope, () => store.artifactsOf("ann", scope), bytes.map(sha256Hex)] as const),
    ["owner", async () => texts(await allEvents(store)), streamsInOrder()] as const,
  ];
};

/** In the order in which they were put: three openings, ten events of each stream in each. */
const streamsInOrder = (): string[] =>
  [0, 10, 20].flatMap((from) =>
    streams.flatMap((stream) => Array.from({ length: 10 }, (_, n) => bodyOf(stream, from + n + 1))),
  );

const wantedIn = (list: string) =>
  [0, 10, 20].flatMap((from) =>
    streams.flatMap((stream) =>
      Array.from({ length: 10 }, (_, n) => from + n + 1)
        .filter((seq) => isKept(list, seq))
        .map((seq) => ({ key: `${stream}.${seq}`, value: Buffer.from(bodyOf(stream, seq)) })),
    ),
  );

const allEvents = async (store: Store): Promise<StoredEvent[]> => {
  const found: StoredEvent[] = [];
  for await (const event of store.watch("ann", { after: 0n, signal: AbortSignal.timeout(20_000) })) {
    found.push(event);
    if (found.length === 300) break;
  }
  return found;
};

/** Reads each list as anybody would: how many were given and were not what they must be, were told of, and were whole once mended. */
const readLists = async (store: Store) => {
  const count = { short: 0, told: 0, mended: 0 };
  for (const [list, read, wanted] of listsOf(store))
    try {
      if ((await read()).join() !== wanted.join()) count.short += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      count.told += 1;
      if (!store.healthy) return count;
      if (!lists.some((name) => name === list)) continue;
      const isMended = await store
        .mendList("ann", list, wantedIn(list), 300n)
        .then(read)
        .then(
          (found) => found.toSorted().join() === wanted.toSorted().join(),
          () => false,
        );
      if (isMended) count.mended += 1;
    }
  return count;
};

/** Opens the folder given, reads all of it and prints one line: `refused`, or the numbers of damages, refused, missing, wrong, and of lists. */
const judge = async (dir: string): Promise<string> => {
  let store: Store;
  try {
    store = await openLevelStore({ dir, clock });
  } catch (error) {
    if (error instanceof DomainError && error.reason === "DATA_LOSS") return "refused";
    throw error;
  }
  const { short, told, mended } = await readLists(store);
  // A list is mended by a write, which ends the store where LevelDB finds the damage itself: said loudly enough.
  if (!store.healthy) return `read 1 0 0 0 ${short} ${told} ${mended}`;
  const { damages } = await store.verify();
  const { refused, missing, wrong } = await readAll(store);
  await store.close();
  return `read ${damages.length + told} ${refused} ${missing} ${wrong} ${short} ${told} ${mended}`;
};

writeSync(1, await judge(process.argv[2] ?? ""));
