import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { bindingOf } from "../../src/client/passages.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";

const paper = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await importFiles(server, [paper("bon.txt", "Bon van 2 maart 2026\n\nDe distributiekap is niet geopend.\n")]);
});
afterAll(() => server.stop());

const titles = async ({ runId }: RunDriver, withLatePapers = true): Promise<string[]> =>
  (await server.orchestrator.getRun({ runId, withLatePapers })).latePapers.map(({ title }) => title);

it("tells over the wire which papers came after the passages were chosen, but for one that is chosen, and only when asked", async () => {
  const run = await RunDriver.create(server, "", "nl");
  await run.propose(
    create(StageProposalSchema, { proposal: { case: "intentSeed", value: { goal: "De riem." } } }),
    true,
  );
  await run.advance();
  const sections = [{ title: "Memo", claims: [{ text: "De distributiekap is niet geopend." }] }];
  await run.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { sections } } }), true);
  await run.advance();
  expect(await titles(run)).toEqual([]);

  await importFiles(server, [
    paper("rapport.txt", "Rapport van 11 augustus 2026\n\nDe kap is niet geopend geweest.\n"),
  ]);
  await importFiles(server, [paper("brief.txt", "Brief van 12 augustus 2026\n\nWij nemen alles terug.\n")]);
  expect(await titles(run, false)).toEqual([]);
  const { latePapers } = await server.orchestrator.getRun({ runId: run.runId, withLatePapers: true });
  expect(latePapers.map(({ title, day }) => [title, day])).toEqual([
    ["brief.txt", "2026-08-12"],
    ["rapport.txt", "2026-08-11"],
  ]);
  const [letter, report] = latePapers;
  expect(letter?.importedAtIso).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/u);

  const env = { PINCITE_URL: server.url, PINCITE_LANG: "nl" };
  const shown = async (): Promise<string> => (await cli(["run", "go", run.runId], { env })).out;
  expect(await shown()).toMatch(
    /kwamen er 2 stukken bij:\n {2}vault:[0-9a-f]{12} {2}brief\.txt, 12 augustus 2026\n.*rapport\.txt/u,
  );
  expect(await shown()).toMatch(/pincite vault show vault:[0-9a-f]{12}/u);
  await run.read();

  const [{ slotId = "" } = {}] = (await server.orchestrator.listCandidates({ runId: run.runId })).slots;
  const inReport = { runId: run.runId, slotIds: [slotId], evidenceId: report?.evidenceId ?? "" };
  const [passage] = (await server.orchestrator.listCandidates(inReport)).slots[0]?.candidates ?? [];
  const choice = { case: "binding", value: bindingOf(slotId, passage!) } as const;
  await server.orchestrator.chooseEvidence({ ...run.command(), slotId, choice });
  await run.read();
  expect(await titles(run)).toEqual([letter?.title]);
  await run.confirmAll();
  await run.advance();
  expect([run.context.state, await titles(run)]).toEqual([OrchestratorState.EVIDENCE_BINDING, [letter?.title]]);
  expect(await shown()).toMatch(/kwam er een stuk bij:[\s\S]*pincite run rewind \S+ --to evidence-needs/u);
});
