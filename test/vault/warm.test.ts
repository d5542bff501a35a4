import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { boundCache } from "../../src/vault/warm/cache-folder.ts";
import { nodesFor } from "../../src/vault/warm/rendezvous.ts";
import { openSharedMemory } from "../support/shared-store.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

const names = Array.from({ length: 300 }, (_, n) => `strand-${n}`);
const falling = (nodes: readonly string[], count: number) =>
  new Map(names.map((name) => [name, nodesFor(name, nodes, count)]));

describe("the servers that a strand falls to", () => {
  it("are as many as asked for, the same in whatever order they are known, and each gets its share", () => {
    const nodes = ["one", "two", "three", "four"];
    const those = falling(nodes, 2);
    expect(falling([...nodes].reverse(), 2)).toEqual(those);
    for (const two of those.values()) expect(new Set(two).size).toBe(2);
    for (const node of nodes) {
      const share = [...those.values()].filter((two) => two.includes(node)).length;
      // Half of 300, give or take four standard deviations.
      expect(Math.abs(share - 150)).toBeLessThan(35);
    }
    expect(nodesFor("strand", ["one"], 2)).toEqual(["one"]);
    expect(nodesFor("strand", [], 2)).toEqual([]);
  });

  it("stay the same but for what fell to one that goes", () => {
    const [before, after] = [falling(["one", "two", "three", "four"], 2), falling(["one", "two", "four"], 2)];
    for (const [name, two] of before) {
      const kept = two.filter((node) => node !== "three");
      expect(after.get(name)).toEqual(expect.arrayContaining(kept));
    }
  });
});

/** Servers over one store; of each is counted how often it read the journal of a strand. */
const servers = async (...replicas: readonly string[]) => {
  const store = await openSharedMemory();
  const open = async (replica: string) => {
    const reads: string[] = [];
    const read: Store["read"] = (owner, stream, range) => {
      reads.push(stream);
      return store.read(owner, stream, range);
    };
    const own: Store = new Proxy(store, {
      get: (on, name) => {
        const value: unknown = name === "read" ? read : Reflect.get(on, name);
        return typeof value === "function" ? value.bind(on) : value;
      },
    });
    return { replica, reads, ...(await openTestVault({ store: own, replica })) };
  };
  return { store, all: await Promise.all(replicas.map(open)) };
};

const strands = ["a", "b", "c", "d", "e", "f"];

describe("strands of servers over one store", () => {
  it("follow on the two that they fall to, and are served by any", async () => {
    const { all } = await servers("one", "two", "three");
    for (const { vault } of all) await vault.keepWarm();
    for (const { vault } of all) await vault.keepWarm();
    const [first] = all;
    for (const id of strands)
      await importAll(first!.vault, [file(`${id}.txt`, `Een zilveren aambeeld in ${id}.`)], { strandId: id });
    const followed = new Map<string, readonly string[]>();
    for (const { replica, reads, vault } of all) {
      reads.length = 0;
      await vault.keepWarm();
      followed.set(replica, [...reads]);
    }
    for (const id of strands) {
      const warm = nodesFor(id, ["one", "two", "three"], 2);
      for (const { replica, reads, search } of all) {
        // The one that it was put in through has it open in any case.
        const isWarm = followed.get(replica)?.includes(`vault/${id}`);
        if (replica !== "one") expect([id, replica, isWarm]).toEqual([id, replica, warm.includes(replica)]);
        reads.length = 0;
        const { result } = await search.search({ query: "aambeeld", strandId: id });
        expect(result?.candidates).toHaveLength(1);
        if (warm.includes(replica)) expect(reads.filter((stream) => stream === `vault/${id}`)).toEqual([]);
      }
    }
    for (const { vault } of all) await vault.close();
  });

  it("follow on another one once a server has gone", async () => {
    const { all } = await servers("one", "two", "three");
    const [one, two, three] = all;
    for (let round = 0; round < 2; round++) for (const { vault } of all) await vault.keepWarm();
    for (const id of strands) await importAll(one!.vault, [file(`${id}.txt`, "Een aambeeld.")], { strandId: id });
    for (const { vault } of all) await vault.keepWarm();
    await three!.vault.close();
    const cold = strands.filter((id) => !nodesFor(id, ["one", "two", "three"], 2).includes("two"));
    expect(cold).not.toEqual([]);
    two!.reads.length = 0;
    await two!.vault.keepWarm();
    for (const id of cold) expect(two!.reads).toContain(`vault/${id}`);
    for (const { vault } of [one!, two!]) await vault.close();
  });

  it("keep no more on disk than they may, and are made anew when they are asked for", async () => {
    const indexDir = mkdtempSync(join(tmpdir(), "pincite-warm-"));
    const store = await openSharedMemory();
    const began = await openTestVault({ store, replica: "one", indexDir });
    for (const id of strands) await importAll(began.vault, [file(`${id}.txt`, "Een aambeeld.")], { strandId: id });
    await began.vault.close();
    const stems = () => new Set(readdirSync(indexDir).map((name) => name.slice(0, name.indexOf("."))));
    expect(stems().size).toBe(strands.length);
    const bytes = () => readdirSync(indexDir).reduce((sum, name) => sum + statSync(join(indexDir, name)).size, 0);
    const all = bytes();
    const [kept, dropped] = [[...stems()][0]!, boundCache(indexDir, all / 2, new Set([...stems()].slice(0, 1)))];
    expect(dropped).toBe(strands.length / 2);
    expect(bytes()).toBeLessThanOrEqual(all / 2);
    expect(stems()).toContain(kept);
    const { search, vault } = await openTestVault({ store, replica: "one", indexDir, cacheBytesMax: 0 });
    for (const id of strands) {
      const { result } = await search.search({ query: "aambeeld", strandId: id });
      expect(result?.candidates).toHaveLength(1);
    }
    // All are open by now.
    await vault.keepWarm();
    expect(stems().size).toBe(strands.length);
    await vault.close();
    rmSync(indexDir, { recursive: true, force: true });
  });

  it("are nobody's to keep where one process has the store alone", async () => {
    const { store, vault } = await openTestVault({ replica: "one" });
    await vault.keepWarm();
    expect(await store.list("user-1", "vault-node")).toEqual([]);
    await vault.close();
  });
});
