import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OrchestratorState, RunLifecycle, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { replayFolder } from "../../src/main.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { importLaw, startTestServer, type TestServer } from "../e2e/support/server.ts";
import { stage } from "../support/stages.ts";
import { withEnvironment } from "./support/live-profiles.ts";
import { startModelService } from "./support/stand-in-models.ts";
import { laterLaw } from "./support/uwv-case.ts";

const { DRAFT, EVIDENCE_NEEDS, INTENT_SEED } = OrchestratorState;

let folder: string;
let model: Awaited<ReturnType<typeof startModelService>>;
let server: TestServer;
let parent: RunDriver;
beforeAll(async () => {
  folder = await stage("memo");
  model = await startModelService();
  server = await withEnvironment({ PINCITE_MODEL_URL: model.url }, () => startTestServer(folder));
  const { runs } = await server.orchestrator.listRuns({ pageSize: 1 });
  parent = await driverOf(runs[0]?.runId ?? "");
  await importLaw(server, laterLaw);
});
afterAll(async () => {
  await server.stop();
  await model.stop();
  rmSync(folder, { recursive: true, force: true });
});

const replay = async (...options: string[]) => {
  const { code, out, err } = await cli(["replay", parent.runId, ...options], { env: { PINCITE_URL: server.url } });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return { out, runId: /^(run-\w+): a fork of/.exec(out)?.[1] ?? "" };
};

const driverOf = async (runId: string): Promise<RunDriver> => {
  const { runContext } = await server.orchestrator.getRun({ runId });
  if (!runContext) throw new Error(`${runId} has no context`);
  return new RunDriver(server, runContext);
};

/** How often each standing was told. */
const standings = (out: string): Record<string, number> => {
  const told = [...out.matchAll(/^ {2}slot \d+: (.*)$/gm)].map((match) => match[1] ?? "");
  return Object.fromEntries([...new Set(told)].toSorted().map((one) => [one, told.filter((t) => t === one).length]));
};

describe("a run taken again with another model", () => {
  let forkId: string;

  it("keeps every confirmation where the model comes to the same, and is not finalised by itself", async () => {
    const before = model.answered.length;
    const { out, runId } = await replay("--with", "model=remote");
    expect(model.answered.length).toBeGreaterThan(before);
    expect(out).toContain("everything that was confirmed rests on the same and holds");
    expect(out).not.toContain("does not apply any more");
    expect(standings(out)).toEqual({ same: 10 });
    forkId = runId;
    const fork = await driverOf(runId);
    expect(fork.context).toMatchObject({ state: DRAFT, lifecycle: RunLifecycle.ACTIVE });
    expect(fork.context.title).toContain(`fork of ${parent.runId}: model=remote`);
    expect(fork.context.items.every(({ carriedOver }) => carriedOver)).toBe(true);
    // The parent is as it was.
    expect((await driverOf(parent.runId)).context).toEqual(parent.context);
  });

  it("is recorded with its parent, and is derived again from what follows", async () => {
    const runId = forkId;
    const { events } = await server.audit.listEvents({ runId, pageSize: 1 });
    expect(events[0]?.event?.event.value).toMatchObject({
      ...{
        model: "remote",
        fork: { runId: parent.runId, version: parent.context.version, changeWords: { kind: "pincite.memo.v1.Words" } },
      },
    });
    await server.stop();
    const report = await replayFolder({ dataDir: folder, run: runId, user: "tester" });
    expect(report).toMatchObject({ difference: undefined, taken: [{ seq: 1, event: "runCreated" }] });
    server = await withEnvironment({ PINCITE_MODEL_URL: model.url }, () => startTestServer(folder));
  });
});

describe("a run taken again with the law of another day", () => {
  let runId: string;

  it("stops where a person has to look, says at what, and says what became of each provision", async () => {
    const begun = await replay("--with", "law-date=2026-02-01");
    const { out } = begun;
    ({ runId } = begun);
    expect(out).toMatch(/it waits: a person would have to confirm\n {4}intent /);
    // The person had written a day into the intent: the fork's day takes its place, and is for them to confirm.
    expect((await driverOf(runId)).context).toMatchObject({ state: INTENT_SEED, phase: StagePhase.PROPOSED });
    expect(out).toMatch(/CHANGED: .+/);
    expect(standings(out)).toEqual({ "not reached": 10 });
  });

  it("goes on once the person has, and asks again only about what rests on the other version", async () => {
    const on = () => replay("--with", "law-date=2026-02-01", "--into", runId);
    await (await driverOf(runId)).confirmAll();
    const atNeeds = await on();
    const needs = (await driverOf(runId)).context;
    expect(needs.state).toBe(EVIDENCE_NEEDS);
    const asked = needs.items.filter(({ carriedOver }) => !carriedOver).map(({ itemId }) => itemId);
    expect(asked).toHaveLength(1);
    expect(atNeeds.out).toContain(`    ${asked[0]?.replace(":", " ")}  `);
    await (await driverOf(runId)).confirmAll();
    const atBinding = await on();
    expect(standings(atBinding.out)).toMatchObject({ "other version of the article": 1 });
    await (await driverOf(runId)).confirmAll();
    const atSpans = await on();
    // The words of the memo do not stand in the other version: nothing is put in their place.
    expect(atSpans.out).toMatch(/does not apply any more: event \d+ \(propose\)/);
    expect(standings(atSpans.out)).toMatchObject({ "other version of the article": 1 });
  });
});

describe("a run taken again with the law of a day that has none of it", () => {
  it("says which claim is without support, and what to import", async () => {
    const { out, runId } = await replay("--with", "law-date=2020-01-01");
    expect(standings(out)).toEqual({ "not reached": 9, "now unsupported": 1 });
    expect(out).toContain("import an older version");
    await (await driverOf(runId)).confirmAll();
    await replay("--with", "law-date=2020-01-01", "--into", runId);
    const { context } = await driverOf(runId);
    expect(context.state).toBe(EVIDENCE_NEEDS);
    expect(context.slots.every(({ bound }) => !bound)).toBe(true);
  });
});

describe("what is asked of a fork", () => {
  it.each([["tone=kind"], ["law-date=tomorrow"], ["model="]])("is refused where it is %s", async (words) => {
    const { code, err } = await cli(["replay", parent.runId, "--with", words], { env: { PINCITE_URL: server.url } });
    expect(code).toBe(2);
    expect(err).toContain(`--with ${words}`);
  });

  it("is refused for a provider and a parent that are not there", async () => {
    const fork = { runId: parent.runId, change: "x", provider: "nobody" };
    const created = (changed: Partial<typeof fork>) =>
      server.orchestrator.createRun({ idempotencyKey: crypto.randomUUID(), fork: { ...fork, ...changed } });
    await expect(created({})).rejects.toThrow(/no model provider nobody/);
    await expect(created({ runId: "run-00000000000000000000000000", provider: "" })).rejects.toThrow(/no run/);
  });
});
