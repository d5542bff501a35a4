import { create } from "@bufbuild/protobuf";
import { describe, expect, it, vi } from "vitest";
import {
  GuideRequestSchema,
  type WatchRunResponse,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type Page, Views } from "../../../src/engine/read/views.ts";
import type { RunDriver } from "../run-driver.ts";
import { failureOf, owner, TestEngine } from "../support.ts";

/** All rows, by pages of `limit`; the sizes of the pages too. */
const allPages = async <T>(
  page: (after: string | undefined) => Promise<Page<T>>,
): Promise<{ rows: T[]; sizes: number[] }> => {
  const rows: T[] = [];
  const sizes: number[] = [];
  for (let after: string | undefined; ; ) {
    const one = await page(after);
    rows.push(...one.rows);
    sizes.push(one.rows.length);
    if (one.next === undefined) return { rows, sizes };
    after = one.next;
  }
};

const atDraft = async () => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.DRAFT);
  await run.settle();
  return { test, run };
};

describe("a list of runs", () => {
  it("comes newest first, page by page, each run once", async () => {
    const test = await TestEngine.open();
    const made: RunDriver[] = [];
    for (let n = 0; n < 7; n++) made.push(await test.newRun(`create-${n}`));
    const { rows, sizes } = await allPages((after) => test.views.runs(after, 3));
    expect(rows.map((one) => one.runId)).toEqual(made.map((one) => one.runId).toReversed());
    expect(sizes).toEqual([3, 3, 1]);
    expect(rows[0]).toMatchObject({ title: "Sample", state: S.INTENT_SEED });
  });

  it("has no empty last page", async () => {
    const test = await TestEngine.open();
    for (let n = 0; n < 4; n++) await test.newRun(`create-${n}`);
    expect((await allPages((after) => test.views.runs(after, 2))).sizes).toEqual([2, 2]);
  });
});

describe("a list of artifacts", () => {
  it("has each artifact of the run once, whatever the size of the pages", async () => {
    const { test, run } = await atDraft();
    const whole = await test.views.artifacts(run.runId, "", undefined, 1_000);
    const digests = whole.rows.map(({ ref }) => ref?.digest);
    expect(new Set(digests).size).toBe(digests.length);
    for (const limit of [1, 7, digests.length]) {
      const { rows, sizes } = await allPages((after) => test.views.artifacts(run.runId, "", after, limit));
      expect(rows).toEqual(whole.rows);
      expect(sizes.at(-1)).toBeGreaterThan(0);
    }
  });

  it("has every artifact that an event of the run names, readable under its digest", async () => {
    const { test, run } = await atDraft();
    const events = await test.engine.runs.events(run.runId, 1, 1_000);
    const named = new Set(events.flatMap(({ event }) => event.artifacts.map((one) => one.ref?.digest ?? "")));
    const { rows } = await test.views.artifacts(run.runId, "", undefined, 1_000);
    expect(new Set(rows.map(({ ref }) => ref?.digest))).toEqual(named);
    for (const { ref } of rows)
      expect(BigInt((await test.views.content(ref?.digest ?? "")).length)).toBe(ref?.sizeBytes);
  });

  it("may be of one kind, page by page", async () => {
    const { test, run } = await atDraft();
    const kind = "pincite.tool.v1.ToolResult";
    const { rows, sizes } = await allPages((after) => test.views.artifacts(run.runId, kind, after, 2));
    expect(rows.map(({ ref }) => ref?.kind)).toEqual(Array(4).fill(kind));
    expect(sizes).toEqual([2, 2]);
    expect((await test.views.artifacts(run.runId, "no.such.Kind", undefined, 2)).rows).toEqual([]);
  });

  it("gives each its path by kind, and by role as RFC section 17 writes it", async () => {
    const { test, run } = await atDraft();
    const { rows } = await test.views.artifacts(run.runId, "", undefined, 1_000);
    const current = (role: string) => run.context.current.find((one) => one.role === role)?.ref?.digest ?? "";
    for (const [role, kind] of [
      ["draft_text", "pincite.memo.v1.DraftText"],
      ["citation_ledger", "pincite.memo.v1.CitationLedger"],
    ] as const)
      expect(rows.find(({ ref }) => ref?.digest === current(role))).toMatchObject({
        path: `${kind}/v1/${current(role)}.pb`,
        rolePath: `${role}/v1/${current(role)}.pb`,
      });
  });

  it("tells of a shared artifact what this run knows of it", async () => {
    const test = await TestEngine.open();
    const runs = [await test.newRun("a"), await test.newRun("b")];
    for (const run of runs)
      expect((await test.views.artifacts(run.runId, "", undefined, 10)).rows).toMatchObject([
        { runId: run.runId, role: "workflow_profile" },
        { runId: run.runId, role: "words" },
      ]);
  });

  it("of a run that is not there is refused", async () => {
    const test = await TestEngine.open();
    expect(await failureOf(test.views.artifacts("run-none", "", undefined, 1))).toMatchObject({
      reason: "RUN_NOT_FOUND",
    });
    expect(await failureOf(test.views.artifact("0".repeat(64)))).toMatchObject({ reason: "ARTIFACT_NOT_FOUND" });
  });
});

describe("a list of tool calls", () => {
  it("comes oldest first, with requests that wait and results of those that ran", async () => {
    const { test, run } = await atDraft();
    await run.rewind(S.EVIDENCE_NEEDS);
    const { request } = await run.requestTool("vault.search", {
      params: { case: "vaultSearch", value: { query: "x" } },
    });
    const { rows } = await allPages((after) => test.views.toolCalls(run.runId, after, 2));
    expect(rows.map((one) => one.request?.toolName)).toEqual([
      ...["vault.search", "vault.search", "lawbot.search", "vault.get_spans", "vault.search"],
    ]);
    expect(rows.map((one) => one.result?.requestId)).toEqual([
      ...rows.slice(0, 4).map((one) => one.request?.id),
      undefined,
    ]);
    expect(rows.at(-1)?.request?.id).toBe(request?.id);
    for (const { requestRef, resultRef } of rows.slice(0, 4))
      for (const ref of [requestRef, resultRef])
        expect(await test.parts.store.blobSize(owner, ref?.digest ?? "")).toBe(Number(ref?.sizeBytes));
  });
});

describe("watching a run", () => {
  /** The sequence numbers a watch gives until `last`. */
  const watched = async (test: TestEngine, runId: string, after: number, last: () => number): Promise<number[]> => {
    const abort = new AbortController();
    const seen: number[] = [];
    for await (const { seq } of test.views.watchRun(runId, after, abort.signal)) {
      seen.push(seq);
      if (seq === last()) abort.abort();
    }
    return seen;
  };

  it("gives every event once and in order, those before it began and those under way", async () => {
    const test = await TestEngine.open();
    const run = await test.newRun();
    let end = -1;
    const watching = [0, 1, 3].map((after) => watched(test, run.runId, after, () => end));
    await run.to(S.EVIDENCE_NEEDS);
    const guided = (n: number) =>
      run.engine.guide(create(GuideRequestSchema, { runId: run.runId, idempotencyKey: `g${n}`, userPrompt: `${n}` }));
    const pins = ["vault:letter-a", "vault:letter-b"].map((id) => run.pin(id).catch(() => undefined));
    await Promise.allSettled([...pins, guided(1), guided(2)]);
    end = (await test.parts.store.head(owner, run.runId)).seq + 1;
    await run.refresh();
    await run.pin("law:BWBR0005290@2012-10-01#/Artikel611");
    const last = (await test.parts.store.head(owner, run.runId)).seq;
    for (const [at, after] of [0, 1, 3].entries()) {
      const seen = await watching[at];
      expect(seen?.slice(0, end - after)).toEqual(Array.from({ length: end - after }, (_, n) => after + n + 1));
    }
    expect(last).toBeGreaterThanOrEqual(end);
  });

  it("goes on after the last event it gave", async () => {
    const { test, run } = await atDraft();
    const last = (await test.parts.store.head(owner, run.runId)).seq;
    const first = await watched(test, run.runId, 0, () => 5);
    expect(first.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(await watched(test, run.runId, 5, () => last)).toEqual(Array.from({ length: last - 5 }, (_, n) => n + 6));
  });

  it("ends when it is aborted while nothing happens", async () => {
    const { test, run } = await atDraft();
    const abort = new AbortController();
    const { seq } = await test.parts.store.head(owner, run.runId);
    const next = test.views.watchRun(run.runId, seq, abort.signal)[Symbol.asyncIterator]().next();
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    expect(await next).toMatchObject({ done: true });
  });

  it("tells what is committed meanwhile without reading it, just as the store has it", async () => {
    const test = await TestEngine.open();
    const run = await test.newRun();
    const read = vi.spyOn(test.engine.runs, "events");
    const abort = new AbortController();
    const seen: WatchRunResponse[] = [];
    const watching = (async () => {
      for await (const told of test.views.watchRun(run.runId, 0, abort.signal)) seen.push(told);
    })();
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    read.mockClear();
    await run.to(S.DRAFT);
    const { seq } = await test.parts.store.head(owner, run.runId);
    await expect.poll(() => seen.length).toBe(seq);
    // To find that there is no more asks for what follows the last one; nothing that a commit said is read.
    const froms = read.mock.calls.map(([, fromSeq]) => fromSeq);
    const given = await Promise.all(read.mock.results.map(({ value }) => value));
    expect(froms.filter((_, at) => given[at]?.length > 0)).toEqual([]);
    abort.abort();
    await watching;
    const afresh: WatchRunResponse[] = [];
    const again = new AbortController();
    for await (const told of new Views(test.engine.runs, test.engine.tools).watchRun(run.runId, 0, again.signal)) {
      afresh.push(told);
      if (told.seq === seq) again.abort();
    }
    expect(seen).toEqual(afresh);
  });

  it("tells each event in words that hold no evidence", async () => {
    const { test, run } = await atDraft();
    const abort = new AbortController();
    const { seq } = await test.parts.store.head(owner, run.runId);
    for await (const event of test.views.watchRun(run.runId, 0, abort.signal)) {
      expect(event.description).toMatch(/^\S.*\.$/);
      expect(event.description).not.toMatch(/CANARY|opleiding/);
      if (event.seq === seq) abort.abort();
    }
  });
});

describe("watching artifacts", () => {
  it("gives those of every run in order, or those of one run and kind", async () => {
    const { test, run } = await atDraft();
    await test.newRun("another");
    const take = async (only: { runId: string; kind: string }, count: number) => {
      const abort = new AbortController();
      const seen: string[] = [];
      for await (const { artifacts } of test.views.watchArtifacts(0n, only, abort.signal)) {
        seen.push(...artifacts.map((one) => `${one.runId} ${one.role}`));
        if (seen.length >= count) abort.abort();
      }
      return seen;
    };
    const kind = "pincite.memo.v1.WorkflowProfile";
    expect(await take({ runId: "", kind }, 2)).toHaveLength(2);
    expect(await take({ runId: run.runId, kind: "pincite.memo.v1.DraftText" }, 1)).toEqual([`${run.runId} proposal`]);
  });
});
