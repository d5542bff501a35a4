import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { GuideRequestSchema } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { Happened } from "../../../src/engine/run/turn-progress.ts";
import type { ModelProvider } from "../../../src/model/provider.ts";
import { gate } from "../sample-tools.ts";
import { final, ScriptedModel, tools, vaultSearch } from "../scripted-model.ts";
import { failureOf, TestEngine } from "../support.ts";

/** A scripted model that tells of its bytes while it writes. */
const writing = (model: ScriptedModel, counts: readonly number[]): ModelProvider => ({
  name: model.name,
  generate: (request, signal, progress) => {
    for (const count of counts) progress?.(count);
    return model.generate(request, signal);
  },
});

const atNeeds = async (counts: readonly number[] = []) => {
  const model = new ScriptedModel();
  const test = await TestEngine.open({ providers: new Map([["scripted", writing(model, counts)]]) });
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  const guide = (seen: Happened[], key = "turn", userPrompt = "") =>
    test.engine.guide(create(GuideRequestSchema, { runId: run.runId, idempotencyKey: key, userPrompt }), (one) => {
      seen.push(one);
    });
  return { test, model, run, guide };
};

describe("what a follower of a turn is told", () => {
  it("is what the journal records, in its order, with the provider's bytes between", async () => {
    const { test, model, guide } = await atNeeds([10, 20]);
    model.say(tools(vaultSearch("opleiding", "slot:1")), final());
    const seen: Happened[] = [];
    const { runContext } = await guide(seen);
    expect(seen.map((one) => one.case)).toEqual([
      ...[
        "turnBegan",
        "stepBegan",
        "modelAnswering",
        "modelAnswering",
        "answerJudged",
        "toolRequested",
        "toolFinished",
      ],
      ...["stepBegan", "modelAnswering", "modelAnswering", "answerJudged"],
    ]);
    const events = await test.engine.runs.events(runContext?.runId ?? "", 1, 1_000);
    const turnId = events.flatMap(({ event: { event } }) => (event.case === "turnStarted" ? [event.value.turnId] : []));
    expect(seen[0]?.value).toMatchObject({ turnId: turnId[0] });
    expect(seen.flatMap((one) => (one.case === "modelAnswering" ? [one.value.bytesReceived] : []))).toEqual([
      10, 20, 10, 20,
    ]);
  });

  it("never holds a word of what the model wrote", async () => {
    const { model, guide } = await atNeeds([10]);
    model.say(() => "CANARY that is no envelope");
    const seen: Happened[] = [];
    await failureOf(guide(seen));
    expect(seen.at(-1)).toMatchObject({ case: "answerJudged", value: { attempt: 1, step: 0 } });
    expect(seen.map((one) => JSON.stringify(one.value)).join()).not.toContain("CANARY");
  });

  it("is told to everyone who follows the key, from when they joined on", async () => {
    const { model, guide } = await atNeeds();
    const held = gate();
    model.say(async (request, signal) => {
      await held.wait();
      return final()(request, signal);
    });
    const [first, second]: [Happened[], Happened[]] = [[], []];
    const one = guide(first);
    await held.arrived;
    const two = guide(second);
    held.open();
    expect(await two).toEqual(await one);
    expect(first.map((happened) => happened.case)).toEqual(["turnBegan", "stepBegan", "answerJudged"]);
    expect(second.map((happened) => happened.case)).toEqual(["answerJudged"]);
  });

  it("does not reach a call that has the key for another question, or another turn of the run", async () => {
    const { model, guide } = await atNeeds();
    const held = gate();
    model.say(async (request, signal) => {
      await held.wait();
      return final()(request, signal);
    });
    const turn = guide([]);
    await held.arrived;
    const seen: Happened[] = [];
    expect(await failureOf(guide(seen, "turn", "Iets anders"))).toMatchObject({ reason: "IDEMPOTENCY_KEY_REUSED" });
    expect(await failureOf(guide(seen, "another"))).toMatchObject({ reason: "RUN_BUSY" });
    held.open();
    await turn;
    expect(seen).toEqual([]);
  });

  it("is nothing once the turn has ended, also where its key is asked again", async () => {
    const { guide, run } = await atNeeds();
    await guide([]);
    const seen: Happened[] = [];
    await guide(seen);
    await run.refresh();
    await run.pin("vault:letter-a");
    expect(seen).toEqual([]);
  });
});
