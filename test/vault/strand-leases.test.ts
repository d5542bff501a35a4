import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import type { Commit, Store } from "../../src/store/store.ts";
import { reasonOf } from "./refusal.ts";
import { file, importAll, openTestVault, told } from "./vault-fixture.ts";

let now = Date.UTC(2026, 0, 2);

/** Two servers over one store; `heldBack` may keep a commit of the first from coming to it. */
const twoServers = async (heldBack: (commit: Commit) => Promise<void> = async () => undefined) => {
  const store: Store = Object.assign(await openMemoryStore({ clock: { now: () => now } }), { isShared: true });
  const slow: Store = new Proxy(store, {
    get: (of, name) => {
      if (name === "commit") return (commit: Commit) => heldBack(commit).then(() => of.commit(commit));
      const value = Reflect.get(of, name);
      return typeof value === "function" ? value.bind(of) : value;
    },
  });
  const [here, there] = [await openTestVault({ store: slow }), await openTestVault({ store })];
  return { store, here, there };
};

const papers = (from: string, count: number) =>
  Array.from({ length: count }, (_, n) => file(`${from}-${n}.txt`, `Stuk ${n} van ${from}, over een aambeeld.`));

describe("two servers that write to one strand at the same time", () => {
  it("take turns batch by batch, and each file is there once", async () => {
    const { here, there } = await twoServers();
    const both = papers("beide", 70);
    const [mine, theirs] = await Promise.all([
      importAll(here.vault, [...papers("hier", 60), ...both]),
      importAll(there.vault, [...both, ...papers("daar", 60)]),
    ]);
    const rows = [...mine, ...theirs].map(told);
    expect(rows.filter((row) => row.startsWith("IMPORTED "))).toHaveLength(190);
    expect(rows.filter((row) => !row.startsWith("IMPORTED ")).every((row) => row.startsWith("DUPLICATE"))).toBe(true);
    for (const { docs } of [here, there]) {
      const { docs: found } = await docs.listDocs({ pageSize: 1_000 });
      expect(new Set(found.map(({ docUid }) => docUid)).size).toBe(190);
    }
  });

  it("hold the strand meanwhile, and give it back", async () => {
    let asked: string | undefined;
    const { store, here } = await twoServers(async ({ stream }) => {
      if (stream) asked = await reasonOf(store.lease("user-1", "strand/default", "somebody else", 1_000));
    });
    await importAll(here.vault, papers("hier", 3));
    expect(asked).toBe("FENCED");
    const fence = await store.lease("user-1", "strand/default", "somebody else", 1_000);
    // What is there already writes nothing, and holds nothing either.
    await store.commit({ owner: "user-1", fence, release: true });
    await importAll(here.vault, papers("hier", 3));
    expect(await reasonOf(store.lease("user-1", "strand/default", "somebody else", 1_000))).toBe("answered");
  });

  it("are refused once another has taken over, decide again on what that one wrote, and lose nothing", async () => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let isFirst = true;
    const seen: string[] = [];
    const { here, there } = await twoServers(async ({ stream, fence }) => {
      if (!stream) return;
      seen.push(String(fence?.value));
      if (!isFirst) return;
      isFirst = false;
      reached.resolve();
      await goOn.promise;
    });
    const mine = importAll(here.vault, papers("zelfde", 3));
    await reached.promise;
    // Halted past its lease.
    now += 60_000;
    const theirs = await importAll(there.vault, papers("zelfde", 3));
    goOn.resolve();
    expect(theirs.map(told).every((row) => row.startsWith("IMPORTED"))).toBe(true);
    expect((await mine).map(told).every((row) => row.startsWith("DUPLICATE"))).toBe(true);
    expect(new Set(seen).size).toBe(seen.length);
    expect((await here.docs.listDocs({})).docs).toHaveLength(3);
  });

  it("end what a killed one left once its lease has run out", async () => {
    const { store, there } = await twoServers();
    await store.lease("user-1", "strand/default", "one that was killed", 300);
    const later = setTimeout(() => (now += 1_000), 200);
    expect((await importAll(there.vault, papers("daar", 2))).map(told)).toHaveLength(2);
    clearTimeout(later);
  });
});
