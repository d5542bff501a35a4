import { create } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { rulesVersion } from "../../src/run/rules.ts";
import { refusalOf } from "./support/refusal.ts";
import { RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";
import { note, proposalFor } from "./support/small-case.ts";

// A claim about something else than the words it is to rest on, over gRPC.

let server: TestServer;
let run: RunDriver;
beforeAll(async () => {
  server = await startTestServer();
  const docUid = (await importFiles(server, [note]))[0]?.docUid ?? "";
  run = await RunDriver.create(server);
  await run.pin(`vault:${docUid}`);
  const other = "Parking permits expire.";
  const sections = [{ title: "Facts", claims: [{ text: other }] }];
  const outline = create(StageProposalSchema, { proposal: { case: "skeleton", value: { sections } } });
  for (const state of [S.INTENT_SEED, S.SKELETON, S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING]) {
    const proposal = state === S.SKELETON ? outline : await proposalFor(state, { driver: run, docUid });
    await run.propose(proposal, true);
    await run.advance();
  }
  await run.propose(await proposalFor(S.SPAN_RESOLUTION, { driver: run, docUid }), true);
});
afterAll(() => server.stop());

const item = () => {
  const [only] = run.context.items;
  if (!only) throw new Error("the run has no item");
  return only;
};
const confirm = (lookFingerprints: string[]) => {
  const items = [{ itemId: item().itemId, decision: ItemDecision.CONFIRM, lookFingerprints }];
  return server.orchestrator.confirm({ ...run.command(), ...run.decisions(), items });
};

describe("an item with looks", () => {
  it("is shown with them, and was not confirmed by the proposal that confirms itself", () => {
    expect(item()).toMatchObject({
      decision: ItemDecision.UNSPECIFIED,
      looks: [
        {
          code: LookCode.NO_COMMON_WORD,
          subjectId: item().itemId,
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    });
    expect(run.context.rulesVersion).toBe(rulesVersion);
  });

  it.each([
    ["without naming them", []],
    ["naming another", ["f".repeat(64)]],
  ])("is refused %s, with the set in the details, and nothing is written", async (_, named) => {
    const refusal = await refusalOf(confirm(named));
    expect(refusal).toMatchObject({ code: "FailedPrecondition", reason: "LOOKS_NOT_NAMED", fields: [item().itemId] });
    const error = ConnectError.from(await confirm(named).catch((each: unknown) => each));
    const looks = item().looks.map(({ fingerprint }) => fingerprint);
    expect(error.findDetails(ErrorInfoSchema)[0]?.metadata).toMatchObject({
      item_id: item().itemId,
      look_fingerprints: looks.join(","),
    });
    const { runContext } = await server.orchestrator.getRun({ runId: run.runId });
    expect(runContext?.version).toBe(run.context.version);
  });

  it("is confirmed naming exactly them", async () => {
    const { runContext } = await confirm(item().looks.map(({ fingerprint }) => fingerprint));
    expect(runContext?.items).toMatchObject([{ decision: ItemDecision.CONFIRM }]);
    expect(runContext?.nextAction?.label).toBe("Advance to draft");
  });
});
