import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { replayFolder } from "../../src/main.ts";
import { startTestServer, type TestServer } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { withEnvironment, writeLiveProfiles } from "./support/live-profiles.ts";
import { startModelService } from "./support/stand-in-models.ts";
import { words } from "./support/uwv-case.ts";
import { UwvRun } from "./support/uwv-run.ts";

const profileId = "uwv-deskundigenoordeel";
const { EMPTY, ERROR, OK } = ToolResultStatus;

let folder: string;
let model: Awaited<ReturnType<typeof startModelService>>;
beforeAll(async () => {
  folder = newFolder("uwv");
  model = await startModelService();
});
afterAll(() => model.stop());

describe("a search of the law while LawBot is away", () => {
  it("fails with the same question as what to try next, and asking it is a request of its own", async () => {
    const away = await withEnvironment({ PINCITE_LAWBOT_URL: "http://127.0.0.1:9" }, () => startTestServer());
    try {
      const run = await UwvRun.begin(away, profileId);
      await run.intent();
      await run.outline();
      const value = { query: "inschakeling in de arbeid" };
      const first = await run.tool("lawbot.search", { case: "lawbotSearch", value });
      expect(first.result).toMatchObject({
        status: ERROR,
        refinedQuery: value.query,
        reason: expect.stringMatching(/./),
      });
      const again = { case: "lawbotSearch", value: { query: first.result.refinedQuery } } as const;
      const second = await run.tool("lawbot.search", again, { retryOf: first.request.id });
      expect(second.request).toMatchObject({ retryOf: first.request.id });
      expect(second.request.id).not.toBe(first.request.id);
      expect(second.result.status).toBe(ERROR);
    } finally {
      await away.stop();
    }
  });
});

/** The embedded model, and one of somebody else's over its own protocol. */
const models = [
  { name: "the embedded model", profile: profileId, asked: () => -1 },
  { name: "a remote model", profile: `${profileId}-remote`, asked: () => model.answered.length },
] as const;

describe.each(models)("a memo for UWV with $name, over gRPC", ({ name, profile, asked }) => {
  let server: TestServer;
  let dataDir: string;
  let run: UwvRun;
  const exported = async (format: string): Promise<Uint8Array[]> => {
    const pieces = [];
    for await (const { part } of server.memoExport.exportMemo({ runId: run.driver.runId, format }))
      if (part.case === "content") pieces.push(part.value);
    return pieces;
  };
  beforeAll(async () => {
    dataDir = join(folder, name.replaceAll(" ", "-"));
    const environment = {
      PINCITE_PROFILES: writeLiveProfiles(folder, profileId, ["remote"]),
      PINCITE_MODEL_URL: model.url,
    };
    server = await withEnvironment(environment, () => startTestServer(dataDir));
    run = await UwvRun.begin(server, profile);
  });
  afterAll(() => server.stop());

  it("asks one of UWV's questions, and the profile asks for what that question needs", async () => {
    await run.intent();
    await run.outline();
    expect(run.driver.context.state).toBe(OrchestratorState.EVIDENCE_NEEDS);
    const wanted = await run.wanted();
    const slotsOf = (kind: SlotKind) => wanted.filter(({ slot }) => slot.kind === kind).length;
    expect([SlotKind.QUOTE, SlotKind.ABSENCE, SlotKind.OWN_STATEMENT].map(slotsOf)).toEqual([7, 1, 2]);
  });

  it("is told what to do where a search fails, and the search is made again once that is done", async () => {
    const value = { query: "inschakeling in de arbeid" };
    const failed = await run.tool("lawbot.search", { case: "lawbotSearch", value });
    expect(failed.result).toMatchObject({ status: ERROR, reason: expect.stringMatching(/import/i) });
    await run.importLaw();
    const retryOf = failed.request.id;
    const again = await run.tool("lawbot.search", { case: "lawbotSearch", value }, { retryOf });
    expect(again.result.status).toBe(OK);
    expect(again.request).toMatchObject({ retryOf, requestedBy: "user" });
    expect(run.lawId).toContain("Artikel658a");
  });

  it("records the gap in the milestones as a search that found nothing, and again with the query it was advised", async () => {
    await run.guide("Zoek wat de stellingen nodig hebben.");
    const gap = (await run.wanted()).find(({ slot }) => slot.kind === SlotKind.ABSENCE);
    if (gap?.answer.from !== "search") throw new Error("the case has no gap");
    const { slotId } = gap.slot;
    const first = await run.tool(
      "vault.search",
      { case: "vaultSearch", value: { query: gap.answer.query } },
      { slotId },
    );
    expect(first.result).toMatchObject({
      status: EMPTY,
      refinedQuery: expect.stringMatching(/^eerstejaars\p{L}*\*$/u),
    });
    const query = first.result.refinedQuery;
    const retryOf = first.request.id;
    const second = await run.tool("vault.search", { case: "vaultSearch", value: { query } }, { slotId, retryOf });
    expect(second.request).toMatchObject({ retryOf, slotId });
    // Wider finds the plan, which speaks of the evaluation: so the gap rests on the first search, asked once more.
    expect([OK, EMPTY]).toContain(second.result.status);
    const value = { query: gap.answer.query };
    const last = await run.tool("vault.search", { case: "vaultSearch", value }, { slotId, retryOf: second.request.id });
    expect(last.result.status).toBe(EMPTY);
    await run.pinTheRest();
    expect(run.driver.context.state).toBe(OrchestratorState.EVIDENCE_BINDING);
  });

  it("ends in a draft in Dutch whose every quote is its source's, and whose gap says that it was searched for", async () => {
    await run.bind();
    await run.quote();
    await run.write();
    expect(run.driver.context.lifecycle).toBe(RunLifecycle.FINALISED);
    const ledger = await run.driver.current("citation_ledger", CitationLedgerSchema);
    const excerpts = (ledger?.entries ?? []).flatMap(({ span }) => (span ? [span.excerpt] : []));
    expect(new Set(excerpts)).toEqual(new Set(Object.values(words)));
    const draft = await run.driver.current("draft_text", DraftTextSchema);
    const sentences = (draft?.sections ?? []).flatMap((one) => one.sentences.map(({ text }) => text));
    expect(sentences.join("\n")).toContain("niet aangetroffen");
    expect(sentences.join("\n")).toContain(`“${words.law}”`);
    if (asked() >= 0) expect(asked()).toBeGreaterThan(5);
  });

  it("goes to UWV with who asks, who employs, since when somebody is ill, and the question", async () => {
    const text = Buffer.concat(await exported("md")).toString();
    expect(text).toContain("Noor Fictief\n\nUWV\n");
    for (const line of [
      "**Werkgever:** Zonnewijzer B.V.",
      "**Eerste ziektedag:** 3 maart 2025",
      "**Vraag:** Heeft mijn werkgever",
    ])
      expect(text).toContain(line);
    const folder = process.env.PINCITE_KEEP;
    if (folder) writeFileSync(`${folder}/uwv.pdf`, Buffer.concat(await exported("pdf")));
  });

  it("comes out byte for byte when it is derived again from its journal", async () => {
    await server.stop();
    const report = await replayFolder({ dataDir, run: run.driver.runId, user: "tester" });
    expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
    expect(report.events).toBe(run.driver.context.eventCount);
  });
});
