import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DecideToolRequestRequestSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { rebuildIndexes } from "../../../src/engine/run/rebuild-indexes.ts";
import { indexSpaces } from "../../../src/engine/run/run-index.ts";
import type { Store } from "../../../src/store/store.ts";
import { final, lawSearch, tools, vaultSearch } from "../scripted-model.ts";
import { owner, scriptedProfile, TestEngine } from "../support.ts";

const indexes = async (store: Store): Promise<string[]> => {
  const rows: string[] = [];
  for (const space of indexSpaces)
    for (const { key, value } of await store.list(owner, space, { limit: 50_000 }))
      rows.push(`${space} ${key} ${Buffer.from(value).toString("hex")}`);
  return rows;
};

const wipe = async (store: Store): Promise<void> => {
  for (const space of indexSpaces) {
    const rows = await store.list(owner, space, { limit: 50_000 });
    await store.commit({ owner, records: rows.map(({ key }) => ({ space, key, value: undefined })) });
  }
};

/** Two runs: one finished and rewound, one with a waiting request and one that a person allowed for good. */
const used = async () => {
  const test = await TestEngine.open({ profiles: [scriptedProfile({ caseLaw: true })] });
  test.tools.tools.push("lawbot.case_search");
  const run = await (await test.newRun("a")).to(S.EVIDENCE_NEEDS);
  test.model.say(tools(vaultSearch("opleiding", "slot:1")), final());
  await run.guide({ userPrompt: "Zoek." });
  await run.to(S.DRAFT);
  await run.settle();
  await run.rewind(S.SKELETON);
  const other = await (await test.newRun("b")).to(S.EVIDENCE_NEEDS);
  const caseSearch = { ...lawSearch("goed werkgever"), toolName: "lawbot.case_search" };
  test.model.say(tools({ ...caseSearch, params: { lawbotCaseSearch: { query: "goed werkgever" } } }), final());
  await other.guide();
  const [waiting] = (await other.refresh()).pendingToolRequests;
  const { requestId = "", toolName = "", paramsDigest = "" } = waiting ?? {};
  const always = { ...other.command(), requestId, toolName, paramsDigest, decision: ToolDecision.ALWAYS };
  await test.engine.answerToolRequest(create(DecideToolRequestRequestSchema, always));
  await other.refresh();
  await other.requestTool("vault.search", { params: { case: "vaultSearch", value: { query: "x" } } });
  return { test, run, other };
};

describe("indexes derived again from the journal", () => {
  it("are those that were there", async () => {
    const { test } = await used();
    const { store } = test.parts;
    const before = await indexes(store);
    for (const space of indexSpaces) expect(before.some((row) => row.startsWith(`${space} `))).toBe(true);
    await wipe(store);
    expect(await indexes(store)).toEqual([]);
    const report = await rebuildIndexes(store, owner);
    expect(await indexes(store)).toEqual(before);
    expect(report).toMatchObject({ records: before.length, strays: 0 });
  });

  it("change nothing where nothing was wrong, however often", async () => {
    const { test } = await used();
    const before = await indexes(test.parts.store);
    for (let n = 0; n < 2; n++) expect(await rebuildIndexes(test.parts.store, owner)).toMatchObject({ strays: 0 });
    expect(await indexes(test.parts.store)).toEqual(before);
  });

  it("mend what was changed and remove what no event accounts for", async () => {
    const { test, run } = await used();
    const { store } = test.parts;
    const before = await indexes(store);
    const value = new Uint8Array([9]);
    await store.commit({
      owner,
      records: [
        { space: "run", key: "run-stray", value },
        { space: "run", key: run.runId, value },
        { space: "kid", key: "stray/stray", value },
      ],
    });
    expect(await rebuildIndexes(store, owner)).toMatchObject({ strays: 2 });
    expect(await indexes(store)).toEqual(before);
  });

  it("serve the same views to a server that starts with them", async () => {
    const { test, run, other } = await used();
    const views = async () => [
      await test.views.runs(undefined, 10),
      await test.views.artifacts(run.runId, "", undefined, 1_000),
      await test.views.toolCalls(other.runId, undefined, 10),
      await test.views.lineage(run.digestOf("skeleton"), true, 32),
    ];
    const before = await views();
    await wipe(test.parts.store);
    await rebuildIndexes(test.parts.store, owner);
    await test.restart();
    expect(await views()).toEqual(before);
    await other.refresh();
    const [waiting] = other.context.pendingToolRequests;
    expect((await other.execute(waiting?.requestId ?? "")).toolResultLog?.results).toHaveLength(1);
  });

  it("are none for an owner without runs", async () => {
    const test = await TestEngine.open();
    expect(await rebuildIndexes(test.parts.store, "nobody")).toEqual({ events: 0, records: 0, strays: 0 });
  });
});
