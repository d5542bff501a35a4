import { expect, it } from "vitest";
import { VariedTools, variedRun } from "../bench/varied-case.ts";
import { SampleTools } from "./sample-tools.ts";
import { TestEngine } from "./support.ts";

it("a run with words of its own in its claims, as the benchmarks drive it, comes to its end", async () => {
  const test = await TestEngine.open({ tools: new VariedTools(new SampleTools()) });
  const runId = await variedRun(test, "one");
  const run = await test.engine.runs.load(runId);
  const { missingInputs } = await test.engine.runs.context(run);
  expect(missingInputs).toEqual([]);
});
