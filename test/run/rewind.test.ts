import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { StaleItem } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { CarryOverWatch } from "./content-tree.ts";
import { allStates, finish, runAt, settle } from "./drive.ts";
import { confirmedIds, edits } from "./edits.ts";
import { TestRun } from "./support.ts";

/** One way back: from a stage, to an earlier one, with an edit there or in a stage after it, or none. */
const journey = fc.record({
  from: fc.integer({ min: 2, max: 7 }),
  to: fc.integer({ min: 1, max: 6 }),
  edit: fc.option(fc.nat({ max: edits.length - 1 }), { nil: undefined }),
  choice: fc.nat({ max: 11 }),
});

/** On to a stage; 7 is the finalised draft. */
const onTo = (run: TestRun, from: number): TestRun => (from === 7 ? finish(run) : runAt(from as S, run));

const staleIn = (run: TestRun, since: number): StaleItem[] =>
  run.events.slice(since).flatMap(({ event }) => (event.case === "proposalRecorded" ? event.value.stale : []));

describe("going back and on again", () => {
  it("carries over exactly what rests on unchanged content, and once more without an edit asks and tells nothing", () => {
    let carried = 0;
    fc.assert(
      fc.property(fc.array(journey, { minLength: 1, maxLength: 2 }), (journeys) => {
        const run = new TestRun();
        const watch = new CarryOverWatch(run);
        for (const { from, to, edit, choice } of journeys) {
          onTo(run, from);
          if (to >= from) continue;
          run.rewind(to as S);
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
      { numRuns: 150 },
    );
    expect(carried).toBeGreaterThan(1000);
  });

  it.each(edits)("says of everything that an edited $name made stale that it did", ({ state, make }) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.nat({ max: 11 }), (to, choice) => {
        fc.pre(to <= state);
        const run = finish(new TestRun()).rewind(to as S);
        runAt(state, run);
        const before = new Map(allStates.map((one) => [one, confirmedIds(run, one)]));
        const since = run.events.length;
        const beginning = make(run, choice);
        finish(run);
        const stale = staleIn(run, since);
        for (const { path } of stale) expect(path[0]).toMatch(beginning);
        const explained = new Set(stale.map((one) => one.itemId));
        const lost = [...before].flatMap(([one, ids]) => {
          const kept = run.snapshot.stages.find((record) => record.state === one)?.items ?? [];
          return ids.filter((id) => !kept.some((item) => item.itemId === id && item.carriedOver));
        });
        const untouched = allStates.filter((one) => one < state).flatMap((one) => before.get(one) ?? []);
        expect(lost.filter((id) => !explained.has(id) && !untouched.includes(id))).toEqual([]);
      }),
      { numRuns: 12 },
    );
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
