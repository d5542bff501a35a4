import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
let [firstUid, laterUid] = ["", ""];

beforeAll(async () => {
  server = await startTestServer();
  const files = [
    { path: "brief.txt", bytes: Buffer.from("De leverancier bevestigt de afspraak van dinsdag.") },
    { path: "verslag.txt", bytes: Buffer.from("In het verslag staat dat de zonwering is toegezegd.") },
  ];
  [firstUid = "", laterUid = ""] = (await importFiles(server, files)).map(({ docUid }) => docUid);
});
afterAll(() => server.stop());

describe("somebody who misses a document while binding", () => {
  it("searches for it there, binds what was found, and goes on without a rewind", async () => {
    const run = await (await RunDriver.create(server)).park(
      firstUid,
      OrchestratorState.EVIDENCE_BINDING,
      StagePhase.OPEN,
    );
    const needs = await run.current("evidence_needs", EvidenceNeedsSchema);
    const [slot] = needs?.sections.flatMap(({ claims }) => claims.flatMap(({ required }) => required)) ?? [];
    const slotId = slot?.slotId ?? "";
    const params = { params: { case: "vaultSearch" as const, value: { query: "zonwering" } } };
    const { request } = await server.tools.requestTool({ ...run.command(), toolName: "vault.search", slotId, params });
    const { toolResultLog } = await server.orchestrator.executeToolRequest({
      requestId: request?.id ?? "",
      idempotencyKey: key(),
    });
    expect(toolResultLog?.results.map(({ status }) => status)).toEqual([ToolResultStatus.OK]);
    await run.read();
    const evidenceId = `vault:${laterUid}`;
    const evidence = { evidence: { case: "document" as const, value: { evidenceId } } };
    const proposal = { case: "needMap" as const, value: { bindings: [{ slotId, evidence }] } };
    await run.propose(create(StageProposalSchema, { proposal }));
    await run.confirmAll();
    expect(run.context.state).toBe(OrchestratorState.EVIDENCE_BINDING);
    await run.advance();
    expect(run.context.state).toBe(OrchestratorState.SPAN_RESOLUTION);
    const bound = await run.current("need_map", EvidenceNeedMapSchema);
    expect(bound?.bindings.map((one) => one.evidence?.evidence.value)).toMatchObject([{ evidenceId }]);
  });
});
