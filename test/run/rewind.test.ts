import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { draws } from "../support/draws.ts";
import { CarryOverWatch } from "./content-tree.ts";
import { allStates, finish, runAt, settle } from "./drive.ts";
import { edits } from "./edits.ts";
import { TestRun } from "./support.ts";

/** One way back: from a stage (7: finalised), so many stages, with an edit there or in a stage after it, or none. */
const journey = fc.record({
  from: fc.constantFrom(7, 7, 7, 6, 5, 4, 3),
  back: fc.integer({ min: 1, max: 6 }),
  edit: fc.option(fc.nat({ max: edits.length - 1 }), { nil: undefined }),
  choice: fc.nat({ max: 11 }),
});

/** On to a stage; 7 is the finalised draft. */
const onTo = (run: TestRun, from: number): TestRun => (from === 7 ? finish(run) : runAt(from as S, run));

describe("going back and on again", () => {
  it("carries over exactly what rests on unchanged content, and once more without an edit asks and tells nothing", () => {
    let carried = 0;
    fc.assert(
      fc.property(fc.array(journey, { minLength: 1, maxLength: 2 }), (journeys) => {
        const run = new TestRun();
        const watch = new CarryOverWatch(run);
        for (const { from, back, edit, choice } of journeys) {
          const to = Math.max(1, from - back) as S;
          onTo(run, from).rewind(to);
          const one = edits[edit ?? -1];
          if (one) {
            runAt(Math.max(to, one.state) as S, run);
            if (run.snapshot.state === one.state) one.make(settle(run), choice);
          }
        }
        finish(run);
        carried += watch.carried;
        const before = { ...run.count };
        finish(run.rewind(S.INTENT_SEED));
        expect([run.count, run.snapshot.stale]).toEqual([before, []]);
        expect(watch.differences).toEqual([]);
      }),
      { numRuns: draws(40) },
    );
    expect(carried).toBeGreaterThan(draws(400));
  });

  it("from every stage to every earlier one without an edit asks nothing and calls nothing", () => {
    for (const from of [2, 3, 4, 5, 6, 7])
      for (const to of allStates.filter((state) => state < from)) {
        const run = settle(onTo(new TestRun(), from));
        const before = { ...run.count };
        onTo(run.rewind(to), from);
        settle(run);
        expect([from, to, run.count, run.snapshot.stale.length]).toEqual([from, to, before, 0]);
      }
  });
});
