import { create, fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import type { ArtifactInfo, LineageEdge } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { CitationLedgerSchema, type LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { CreateRunRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolResultSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { RunDriver } from "./run-driver.ts";
import { failureOf, TestEngine } from "./support.ts";

const request = "pincite.tool.v1.ToolRequest";
const result = "pincite.tool.v1.ToolResult";

/** A finalised memo with a claim for each kind of slot. */
const finished = async () => {
  const test = await TestEngine.open();
  const run = await test.newRun();
  // A pin between the searches: what they found must stay traceable through it.
  await run.to(S.EVIDENCE_NEEDS);
  await run.settle();
  await run.pin("law:BWBR0005290@2012-10-01#/Artikel655");
  await run.to(S.DRAFT);
  await run.settle();
  await run.advance();
  return { test, run, draft: run.digestOf("draft_text"), ledger: run.digestOf("citation_ledger") };
};

const kindOf = (nodes: readonly ArtifactInfo[], digest: string): string =>
  nodes.find(({ ref }) => ref?.digest === digest)?.ref?.kind ?? "";

/** Digests that can be reached from one along edges, in their direction from child to parent. */
const ancestors = (edges: readonly LineageEdge[], from: string): Set<string> => {
  const reached = new Set([from]);
  for (let before = 0; before !== reached.size; ) {
    before = reached.size;
    for (const { child, parent } of edges) if (reached.has(child)) reached.add(parent);
  }
  return reached;
};

describe("the lineage of a draft", () => {
  it("leads from the draft over ledger and tool results to the requests that were made", async () => {
    const { test, draft, ledger } = await finished();
    const { nodes, edges, truncated } = await test.views.lineage(draft, false, 32);
    expect(truncated).toBe(false);
    expect(edges).toContainEqual(expect.objectContaining({ child: draft, parent: ledger }));
    const content = fromBinary(CitationLedgerSchema, await test.views.content(ledger));
    expect(content.entries.map((entry) => entry.slotKind)).toEqual([
      ...[SlotKind.QUOTE, SlotKind.ABSENCE, SlotKind.LOCATION, SlotKind.OWN_STATEMENT],
    ]);
    const reached = [...ancestors(edges, ledger)];
    const results = new Map<string, string>();
    for (const digest of reached.filter((one) => kindOf(nodes, one) === result))
      results.set(fromBinary(ToolResultSchema, await test.views.content(digest)).id, digest);
    const sourced = content.entries.filter((entry: LedgerEntry) => entry.slotKind !== SlotKind.OWN_STATEMENT);
    for (const entry of sourced) {
      const made = results.get(entry.toolResultId);
      expect(made, `${entry.entryId} rests on ${entry.toolResultId}`).toBeDefined();
      const asked = edges.filter((one) => one.child === made && kindOf(nodes, one.parent) === request);
      expect(asked).toHaveLength(1);
    }
  });

  it("names the result as an artifact in every ledger entry that rests on one, place and absence too", async () => {
    const { test, ledger } = await finished();
    const { entries } = fromBinary(CitationLedgerSchema, await test.views.content(ledger));
    const resting = entries.filter(({ toolResultId }) => toolResultId !== "");
    expect(resting.length).toBeGreaterThan(1);
    for (const { toolResult, toolResultId } of resting) {
      const { call } = await test.engine.tools.byId(toolResultId);
      expect(toolResult?.digest).toBe(call.resultRef?.digest);
    }
  });

  it("reaches the result that brought each binding", async () => {
    const { test, run } = await finished();
    const map = run.digestOf("need_map");
    const { nodes } = await test.views.lineage(map, false, 64);
    const ids = new Set<string>();
    for (const { ref } of nodes)
      if (ref?.kind === result) ids.add(fromBinary(ToolResultSchema, await test.views.content(ref.digest)).id);
    const { bindings } = fromBinary(EvidenceNeedMapSchema, await test.views.content(map));
    const named = bindings.flatMap((binding) => binding.toolResultIds);
    expect(named.length).toBeGreaterThanOrEqual(3);
    for (const id of named) expect(ids).toContain(id);
  });

  it("has no edge that dangles: both ends are artifacts that can be read", async () => {
    const { test, draft } = await finished();
    const { nodes, edges } = await test.views.lineage(draft, false, 64);
    const known = new Set(nodes.map(({ ref }) => ref?.digest));
    for (const { child, parent } of edges) expect([known.has(child), known.has(parent)]).toEqual([true, true]);
    for (const { ref } of nodes) expect(await test.views.content(ref?.digest ?? "")).toBeDefined();
  });

  it("has no circle", async () => {
    const { test, draft } = await finished();
    const { nodes, edges } = await test.views.lineage(draft, false, 64);
    for (const { ref } of nodes) {
      const digest = ref?.digest ?? "";
      const above = edges.filter((one) => one.child === digest).map((one) => one.parent);
      for (const parent of above) expect(ancestors(edges, parent)).not.toContain(digest);
    }
  });

  it("is the same walked from the requests: each finds the draft among its children", async () => {
    const { test, draft } = await finished();
    const up = await test.views.lineage(draft, false, 64);
    const roots = up.nodes.filter(({ ref }) => ref?.kind === request);
    expect(roots).toHaveLength(4);
    for (const { ref } of roots) {
      const down = await test.views.lineage(ref?.digest ?? "", true, 64);
      expect(down.nodes.map((one) => one.ref?.digest)).toContain(draft);
    }
    for (const { child, parent } of up.edges) {
      const { edges } = await test.views.lineage(parent, true, 1);
      expect(edges).toContainEqual(expect.objectContaining({ child, parent }));
    }
  });

  it("goes as deep as it is asked to", async () => {
    const { test, draft } = await finished();
    const { nodes } = await test.views.lineage(draft, false, 1);
    expect(nodes.map(({ role }) => role).toSorted()).toEqual(["citation_ledger", "draft_text", "skeleton"]);
    expect(await failureOf(test.views.lineage("0".repeat(64), false, 1))).toMatchObject({
      reason: "ARTIFACT_NOT_FOUND",
    });
  });
});

describe("the evidence", () => {
  it("leads from an entry to the result that changed it, and from the set to its entries", async () => {
    const { test, run } = await finished();
    const events = await test.engine.runs.events(run.runId, 1, 1_000);
    const recorded = (role: string) =>
      events.flatMap(({ event }) => event.artifacts.filter((one) => one.role === role));
    const entries = recorded("evidence_entry");
    expect(entries.map((one) => one.parents.map(({ kind }) => kind))).toEqual([
      [result],
      [result],
      [result],
      [result],
      [],
    ]);
    expect(new Set(entries.map((one) => one.ref?.digest)).size).toBe(entries.length);
    const [set, ...more] = recorded("evidence_set");
    expect(more).toEqual([]);
    expect(set?.parents.every(({ digest }) => entries.some((one) => one.ref?.digest === digest))).toBe(true);
  });
});

describe("lineage among other runs", () => {
  /** So many finished runs with equal contents; each has its own tool calls. */
  const equalRuns = async (count: number) => {
    const test = await TestEngine.open();
    const runs: RunDriver[] = [];
    for (let n = 0; n < count; n++) {
      const run = await (await test.newRun(`create-${n}`)).to(S.DRAFT);
      await run.settle();
      await run.advance();
      runs.push(run);
    }
    return { test, runs };
  };
  /** What runs with equal contents share: what a tool put out, the words of a proposal. */
  const sharedBy = async (test: TestEngine, run: RunDriver, role: string): Promise<string> => {
    const { rows } = await test.views.artifacts(run.runId, "", undefined, 1_000);
    return rows.find((one) => one.role === role)?.ref?.digest ?? "";
  };

  it("has the same nodes and edges, both ways, alone and beside 100 runs with equal contents", async () => {
    const { test, runs } = await equalRuns(1);
    const [run] = runs as [RunDriver];
    const output = await sharedBy(test, run, "tool_output");
    const walks = () =>
      Promise.all([
        test.views.lineage(run.digestOf("draft_text"), false, 32, run.runId),
        test.views.lineage(output, false, 32, run.runId),
        test.views.lineage(output, true, 32, run.runId),
        test.views.lineage(output, true, 32),
      ]);
    const alone = await walks();
    for (let n = 0; n < 100; n++) await (await test.newRun(`other-${n}`)).to(S.EVIDENCE_BINDING);
    const among = await walks();
    const met = ({ nodes, edges, truncated, runId }: (typeof alone)[number]) => ({ nodes, edges, truncated, runId });
    expect(among.map(met)).toEqual(alone.map(met));
    expect(among.map(({ nodes }) => nodes.length > 5)).toEqual([true, true, true, true]);
    for (const { nodes } of among) for (const { runId } of nodes) expect(runId).toBe(run.runId);
    expect(among.map(({ otherRunIds }) => otherRunIds.length)).toEqual([0, 100, 100, 100]);
  });

  it("names the run that recorded the artifact first, and those that did so later", async () => {
    const { test, runs } = await equalRuns(3);
    const [first, second, third] = runs as [RunDriver, RunDriver, RunDriver];
    const output = await sharedBy(test, first, "tool_output");
    const others = [second.runId, third.runId];
    expect(await test.views.lineage(output, true, 32)).toMatchObject({ runId: first.runId, otherRunIds: others });
    const of3 = await test.views.lineage(output, true, 32, third.runId);
    expect(of3).toMatchObject({ runId: third.runId, otherRunIds: [first.runId, second.runId] });
    expect(of3.nodes.map(({ ref }) => ref?.digest)).toContain(third.digestOf("draft_text"));
    expect(of3.nodes.map(({ ref }) => ref?.digest)).not.toContain(first.digestOf("draft_text"));
  });

  it("goes by who recorded it first, not by which run is the older", async () => {
    const test = await TestEngine.open();
    const older = await test.newRun("older");
    const younger = await (await test.newRun("younger")).to(S.SKELETON);
    await older.to(S.SKELETON);
    const words = await sharedBy(test, older, "user_proposal");
    const { runId, otherRunIds } = await test.views.lineage(words, false, 32);
    expect({ runId, otherRunIds }).toEqual({ runId: younger.runId, otherRunIds: [older.runId] });
    expect((await test.views.artifact(words)).runId).toBe(younger.runId);
  });

  it("is refused for a run that did not record the artifact, or is not there", async () => {
    const { test, runs } = await equalRuns(2);
    const [first, second] = runs as [RunDriver, RunDriver];
    const draft = first.digestOf("draft_text");
    const notRecorded = await failureOf(test.views.lineage(draft, false, 32, second.runId));
    expect(notRecorded).toMatchObject({ reason: "ARTIFACT_NOT_FOUND", facts: { run_id: second.runId } });
    const nowhere = await failureOf(test.views.lineage(draft, false, 32, "run-nowhere"));
    expect(nowhere).toMatchObject({ reason: "RUN_NOT_FOUND" });
  });

  it("grows with the run, and is what a new start derives", async () => {
    const { test, runs } = await equalRuns(1);
    const [run] = runs as [RunDriver];
    const skeleton = run.digestOf("skeleton");
    const before = await test.views.lineage(skeleton, true, 32);
    await run.rewind(S.DRAFT);
    await run.propose({ case: "draftText", value: { sections: [] } }).catch(() => undefined);
    await run.refresh();
    const after = await test.views.lineage(skeleton, true, 32);
    expect(after.nodes.length).toBeGreaterThanOrEqual(before.nodes.length);
    await test.restart();
    expect(await test.views.lineage(skeleton, true, 32)).toEqual(after);
  });
});

describe("the lineage of a fork", () => {
  it("ends at its own artifacts, and names the run it is a fork of", async () => {
    const { test, run, draft } = await finished();
    const request = create(CreateRunRequestSchema, {
      ...{ idempotencyKey: "fork", fork: { runId: run.runId, change: "model=scripted/other" } },
      profileId: "",
    });
    const { runContext } = await test.engine.create(request);
    const fork = new RunDriver(() => test.engine, runContext!);
    await fork.to(S.SKELETON);
    const profile = (await test.views.artifacts(run.runId, "", undefined, 1)).rows[0]?.ref?.digest ?? "";
    const ofParent = await test.views.lineage(profile, true, 32, run.runId);
    expect(ofParent).toMatchObject({ parentRunId: "", otherRunIds: [fork.runId] });
    expect(ofParent.nodes.map(({ ref }) => ref?.digest)).toContain(draft);
    const ofFork = await test.views.lineage(profile, true, 32, fork.runId);
    expect(ofFork).toMatchObject({ runId: fork.runId, parentRunId: run.runId, otherRunIds: [run.runId] });
    const own = (await test.views.artifacts(fork.runId, "", undefined, 1_000)).rows.map(({ ref }) => ref?.digest);
    expect(own).toEqual(expect.arrayContaining(ofFork.nodes.map(({ ref }) => ref?.digest)));
    for (const { runId } of ofFork.nodes) expect(runId).toBe(fork.runId);
  });
});
