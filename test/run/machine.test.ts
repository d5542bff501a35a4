import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { transition } from "xstate";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  type RunSnapshot,
  RunSnapshotSchema,
  StageRecordSchema,
} from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { RunLifecycle, OrchestratorState as S, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemDecision,
  ItemKind,
  MissingInput_Kind,
  PendingToolRequestSchema,
  SuspendedTurnSchema,
  ToolGrantSchema,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { emptySnapshot } from "../../src/run/fold.ts";
import { runMachine } from "../../src/run/machine.ts";
import { missingInputs } from "../../src/run/missing-inputs.ts";
import { nextAction } from "../../src/run/next-action.ts";
import { machineEvent, stateOf, take } from "../../src/run/take.ts";
import { allStates } from "./drive.ts";
import { canTake } from "./taken.ts";

const { OPEN, PROPOSED, CONFIRMED } = StagePhase;
type Place = "NEW" | "FINALISED" | `${S}/${StagePhase}`;
type Case = NonNullable<RunEvent["event"]["case"]>;

const stagePlaces = allStates.flatMap((state) =>
  [OPEN, PROPOSED, CONFIRMED].map((phase): Place => `${state}/${phase}`),
);
const places: readonly Place[] = ["NEW", ...stagePlaces, "FINALISED"];

const ref = (digest: string) => ({ kind: "x", version: 1, digest: digest.repeat(64) });
const item = (decision: ItemDecision) => ({
  itemId: "item:1",
  kind: ItemKind.CLAIM,
  required: true,
  decision,
  fingerprint: "f".repeat(64),
});
const decided = { [OPEN]: [], [PROPOSED]: [item(ItemDecision.UNSPECIFIED)], [CONFIRMED]: [item(ItemDecision.CONFIRM)] };

const pending = (one: { requestId: string; waitsFor: WaitsFor; requiresUserConfirm?: boolean }) =>
  create(PendingToolRequestSchema, { ...one, paramsDigest: "d" });

/** A run that stands at a place, every stage before it settled, nothing missing where it is confirmed. */
const at = (place: Place): RunSnapshot => {
  if (place === "NEW") return emptySnapshot();
  const [state, phase] =
    place === "FINALISED" ? [S.DRAFT, CONFIRMED] : (place.split("/").map(Number) as [S, StagePhase]);
  const record = (one: S, stands: StagePhase) =>
    create(StageRecordSchema, {
      state: one,
      confirmed: stands === CONFIRMED,
      sectionCount: 1,
      items: decided[stands as 1 | 2 | 3],
      ...(stands === OPEN ? {} : { proposal: ref("a") }),
      ...(stands === CONFIRMED ? { accepted: ref("b") } : {}),
    });
  return create(RunSnapshotSchema, {
    ...emptySnapshot(),
    runId: "run-1",
    state,
    phase,
    lifecycle: place === "FINALISED" ? RunLifecycle.FINALISED : RunLifecycle.ACTIVE,
    eventCount: 5,
    pending: [
      pending({ requestId: "toolreq:asks", waitsFor: WaitsFor.DECISION, requiresUserConfirm: true }),
      pending({ requestId: "toolreq:ready", waitsFor: WaitsFor.EXECUTION }),
    ],
    toolGrants: [create(ToolGrantSchema, { toolName: "lawbot.case_search" })],
    suspendedTurn: create(SuspendedTurnSchema, { turnId: "turn:waits" }),
    stages: allStates.filter((one) => one <= state).map((one) => record(one, one === state ? phase : CONFIRMED)),
  });
};

const event = (one: Parameters<typeof create<typeof RunEventSchema>>[1]): RunEvent => create(RunEventSchema, one);
const stageAt = (place: Place): S => (place === "NEW" ? S.INTENT_SEED : at(place).state);
const proposal = (state: S, decision: ItemDecision) =>
  event({ event: { case: "proposalRecorded", value: { state, proposal: ref("c"), items: [item(decision)] } } });
const rewound = (to: S) => event({ event: { case: "runRewound", value: { to } } });

/** Each event with the places that take it, written down by hand from the design and not from the machine. */
const inStages = stagePlaces;
const open = (phase: StagePhase) => (place: Place) => place.endsWith(`/${phase}`);
const rows: readonly { name: string; case: Case; make: (place: Place) => RunEvent; takes: readonly Place[] }[] = [
  {
    name: "runCreated",
    case: "runCreated",
    make: () => event({ event: { case: "runCreated", value: {} } }),
    takes: ["NEW"],
  },
  {
    name: "turnStarted",
    case: "turnStarted",
    make: () => event({ event: { case: "turnStarted", value: { turnId: "turn:1" } } }),
    takes: inStages,
  },
  {
    name: "turnEnded without a turn",
    case: "turnEnded",
    make: () => event({ event: { case: "turnEnded", value: { turnId: "" } } }),
    takes: [],
  },
  {
    name: "attemptRecorded",
    case: "attemptRecorded",
    make: () => event({ event: { case: "attemptRecorded", value: {} } }),
    takes: inStages,
  },
  {
    name: "proposalRecorded that waits",
    case: "proposalRecorded",
    make: (place) => proposal(stageAt(place), ItemDecision.UNSPECIFIED),
    takes: inStages,
  },
  {
    name: "proposalRecorded that is confirmed",
    case: "proposalRecorded",
    make: (place) => proposal(stageAt(place), ItemDecision.CONFIRM),
    takes: inStages,
  },
  {
    name: "proposalRecorded for another stage",
    case: "proposalRecorded",
    make: (place) => proposal(((stageAt(place) % 6) + 1) as S, ItemDecision.CONFIRM),
    takes: [],
  },
  {
    name: "itemsDecided",
    case: "itemsDecided",
    make: (place) =>
      event({
        event: {
          case: "itemsDecided",
          value: { state: stageAt(place), items: [{ itemId: "item:1", decision: ItemDecision.CONFIRM }] },
        },
      }),
    takes: inStages.filter((place) => !open(OPEN)(place)),
  },
  {
    name: "itemsDecided for another stage",
    case: "itemsDecided",
    make: (place) => event({ event: { case: "itemsDecided", value: { state: ((stageAt(place) % 6) + 1) as S } } }),
    takes: [],
  },
  {
    name: "rulesAdopted",
    case: "rulesAdopted",
    make: () => event({ event: { case: "rulesAdopted", value: { fromVersion: 1, toVersion: 2 } } }),
    takes: inStages,
  },
  {
    name: "rulesAdopted again",
    case: "rulesAdopted",
    make: () => event({ event: { case: "rulesAdopted", value: { fromVersion: 1, toVersion: 1 } } }),
    takes: [],
  },
  {
    name: "corpusChanged",
    case: "corpusChanged",
    make: () => event({ event: { case: "corpusChanged", value: { items: [{ itemId: "item:1" }] } } }),
    takes: ["6/1", "6/2", "6/3"],
  },
  {
    name: "corpusChanged for what is no binding",
    case: "corpusChanged",
    make: () => event({ event: { case: "corpusChanged", value: { items: [{ itemId: "item:2" }] } } }),
    takes: [],
  },
  {
    name: "runErased, which no run's own journal ever holds",
    case: "runErased",
    make: () => event({ event: { case: "runErased", value: { runId: "run-1" } } }),
    takes: [],
  },
  {
    name: "storeAccepted, which no run's own journal ever holds",
    case: "storeAccepted",
    make: () => event({ event: { case: "storeAccepted", value: { store: "vault" } } }),
    takes: [],
  },
  {
    name: "relationGranted, which no run's own journal ever holds",
    case: "relationGranted",
    make: () => event({ event: { case: "relationGranted", value: {} } }),
    takes: [],
  },
  {
    name: "invitationMade, which no run's own journal ever holds",
    case: "invitationMade",
    make: () => event({ event: { case: "invitationMade", value: {} } }),
    takes: [],
  },
  {
    name: "invitationTakenBack, which no run's own journal ever holds",
    case: "invitationTakenBack",
    make: () => event({ event: { case: "invitationTakenBack", value: {} } }),
    takes: [],
  },
  {
    name: "relationRevoked, which no run's own journal ever holds",
    case: "relationRevoked",
    make: () => event({ event: { case: "relationRevoked", value: {} } }),
    takes: [],
  },
  {
    name: "accessNoted, which no run's own journal ever holds",
    case: "accessNoted",
    make: () => event({ event: { case: "accessNoted", value: {} } }),
    takes: [],
  },
  {
    // Within a turn: test/engine/turn/second-reading.test.ts.
    name: "draftJudged outside of a turn",
    case: "draftJudged",
    make: () => event({ event: { case: "draftJudged", value: { draft: {}, judgement: {} } } }),
    takes: [],
  },
  {
    // Within a turn that was begun for it: test/engine/turn/ranking.test.ts.
    name: "candidatesRanked outside of a turn",
    case: "candidatesRanked",
    make: () => event({ event: { case: "candidatesRanked", value: { ranking: {} } } }),
    takes: [],
  },
  {
    name: "needsIssued",
    case: "needsIssued",
    make: () => event({ event: { case: "needsIssued", value: {} } }),
    takes: [...inStages, "FINALISED"],
  },
  {
    name: "evidenceChosen",
    case: "evidenceChosen",
    make: () => event({ event: { case: "evidenceChosen", value: { slotId: "slot:1" } } }),
    takes: inStages.filter((place) => place >= "3" && place < "6"),
  },
  ...(["evidencePinned", "evidenceUnpinned"] as const).map((name) => ({
    name,
    case: name,
    make: () => event({ event: { case: name, value: { evidenceId: "vault:1" } } }),
    takes: inStages.filter((place) => place < "5"),
  })),
  {
    name: "toolRequested",
    case: "toolRequested",
    make: () => event({ event: { case: "toolRequested", value: { requestId: "toolreq:new" } } }),
    takes: inStages,
  },
  // What is under way in a finalised run may end; the rules of each step stand in tool-rules.test.ts.
  ...(
    [
      ["toolDecided", { requestId: "toolreq:asks", decision: ToolDecision.DENY }],
      ["toolGrantRevoked", { toolName: "lawbot.case_search" }],
      ["toolStarted", { requestId: "toolreq:ready" }],
      ["toolFinished", { requestId: "toolreq:ready", status: "REFUSED" }],
      ["turnResumed", { turnId: "turn:waits" }],
    ] as const
  ).map(([name, value]) => ({
    name,
    case: name,
    make: () => event({ event: { case: name, value } as never }),
    takes: [...inStages, "FINALISED"] as Place[],
  })),
  {
    name: "turnSuspended without a turn",
    case: "turnSuspended",
    make: () => event({ event: { case: "turnSuspended", value: { turnId: "turn:waits" } } }),
    takes: [],
  },
  {
    name: "stageAdvanced",
    case: "stageAdvanced",
    make: (place) =>
      event({ event: { case: "stageAdvanced", value: { from: stageAt(place), to: (stageAt(place) + 1) as S } } }),
    takes: ["1/3", "2/3", "3/3", "4/3", "5/3"],
  },
  {
    name: "runFinalised",
    case: "runFinalised",
    make: () => event({ event: { case: "runFinalised", value: {} } }),
    takes: ["6/3"],
  },
  ...allStates.map((to) => ({
    name: `runRewound to ${to}`,
    case: "runRewound" as const,
    make: () => rewound(to),
    takes: [...inStages.filter((place) => Number(place[0]) > to), "FINALISED"] as Place[],
  })),
];

/** Where the run stands afterwards, by hand as well. */
const after = (row: (typeof rows)[number], place: Place): Place => {
  const state = stageAt(place);
  if (row.case === "runCreated") return "1/1";
  if (row.name === "proposalRecorded that waits") return `${state}/2`;
  if (row.case === "proposalRecorded" || row.case === "itemsDecided") return `${state}/3`;
  if (row.case === "stageAdvanced") return `${(state + 1) as S}/1`;
  if (row.case === "runFinalised") return "FINALISED";
  if (row.case === "runRewound") return `${row.name.slice(-1)}/3` as Place;
  return place;
};

const placeOf = (run: RunSnapshot): Place =>
  run.lifecycle === RunLifecycle.FINALISED ? "FINALISED" : `${run.state}/${run.phase}`;

describe("the machine against a table written by hand", () => {
  it("covers every event type", () => {
    const field = RunEventSchema.oneofs.find((one) => one.localName === "event");
    expect(new Set(rows.map((row) => row.case))).toEqual(new Set(field?.fields.map((one) => one.localName)));
  });

  it.each(rows)("takes $name where the table says, and only there", (row) => {
    const taken = places.filter((place) => canTake(at(place), row.make(place)));
    expect(taken).toEqual(places.filter((place) => row.takes.includes(place)));
  });

  it.each(rows.filter((row) => row.takes.length > 0))("leads with $name to where the table says", (row) => {
    const led = row.takes.map((place) => placeOf(take(at(place), row.make(place))!));
    expect(led).toEqual(row.takes.map((place) => after(row, place)));
  });

  it("gives no run after an event it refuses", () => {
    for (const row of rows)
      for (const place of places.filter((one) => !row.takes.includes(one)))
        expect(take(at(place), row.make(place))).toBeUndefined();
  });

  it("stands afterwards in the stage and phase that XState's own transition leads to, with the same run", () => {
    for (const row of rows)
      for (const place of row.takes) {
        const [run, one] = [at(place), row.make(place)];
        const [after] = transition(runMachine, stateOf(run), machineEvent(one));
        const taken = take(run, one)!;
        expect(after.context.run).toEqual(taken);
        expect(after.value).toEqual(stateOf(taken).value);
      }
  });

  it("refuses what XState refuses, and takes what it can take", () => {
    for (const row of rows)
      for (const place of places) {
        const one = row.make(place);
        expect([row.name, place, stateOf(at(place)).can(machineEvent(one))]).toEqual([
          row.name,
          place,
          row.takes.includes(place),
        ]);
      }
  });

  it("takes no event that advances to a stage other than the next one", () => {
    const place = "2/3";
    const to = (stage: S) => event({ event: { case: "stageAdvanced", value: { from: S.SKELETON, to: stage } } });
    expect(allStates.filter((stage) => canTake(at(place), to(stage)))).toEqual([S.EVIDENCE_NEEDS]);
  });

  // The table of `take` holds guards and targets, so there may be nothing else that a transition does than fold, and nothing
  // else that entering a state does than write where the run then stands.
  it("folds in every transition, writes the place in every state but the first, and does nothing else", () => {
    type Node = typeof runMachine.root;
    const under = (node: Node): Node[] => [node, ...Object.values(node.states).flatMap(under)];
    const nodes = under(runMachine.root);
    const transitions = nodes.flatMap((node) => [...node.transitions.values()].flat());
    expect(transitions.length).toBeGreaterThan(40);
    for (const { actions } of transitions) expect(actions).toEqual(["fold"]);
    for (const { exit, always } of nodes) expect([exit, always]).toEqual([[], undefined]);
    const entered = nodes.filter(({ entry }) => entry.length > 0);
    const leaves = nodes.filter(({ states, key }) => Object.keys(states).length === 0 && key !== "NEW");
    expect(entered).toEqual(leaves);
    for (const { entry } of entered) expect(entry).toMatchObject([{ type: "stand" }]);
    const written = entered.map(({ entry }) => JSON.stringify((entry[0] as unknown as { params: object }).params));
    expect(new Set(written).size).toBe(places.length - 1);
  });

  // What a journal recorded is held against where the machine leads, also where the machine's own guards let the event in.
  it.each([
    ["an advance that was recorded to another stage", "2/3", { case: "stageAdvanced", value: { to: S.DRAFT } }],
    [
      "a proposal whose items are confirmed and which names nothing that was put forward",
      "2/1",
      { case: "proposalRecorded", value: { state: S.SKELETON, items: [item(ItemDecision.CONFIRM)] } },
    ],
  ] as const)("does not take %s", (_, place, content) => {
    expect(take(at(place), event({ event: content as never }))).toBeUndefined();
  });

  it("leaves the run it was given, and the next one of the same place, as they were", () => {
    const row = rows.find((one) => one.case === "turnStarted")!;
    const [first, second] = [at("2/1"), { ...at("2/1"), runId: "run-2" }];
    expect(take(first, row.make("2/1"))?.runId).toBe("run-1");
    expect(first.turnId).toBe("");
    expect(take(second, row.make("2/1"))?.runId).toBe("run-2");
  });
});

describe("turns", () => {
  const busy = (place: Place) => ({ ...at(place), turnId: "turn:1" });
  const ended = (turnId: string) => event({ event: { case: "turnEnded", value: { turnId } } });

  it.each(stagePlaces)("do not begin inside another one, and end only themselves, at %s", (place) => {
    expect(canTake(busy(place), rows[1]!.make(place))).toBe(false);
    expect(canTake(busy(place), ended("turn:2"))).toBe(false);
    expect(take(busy(place), ended("turn:1"))?.turnId).toBe("");
  });

  it.each(stagePlaces)("that are suspended let others write, and go on only when none is under way, at %s", (place) => {
    const [suspended, resumed] = (["turnSuspended", "turnResumed"] as const).map(
      (name) => (turnId: string) => event({ event: { case: name, value: { turnId } } }),
    );
    const run = { ...busy(place), suspendedTurn: undefined };
    expect(canTake(run, suspended!("turn:2"))).toBe(false);
    const waiting = take(run, suspended!("turn:1"))!;
    expect(waiting).toMatchObject({ turnId: "", suspendedTurn: { turnId: "turn:1" } });
    expect(canTake(waiting, rows[1]!.make(place))).toBe(true);
    expect(canTake({ ...waiting, turnId: "turn:2" }, resumed!("turn:1"))).toBe(false);
    expect(canTake(waiting, resumed!("turn:2"))).toBe(false);
    expect(take(waiting, resumed!("turn:1"))).toMatchObject({ turnId: "turn:1", suspendedTurn: undefined });
    expect(take(waiting, ended("turn:1"))).toMatchObject({ turnId: "", suspendedTurn: undefined });
  });

  it("are suspended one at a time", () => {
    const run = { ...busy("3/1"), turnId: "turn:1" };
    expect(canTake(run, event({ event: { case: "turnSuspended", value: { turnId: "turn:1" } } }))).toBe(false);
  });
});

describe("what stands in the way", () => {
  it.each(["2/3", "6/3"] as const)("keeps Advance shut at %s", (place) => {
    const record = create(StageRecordSchema, {
      state: stageAt(place),
      confirmed: true,
      proposal: ref("a"),
      findings: [{ kind: MissingInput_Kind.DRAFT_CHECK, subjectId: "claim:1", description: "x" }],
    });
    const run = create(RunSnapshotSchema, { ...at(place), stages: [record] });
    const onwards = rows.find((row) => row.case === (place === "6/3" ? "runFinalised" : "stageAdvanced"))!;
    expect(missingInputs(run).length).toBeGreaterThan(0);
    expect(canTake(run, onwards.make(place))).toBe(false);
  });

  it("leaves exactly one next action in every place, with a label and an RPC", () => {
    for (const place of [...stagePlaces, "FINALISED" as const])
      for (const turnId of ["", "turn:1"]) {
        const action = nextAction({ ...at(place), turnId: place === "FINALISED" ? "" : turnId });
        expect([action.kind > 0, action.label === "", action.localisedLabel === ""]).toEqual([true, false, false]);
        expect(action.rpc).toMatch(
          /^pincite\.(?:orchestrator\.v1\.Orchestrator|tool\.v1\.Tool|export\.v1\.Export)Service\/[A-Z][A-Za-z]+$/,
        );
        expect(action.possible).toBe(action.whyNot === "");
      }
  });

  // `at` has a suspended turn and a request that waits for a person: Guide, Advance and Rewind would end the one.
  it.each(stagePlaces)("is about what waits, and ends nothing, as long as a turn is suspended at %s", (place) => {
    const run = at(place);
    const ending = /\/(?:Guide|Advance|Rewind)$/;
    for (const [requestId, call] of [
      ["toolreq:asks", "ToolService/DecideToolRequest"],
      ["toolreq:ready", "OrchestratorService/ExecuteToolRequest"],
    ] as const) {
      const suspendedTurn = create(SuspendedTurnSchema, { turnId: "turn:waits", requestIds: [requestId] });
      const action = nextAction({ ...run, suspendedTurn });
      expect(action).toMatchObject({ requestId, possible: true });
      expect(action.rpc).toMatch(new RegExp(`${call}$`));
    }
    expect(nextAction(run)).toMatchObject({ possible: false, whyNot: expect.stringContaining("turn:waits") });
    const asked = nextAction({ ...run, suspendedTurn: undefined });
    expect(asked).toMatchObject({ requestId: "toolreq:asks", possible: true });
    const goingOn = nextAction({ ...run, suspendedTurn: undefined, pending: [] });
    expect([nextAction(run).rpc, asked.rpc].some((rpc) => ending.test(rpc))).toBe(false);
    expect(goingOn.requestId).toBe("");
  });
});
