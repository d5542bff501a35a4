import { create } from "@bufbuild/protobuf";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";

const claim = "Op 11 juli 2026 om 18.39 is het alarm ingeschakeld.";
const account = "NL00BANK0123456789";
const log = `Datum;Tijd;Rekening;Gebeurtenis;Gebruiker
10-07-2026;18:32;${account};Ingeschakeld;MO
11-07-2026;18:39;${account};Ingeschakeld;MO
12-07-2026;09:58;${account};Uitgeschakeld;MO
`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await importFiles(server, [{ path: "alarmlog.csv", bytes: new TextEncoder().encode(log) }]);
});
afterAll(() => server.stop());

// Step 3 showed the day of a row; step 4, the note and the list that goes with the exhibits said "geen datum" and "zonder datum" of it.
it("tells the day of a row wherever it tells of the row: at each step, in the notes and in both lists of exhibits", async () => {
  const run = await RunDriver.create(server, "", "nl");
  const put = async (proposal: Parameters<typeof create<typeof StageProposalSchema>>[1]): Promise<void> => {
    await run.propose(create(StageProposalSchema, proposal), true);
    await run.advance();
  };
  await put({ proposal: { case: "intentSeed", value: { goal: "De inbraak.", locale: "nl" } } });
  await put({ proposal: { case: "skeleton", value: { sections: [{ title: "Memo", claims: [{ text: claim }] }] } } });
  const env = { PINCITE_URL: server.url, PINCITE_LANG: "nl" };
  const go = async (...words: string[]): Promise<string> => {
    const sign = (await run.read()).version.replace(/^(\d+-[0-9a-f]{4}).*$/u, "$1");
    return (await cli(["run", "go", run.runId, ...(words.length > 0 ? [sign, ...words] : [])], { env })).out;
  };
  const shown = await go();
  const number = /(\d) {2}“[^”]*18:39/u.exec(shown)?.[1];
  for (let step = 0; step < 6 && run.context.state < OrchestratorState.DRAFT; step++) {
    const open = run.context.items.filter(({ decision, looks }) => decision === 0 && looks.length > 0);
    const seen = open.flatMap(({ itemId }) => ["gezien", itemId]);
    const out = await go("ja", ...(step === 0 ? [`bewijsvraag:1=${number}`] : []), ...seen);
    await run.read();
    if (run.context.state === OrchestratorState.EVIDENCE_BINDING) expect(out).toContain("11 juli 2026");
    expect(out).not.toContain("geen datum");
  }
  await run.confirmAll();
  expect((await run.advance()).lifecycle).toBe(RunLifecycle.FINALISED);
  const exported = async (format: string): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    for await (const { part } of server.memoExport.exportMemo({ runId: run.runId, format }))
      if (part.case === "content") parts.push(part.value);
    return Buffer.concat(parts);
  };
  const memo = strFromU8(await exported("md"));
  expect(memo).toMatch(/\| 1 \| 11 juli 2026 \|/u);
  expect(memo).toMatch(/Productie 1, [^\n]*alarmlog[^\n]*, 11 juli 2026/iu);
  // The row stood in the letter with the author's own account, and in the note of a sentence that leaves it out.
  expect(memo.replaceAll("\\", "")).toContain("18:39 | […] | Ingeschakeld");
  expect(memo).not.toContain(account);
  const files = unzipSync(await exported("zip"));
  const [, list = new Uint8Array()] = Object.entries(files).find(([name]) => name.endsWith(".html")) ?? [];
  expect(strFromU8(list)).toContain("11 juli 2026");
  expect(strFromU8(list)).not.toContain("zonder datum");
});
