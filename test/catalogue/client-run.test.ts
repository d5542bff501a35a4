import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  DecideToolRequestRequestSchema,
  SubmitToolResultRequestSchema,
} from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { explainToolCall } from "../../src/engine/read/explain.ts";
import { shownText } from "../../src/model/tool-context.ts";
import type { RunDriver } from "../engine/run-driver.ts";
import { final, tools, vaultSearch } from "../engine/scripted-model.ts";
import { failureOf, TestEngine } from "../engine/support.ts";
import { letterCandidate, letters } from "../run/sample-content.ts";
import { descriptorSet, lookup, lookupMessage, ToolFolder } from "./tool-folder.ts";

// A tool of a layer through a whole turn: the model writes its parameters as JSON, a person allows them as bytes, a client
// delivers, the kernel judges, the turn goes on.

const folder = new ToolFolder();
beforeEach(() => folder.clear());
afterAll(() => folder.remove());

const opened = async (spec = lookup) => {
  folder.put("user", spec).put("user", descriptorSet([lookupMessage]), "acme.binpb");
  const { catalogue } = folder.load();
  const test = await TestEngine.open({ catalogue });
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  return { test, run, catalogue };
};
const auto = lookup.replace("TRIGGER_MANUAL", "TRIGGER_AUTO_RUN");
const asked = (query: string, tags: readonly string[] = ["x"]) =>
  tools({ toolName: "acme.lookup", slotId: "slot:1", params: { opaque: { query, tags } } });

const waiting = async (run: RunDriver) => (await run.refresh()).pendingToolRequests[0];
const allow = async (run: RunDriver) => {
  const { requestId = "", toolName = "", paramsDigest = "" } = (await waiting(run)) ?? {};
  const request = { ...run.command(), requestId, toolName, paramsDigest, decision: ToolDecision.ALLOW };
  return run.engine.answerToolRequest(create(DecideToolRequestRequestSchema, request));
};
const found = letters[0]!;
const submit = async (run: RunDriver, evidenceId = `vault:${found.docUid}`) => {
  const requestId = (await waiting(run))?.requestId ?? "";
  const candidates = [{ ...letterCandidate(found), evidenceId }];
  const output = toBinary(
    EvidenceSearchResultSchema,
    create(EvidenceSearchResultSchema, { candidates, totalCount: 1 }),
  );
  const given = { output, outputType: "pincite.evidence.v1.EvidenceSearchResult", summary: "1 file" };
  const request = { ...run.command(), requestId, status: ToolResultStatus.OK, ...given };
  return run.engine.submitToolResult(create(SubmitToolResultRequestSchema, request), new AbortController().signal);
};

describe("a tool that a layer adds, in a turn of the model", () => {
  it("is asked for in JSON, allowed as bytes, run by a client, and the turn goes on with what it gave", async () => {
    const { test, run, catalogue } = await opened();
    test.model.say(asked("12/345"), final({ message: "Er is iets gevonden." }));
    expect(await run.guide()).toMatchObject({ suspended: true });
    const schema = test.model.asked[0]?.answerSchema ?? "";
    expect(schema).toContain('"acme.lookup"');
    const call = await waiting(run);
    expect(call).toMatchObject({ toolName: "acme.lookup", waitsFor: WaitsFor.DECISION, mutating: false });
    const { call: recorded } = await run.engine.tools.byId(call?.requestId ?? "");
    const params = recorded.request.params?.params;
    if (params?.case !== "opaque") throw new Error("no opaque parameters");
    expect(params.value.typeName).toBe("acme.v1.LookupParams");
    expect(fromBinary(catalogue.paramsOf("acme.lookup")!, params.value.value)).toMatchObject({
      query: "12/345",
      tags: ["x"],
    });
    await allow(run);
    expect(await waiting(run)).toMatchObject({ waitsFor: WaitsFor.CLIENT });
    const { result, continuedTurn, evidenceSet } = await submit(run);
    expect(result).toMatchObject({ status: ToolResultStatus.OK, executor: "client" });
    expect(continuedTurn).toMatchObject({ suspended: false, message: "Er is iets gevonden." });
    expect(evidenceSet?.entries[0]).toMatchObject({ slotIds: ["slot:1"], toolResultIds: [result?.id] });
    expect(test.tools.ran).toEqual([]);
    const { answers, tool } = await explainToolCall(run.engine.runs, run.engine.tools, call?.requestId ?? "");
    expect(answers[0]).toBe("Het gereedschap is acme.lookup, dat een client uitvoert.");
    expect(tool).toMatchObject({ layer: "user", available: true });
  });

  it("goes to the client at once where its file says AUTO_RUN", async () => {
    const { test, run } = await opened(auto);
    test.model.say(asked("sample", []), final());
    expect(await run.guide()).toMatchObject({ suspended: true });
    expect(await waiting(run)).toMatchObject({ waitsFor: WaitsFor.CLIENT });
  });

  it("waits for a person all the same where its words are nobody's but the model's", async () => {
    const { test, run } = await opened(auto);
    const words = "een twee drie vier vijf zes zeven acht negen";
    test.model.say(final({ message: words }), asked(words), final());
    await run.guide();
    await run.guide();
    expect(await waiting(run)).toMatchObject({ toolName: "acme.lookup", waitsFor: WaitsFor.DECISION });
  });

  it("shows the model no more of a tool than its file says, whatever the budget", async () => {
    folder.put("project", 'name: "vault.search"\nshown_chars_max: 200\n');
    const shown = async (layered: boolean) => {
      const test = await TestEngine.open(layered ? { catalogue: folder.load().catalogue } : {});
      const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
      test.model.say(tools(vaultSearch("opleiding", "slot:1")), final());
      await run.guide();
      return shownText(test.model.asked[1]!.context!.toolContexts[0]!).length;
    };
    expect(await shown(false)).toBeGreaterThan(200);
    expect(await shown(true)).toBeLessThanOrEqual(200);
  });

  it("brings in nothing that no source has", async () => {
    const { test, run } = await opened(auto);
    test.model.say(asked("sample", []), final());
    await run.guide();
    expect(await failureOf(submit(run, `vault:${"0".repeat(64)}`))).toMatchObject({ reason: "REQUEST_INVALID" });
    expect(await failureOf(submit(run, "client:acme.lookup:1"))).toMatchObject({ reason: "REQUEST_INVALID" });
  });

  it("is refused to a user with the bytes of another message", async () => {
    const { run } = await opened();
    const opaque = (typeName: string, value: Uint8Array) =>
      run.requestTool("acme.lookup", { params: { case: "opaque", value: { typeName, value } } });
    const odd = [
      opaque("acme.v1.Other", new Uint8Array()),
      opaque("acme.v1.LookupParams", new Uint8Array([0x7a, 1, 65])),
      opaque("acme.v1.LookupParams", new Uint8Array([0xff])),
      run.requestTool("acme.lookup", { params: { case: "vaultSearch", value: { query: "x" } } }),
    ];
    for (const one of odd) expect((await failureOf(one)).reason).toMatch(/^(?:REQUEST_INVALID|TOOL_REFUSED)$/);
    expect((await run.refresh()).pendingToolRequests).toEqual([]);
  });
});
