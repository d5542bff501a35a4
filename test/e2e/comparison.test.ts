import { create } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { refusalOf } from "./support/refusal.ts";
import { RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";
import { note, proposalFor, quote } from "./support/small-case.ts";

// A draft with a sentence of its own words and one that only quotes, over gRPC.

let server: TestServer;
let run: RunDriver;
beforeAll(async () => {
  server = await startTestServer();
  const docUid = (await importFiles(server, [note]))[0]?.docUid ?? "";
  run = await RunDriver.create(server);
  await run.pin(`vault:${docUid}`);
  for (const state of [S.INTENT_SEED, S.SKELETON, S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION]) {
    await run.propose(await proposalFor(state, { driver: run, docUid }), true);
    await run.confirmAll();
    await run.advance();
  }
  const made = await proposalFor(S.DRAFT, { driver: run, docUid });
  const draft = made.proposal.case === "draftText" ? made.proposal.value : undefined;
  const [section] = draft?.sections ?? [];
  const { claimId = "", entryIds = [] } = section?.sentences[0] ?? {};
  const sentences = [
    { text: "The report was delivered on 3 March.", kind: SentenceKind.FACT, claimId, entryIds },
    { text: `In the document (minutes) it says: “${quote}”`, kind: SentenceKind.FACT, claimId, entryIds },
  ];
  const value = { title: "Memo", sections: [{ sectionId: section?.sectionId ?? "", sentences }] };
  await run.propose(create(StageProposalSchema, { proposal: { case: "draftText", value } }), true);
});
afterAll(() => server.stop());

const reworded = () => {
  const item = run.context.items.find(({ compareDigests }) => compareDigests.length > 0);
  if (!item) throw new Error("no sentence is worded anew");
  return item;
};
const confirm = (shownDigests: string[]) => {
  const items = [{ itemId: reworded().itemId, decision: ItemDecision.CONFIRM, shownDigests }];
  return server.orchestrator.confirm({ ...run.command(), ...run.decisions(), items });
};

describe("a sentence that is worded anew", () => {
  it("is listed with the digest of the words it rests on, and is left undecided by the proposal that confirms itself", () => {
    expect(run.context.items).toMatchObject([
      { decision: ItemDecision.UNSPECIFIED, compareDigests: [sha256Hex(Buffer.from(quote))] },
      { decision: ItemDecision.CONFIRM, compareDigests: [] },
    ]);
    expect(run.context.missingInputs.map(({ description }) => description).join()).toContain("in words of its own");
  });

  it.each([
    ["without naming them", []],
    ["naming others", ["f".repeat(64)]],
    ["naming more", [sha256Hex(Buffer.from(quote)), "f".repeat(64)]],
  ])("is refused %s, with the list in the details, and nothing is written", async (_, named) => {
    const refusal = await refusalOf(confirm(named));
    expect(refusal).toMatchObject({ code: "FailedPrecondition", reason: "COMPARISON_NOT_NAMED" });
    const error = ConnectError.from(await confirm(named).catch((each: unknown) => each));
    expect(error.findDetails(ErrorInfoSchema)[0]?.metadata).toMatchObject({
      item_id: reworded().itemId,
      shown_digests: reworded().compareDigests.join(","),
    });
    const { runContext } = await server.orchestrator.getRun({ runId: run.runId });
    expect(runContext?.version).toBe(run.context.version);
  });

  it("is confirmed naming exactly them", async () => {
    const { runContext } = await confirm(reworded().compareDigests);
    expect(runContext?.items.map(({ decision }) => decision)).toEqual([ItemDecision.CONFIRM, ItemDecision.CONFIRM]);
    expect(runContext?.nextAction?.label).toBe("Finalize draft");
  });
});
