import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { sampleOutline } from "../run/sample-content.ts";
import { TestEngine } from "./support.ts";

const outline = sampleOutline.map(({ title, claims }) => ({ title, claims: claims.map((claim) => ({ ...claim })) }));

const opened = async (): Promise<TestEngine> => TestEngine.open({ store: await openMemoryStore() });

describe("what a run records beside a decision", () => {
  // A proof in which somebody let a person's decision stand twice held by every verifier.
  it("is nothing where it was decided so already", async () => {
    const test = await opened();
    const run = await test.newRun();
    await run.propose({ case: "intentSeed", value: { goal: "Een doel" } }, { confirm: true });
    await run.advance();
    await run.propose({ case: "skeleton", value: { sections: outline } });
    const [first, ...others] = run.context.items.filter(({ looks }) => looks.length === 0);
    if (!first) throw new Error("an outline of which nothing can be confirmed");
    await run.decideItems([first]);
    const { version } = run.context;
    await run.decideItems([first]);
    expect(run.context.version).toBe(version);
    await run.decideItems([first, ...others]);
    expect(run.context.version).not.toBe(version);
  });

  it("is the day that an intent's day takes the place of, where it is another", async () => {
    const test = await opened();
    const run = await test.newRun();
    const first = run.context.referenceDate;
    const value = { goal: "Een doel" };
    await run.propose({ case: "intentSeed", value }, { confirm: true });
    await run.propose({ case: "intentSeed", value: { ...value, referenceDate: "2020-01-01" } }, { confirm: true });
    await run.propose({ case: "intentSeed", value: { ...value, referenceDate: "2021-01-01" } }, { confirm: true });
    const days = (await test.engine.runs.events(run.runId, 1, 1_000)).flatMap(({ event: { event } }) =>
      event.case === "proposalRecorded" ? [[event.value.referenceDate, event.value.referenceDateBefore]] : [],
    );
    expect(days).toEqual([
      [first, ""],
      ["2020-01-01", first],
      ["2021-01-01", "2020-01-01"],
    ]);
  });
});
