import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StageProposal, StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, RunLifecycle, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { verifyProof } from "../../src/main.ts";
import { cli } from "../cli/support/cli.ts";
import { newFolder } from "../support/new-folder.ts";
import { RunDriver } from "./support/run-driver.ts";
import type { TestServer } from "./support/server.ts";
import { proposalFor } from "./support/small-case.ts";
import { startSmallServer } from "./support/small-server.ts";

const folder = newFolder("said-again");
let small: { readonly server: TestServer; readonly docUid: string };
beforeAll(async () => {
  small = await startSmallServer(join(folder, "data"));
});
afterAll(() => small?.server.stop());

/** The same draft, with other words in the place of those of its first sentence. */
const reworded = (proposal: StageProposal, text: string): StageProposal => {
  const copy = create(StageProposalSchema, structuredClone(proposal));
  const [section] = copy.proposal.case === "draftText" ? copy.proposal.value.sections : [];
  const [sentence] = section?.sentences ?? [];
  if (sentence === undefined) throw new Error("a draft without a sentence");
  sentence.text = text;
  return copy;
};

it("holds of a sentence that was confirmed, taken out, and put in again under another name", async () => {
  const { server, docUid } = small;
  const run = await (await RunDriver.create(server)).park(docUid, OrchestratorState.DRAFT, StagePhase.PROPOSED);
  const mine = await proposalFor(OrchestratorState.DRAFT, { driver: run, docUid });
  await run.confirmAll();
  const sentence = () => run.context.items.find(({ itemId }) => itemId.startsWith("sentence:"));
  const was = sentence()?.itemId;
  await run.propose(reworded(mine, "Something else stands here for a while."));
  await run.propose(mine);
  expect(sentence()).toMatchObject({ decision: ItemDecision.CONFIRM, carriedOver: true });
  expect(sentence()?.itemId).not.toBe(was);
  await run.advance();
  expect(run.context.lifecycle).toBe(RunLifecycle.FINALISED);
  const words = ["export", run.runId, "--format", "pincite", "-o", "memo.pincite"];
  const { code, err } = await cli(words, { cwd: folder, env: { PINCITE_URL: server.url } });
  expect(code, err).toBe(0);
  const { checks } = await verifyProof(readFileSync(join(folder, "memo.pincite")), undefined);
  expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  const script = join(import.meta.dirname, "../../docs/verify-proof.py");
  expect(execFileSync("python3", [script, "memo.pincite"], { cwd: folder, encoding: "utf8" })).toMatch(
    /holds +CONFIRMATIONS/u,
  );
});
