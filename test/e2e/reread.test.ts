import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { OrchestratorState, RunLifecycle, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ReadAgainItem_Outcome as Outcome } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { readConfig } from "../../src/config.ts";
import { openInstallation, openTenant } from "../../src/installation.ts";
import { clock } from "../../src/main/clock.ts";
import { openStore } from "../../src/main/stores.ts";
import { openVault } from "../../src/vault/vault.ts";
import { silentLog } from "../../src/wire/log.ts";
import { newFolder } from "../support/new-folder.ts";
import { olderReader } from "../vault/support/older-reader.ts";
import { importAll } from "../vault/vault-fixture.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { note, proposalFor, quote } from "./support/small-case.ts";

const dir = newFolder("reread");
let server: TestServer;
let docUid: string;

/** What an older program left in the folder: it did not read the last sentence of the minutes. */
const importedByOlderProgram = async (): Promise<string> => {
  const installation = openInstallation(dir);
  const store = await openStore(
    readConfig({ dataDir: dir, port: 0, user: "tester" }, {}),
    installation,
    "vault",
    silentLog,
  );
  const owner = openTenant(dir, "tester", await store.owners());
  const reader = olderReader(({ text }) => ({ text: text.replace(" Nobody objected.", "") }));
  const { tokenKey } = installation;
  const vault = await openVault({ store, owner, tokenKey, clock, reader, indexDir: join(dir, "vault-index") });
  const [row] = await importAll(vault, [{ path: note.path, mediaType: "", bytes: note.bytes }]);
  await vault.close();
  await store.close();
  return row?.docUid ?? "";
};

beforeAll(async () => {
  docUid = await importedByOlderProgram();
  server = await startTestServer(dir);
});
afterAll(() => server.stop());

it("a run keeps the text that it has bound when the document is read again, and is told of the newer one", async () => {
  const { EVIDENCE_BINDING, SPAN_RESOLUTION, DRAFT } = OrchestratorState;
  const run = await (await RunDriver.create(server)).park(docUid, EVIDENCE_BINDING, StagePhase.PROPOSED);
  const before = await server.docs.getDocText({ docUid });
  expect(before.canonicalText?.text).not.toContain("Nobody objected.");
  expect(await readAgain()).toEqual([Outcome.NEW_TEXT]);
  const after = await server.docs.getDocText({ docUid });
  expect(after.canonicalText?.text).toContain("Nobody objected.");

  await searchIn(run, "objected");
  const set = await run.evidence();
  const [found] = set?.entries.filter(({ candidate }) => candidate?.evidenceId === `vault:${docUid}`) ?? [];
  expect(found?.candidate).toMatchObject({
    sourceDigest: after.sourceDigest,
    boundSourceDigest: before.sourceDigest,
  });

  await run.confirmAll();
  await run.advance();
  await run.propose(await proposalFor(SPAN_RESOLUTION, { driver: run, docUid }));
  await run.confirmAll();
  await run.advance();
  const ledger = await run.current("citation_ledger", CitationLedgerSchema);
  expect(ledger?.entries.map(({ span }) => [span?.sourceDigest, span?.excerpt])).toEqual([
    [before.sourceDigest, quote],
  ]);
  await run.propose(await proposalFor(DRAFT, { driver: run, docUid }));
  await run.confirmAll();
  await run.advance();
  expect(run.context.lifecycle).toBe(RunLifecycle.FINALISED);
  const kept = await server.docs.getDocText({ docUid, sourceDigest: before.sourceDigest });
  expect(kept.canonicalText).toEqual(before.canonicalText);
});

const readAgain = async (): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for await (const { content } of server.docs.readAgain({}))
    if (content.case === "item") outcomes.push(content.value.outcome);
  return outcomes;
};

const searchIn = async (run: RunDriver, query: string): Promise<void> => {
  const needs = await run.current("evidence_needs", EvidenceNeedsSchema);
  const [slot] = needs?.sections.flatMap(({ claims }) => claims.flatMap(({ required }) => required)) ?? [];
  const params = { params: { case: "vaultSearch" as const, value: { query } } };
  const asked = { ...run.command(), toolName: "vault.search", slotId: slot?.slotId ?? "", params };
  const { request } = await server.tools.requestTool(asked);
  await server.orchestrator.executeToolRequest({ requestId: request?.id ?? "", idempotencyKey: key() });
  await run.read();
};
