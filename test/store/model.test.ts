import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "../../src/error.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { type Commit, emptyHead, type Fence, type Head, type Store } from "../../src/store/store.ts";
import { payload, text } from "../contract/store-samples.ts";
import { draws } from "../support/draws.ts";
import { newFolder, openIn } from "./folders.ts";

/** One step that both stores take. Names are few, so that steps meet. */
type Step =
  | { do: "commit"; commits: readonly Draft[] }
  | { do: "lease"; owner: string; holder: string; ttlMs: number }
  | { do: "wait"; ms: number }
  | { do: "erase"; owner: string; scopes: readonly string[] }
  | { do: "reopen" };

/** A commit in words that mean the same to both stores: the head it expects is found when the step is taken. */
interface Draft {
  owner: string;
  stream: string;
  head: "actual" | "empty" | "none";
  events: readonly string[];
  blob: string | undefined;
  apart: { scope: string; blob: string } | undefined;
  entry: { key: string; value: string | undefined } | undefined;
  record: { key: string; value: string | undefined } | undefined;
  command: { key: string; other: boolean; answer: string | undefined; takeOver: boolean } | undefined;
  fenced: boolean;
}

const short = fc.constantFrom("a", "b", "!", "é", "\u{1f600}");
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const draft: fc.Arbitrary<Draft> = fc.record({
  owner: fc.constantFrom("ann", "an!n"),
  stream: fc.constantFrom("r1", "r2", "r!"),
  head: fc.constantFrom("actual", "actual", "actual", "empty", "none"),
  events: fc.array(short, { maxLength: 3 }),
  blob: maybe(short),
  apart: maybe(fc.record({ scope: fc.constantFrom("d1", "r!", "d!"), blob: short })),
  entry: maybe(fc.record({ key: short, value: maybe(short) })),
  record: maybe(fc.record({ key: short, value: maybe(short) })),
  command: maybe(fc.record({ key: short, other: fc.boolean(), answer: maybe(short), takeOver: fc.boolean() })),
  fenced: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("commit" as const),
      commits: fc.array(draft, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("lease" as const),
      owner: fc.constantFrom("ann", "an!n"),
      holder: short,
      ttlMs: fc.nat(50),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("erase" as const),
      owner: fc.constantFrom("ann", "an!n"),
      scopes: fc.uniqueArray(fc.constantFrom("r1", "r2", "r!", "d1", "d!"), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.constant({ do: "reopen" as const }) },
);

const commitOf = (draft: Draft, actual: Head, fence: Fence | undefined): Commit => ({
  owner: draft.owner,
  stream: draft.stream,
  ...(draft.head === "none" ? {} : { expect: draft.head === "empty" ? emptyHead : actual }),
  events: draft.events.map((body) => ({ type: "t", body: text(body) })),
  blobs: draft.blob === undefined ? [] : [text(draft.blob)],
  records: draft.record
    ? [
        {
          space: "s",
          key: draft.record.key,
          value: draft.record.value === undefined ? undefined : text(draft.record.value),
        },
      ]
    : [],
  scopes: draft.apart ? [{ scope: draft.apart.scope, blobs: [text(draft.apart.blob)] }] : [],
  entries: draft.entry
    ? [
        {
          list: "l",
          key: draft.entry.key,
          value: draft.entry.value === undefined ? undefined : text(draft.entry.value),
        },
      ]
    : [],
  ...(draft.command ? { idempotency: commandOf(draft.command) } : {}),
  ...(draft.fenced && fence ? { fence } : {}),
});

const commandOf = ({ key, other, answer, takeOver }: NonNullable<Draft["command"]>) => ({
  key,
  payloadDigest: other ? sha256Hex(text("other")) : payload,
  takeOver,
  ...(answer === undefined ? {} : { answer: text(answer) }),
});

/** What a call gave, or why it was refused, without the numbers that only one store has. */
const outcome = async (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) =>
    error instanceof DomainError ? { reason: error.reason, message: error.message } : Promise.reject(error),
  );

/** Takes the steps and writes down everything that can be seen from outside. */
const transcript = async (
  open: (clock: { now(): number }) => Promise<Store>,
  reopens: boolean,
  steps: readonly Step[],
) => {
  let nowMs = 0;
  const clock = { now: () => nowMs };
  let store = await open(clock);
  const seen: unknown[] = [];
  const fences = new Map<string, Fence>();
  for (const each of steps) {
    if (each.do === "wait") nowMs += each.ms;
    if (each.do === "reopen" && reopens) {
      await store.close();
      store = await open(clock);
    }
    if (each.do === "reopen") {
      // An opening frees leases; the store that stays open lets them run out instead.
      nowMs += 100;
      fences.clear();
    }
    if (each.do === "lease") {
      const fence = await outcome(store.lease(each.owner, "turn", each.holder, each.ttlMs));
      if ((fence as Fence).value) fences.set(each.owner, fence as Fence);
      seen.push((fence as Fence).value ? "leased" : (fence as { reason: string }).reason);
    }
    if (each.do === "erase") {
      const erase = each.scopes.map((scope) => ({ scope }));
      seen.push(await outcome(store.commit({ owner: each.owner, erase })));
    }
    if (each.do === "commit") {
      const commits: Commit[] = [];
      for (const d of each.commits) commits.push(commitOf(d, await store.head(d.owner, d.stream), fences.get(d.owner)));
      seen.push(await Promise.all(commits.map((commit) => outcome(store.commit(commit)))));
    }
  }
  seen.push(await everythingIn(store));
  await store.close();
  return seen;
};

const everythingIn = async (store: Store) => {
  const seen: unknown[] = [await store.verify()];
  for (const owner of ["ann", "an!n"]) {
    for (const stream of ["r1", "r2", "r!"])
      seen.push(await store.head(owner, stream), await outcome(store.read(owner, stream)));
    seen.push(await store.list(owner, "s"), await store.list(owner, "s", { reverse: true, limit: 2 }));
    seen.push(await store.entries(owner, "l"), await store.entries(owner, "l", { reverse: true, limit: 2 }));
    for (const scope of ["", "r1", "r!", "d1", "d!"]) seen.push(await outcome(store.artifactsOf(owner, scope)));
    for (const key of ["a", "b", "!", "é", "\u{1f600}"])
      seen.push(
        await outcome(store.idempotency(owner, key)),
        await outcome(store.getBlob(owner, sha256Hex(text(key)))),
      );
    // One more event, which nothing can have erased, so that a watch is known to have come to its end.
    const { position } = await store.commit({
      owner,
      stream: "end",
      expect: emptyHead,
      events: [{ type: "t", body: text("end") }],
    });
    const signal = new AbortController().signal;
    const events = [];
    for await (const one of store.watch(owner, { after: 0n, signal })) {
      events.push(one);
      if (one.position === position) break;
    }
    seen.push(events);
  }
  return seen;
};

describe("the store on disk and the one in memory", () => {
  it("cannot be told apart from outside, whatever is done to them, openings included", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const dir = newFolder();
        const inMemory = await transcript((clock) => openMemoryStore({ clock }), false, steps);
        const onDisk = await transcript((clock) => openIn(dir, { clock }), true, steps);
        expect(onDisk).toEqual(inMemory);
      }),
      { numRuns: draws(30) },
    );
  });
});
