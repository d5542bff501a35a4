import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { IndexStateSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { openIndex, rebuildIndexes } from "../../../src/engine/run/index-rebuild.ts";
import { indexStateSpace } from "../../../src/engine/run/kept-spaces.ts";
import { RunIndex } from "../../../src/engine/run/run-index.ts";
import { derivedSpaces, indexEntries, indexRecords, indexVersion } from "../../../src/engine/run/spaces.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import type { Commit } from "../../../src/store/store.ts";
import { readJournal } from "../../run/golden-run.ts";
import { dyingStore } from "../dying-store.ts";
import { indexRows, recordRows } from "../index-rows.ts";
import { failureOf, owner, TestEngine } from "../support.ts";

const state = (version: number) => indexStateSpace.set("state", create(IndexStateSchema, { version }));

/** A store with a run whose index a program of another version has written, and what the index should be. */
const ofAnotherVersion = async () => {
  const dying = await dyingStore();
  const test = await TestEngine.open({ store: dying.store });
  await (await test.newRun()).to(S.EVIDENCE_BINDING);
  const right = await indexRows(dying.store);
  const records = (await recordRows(dying.store)).length;
  const value = new Uint8Array([1]);
  const strays = derivedSpaces.map(({ name: space }) => ({ space, key: "of/another/version", value }));
  await dying.store.commit({ owner, records: [state(indexVersion + 1), ...strays] });
  return { ...dying, right, records };
};

describe("the index of a store that is opened", () => {
  it("is left alone where it is of this version, and made where there is nothing yet", async () => {
    const test = await TestEngine.open();
    await (await test.newRun()).to(S.SKELETON);
    expect(await openIndex(test.parts.store, owner)).toBeUndefined();
    expect(await openIndex(test.parts.store, "nobody")).toBeUndefined();
  });

  it("is built anew where it is of another version, and then left alone", async () => {
    const { store, right, records } = await ofAnotherVersion();
    expect(await openIndex(store, owner)).toMatchObject({ removed: records + derivedSpaces.length });
    expect(await indexRows(store)).toEqual(right);
    expect(await openIndex(store, owner)).toBeUndefined();
  });

  it("goes on where it was killed, at whatever step", async () => {
    const { store, right, dieAt, heal, isDead } = await ofAnotherVersion();
    let deaths = 0;
    for (let at = 1, alive = false; !alive; at++)
      for (const when of ["before", "after"] as const) {
        await store.commit({ owner, records: [state(indexVersion + 1)] });
        dieAt(at, when);
        const whole = await rebuildIndexes(store, owner, { recordsAtOnce: 2 }).catch(() => undefined);
        alive = !isDead();
        heal();
        if (whole) continue;
        deaths++;
        await openIndex(store, owner);
        expect(await indexRows(store)).toEqual(right);
        expect(await openIndex(store, owner)).toBeUndefined();
      }
    // Clearing, deriving and the last word, each in several steps.
    expect(deaths).toBeGreaterThan(20);
  });

  it("does not begin again from the first event", async () => {
    const { store, dieAt, heal } = await ofAnotherVersion();
    const { events: all } = await rebuildIndexes(store, owner, { recordsAtOnce: 1 });
    await store.commit({ owner, records: [state(indexVersion + 1)] });
    let commits = 0;
    for (; ; commits++) {
      dieAt(commits + 2, "before");
      await failureOf(rebuildIndexes(store, owner, { recordsAtOnce: 1 }));
      heal();
      const at = await new RunIndex(store, owner).get(indexStateSpace, "state");
      if (at?.cleared && at.position > 5n) break;
    }
    const left = await openIndex(store, owner);
    expect(left?.events).toBeGreaterThan(0);
    expect(left?.events).toBeLessThan(all - 4);
  });
});

describe("two processes over one store", () => {
  it("do not build the index at once: the second is refused while the first builds, and finds it whole afterwards", async () => {
    const { store, right } = await ofAnotherVersion();
    const first = openIndex(store, owner, { holder: "first", recordsAtOnce: 20 });
    expect(await failureOf(openIndex(store, owner, { holder: "second" }))).toMatchObject({ reason: "FENCED" });
    expect(await first).toBeDefined();
    expect(await openIndex(store, owner, { holder: "second" })).toBeUndefined();
    expect(await indexRows(store)).toEqual(right);
  });

  it("do not build it at once either where the first was away so long that the second took over", async () => {
    const clock = { ms: 0, now: () => clock.ms };
    const store = await openMemoryStore({ clock });
    const test = await TestEngine.open({ store });
    await (await test.newRun()).to(S.EVIDENCE_BINDING);
    const right = await indexRows(store);
    await store.commit({ owner, records: [state(indexVersion + 1)] });
    let commits = 0;
    const slow = new Proxy(store, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (name !== "commit") return typeof value === "function" ? value.bind(target) : value;
        return async (commit: Commit) => {
          const answer = await target.commit(commit);
          if (++commits !== 5) return answer;
          clock.ms += 60_000;
          expect(await openIndex(store, owner, { holder: "second" })).toBeDefined();
          return answer;
        };
      },
    });
    const late = openIndex(slow, owner, { holder: "first", recordsAtOnce: 20 });
    expect(await failureOf(late)).toMatchObject({ reason: "FENCED" });
    expect(commits).toBeGreaterThanOrEqual(5);
    expect(await indexRows(store)).toEqual(right);
    expect(await openIndex(store, owner, { holder: "third" })).toBeUndefined();
  });
});

describe("what the index derives from an event", () => {
  it("is what it was when its version was set; otherwise raise indexVersion, and note the new digest here", () => {
    const folder = new URL("../../golden/journal/", import.meta.url);
    const derived = createHash("sha256");
    for (const name of ["machine-1", "machine-1-tools"])
      for (const [at, event] of readJournal(readFileSync(new URL(`${name}.events.binpb`, folder))).entries())
        for (const { key, value, ...of } of [
          ...indexRecords(`run-${name}`, at + 1, event),
          ...indexEntries(`run-${name}`, at + 1, event),
        ])
          derived.update(
            `${"space" in of ? of.space : `#${of.list}`} ${key} ${value === undefined ? "-" : Buffer.from(value).toString("hex")}\n`,
          );
    expect([indexVersion, derived.digest("hex").slice(0, 16)]).toEqual([4, "f1329e2d7bb12b6e"]);
  });
});
