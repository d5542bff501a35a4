import { describe, expect, it } from "vitest";
import { IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import { blobNotFound } from "../../../src/store/refusals.ts";
import type { Store } from "../../../src/store/store.ts";
import { failureOf, TestEngine } from "../support.ts";

/** A store that knows nothing of some artifacts that it was given, as where a key of LevelDB was damaged. */
const losing = async (): Promise<{ store: Store; lost: Set<string> }> => {
  const lost = new Set<string>();
  const store = await openMemoryStore();
  const answers: Readonly<Record<string, (digest: string) => unknown>> = {
    scopesOf: async () => [],
    blobSize: async () => undefined,
    getBlob: async (digest) => {
      throw blobNotFound(digest);
    },
  };
  const proxy = new Proxy(store, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const answer = answers[String(name)];
      return (...args: string[]) => (answer && lost.has(args[1]!) ? answer(args[1]!) : value.apply(target, args));
    },
  });
  return { store: proxy, lost };
};

// A listed artifact whose locator was lost was answered with NOT_FOUND, as if nobody had ever recorded it.
describe("an artifact that an event names and the store does not have", () => {
  it("is a loss of data, whoever asks for it; one that nothing names is not there", async () => {
    const { store, lost } = await losing();
    const test = await TestEngine.open({ store });
    const run = await test.newRun();
    await run.propose({ case: "intentSeed", value: { goal: "Een doel" } }, { confirm: true });
    const { rows } = await test.views.artifacts(run.runId, IntentSeedSchema.typeName, undefined, 10);
    const ref = rows[0]!.ref!;
    expect(await test.views.artifact(ref.digest)).toMatchObject({ ref: { digest: ref.digest } });
    lost.add(ref.digest);
    test.engine.runs.reader.forget();
    const asked = [
      () => test.views.artifact(ref.digest),
      () => test.views.lineage(ref.digest, false, 5),
      () => test.engine.runs.reader.read(IntentSeedSchema, ref),
    ];
    for (const ask of asked)
      expect(await failureOf(ask())).toMatchObject({ reason: "DATA_LOSS", facts: { digest: ref.digest } });
    expect(await failureOf(test.views.artifact("0".repeat(64)))).toMatchObject({ reason: "ARTIFACT_NOT_FOUND" });
  });

  it("is so too where the event came after the last look", async () => {
    const { store, lost } = await losing();
    const test = await TestEngine.open({ store });
    expect(await failureOf(test.views.artifact("0".repeat(64)))).toMatchObject({ reason: "ARTIFACT_NOT_FOUND" });
    const run = await test.newRun();
    await run.propose({ case: "intentSeed", value: { goal: "Een ander doel" } }, { confirm: true });
    const { rows } = await test.views.artifacts(run.runId, IntentSeedSchema.typeName, undefined, 10);
    lost.add(rows[0]!.ref!.digest);
    expect(await failureOf(test.views.artifact(rows[0]!.ref!.digest))).toMatchObject({ reason: "DATA_LOSS" });
  });
});
