import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, NextAction_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { stageOf } from "../../src/run/stages.ts";
import type { RunDriver } from "../engine/run-driver.ts";
import { TestEngine } from "../engine/support.ts";

const stages = [S.INTENT_SEED, S.SKELETON, S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION, S.DRAFT];
const pairs = stages.flatMap((from) =>
  stages.filter((to) => to < from).map((to) => [stageOf(from).name, stageOf(to).name, from, to] as const),
);

/** Advances until the run stands in `state`, supplying and confirming nothing. */
const walkOn = async (run: RunDriver, state: S): Promise<void> => {
  while (run.context.state < state) {
    expect(run.context.nextAction?.kind).toBe(NextAction_Kind.ADVANCE);
    await run.advance();
  }
};

const calls = (test: TestEngine): number[] => [
  test.model.asked.length,
  test.tools.ran.length,
  test.directory.lookedUp.length,
];

describe("going back over what still holds", () => {
  it.each(pairs)("from %s to %s and on again asks nobody and runs nothing", async (_, __, from, to) => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(from);
    await run.settle();
    const [before, items] = [calls(test), run.context.items];
    await run.rewind(to);
    await walkOn(run, from);
    expect(calls(test)).toEqual(before);
    expect(run.context.staleItems).toEqual([]);
    expect(run.context.items.map(({ itemId, decision, fingerprint }) => [itemId, decision, fingerprint])).toEqual(
      items.map(({ itemId, fingerprint }) => [itemId, ItemDecision.CONFIRM, fingerprint]),
    );
    expect(run.context.nextAction?.kind).toBe(NextAction_Kind.ADVANCE);
  });

  it("opens a new revision of a finalised memo, which stands as it was when nothing changes", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.DRAFT);
    await run.settle();
    await run.advance();
    const [before, memo] = [calls(test), (await run.material()).draft];
    await run.rewind(S.INTENT_SEED);
    expect(run.context.revision).toBe(2);
    await walkOn(run, S.DRAFT);
    await run.advance();
    expect(calls(test)).toEqual(before);
    expect((await run.material()).draft?.sections).toEqual(memo?.sections);
  });

  it("asks again only for what rests on a reworded claim", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.DRAFT);
    await run.settle();
    const before = calls(test);
    await run.rewind(S.SKELETON);
    const { skeleton } = await run.material();
    const sections = (skeleton?.sections ?? []).map(({ sectionId, title, claims }) => ({
      sectionId,
      title,
      claims: claims.map(({ claimId, text, claimKind }) => ({
        claimId,
        claimKind,
        text: claimId === "claim:1" ? "De werkgever heeft de opleiding schriftelijk toegezegd." : text,
      })),
    }));
    await run.propose({ case: "skeleton", value: { sections } });
    const asked: string[] = [];
    const answer = async () => {
      const open = run.context.items.filter((item) => item.decision === ItemDecision.UNSPECIFIED);
      asked.push(...open.map((item) => item.itemId.replace(/^(\w+:\d+).*$/, "$1")));
      if (open.length > 0) await run.confirm();
    };
    await answer();
    while (run.context.state < S.DRAFT) {
      await run.advance();
      await answer();
    }
    expect(calls(test)).toEqual(before);
    // The claim, its two slots (one is optional), its binding, its quote and its sentence; nothing of the others.
    expect(asked).toEqual(["claim:1", "slot:1", "slot:2", "binding:1", "entry:1", "sentence:1"]);
  });
});
