import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { AccessDeed_Outcome } from "../../../gen/pincite/audit/v1/access_entry_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DecideToolRequestRequestSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { AccessLog } from "../../../src/access/access-log.ts";
import { LogStreams } from "../../../src/access/log-streams.ts";
import { rebuildIndexes } from "../../../src/engine/run/index-rebuild.ts";
import { principalOf } from "../../../src/engine/run/principal-of.ts";
import { derivedLists, derivedSpaces } from "../../../src/engine/run/spaces.ts";
import type { Store } from "../../../src/store/store.ts";
import { eraseRun } from "../erase-run.ts";
import { indexRows, rebuiltLists, rebuiltSpaces, recordRows } from "../index-rows.ts";
import { final, lawSearch, tools, vaultSearch } from "../scripted-model.ts";
import { owner, scriptedProfile, TestEngine } from "../support.ts";

const wipe = async (store: Store): Promise<void> => {
  for (const space of rebuiltSpaces) {
    const rows = await store.list(owner, space, { limit: 50_000 });
    await store.commit({ owner, records: rows.map(({ key }) => ({ space, key, value: undefined })) });
  }
  const { position } = await store.commit({ owner });
  for (const list of rebuiltLists) await store.mendList(owner, list, [], position);
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
  await eraseRun(test.engine, (await test.newRun("c")).runId);
  await refuse(test.parts.store, run.runId);
  return { test, run, other };
};

/** Somebody who signed in is refused a run twice in an hour. */
const refuse = async (store: Store, runId: string): Promise<void> => {
  const log = new AccessLog({ streams: new LogStreams(store, owner), nowIso: () => "2026-12-03T05:10:00.000Z" });
  const by = principalOf({ issuer: "https://login.example", subject: "mia" }, "account");
  const refused = { outcome: AccessDeed_Outcome.REFUSED, reason: "RUN_NOT_FOUND" };
  const deed = { method: "a.B/Get", object: { case: "runId" as const, value: runId }, ...refused };
  for (let n = 0; n < 2; n++) await log.note({ by, deed, folds: true });
  await log.flush();
};

describe("indexes derived again from the journal", () => {
  it("are those that were there, in every space that is declared", async () => {
    const { test } = await used();
    const { store } = test.parts;
    const before = await indexRows(store);
    for (const { name } of derivedSpaces) expect(before.some((row) => row.startsWith(`${name} `))).toBe(true);
    for (const { name } of derivedLists) expect(before.some((row) => row.startsWith(`${name} #`))).toBe(true);
    await wipe(store);
    expect(await indexRows(store)).toEqual([]);
    const report = await rebuildIndexes(store, owner);
    // What was taken out of a list as a whole gets new numbers: those of before are not given again.
    const withoutNumbers = (rows: readonly string[]) => rows.map((row) => row.replace(/#\d+/, "#"));
    expect(withoutNumbers(await indexRows(store))).toEqual(withoutNumbers(before));
    expect(report).toMatchObject({ removed: 0 });
  });

  it("change nothing where nothing was wrong, however often", async () => {
    const { test } = await used();
    const before = await indexRows(test.parts.store);
    const { length: removed } = await recordRows(test.parts.store);
    for (let n = 0; n < 2; n++) expect(await rebuildIndexes(test.parts.store, owner)).toMatchObject({ removed });
    expect(await indexRows(test.parts.store)).toEqual(before);
  });

  // `par` was written and not on the list of what a rebuild wipes, so that lineage went on naming a parent of no event.
  it.each(rebuiltSpaces)("mend what was changed in `%s` and remove what no event accounts for", async (space) => {
    const { test } = await used();
    const { store } = test.parts;
    const before = await indexRows(store);
    const [row] = await store.list(owner, space, { limit: 1 });
    const value = new Uint8Array([9]);
    const records = ["stray", "stray/stray", ...(row ? [row.key] : [])].map((key) => ({ space, key, value }));
    await store.commit({ owner, records });
    expect(await indexRows(store)).not.toEqual(before);
    await rebuildIndexes(store, owner);
    expect(await indexRows(store)).toEqual(before);
  });

  it.each(rebuiltLists)(
    "mend what was changed in the list `%s`, and take out what no event accounts for",
    async (list) => {
      const { test } = await used();
      const { store } = test.parts;
      const before = await indexRows(store);
      const [entry] = await store.entries(owner, list);
      const value = new Uint8Array([9]);
      await store.commit({ owner, entries: ["stray", entry?.key ?? ""].map((key) => ({ list, key, value })) });
      expect(await indexRows(store)).not.toEqual(before);
      await rebuildIndexes(store, owner);
      expect(await indexRows(store)).toEqual(before);
    },
  );

  it("leave alone what commands wrote beside the journal", async () => {
    const { test } = await used();
    const { store } = test.parts;
    const records = ["snapshot", "telemetry"].map((space) => {
      return { space, key: "kept", value: new Uint8Array([1]) };
    });
    await store.commit({ owner, records });
    await rebuildIndexes(store, owner);
    for (const { space } of records) expect(await store.record(owner, space, "kept")).toBeDefined();
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
    expect(await rebuildIndexes(test.parts.store, "nobody")).toEqual({ events: 0, removed: 0, written: 0 });
  });
});
