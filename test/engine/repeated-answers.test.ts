import { type DescMessage, type Message, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import * as api from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { NextAction_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { RequestToolResponseSchema } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { letters } from "../run/sample-content.ts";
import { TestEngine } from "./support.ts";

const responses: Partial<Record<keyof Engine, DescMessage>> = {
  propose: api.ProposeResponseSchema,
  confirm: api.ConfirmResponseSchema,
  advance: api.AdvanceResponseSchema,
  rewind: api.RewindResponseSchema,
  pin: api.PinEvidenceResponseSchema,
  unpin: api.UnpinEvidenceResponseSchema,
  requestTool: RequestToolResponseSchema,
  guide: api.GuideResponseSchema,
};

interface Said {
  readonly method: keyof Engine;
  readonly request: unknown;
  readonly bytes: string;
}

/** Writes down every command that the engine answers, with its answer's bytes. */
const overhear = (test: TestEngine, said: Said[]): void => {
  for (const [name, schema] of Object.entries(responses)) {
    const method = name as keyof Engine;
    const engine = test.engine as unknown as Record<string, (...args: unknown[]) => Promise<Message>>;
    const original = engine[method]!.bind(test.engine);
    engine[method] = async (...args) => {
      const answer = await original(...args);
      said.push({ method, request: args[0], bytes: hex(schema, answer) });
      return answer;
    };
  }
};

const hex = (schema: DescMessage, answer: Message): string => Buffer.from(toBinary(schema, answer)).toString("hex");

const again = async (engine: Engine, { method, request }: Said): Promise<string> => {
  const call = (engine[method] as unknown as (r: unknown, s: AbortSignal) => Promise<Message>).bind(engine);
  return hex(responses[method]!, await call(request, new AbortController().signal));
};

/** The commands whose repetition is answered with other bytes. */
const differing = async (engine: Engine, said: readonly Said[]): Promise<string[]> => {
  const different: string[] = [];
  for (const [at, one] of [...said].entries())
    if ((await again(engine, one)) !== one.bytes) different.push(`${at} ${one.method}`);
  return different;
};

/** A run to its end, with a pin, a turn and a way back, so that every kind of command is among them. */
const eventful = async (): Promise<{ test: TestEngine; said: Said[] }> => {
  const test = await TestEngine.open();
  const said: Said[] = [];
  overhear(test, said);
  const run = await test.newRun();
  await run.settle();
  const evidenceId = `vault:${letters[0]!.docUid}`;
  await run.pin(evidenceId);
  await run.pin(`vault:${letters[1]!.docUid}`);
  await run.unpin(evidenceId);
  await run.guide({ userPrompt: "Waar sta ik?" });
  await run.to(5);
  await run.rewind(3);
  await run.to(6);
  await run.settle();
  await run.advance();
  expect(run.context.nextAction?.kind).toBe(NextAction_Kind.DONE);
  return { test, said };
};

describe("a command repeated under its key", () => {
  it("gets the very bytes it got the first time, however far the run has gone on, and after a restart", async () => {
    const { test, said } = await eventful();
    expect(new Set(said.map(({ method }) => method))).toEqual(new Set(Object.keys(responses)));
    expect(await differing(test.engine, said)).toEqual([]);
    await test.restart();
    expect(await differing(test.engine, said)).toEqual([]);
  });

  it("is recorded without what the journal tells again: a small part of what it answers", async () => {
    const test = await TestEngine.open();
    const { store } = test.parts;
    let recorded = 0;
    const commit = store.commit.bind(store);
    store.commit = (change) => {
      recorded += change.idempotency?.answer?.length ?? 0;
      return commit(change);
    };
    const said: Said[] = [];
    overhear(test, said);
    const run = await test.newRun();
    await run.to(6);
    const answered = said.reduce((sum, { bytes }) => sum + bytes.length / 2, 0);
    expect(recorded).toBeLessThan(answered / 4);
  });
});
