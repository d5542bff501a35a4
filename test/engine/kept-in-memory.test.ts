import { create, createRegistry, type DescMessage, equals, fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { file_pincite_evidence_v1_evidence } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { file_pincite_memo_v1_citation_ledger } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { file_pincite_memo_v1_draft_text } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { file_pincite_memo_v1_evidence_needs } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { file_pincite_memo_v1_intent, IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { file_pincite_memo_v1_need_map } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { file_pincite_memo_v1_skeleton } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { file_pincite_memo_v1_workflow_profile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { PinEvidenceRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { Engine } from "../../src/engine/engine.ts";
import { Views } from "../../src/engine/read/views.ts";
import { DomainError } from "../../src/error.ts";
import { artifactRef } from "../../src/run/kernel.ts";
import { sha256 } from "../../src/sha256.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";
import { dyingStore } from "./dying-store.ts";
import { RunDriver } from "./run-driver.ts";
import { failureOf, owner, TestEngine } from "./support.ts";

const registry = createRegistry(
  ...[file_pincite_evidence_v1_evidence, file_pincite_memo_v1_citation_ledger, file_pincite_memo_v1_draft_text],
  ...[file_pincite_memo_v1_evidence_needs, file_pincite_memo_v1_intent, file_pincite_memo_v1_need_map],
  ...[file_pincite_memo_v1_skeleton, file_pincite_memo_v1_workflow_profile],
);

/** A second server over the same store, which hears nothing of what the first one does. */
const another = (test: TestEngine, run: RunDriver): RunDriver => {
  const engine = new Engine(test.parts);
  const other = new RunDriver(() => engine, run.context);
  // Keys are counted: those of the first client are used up.
  for (let used = 0; used < 1_000; used++) other.command();
  return other;
};

/** A store that refuses the next commit as if another writer had been first, and keeps what was in it. */
const contested = async () => {
  const store = await openMemoryStore();
  const refused: Uint8Array[] = [];
  let contest = false;
  const commit: Store["commit"] = async (one) => {
    if (!contest) return store.commit(one);
    contest = false;
    refused.push(...(one.blobs ?? []));
    throw new DomainError("RUN_VERSION_STALE", "Somebody else wrote first.");
  };
  const proxy = new Proxy(store, {
    get: (target, name) => {
      if (name === "commit") return commit;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { store: proxy, refused, contest: () => (contest = true) };
};

describe("a run kept in memory", () => {
  it("is what a new start reads from the store, after every command of a whole memo", async () => {
    const test = await TestEngine.open();
    const run = await test.newRun();
    for (const state of [S.SKELETON, S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION, S.DRAFT]) {
      await run.to(state);
      const fresh = new Engine(test.parts);
      expect(await new Views(fresh.runs, fresh.tools).run(run.runId)).toEqual(await test.views.run(run.runId));
    }
  });

  it("lets no second writer through who decides on what another has changed since, and is read again then", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.SKELETON);
    const other = another(test, run);
    await other.refresh();
    await other.pin("vault:letter-a");
    const before = await test.parts.store.head(owner, run.runId);
    expect(await failureOf(run.pin("vault:letter-b"))).toMatchObject({ reason: "RUN_VERSION_STALE" });
    expect(await test.parts.store.head(owner, run.runId)).toEqual(before);
    expect(await run.refresh()).toEqual(await other.refresh());
    await run.pin("vault:letter-b");
    expect(await failureOf(other.pin("vault:letter-a"))).toMatchObject({ reason: "RUN_VERSION_STALE" });
  });

  it("gives each of two servers that write in turns the same answer to a repeated key", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.SKELETON);
    const other = another(test, run);
    const request = create(PinEvidenceRequestSchema, { ...run.command(), evidenceId: "vault:letter-a" });
    await other.refresh();
    const first = await run.engine.pin(request, new AbortController().signal);
    expect(await other.engine.pin(request, new AbortController().signal)).toEqual(first);
  });

  it.each(["before", "after"] as const)("is forgotten when the store dies %s it wrote", async (when) => {
    const { store, dieAt, heal } = await dyingStore();
    const test = await TestEngine.open({ store });
    const run = await (await test.newRun()).to(S.SKELETON);
    const seq = (await store.head(owner, run.runId)).seq;
    dieAt(1, when);
    expect(await failureOf(run.pin("vault:letter-a"))).toMatchObject({ reason: "STORE_FAILED" });
    heal();
    const { eventCount } = await test.views.run(run.runId);
    expect(eventCount).toBe((await store.head(owner, run.runId)).seq);
    expect(eventCount > seq).toBe(when === "after");
  });
});

describe("an artifact kept in memory", () => {
  it("is what its stored bytes decode to, for every artifact of a finalised memo", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.DRAFT);
    await run.settle();
    await run.advance();
    const { rows } = await test.views.artifacts(run.runId, "", undefined, 1_000);
    const { reader } = test.engine.runs;
    const known = rows.flatMap(({ ref }) => {
      const schema = ref && registry.getMessage(ref.kind);
      return ref && schema ? [{ ref, schema, message: reader.known(schema as DescMessage, ref) }] : [];
    });
    expect(new Set(known.map(({ ref }) => ref.kind)).size).toBeGreaterThan(6);
    for (const { ref, schema, message } of known) {
      const stored = fromBinary(schema, await test.parts.store.getBlob(owner, ref.digest));
      expect(message && equals(schema, message, stored), ref.kind).toBe(true);
    }
  });

  it("has a text with half a character as it was stored, not as it was given", async () => {
    const test = await TestEngine.open();
    const run = await test.newRun();
    await run.propose({ case: "intentSeed", value: { goal: "half \ud83d en verder" } }, { confirm: true });
    const { rows } = await test.views.artifacts(run.runId, IntentSeedSchema.typeName, undefined, 10);
    const intent = await test.engine.runs.reader.read(IntentSeedSchema, rows[0]!.ref!);
    expect(intent.goal).toBe("half \ufffd en verder");
  });

  it("is not there after a commit that was refused", async () => {
    const { store, contest, refused } = await contested();
    const test = await TestEngine.open({ store });
    const run = await test.newRun();
    contest();
    const intent = { case: "intentSeed", value: { goal: "Een doel" } } as const;
    expect(await failureOf(run.propose(intent))).toMatchObject({ reason: "RUN_VERSION_STALE" });
    const { reader } = test.engine.runs;
    expect(refused.length).toBeGreaterThan(0);
    for (const bytes of refused) {
      const ref = artifactRef(IntentSeedSchema.typeName, bytes, sha256);
      expect(reader.known(IntentSeedSchema, ref)).toBeUndefined();
      expect(await failureOf(reader.read(IntentSeedSchema, ref))).toMatchObject({ reason: "ARTIFACT_NOT_FOUND" });
    }
  });
});
