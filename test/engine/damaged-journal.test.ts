import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { failureOf, owner, TestEngine } from "./support.ts";

/** A run with a confirmed outline, and an event behind it that this program would not have written; a new server reads both. */
const readAfter = async (to: S) => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.SKELETON);
  await run.settle();
  const { store } = test.parts;
  const body = toBinary(
    RunEventSchema,
    create(RunEventSchema, { event: { case: "stageAdvanced", value: { from: S.SKELETON, to } } }),
  );
  const expected = await store.head(owner, run.runId);
  await store.commit({ owner, stream: run.runId, expect: expected, events: [{ type: "stageAdvanced", body }] });
  const { engine } = await TestEngine.open({ store });
  return { load: engine.runs.load(run.runId), seq: String(expected.seq + 1) };
};

describe("a journal whose recorded stage is not where the machine leads", () => {
  it.each([S.INTENT_SEED, S.SKELETON, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION, S.DRAFT])(
    "is damaged, and the event is named: %s",
    async (to) => {
      const { load, seq } = await readAfter(to);
      expect(await failureOf(load)).toMatchObject({ reason: "DATA_LOSS", facts: { seq } });
    },
  );

  it("is read where it is", async () => {
    const { load } = await readAfter(S.EVIDENCE_NEEDS);
    expect((await load).snapshot).toMatchObject({ state: S.EVIDENCE_NEEDS });
  });
});
