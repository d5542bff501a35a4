import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { LateChange_Kind as Kind } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { bindingOf } from "../../src/client/passages.ts";
import { cli } from "../cli/support/cli.ts";
import { claims, late, tenMails } from "../support/late-dossier.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await importFiles(server, tenMails);
});
afterAll(() => server.stop());

/** A run at its passages that says these claims, over the mails of a strand. */
const seeking = async (strandId: string, said: readonly { readonly text: string; readonly claimKind?: string }[]) => {
  const run = await RunDriver.create(server, strandId, "nl");
  const sections = [{ title: "Feiten", claims: [...said] }];
  for (const proposal of [
    { case: "intentSeed" as const, value: { goal: "De bonus krijgen." } },
    { case: "skeleton" as const, value: { sections } },
  ]) {
    await run.propose(create(StageProposalSchema, { proposal }), true);
    await run.advance();
  }
  return run;
};

const changesIn = async (run: RunDriver): Promise<string[]> => {
  const { lateChanges } = await server.orchestrator.getRun({ runId: run.runId, withLatePapers: true });
  return lateChanges.map(({ kind, claimId, title, standing }) => `${kind} ${claimId} ${title} | ${standing}`);
};

/** A run with its first passages chosen, and a search that found nothing for what is said not to be there. */
const chosen = async (): Promise<RunDriver> => {
  const run = await seeking("", claims);
  const { slots } = await server.orchestrator.listCandidates({ runId: run.runId });
  for (const { slotId, candidates } of slots) {
    const [passage] = candidates;
    if (!passage) continue;
    const choice = { case: "binding", value: bindingOf(slotId, passage) } as const;
    await server.orchestrator.chooseEvidence({ ...run.command(), slotId, choice });
    await run.read();
  }
  // No sentence serves the slot that asks for what is not there.
  const absence = slots.find(({ candidates }) => candidates.length === 0);
  const params = { params: { case: "vaultSearch" as const, value: { query: "uitbetaald OR loonstrook" } } };
  if (!absence) throw new Error("no slot asks for what is not there");
  const asked = { toolName: "vault.search", slotId: absence.slotId, params };
  const { request } = await server.tools.requestTool({ ...run.command(), ...asked });
  await server.orchestrator.executeToolRequest({ requestId: request?.id ?? "", idempotencyKey: key() });
  await run.read();
  return run;
};

it("tells what each late paper changes in claims, nothing of one that changes none, and leaves every choice as it was", async () => {
  const run = await chosen();
  const { version } = run.context;
  const changes = () => changesIn(run);
  expect(await changes()).toEqual([]);

  await importFiles(server, [late.unrelated]);
  expect(await changes()).toEqual([]);

  await importFiles(server, [late.better]);
  const better = `${Kind.PASSAGE} claim:3 Uren 2025 | Ik was vaak op zaterdag in het magazijn.`;
  expect(await changes()).toEqual([better]);

  await importFiles(server, [late.found]);
  expect(await changes()).toContain(`${Kind.FOUND} claim:2 Loonstrook | `);

  await importFiles(server, [late.takenBack]);
  const promised = "Wij hebben afgesproken dat ik de bonus over 2025 in maart zal betalen.";
  expect(await changes()).toContain(`${Kind.NAMED_LATER} claim:1 Correctie: Bonus over 2025 | ${promised}`);

  expect((await run.read()).version).toBe(version);
  const env = { PINCITE_URL: server.url, PINCITE_LANG: "nl" };
  const { out } = await cli(["run", "go", run.runId], { env });
  expect(out).toMatch(/Bij 3 van uw stellingen is er iets nieuws:\n {2}stelling 1: /u);
  expect(out.replaceAll(/\s+/gu, " ")).toContain("Nu vindt zij, in “Loonstrook” van 31 maart 2026: “");
});

// She was told the same at every step, however often she had said that she keeps hers.
it("tells nothing more of a slot once she has chosen again what stands there, of a better passage and of what names hers", async () => {
  await importFiles(server, tenMails, "keeps");
  const run = await seeking("keeps", [{ text: claims[0]?.text ?? "" }, { text: claims[2]?.text ?? "" }]);
  const { slots } = await server.orchestrator.listCandidates({ runId: run.runId });
  const choose = async (at: number): Promise<void> => {
    const { slotId = "", candidates: [passage] = [] } = slots[at] ?? {};
    if (!passage) throw new Error(`no passage for ${slotId}`);
    const choice = { case: "binding", value: bindingOf(slotId, passage) } as const;
    await server.orchestrator.chooseEvidence({ ...run.command(), slotId, choice });
    await run.read();
  };
  for (const at of slots.keys()) await choose(at);
  await importFiles(server, [late.better, late.takenBack], "keeps");
  expect(await changesIn(run)).toEqual([
    expect.stringMatching(new RegExp(`^${Kind.NAMED_LATER} claim:1 Correctie`, "u")),
    expect.stringMatching(new RegExp(`^${Kind.PASSAGE} claim:2 Uren 2025`, "u")),
  ]);
  await choose(1);
  expect(await changesIn(run)).toEqual([expect.stringMatching(/ claim:1 Correctie/u)]);
  await choose(0);
  expect(await changesIn(run)).toEqual([]);
  const { choices } = await run.read();
  expect(choices).toHaveLength(2);
});

it("tells of a claim that she states herself when a paper comes that says it, and nothing of one that says something else", async () => {
  await importFiles(server, tenMails, "own");
  const run = await seeking("own", [{ text: claims[2]?.text ?? "", claimKind: "own-statement" }]);
  await importFiles(server, [late.unrelated], "own");
  expect(await changesIn(run)).toEqual([]);
  await importFiles(server, [late.better], "own");
  expect(await changesIn(run)).toEqual([`${Kind.OWN_STATEMENT} claim:1 Uren 2025 | `]);
});

// From the fifth step on she could keep hers only by going back to the passages.
it.each([OrchestratorState.SPAN_RESOLUTION, OrchestratorState.DRAFT])(
  "takes that she keeps it in step %s too, and changes nothing else by it",
  async (state) => {
    const strandId = `keeps-in-${state}`;
    await importFiles(server, tenMails, strandId);
    const run = await RunDriver.seeking(server, strandId, "De bonus krijgen.", [claims[0]?.text ?? ""]);
    const { slots } = await server.orchestrator.listCandidates({ runId: run.runId });
    const { slotId = "", candidates = [] } = slots[0] ?? {};
    const choose = (at: number) => {
      const passage = candidates[at];
      if (!passage) throw new Error("no passage");
      const choice = { case: "binding", value: bindingOf(slotId, passage) } as const;
      return server.orchestrator.chooseEvidence({ ...run.command(), slotId, choice });
    };
    await choose(0);
    await importFiles(server, [late.takenBack], strandId);
    await run.read();
    while (run.context.state < state) {
      await run.confirmAll();
      await run.advance();
      if (run.context.phase === StagePhase.OPEN) await server.orchestrator.guide(run.command());
      await run.read();
    }
    expect(await changesIn(run)).toEqual([expect.stringMatching(/ claim:1 Correctie/u)]);
    const { items, phase, version } = run.context;
    await choose(0);
    const after = await run.read();
    expect([after.items, after.phase, after.choices.length]).toEqual([items, phase, 1]);
    expect(after.version).not.toBe(version);
    expect(await changesIn(run)).toEqual([]);
    // What does not stand is chosen where choices are open.
    await expect(choose(1)).rejects.toThrow(/failed_precondition|invalid_argument/u);
  },
);
