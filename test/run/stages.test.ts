import { describe, expect, it } from "vitest";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { finish } from "./drive.ts";
import { TestRun } from "./support.ts";

describe("a run", () => {
  it("goes from intent to a finalised draft by doing what its next action says", () => {
    const run = finish(new TestRun());
    expect(run.snapshot.lifecycle).toBe(RunLifecycle.FINALISED);
  });
});
