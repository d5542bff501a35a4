import { fromBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  type PendingToolRequest,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../src/error.ts";
import type { Store } from "../../src/store/store.ts";
import { draws } from "../support/draws.ts";
import { dyingStore } from "./dying-store.ts";
import { indexTwice } from "./index-rows.ts";
import type { RunDriver } from "./run-driver.ts";
import { final, type Line, tools, vaultSearch } from "./scripted-model.ts";
import { owner } from "./support.ts";
import { caseSearch, found, foundType, importParams, officeLookup, waitingRun } from "./waiting-tools.ts";

const { ALLOW, DENY, ALWAYS, ACKNOWLEDGE } = ToolDecision;
const delivered = { output: found(), outputType: foundType };

const journalOf = async (store: Store, runId: string): Promise<RunEvent[]> =>
  (await store.read(owner, runId, { limit: 10_000 })).map(({ body }) => fromBinary(RunEventSchema, body));

/** What the journal on disk says of one request. */
const historyOf = (events: readonly RunEvent[], requestId: string) => {
  const about = events.flatMap(({ event }) =>
    event.value && "requestId" in event.value && event.value.requestId === requestId ? [event] : [],
  );
  const decisions = about.flatMap((one) => (one.case === "toolDecided" ? [one.value.decision] : []));
  const [requested] = about.flatMap((one) => (one.case === "toolRequested" ? [one.value] : []));
  const count = (name: RunEvent["event"]["case"]) => about.filter((one) => one.case === name).length;
  return { requested, decisions, started: count("toolStarted"), finished: count("toolFinished") };
};

/** A run over a store that can die, with an executor that looks at the journal on disk each time something runs. */
const watchedRun = async () => {
  const dying = await dyingStore();
  const { test, run } = await waitingRun({ store: dying.store });
  const wrong: string[] = [];
  const runs = new Map<string, number>();
  const { run: really } = test.tools;
  test.tools.run = async (tool) => {
    const { id, toolName } = tool.request;
    runs.set(id, (runs.get(id) ?? 0) + 1);
    const { requested, decisions, started, finished } = historyOf(await journalOf(dying.store, run.runId), id);
    const note = (what: string) => wrong.push(`${toolName} ${id} ran ${what}`);
    if (started === 0) note("before it began");
    if (finished > 0) note("after it had ended");
    if (decisions.includes(DENY)) note("although it was declined");
    if (requested?.requiresUserConfirm && !decisions.some((one) => one === ALLOW || one === ALWAYS)) note("unasked");
    if (requested?.clientExecuted) note("here, and a client runs it");
    if (requested?.mutating && (runs.get(id) ?? 0) > 1) note("twice");
    return really.call(test.tools, tool);
  };
  return { ...dying, test, run, wrong, runs };
};

type Watched = Awaited<ReturnType<typeof watchedRun>>;

/** What must hold of every journal, whatever happened. */
const checkJournal = async ({ store, run, wrong, runs }: Watched): Promise<void> => {
  const events = await journalOf(store, run.runId);
  const ids = events.flatMap(({ event }) => (event.case === "toolRequested" ? [event.value.requestId] : []));
  for (const id of ids) {
    const { decisions, finished, requested } = historyOf(events, id);
    expect(finished, `results of ${id}`).toBeLessThanOrEqual(1);
    expect(decisions.filter((one) => one !== ACKNOWLEDGE).length, `decisions on ${id}`).toBeLessThanOrEqual(1);
    if (decisions.includes(DENY)) expect(runs.get(id) ?? 0, `runs of ${id}, declined`).toBe(0);
    if (requested?.mutating) expect(runs.get(id) ?? 0, `runs of ${id}`).toBeLessThanOrEqual(1);
  }
  expect(wrong).toEqual([]);
};

/** A command as a client sends it: with one key, until it has an answer. */
type Send = (run: RunDriver, key: { idempotencyKey: string; expectedVersion: string }) => Promise<unknown>;

/** As a client repeats a command whose connection broke: the same key, and the version it had seen. */
const insist = async (watched: Watched, send: Send, key: string, lines: readonly Line[]): Promise<void> => {
  const { test, run } = watched;
  const seen = { idempotencyKey: key, expectedVersion: run.context.version };
  for (let attempt = 1; ; attempt++) {
    try {
      await send(run, seen);
      break;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.reason !== "STORE_FAILED" || attempt > 2) break;
      watched.heal();
      await test.restart();
      // A model that is asked again from the beginning says again what it said.
      test.model.say(...(test.model.hasLine ? [] : lines));
    }
  }
  await run.refresh();
};

interface Scene {
  readonly name: string;
  /** What stands before the crash; gives the request that is decided about. */
  readonly before: (watched: Watched) => Promise<string>;
  /** The command that a crash falls into. */
  readonly send: (requestId: string, watched: Watched) => Send;
  readonly lines?: readonly Line[];
  /** Whether the request may ever run. */
  readonly runs: boolean;
  readonly commits: number;
}

const asks =
  (...lines: readonly Line[]) =>
  async ({ test, run }: Watched) => {
    test.model.say(...lines);
    await run.guide();
    return run.pending().requestId;
  };
const importing = async ({ run }: Watched) => (await run.requestTool("vault.import", importParams())).request?.id ?? "";
const deciding =
  (decision: ToolDecision) =>
  (id: string, { run }: Watched): Send => {
    const { toolName, paramsDigest } = run.pending(id);
    return (driver, key) => driver.decide(id, decision, { ...key, toolName, paramsDigest });
  };

const scenes: readonly Scene[] = [
  { name: "an import is declined", before: importing, send: deciding(DENY), runs: false, commits: 1 },
  { name: "an import is allowed", before: importing, send: deciding(ALLOW), runs: true, commits: 3 },
  {
    name: "an import is executed with confirmation",
    before: importing,
    send:
      (id) =>
      (run, { idempotencyKey }) =>
        run.execute(id, { confirmed: true, idempotencyKey }),
    runs: true,
    commits: 3,
  },
  {
    name: "what a turn waits for is declined",
    before: asks(tools(vaultSearch("opleiding"), caseSearch())),
    send: deciding(DENY),
    lines: [final()],
    runs: false,
    commits: 5,
  },
  {
    name: "what a turn waits for is allowed",
    before: asks(tools(caseSearch())),
    send: deciding(ALLOW),
    lines: [final()],
    runs: true,
    commits: 6,
  },
  {
    name: "what a turn waits for is allowed for good, and it asks again",
    before: asks(tools(caseSearch())),
    send: deciding(ALWAYS),
    lines: [tools(caseSearch("ontslag")), final()],
    runs: true,
    commits: 9,
  },
  {
    name: "what a turn waits for is declined, and it waits again",
    before: asks(tools(caseSearch())),
    send: deciding(DENY),
    lines: [tools(caseSearch("ontslag"), officeLookup())],
    runs: false,
    commits: 7,
  },
  {
    name: "a client delivers what a turn waits for",
    before: asks(tools(officeLookup())),
    send: (id) => (run, key) => run.submit(id, { ...key, ...delivered }),
    lines: [final()],
    runs: false,
    commits: 5,
  },
  {
    name: "a turn comes to wait",
    before: async ({ run }) => run.runId,
    send: () => (run, key) => run.guide(key),
    lines: [tools(vaultSearch("opleiding"), caseSearch(), officeLookup())],
    runs: false,
    commits: 7,
  },
];

const points = scenes.flatMap((scene) =>
  (["before", "after"] as const).flatMap((when) =>
    Array.from({ length: scene.commits }, (_, at) => ({ ...scene, when, at: at + 1 })),
  ),
);

/** What a person and a client do about whatever waits. */
const settle = (
  run: RunDriver,
  { requestId, toolName, paramsDigest, waitsFor }: PendingToolRequest,
): Promise<unknown> => {
  const shown = { toolName, paramsDigest };
  if (waitsFor === WaitsFor.DECISION) return run.decide(requestId, DENY, shown);
  if (waitsFor === WaitsFor.REVIEW) return run.decide(requestId, ACKNOWLEDGE, shown);
  return waitsFor === WaitsFor.CLIENT ? run.submit(requestId, delivered) : run.execute(requestId);
};

describe("a crash at every commit of deciding, running, waiting and going on", () => {
  it.each(points)("$when commit $at, while $name", async (point) => {
    const watched = await watchedRun();
    const { test, run, dieAt, isDead, heal, store } = watched;
    const id = await point.before(watched);
    const send = point.send(id, watched);
    test.model.say(...(point.lines ?? []));
    dieAt(point.at, point.when);
    await insist(watched, send, "the-command", point.lines ?? []);
    // Every commit that is named is there: a scene that takes fewer would test nothing.
    expect(isDead()).toBe(false);
    heal();
    await checkJournal(watched);
    if (!point.runs) expect(watched.runs.get(id) ?? 0).toBe(0);
    expect(run.context.turnId).toBe("");
    // Whatever still waits can be decided, and the run goes on.
    for (let round = 0; round < 3; round++)
      for (const waiting of [...run.context.pendingToolRequests]) await settle(run, waiting);
    await checkJournal(watched);
    const { kept, derived } = await indexTwice(store);
    expect(derived).toEqual(kept);
    await run.to(S.EVIDENCE_BINDING);
    expect(run.context).toMatchObject({ pendingToolRequests: [], state: S.EVIDENCE_BINDING });
  });

  it("falls on the last commit of each scene as well, and not beyond", async () => {
    for (const scene of scenes) {
      const watched = await watchedRun();
      const send = scene.send(await scene.before(watched), watched);
      watched.test.model.say(...(scene.lines ?? []));
      watched.dieAt(scene.commits + 1, "before");
      await insist(watched, send, "the-command", []);
      expect([scene.name, watched.isDead()]).toEqual([scene.name, false]);
    }
  });
});

/** One thing a person, a client, a model or a failing disk may do, by numbers that pick among what there is. */
const steps = fc.oneof(
  fc.record({ do: fc.constant("guide" as const), lines: fc.nat(5) }),
  fc.record({
    do: fc.constant("decide" as const),
    which: fc.nat(5),
    how: fc.constantFrom(ALLOW, DENY, ALWAYS, ACKNOWLEDGE),
  }),
  fc.record({ do: fc.constant("execute" as const), which: fc.nat(5), confirmed: fc.boolean() }),
  fc.record({ do: fc.constant("submit" as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant("import" as const) }),
  fc.record({ do: fc.constant("restart" as const) }),
);

type StepOf = typeof steps extends fc.Arbitrary<infer T> ? T : never;

const scripts: readonly (readonly Line[])[] = [
  [tools(caseSearch()), final()],
  [tools(officeLookup(), vaultSearch("opleiding")), final()],
  [tools(caseSearch(), officeLookup()), tools(caseSearch("ontslag")), final()],
  [tools(vaultSearch("opleiding")), final()],
  [() => "nonsense"],
  [final()],
];

const act = async ({ test, run }: Watched, step: StepOf): Promise<unknown> => {
  const waiting = run.context.pendingToolRequests;
  const pick = (which: number) => waiting[which % Math.max(1, waiting.length)]?.requestId ?? "toolreq:none";
  switch (step.do) {
    case "guide":
      test.model.say(...(test.model.hasLine ? [] : (scripts[step.lines] ?? [])));
      return run.guide();
    case "decide":
      return run.decide(pick(step.which), step.how);
    case "execute":
      return run.execute(pick(step.which), { confirmed: step.confirmed });
    case "submit":
      return run.submit(pick(step.which), delivered);
    case "import":
      return run.requestTool("vault.import", importParams());
    default:
      return test.restart();
  }
};

describe("any order of decisions, turns, deliveries and crashes", () => {
  it("runs nothing that was declined or not decided, and gives each request one result", async () => {
    const crash = fc.option(
      fc.record({ at: fc.integer({ min: 1, max: 6 }), when: fc.constantFrom("before" as const, "after" as const) }),
      { freq: 2, nil: undefined },
    );
    const script = fc.array(fc.record({ step: steps, crash }), { minLength: 4, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(script, async (moves) => {
        const watched = await watchedRun();
        const { test, run, dieAt, heal, isDead } = watched;
        for (const move of moves) {
          if (move.crash) dieAt(move.crash.at, move.crash.when);
          await act(watched, move.step).catch((error: unknown) => {
            if (!(error instanceof DomainError)) throw error;
            expect(error.reason).not.toBe("INTERNAL");
          });
          const died = isDead();
          heal();
          if (died) await test.restart();
          await run.refresh();
          expect(run.context.turnId).toBe("");
        }
        await checkJournal(watched);
      }),
      { numRuns: draws(12) },
    );
  });
});
