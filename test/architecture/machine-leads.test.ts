import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { OrchestratorState as S, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { readJournal } from "../run/golden-run.ts";

// The arrows of the machine once decided nothing: an arrow that led elsewhere changed nothing but the picture. Each case here
// gives the kernel a machine with another arrow, and looks where its runs come to.
type State = { on?: Record<string, { target?: string } | { target?: string }[]>; states?: Record<string, State> };
type Change = (states: Record<string, State>) => void;

const machineFile = "../../src/run/machine.ts";
const journal = new URL("../golden/journal/machine-1.events.binpb", import.meta.url);

/** The kernel, its table and its drives of runs over a machine that was changed so. */
const kernelOver = async (change: Change) => {
  vi.resetModules();
  vi.doMock(machineFile, async (original) => {
    const actual = await original<typeof import("../../src/run/machine.ts")>();
    const { createMachine } = await import("xstate");
    const config = structuredClone({ ...actual.runMachine.config, context: undefined }) as {
      states: Record<string, State>;
    };
    change(config.states);
    const machine = createMachine({ ...config, context: actual.runMachine.config.context } as never);
    return { ...actual, runMachine: machine.provide(actual.runMachine.implementations as never) };
  });
  const { replay } = await import("../run/taken.ts");
  const { outlineProposal, runAt } = await import("../run/drive.ts");
  return { replay, outlineProposal, runAt };
};

/** Puts another target to the arrows with this event that leave a phase of a stage. */
const lead =
  (stage: string, phase: string, event: string, target: string): Change =>
  (states) => {
    const on = states[stage]?.states?.[phase]?.on;
    if (!on?.[event]) throw new Error(`the machine has no ${event} in ${stage}.${phase}`);
    for (const arrow of [on[event]].flat()) arrow.target = target;
  };

afterEach(() => {
  vi.doUnmock(machineFile);
  vi.resetModules();
});

describe("an arrow of the machine", () => {
  it("that is left as it is leads a run through its stages", async () => {
    const { runAt, replay } = await kernelOver(() => {});
    expect(runAt(S.EVIDENCE_NEEDS).snapshot).toMatchObject({ state: S.EVIDENCE_NEEDS });
    expect(replay(readJournal(readFileSync(journal)))).toMatchObject({ state: S.DRAFT });
  });

  it("that leads to another stage brings a run there, and its journal says so", async () => {
    const { runAt, outlineProposal } = await kernelOver(
      lead("SKELETON", "confirmed", "stageAdvanced", "#EVIDENCE_BINDING.open"),
    );
    const run = runAt(S.SKELETON).propose(outlineProposal(), { confirm: true });
    const since = run.events.length;
    run.advance();
    expect(run.events[since]?.event).toMatchObject({
      case: "stageAdvanced",
      value: { from: S.SKELETON, to: S.EVIDENCE_BINDING },
    });
    expect(run.snapshot.state).toBe(S.EVIDENCE_BINDING);
  });

  it("that leads to another phase is refused, since what was decided there comes to another one", async () => {
    const { runAt, outlineProposal } = await kernelOver(
      lead("SKELETON", "open", "proposalRecorded", "#SKELETON.confirmed"),
    );
    const run = runAt(S.SKELETON);
    expect(() => run.propose(outlineProposal())).toThrow(/cannot take proposalRecorded/);
    expect(run.snapshot).toMatchObject({ state: S.SKELETON, phase: StagePhase.OPEN });
  });

  it("that is not there is no way", async () => {
    const { runAt, outlineProposal } = await kernelOver((states) => {
      delete states.SKELETON?.states?.confirmed?.on?.stageAdvanced;
    });
    const run = runAt(S.SKELETON).propose(outlineProposal(), { confirm: true });
    expect(() => run.advance()).toThrow(/cannot take/);
    expect(run.snapshot.state).toBe(S.SKELETON);
  });

  it("that leads elsewhere than a journal recorded makes that journal a damaged one", async () => {
    const { replay } = await kernelOver(lead("SKELETON", "confirmed", "stageAdvanced", "#DRAFT.open"));
    const events = readJournal(readFileSync(journal));
    const at = events.findIndex(({ event }) => event.case === "stageAdvanced" && event.value.from === S.SKELETON);
    expect(at).toBeGreaterThan(0);
    expect(() => replay(events)).toThrow(`the machine refuses event ${at + 1} (stageAdvanced)`);
  });
});
