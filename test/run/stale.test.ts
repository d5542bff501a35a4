import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { StaleItem } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { draws } from "../support/draws.ts";
import { allStates, finish, runAt } from "./drive.ts";
import { confirmedIds, edits } from "./edits.ts";
import { TestRun } from "./support.ts";

/** What each proposal since then called stale. */
const staleIn = (run: TestRun, since: number): StaleItem[] =>
  run.events.slice(since).flatMap(({ event }) => (event.case === "proposalRecorded" ? event.value.stale : []));

describe("what an edit made stale", () => {
  it.each(edits)("is told in full, along paths that begin with the edit: $name", ({ state, make }) => {
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
      { numRuns: draws(2) },
    );
  });
});
