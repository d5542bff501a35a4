import { create, fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { paramsOf } from "./support/matrix-case.ts";
import { reasonOf, refusalOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";
import { note, proposalFor, quote } from "./support/small-case.ts";

const { EVIDENCE_NEEDS, EVIDENCE_BINDING, SPAN_RESOLUTION } = OrchestratorState;
const secret = { path: "secret.txt", bytes: Buffer.from("The price that was agreed is seven thousand euros.\n") };

let server: TestServer;
let docUid: string;
let foreignUid: string;
beforeAll(async () => {
  server = await startTestServer();
  docUid = (await importFiles(server, [note], "mine"))[0]?.docUid ?? "";
  foreignUid = (await importFiles(server, [secret], "other"))[0]?.docUid ?? "";
});
afterAll(() => server.stop());

const at = async (state: OrchestratorState, phase: StagePhase) =>
  (await RunDriver.create(server, "mine")).park(docUid, state, phase);

/** Runs a tool as the person and gives its result. */
const runTool = async (run: RunDriver, toolName: string, uid: string) => {
  const { request } = await server.tools.requestTool({ ...run.command(), toolName, params: paramsOf(toolName, uid) });
  const answer = await server.orchestrator.executeToolRequest({ requestId: request?.id ?? "", idempotencyKey: key() });
  await run.read();
  const [result] = answer.toolResultLog?.results ?? [];
  if (result === undefined) throw new Error(`${toolName} came to no result`);
  return result;
};

describe("a document of another strand", () => {
  it("cannot be pinned, and looks as absent as one that does not exist", async () => {
    const run = await RunDriver.create(server, "mine");
    const pin = (uid: string) => refusalOf(run.pin(`vault:${uid}`));
    const [foreign, absent] = [await pin(foreignUid), await pin("0".repeat(64))];
    expect(foreign?.reason).toBe("EVIDENCE_NOT_FOUND");
    expect(foreign?.message.replace(foreignUid, "")).toBe(absent?.message.replace("0".repeat(64), ""));
  });

  it("is found by no search of the run, and counts in none of its numbers", async () => {
    const run = await at(EVIDENCE_NEEDS, StagePhase.PROPOSED);
    const { request } = await server.tools.requestTool({
      ...run.command(),
      toolName: "vault.search",
      params: { params: { case: "vaultSearch", value: { query: "price agreed" } } },
    });
    const answer = await server.orchestrator.executeToolRequest({ requestId: request?.id ?? "" });
    expect(answer.evidenceSet?.entries.map(({ candidate }) => candidate?.evidenceId)).toEqual([`vault:${docUid}`]);
  });

  it("gives no passage to get_spans", async () => {
    const run = await at(SPAN_RESOLUTION, StagePhase.OPEN);
    const { outputRef, reason, summary } = await runTool(run, "vault.get_spans", foreignUid);
    expect(`${reason}${summary}`).not.toContain("seven thousand");
    if (outputRef === undefined) return;
    const { content } = await server.artifacts.getArtifact({ digest: outputRef.digest });
    const [only] = fromBinary(SpansOutputSchema, content).answers;
    expect(only?.passages).toEqual([]);
    expect(only?.resolution?.spans ?? []).toEqual([]);
  });

  it("cannot be read through DocsService in the run's strand", async () => {
    expect(await reasonOf(server.docs.getDocText({ strandId: "mine", docUid: foreignUid }))).toBe("DOCUMENT_NOT_FOUND");
    expect(await reasonOf(server.docs.getDoc({ strandId: "mine", docUid: foreignUid }))).toBe("DOCUMENT_NOT_FOUND");
  });
});

describe("what another run recorded", () => {
  it("cannot be named in a proposal: neither its searches nor its spans", async () => {
    const other = await at(EVIDENCE_NEEDS, StagePhase.PROPOSED);
    const search = await runTool(other, "vault.search", docUid);
    const third = await at(SPAN_RESOLUTION, StagePhase.OPEN);
    const spans = await runTool(third, "vault.get_spans", docUid);

    const binding = await at(EVIDENCE_BINDING, StagePhase.OPEN);
    const slotId = binding.context.slots[0]?.slotId ?? "";
    const found = { evidence: { case: "search" as const, value: { toolResultId: search.id } } };
    const bySearch = create(StageProposalSchema, {
      proposal: { case: "needMap", value: { bindings: [{ slotId, evidence: found }] } },
    });
    expect(await reasonOf(binding.propose(bySearch))).toBe("PROPOSAL_INVALID");

    const resolution = await at(SPAN_RESOLUTION, StagePhase.OPEN);
    const own = await proposalFor(SPAN_RESOLUTION, { driver: resolution, docUid });
    const bindingId = own.proposal.case === "citationLedger" ? (own.proposal.value.spans[0]?.bindingId ?? "") : "";
    const span = { case: "resolved" as const, value: { toolResultId: spans.id, answerIndex: 0, spanIndex: 0 } };
    const bySpan = create(StageProposalSchema, {
      proposal: { case: "citationLedger", value: { spans: [{ bindingId, span }] } },
    });
    expect(await reasonOf(resolution.propose(bySpan))).toBe("PROPOSAL_INVALID");
  });
});

describe("a quote that the source does not have", () => {
  it.each([
    ["another word", quote.replace("board", "council")],
    ["a word left out", quote.replace("was ", "")],
    ["words of another document", "The price that was agreed is seven thousand euros."],
  ])("with %s is refused, and the run is free again and holds no entry", async (_, exactQuote) => {
    const run = await at(SPAN_RESOLUTION, StagePhase.OPEN);
    const own = await proposalFor(SPAN_RESOLUTION, { driver: run, docUid });
    const bindingId = own.proposal.case === "citationLedger" ? (own.proposal.value.spans[0]?.bindingId ?? "") : "";
    const span = { case: "locator" as const, value: { docUid, exactQuote } };
    const proposal = create(StageProposalSchema, {
      proposal: { case: "citationLedger", value: { spans: [{ bindingId, span }] } },
    });
    const refusal = await refusalOf(run.propose(proposal, true));
    expect(refusal?.reason).toBe("PROPOSAL_INVALID");
    expect(refusal?.message).not.toContain("seven thousand");
    const after = await run.read();
    expect([after.phase, after.turnId, after.items]).toEqual([StagePhase.OPEN, "", []]);
    expect(await reasonOf(run.advance())).toBe("MISSING_INPUTS");
    await run.propose(own, true);
    expect(run.context.items).toHaveLength(1);
  });
});
