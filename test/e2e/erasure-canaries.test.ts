import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { exportProof } from "../../src/client/memo-export.ts";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { startChild } from "../simulation/server-child.ts";
import { unclaimed } from "../support/data-account/held-to-account.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { withAttachment } from "../vault/erase/letters.ts";
import { mail } from "../vault/vault-fixture.ts";
import { wordsBelow } from "./support/bytes-below.ts";
import { reasonOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { type Clients, importFiles, startTestServer } from "./support/server.ts";
import { proposalFor, quote } from "./support/small-case.ts";

/** Words that stand in nothing else on earth, each in another place of a letter and of the run that answers it. */
const ofDocument = [
  "kwabbelonderwerp",
  "kwabbelbrood",
  "kwabbelafzender",
  "kwabbelbijlage",
  "kwabbelaanhang",
  "kwabbelbestand",
];
const ofRun = ["kwabbeltitel", "kwabbelvraag", "kwabbelspeurtocht", "kwabbelnotitie"];
const canaries = [...ofDocument, ...ofRun];

const letter = withAttachment(
  mail(
    {
      From: "Kwabbelafzender <a@example.org>",
      Subject: "Kwabbelonderwerp",
      "Message-ID": "<kwabbelbrood@example.org>",
    },
    `Over het kwabbelbrood. ${quote}`,
  ),
  "kwabbelbijlage.txt",
  "De kwabbelaanhang van de brief.",
);
const other = mail({ From: "b@example.org", Subject: "Gewoon", "Message-ID": "<g@x>" }, "Een gewone brief die blijft.");

const reason = ErasureReason.ASKED_FOR;
const idempotencyKey = "the-one-call";

const base = newFolder("erasure");
/** The folder as it is before anything is erased, and what is to be. */
let prepared: { readonly dir: string; readonly docUid: string; readonly keptUid: string; readonly runId: string };
let proof: Uint8Array;
let planDigest: string;

const target = () => ({ target: { case: "docUid" as const, value: prepared.docUid }, withRuns: true });

const erasing = async <T>(
  server: Pick<Clients, "url">,
  work: (client: ReturnType<typeof clientOf>) => Promise<T>,
): Promise<T> => {
  const transport = ownTransport(server.url);
  try {
    return await work(clientOf(transport));
  } finally {
    transport.close();
  }
};
const clientOf = (transport: ReturnType<typeof ownTransport>) => createClient(ErasureService, transport);

/** A run about the letter, with a canary in everything that a person can type. */
const finishedRun = async (clients: Clients, docUid: string): Promise<string> => {
  const { runContext } = await clients.orchestrator.createRun({
    idempotencyKey: key(),
    title: "Kwabbeltitel",
    locale: "en",
  });
  const run = new RunDriver(clients, runContext!);
  const { EVIDENCE_NEEDS, EVIDENCE_BINDING, SPAN_RESOLUTION, DRAFT } = OrchestratorState;
  await run.park(docUid, EVIDENCE_NEEDS, StagePhase.OPEN);
  const params = { params: { case: "vaultSearch" as const, value: { query: "kwabbelspeurtocht kwabbelbrood" } } };
  const wanted = { toolName: "vault.search", params, reason: "kwabbelvraag" };
  const { request } = await clients.tools.requestTool({ ...run.command(), ...wanted });
  await clients.orchestrator.executeToolRequest({ requestId: request?.id ?? "", idempotencyKey: key() });
  await run.read();
  await clients.orchestrator.pinEvidence({ ...run.command(), evidenceId: `vault:${docUid}`, note: "kwabbelnotitie" });
  await run.read();
  for (const stage of [EVIDENCE_NEEDS, EVIDENCE_BINDING, SPAN_RESOLUTION, DRAFT]) {
    await run.propose(await proposalFor(stage, { driver: run, docUid }));
    await run.confirmAll();
    await run.advance();
  }
  return run.runId;
};

beforeAll(async () => {
  vi.stubEnv("PINCITE_ERASURE", "on");
  const dir = join(base, "before");
  await mkdir(join(base, "plain"));
  const server = await startTestServer(dir);
  const files = [
    { path: "kwabbelbestand.eml", bytes: letter },
    { path: "gewoon.eml", bytes: other },
  ];
  const rows = await importFiles(server, files);
  const uidOf = (path: string): string => rows.find((row) => row.path === path)?.docUid ?? "";
  const runId = await finishedRun(server, uidOf("kwabbelbestand.eml"));
  prepared = { dir, docUid: uidOf("kwabbelbestand.eml"), keptUid: uidOf("gewoon.eml"), runId };
  const connection = openConnection(server.url);
  ({ bytes: proof } = await exportProof(connection, runId));
  connection.close();
  const { plan } = await erasing(server, (client) => client.planErasure({ target: target() }));
  planDigest = plan!.digest;
  expect(plan!.runs.map((run) => run.runId)).toEqual([runId]);
  await server.stop();
});
afterAll(() => vi.unstubAllEnvs());

/** What must hold in every folder in which it was erased, by whatever way it came to that. */
const expectErased = async (dir: string): Promise<void> => {
  expect(wordsBelow(dir, canaries)).toEqual([]);
  const server = await startTestServer(dir);
  try {
    expect(await reasonOf(server.orchestrator.getRun({ runId: prepared.runId }))).toBe("ERASED");
    expect(await reasonOf(server.docs.getDoc({ docUid: prepared.docUid }))).toBe("ERASED");
    const kept = await server.docs.getDocText({ docUid: prepared.keptUid });
    expect(kept.canonicalText?.text).toContain("Een gewone brief die blijft.");
  } finally {
    await server.stop();
  }
  expect(wordsBelow(dir, canaries)).toEqual([]);
};

describe("after a letter and the run about it were erased", () => {
  it("no word of either stands in any file of the folder, and what stays can be read", async () => {
    // All of it is in the folder, and no file says a word of it to whoever has no key: not the index, not the catalogue, not the stores.
    expect(wordsBelow(prepared.dir, canaries)).toEqual([]);
    expect(unclaimed(prepared.dir)).toEqual([]);
    // Else nothing could be found here at all: the letter as it came.
    await writeFile(join(base, "plain", "letter.eml"), letter);
    expect(wordsBelow(join(base, "plain"), canaries).length).toBeGreaterThan(3);
    const dir = join(base, "erased");
    await cp(prepared.dir, dir, { recursive: true });
    const server = await startTestServer(dir);
    await erasing(server, (client) => client.commitErasure({ target: target(), planDigest, reason, idempotencyKey }));
    await server.stop();
    await expectErased(dir);
    const { checks } = await verifyProof(proof, undefined);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it.each([0, 20])("none does either when the server is killed %i ms into it and the call is repeated", async (ms) => {
    const dir = join(base, `killed-${ms}`);
    await cp(prepared.dir, dir, { recursive: true });
    const request = { target: target(), planDigest, reason, idempotencyKey };
    const first = await startChild(dir);
    const call = erasing(first, (client) => client.commitErasure(request)).catch(() => undefined);
    await setTimeout(ms);
    await first.kill();
    await call;
    const second = await startTestServer(dir);
    expect((await erasing(second, (client) => client.commitErasure(request))).runIds).toEqual([prepared.runId]);
    await second.stop();
    await expectErased(dir);
  });
});
