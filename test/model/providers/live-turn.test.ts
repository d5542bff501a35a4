import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ModelAttemptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { ModelProvider } from "../../../src/model/provider.ts";
import { anthropicProvider } from "../../../src/model/providers/anthropic/provider.ts";
import { under } from "../../../src/model/providers/http/endpoint.ts";
import { compatibleProvider } from "../../../src/model/providers/openai-compatible/provider.ts";
import { failureOf, owner, scriptedProfile, TestEngine } from "../../engine/support.ts";
import { type Asked, json, type StandIn, standIn } from "./stand-in.ts";

// Whole turns of the engine with each live provider against a server that stands in for its API.

const key = "sk-KANARIE-0123456789";
const model = "model-1";
let server: StandIn;
beforeAll(async () => {
  server = await standIn(json({}));
});
afterAll(() => server[Symbol.asyncDispose]());

/** What the model behind the API says: one search, then the end. */
const said = ({ body }: Asked): string => {
  const prompt = JSON.stringify(body);
  const nonce = /Its \\+"nonce\\+" is \\+"([\w-]+)\\+"/.exec(prompt)?.[1];
  const request = { toolName: "vault.search", reason: "Look for it.", params: { vaultSearch: { query: "brief" } } };
  const final = { message: "The letter has candidates.", nextAction: "Review evidence checklist" };
  return JSON.stringify(
    prompt.includes("TOOL_CONTEXT_START\\nTool") ? { nonce, final } : { nonce, tool: { requests: [request] } },
  );
};

const apis: Record<string, { provider: () => ModelProvider; reply: (text: string) => unknown }> = {
  anthropic: {
    provider: () => anthropicProvider({ base: server.base, key }),
    reply: (text) => ({
      ...{ type: "message", role: "assistant", model, stop_reason: "end_turn" },
      content: [{ type: "text", text }],
      usage: { input_tokens: 100, output_tokens: 20 },
    }),
  },
  "openai-compatible": {
    provider: () => compatibleProvider({ base: under(server.base, "v1"), key }),
    reply: (text) => ({
      choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
      usage: { prompt_tokens: 100, completion_tokens: 20 },
    }),
  },
};

const atNeeds = async (provider: ModelProvider) => {
  const profiles = [scriptedProfile({ provider: "anthropic", modelId: model })];
  const named = { ...provider, name: "anthropic" };
  const test = await TestEngine.open({ profiles, providers: new Map([["anthropic", named]]) });
  return { test, run: await (await test.newRun()).to(S.EVIDENCE_NEEDS) };
};

/** Everything that a run left: events and the bytes of every artifact, and the attempts among them. */
const leftBy = async (test: TestEngine, runId: string) => {
  const events = await test.engine.runs.events(runId, 1, 1_000);
  const { rows } = await test.views.artifacts(runId, "", undefined, 1_000);
  const blob = (digest = "") => test.parts.store.getBlob(owner, digest);
  const blobs = await Promise.all(rows.map(async ({ ref }) => ({ kind: ref?.kind, bytes: await blob(ref?.digest) })));
  const attempts = blobs
    .filter((one) => one.kind === ModelAttemptSchema.typeName)
    .map((one) => fromBinary(ModelAttemptSchema, one.bytes));
  return {
    bytes: [...events.map((one) => toBinary(RunEventSchema, one.event)), ...blobs.map((one) => one.bytes)],
    attempts,
  };
};

describe.each(Object.entries(apis))("a turn with %s", (_name, { provider, reply }) => {
  const answering = () => {
    server.asked.length = 0;
    server.reply = (response) => json(reply(said(server.asked.at(-1)!)))(response);
  };

  it("searches, sees the result, ends, and counts its tokens", async () => {
    answering();
    const { test, run } = await atNeeds(provider());
    const { toolResultLog, conversationLog } = await run.guide();
    expect(toolResultLog?.results).toHaveLength(1);
    expect(conversationLog?.entries.at(-1)?.text).toBe("The letter has candidates.");
    expect(server.asked).toHaveLength(2);
    const live = await leftBy(test, run.runId);
    expect(live.bytes.length).toBeGreaterThan(20);
    expect(live.attempts.map((attempt) => [attempt.inputTokens, attempt.outputTokens])).toEqual([
      [100, 20],
      [100, 20],
    ]);
  });

  it("leaves its key nowhere: not in events, artifacts or errors, whether it works, fails or is answered with it", async () => {
    const replies = [json({ error: { message: key } }, 401), json(reply(`{"x": "${key}"}`)), json(key)];
    for (const failing of replies) {
      const { test, run } = await atNeeds(provider());
      server.reply = failing;
      const failure = await failureOf(run.guide());
      expect(failure.reason).toBe("UPSTREAM_UNAVAILABLE");
      expect(JSON.stringify([failure, failure.message])).not.toContain("KANARIE");
      const { bytes } = await leftBy(test, run.runId);
      expect(bytes.filter((one) => Buffer.from(one).includes("KANARIE"))).toEqual([]);
    }
  });
});
