import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import type { ArtifactInfo, LineageEdge } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { CitationLedgerSchema, type LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolResultSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
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

describe("the evidence set", () => {
  it("leads to the result that changed it, and is recorded only when it changes", async () => {
    const { test, run } = await finished();
    const events = await test.engine.runs.events(run.runId, 1, 1_000);
    const sets = events.flatMap(({ event }) => event.artifacts.filter((one) => one.role === "evidence_set"));
    expect(sets.map((one) => one.parents.map(({ kind }) => kind))).toEqual([[result], [result], []]);
    expect(new Set(sets.map((one) => one.ref?.digest)).size).toBe(sets.length);
  });
});
