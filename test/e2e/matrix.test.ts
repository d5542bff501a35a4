import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { type Place, paramsOf, places, stageName, toolTable } from "./support/matrix-case.ts";
import { reasonOf } from "./support/refusal.ts";
import { RunDriver } from "./support/run-driver.ts";
import type { TestServer } from "./support/server.ts";
import { proposalFor, stages } from "./support/small-case.ts";
import { startSmallServer } from "./support/small-server.ts";

let server: TestServer;
let docUid: string;
let available: ReadonlySet<string>;
let tried = 0;
beforeAll(async () => {
  ({ server, docUid } = await startSmallServer());
  const { tools } = await server.tools.listTools({});
  available = new Set(tools.filter((tool) => tool.available).map(({ name }) => name));
});
afterAll(async () => {
  console.log(`matrix: ${places.length} places, ${tried} pairs tried`);
  await server.stop();
});

const parked = async ({ state, phase, finalised }: Place): Promise<RunDriver> =>
  (await RunDriver.create(server)).park(docUid, state, phase, finalised);

interface Attempt {
  readonly name: string;
  /** `OK` or the documented reason. */
  readonly expected: (place: Place) => string;
  /** Whether it says what the run has on record already there, so that nothing is recorded. Default: nowhere. */
  readonly repeats?: (place: Place) => boolean;
  readonly call: (run: RunDriver) => Promise<unknown>;
}

const inRun = (otherwise: (place: Place) => string) => (place: Place) =>
  place.finalised ? "RUN_FINALISED" : otherwise(place);

const pinsOpen = ({ state }: Place): boolean => state <= OrchestratorState.EVIDENCE_BINDING;

const rpc = () => server.orchestrator;

const propose = stages.map(
  (stage): Attempt => ({
    name: `Propose for ${stageName(stage)}`,
    expected: inRun(({ state }) => (state === stage ? "OK" : "PROPOSAL_WRONG_STAGE")),
    call: async (run) => {
      const proposal = await proposalFor(stage, { driver: run, docUid });
      return rpc().propose({ ...run.command(), proposal });
    },
  }),
);

const rewind = stages.map(
  (toState): Attempt => ({
    name: `Rewind to ${stageName(toState)}`,
    expected: ({ state, finalised }) => (toState < state || (finalised && toState === state) ? "OK" : "STAGE_FORBIDS"),
    call: (run) => rpc().rewind({ ...run.command(), toState }),
  }),
);

const someItems = [{ itemId: "intent", decision: ItemDecision.CONFIRM }];

const attempts: readonly Attempt[] = [
  ...propose,
  ...rewind,
  {
    name: "Confirm what is under review",
    expected: inRun(({ phase }) => (phase === StagePhase.OPEN ? "NOTHING_PROPOSED" : "OK")),
    // A confirmed intent is put on record once more, as carried over: to confirm that is a decision.
    repeats: ({ state, phase }) => phase === StagePhase.CONFIRMED && state !== OrchestratorState.INTENT_SEED,
    call: (run) => {
      const { proposalDigest, items } = run.decisions();
      const shown = { proposalDigest: proposalDigest || "0".repeat(64), items: items.length > 0 ? items : someItems };
      return rpc().confirm({ ...run.command(), ...shown });
    },
  },
  {
    name: "Confirm something else",
    expected: inRun(({ phase }) => (phase === StagePhase.OPEN ? "NOTHING_PROPOSED" : "PROPOSAL_SUPERSEDED")),
    call: (run) => rpc().confirm({ ...run.command(), proposalDigest: "f".repeat(64), items: someItems }),
  },
  {
    name: "Confirm an item that is not there",
    expected: inRun(({ phase }) => (phase === StagePhase.OPEN ? "NOTHING_PROPOSED" : "ITEM_UNKNOWN")),
    call: (run) => {
      const proposalDigest = run.decisions().proposalDigest || "0".repeat(64);
      return rpc().confirm({
        ...run.command(),
        proposalDigest,
        items: [{ itemId: "claim:999", decision: ItemDecision.CONFIRM }],
      });
    },
  },
  {
    name: "Advance",
    expected: inRun(({ phase }) => (phase === StagePhase.CONFIRMED ? "OK" : "MISSING_INPUTS")),
    call: (run) => rpc().advance(run.command()),
  },
  {
    name: "PinEvidence",
    expected: inRun((place) => (pinsOpen(place) ? "OK" : "STAGE_FORBIDS")),
    call: (run) => rpc().pinEvidence({ ...run.command(), evidenceId: `vault:${docUid}` }),
  },
  {
    name: "UnpinEvidence",
    expected: inRun((place) => (pinsOpen(place) ? "OK" : "STAGE_FORBIDS")),
    call: (run) => rpc().unpinEvidence({ ...run.command(), evidenceId: `vault:${docUid}` }),
  },
  {
    name: "Guide",
    expected: inRun(() => "OK"),
    call: (run) => rpc().guide({ ...run.command(), userPrompt: "Go on." }),
  },
  ...Object.entries(toolTable).map(
    ([toolName, { kind, stages: where }]): Attempt => ({
      name: `RequestTool ${toolName}`,
      expected: ({ state, finalised }) =>
        !finalised && where.includes(state) && kind !== "opt-in" && available.has(toolName) ? "OK" : "TOOL_REFUSED",
      call: (run) => server.tools.requestTool({ ...run.command(), toolName, params: paramsOf(toolName, docUid) }),
    }),
  ),
];

/** What leaves a run where it rested, whatever it recorded: the next attempt finds it there. */
const stays = (name: string): boolean => /^(?:PinEvidence|UnpinEvidence|Guide|RequestTool .*)$/u.test(name);

describe.each(places)("a run that rests in $name", (place) => {
  let run: RunDriver;
  beforeAll(async () => {
    run = await parked(place);
  });

  it("is where it was driven to", () => {
    expect([run.context.state, run.context.phase]).toEqual([place.state, place.phase]);
  });

  it("refuses with the documented reason what is not allowed there, and is not changed by it", async () => {
    const before = await run.read();
    for (const { name, expected, call } of attempts) {
      const reason = expected(place);
      if (reason === "OK") continue;
      tried += 1;
      expect(`${name}: ${await reasonOf(call(run))}`).toBe(`${name}: ${reason}`);
    }
    expect(await run.read()).toEqual(before);
  });

  it("takes everything else", async () => {
    let resting: RunDriver | undefined = run;
    for (const { name, expected, call, repeats } of attempts) {
      if (expected(place) !== "OK") continue;
      resting ??= await parked(place);
      const before = resting.context.version;
      tried += 1;
      expect(`${name}: ${await reasonOf(call(resting))}`).toBe(`${name}: OK`);
      const isRecorded = (await resting.read()).version !== before;
      expect([name, isRecorded]).toEqual([name, repeats?.(place) !== true]);
      if (!stays(name)) resting = undefined;
    }
  });
});
