import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { LawErasureService } from "../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { VaultErasureService } from "../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { exportProof } from "../../src/client/memo-export.ts";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { ownTransport } from "../support/own-transport.ts";
import { reasonOf, refusalOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { importFiles, type TestServer } from "./support/server.ts";
import { note } from "./support/small-case.ts";
import { startSmallServer } from "./support/small-server.ts";

const { DRAFT, EVIDENCE_BINDING } = OrchestratorState;
const { CONFIRMED, OPEN } = StagePhase;
const reason = ErasureReason.ASKED_FOR;

let server: TestServer;
let docUid: string;
let transport: ReturnType<typeof ownTransport>;
beforeAll(async () => {
  vi.stubEnv("PINCITE_ERASURE", "on");
  ({ server, docUid } = await startSmallServer());
  transport = ownTransport(server.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  transport.close();
  await server.stop();
});

const erasure = () => createClient(ErasureService, transport);
const ofRun = (runId: string) => ({ target: { case: "runId" as const, value: runId } });
const ofDoc = (uid: string, withRuns = false) => ({ target: { case: "docUid" as const, value: uid }, withRuns });

type Target = ReturnType<typeof ofRun> | ReturnType<typeof ofDoc>;

const planOf = async (target: Target) => (await erasure().planErasure({ target })).plan!;
const erase = async (target: Target, idempotencyKey = key()) => {
  const { digest: planDigest } = await planOf(target);
  return erasure().commitErasure({ target, planDigest, reason, idempotencyKey });
};

const finalised = async () => (await RunDriver.create(server)).park(docUid, DRAFT, CONFIRMED, true);

describe("erasing a run", () => {
  it("has every call that names it answer ERASED with the day, and keeps a line of it without title in the list", async () => {
    const run = await finalised();
    const { runId } = run;
    const [artifact] = run.context.current.flatMap(({ ref }) => ref ?? []);
    const answer = await erase(ofRun(runId));
    expect(answer).toMatchObject({ runIds: [runId], docUids: [] });
    const { orchestrator, artifacts, memoExport, audit, tools } = server;
    const drained = async (stream: AsyncIterable<unknown>) => {
      for await (const _ of stream);
    };
    const calls = {
      getRun: () => orchestrator.getRun({ runId }),
      conversation: () => orchestrator.listConversation({ runId }),
      advance: () => orchestrator.advance(run.command()),
      pin: () => orchestrator.pinEvidence({ ...run.command(), evidenceId: `vault:${docUid}` }),
      watch: () => drained(orchestrator.watchRun({ runId })),
      fork: () => orchestrator.createRun({ idempotencyKey: key(), fork: { runId, change: "x" } }),
      artifacts: () => artifacts.listArtifacts({ runId }),
      lineage: () => artifacts.getLineage({ digest: artifact!.digest, runId }),
      calls: () => tools.listToolCalls({ runId }),
      receipts: () => audit.listReceipts({ runId }),
      telemetry: () => audit.getTelemetry({ runId }),
      export: () => drained(memoExport.exportMemo({ runId, format: "md" })),
      again: () => erasure().planErasure({ target: ofRun(runId) }),
    };
    for (const [name, call] of Object.entries(calls)) {
      const refusal = await refusalOf(call());
      expect(`${name} ${refusal?.reason}`).toBe(`${name} ERASED`);
      expect(refusal?.message).toContain(answer.erasedAtIso.slice(0, 10));
    }
    expect(await reasonOf(artifacts.getArtifact({ digest: artifact!.digest }))).toBe("ERASED");
    const line = (await orchestrator.listRuns({})).runs.find((one) => one.runId === runId);
    expect(line).toMatchObject({ title: "", erasedAtIso: answer.erasedAtIso, createdAtIso: "" });
  });

  it("leaves other runs as they are, and counts without it", async () => {
    const [one, other] = [await finalised(), await finalised()];
    const before = await server.audit.getTelemetry({});
    await erase(ofRun(one.runId));
    expect((await other.read()).runId).toBe(other.runId);
    expect((await server.audit.getTelemetry({})).runs).toBe(before.runs - 1);
  });

  it("leaves a proof that was given out before as true as it was", async () => {
    const { runId } = await finalised();
    const connection = openConnection(server.url);
    const { bytes } = await exportProof(connection, runId);
    await erase(ofRun(runId));
    const { checks } = await verifyProof(bytes, undefined);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(await reasonOf(exportProof(connection, runId))).toBe("ERASED");
    connection.close();
  });

  it("is refused when the run has gone on since the plan, which names the new one [S99, Gate C]", async () => {
    const run = await (await RunDriver.create(server)).park(docUid, EVIDENCE_BINDING, OPEN);
    const target = ofRun(run.runId);
    const { digest: planDigest } = await planOf(target);
    await run.pin(`vault:${docUid}`).catch(() => undefined);
    await run.rewind(OrchestratorState.SKELETON);
    const refused = erasure().commitErasure({ target, planDigest, reason, idempotencyKey: key() });
    expect(await refusalOf(refused)).toMatchObject({ code: "Aborted", reason: "PLAN_CHANGED" });
    expect((await run.read()).runId).toBe(run.runId);
  });

  it("gives the same key the same answer, refuses it for another run, and names the forks that stay", async () => {
    const { runId } = await finalised();
    const fork = await server.orchestrator.createRun({ idempotencyKey: key(), fork: { runId, change: "x" } });
    const target = ofRun(runId);
    const plan = await planOf(target);
    expect(plan.runs[0]!.forkRunIds).toEqual([fork.runContext?.runId]);
    const request = { target, planDigest: plan.digest, reason, idempotencyKey: key() };
    const [first, second] = [await erasure().commitErasure(request), await erasure().commitErasure(request)];
    expect(second).toEqual(first);
    const other = ofRun(fork.runContext!.runId);
    expect(await reasonOf(erasure().commitErasure({ ...request, target: other }))).toBe("IDEMPOTENCY_KEY_REUSED");
    expect((await server.orchestrator.getRun({ runId: fork.runContext!.runId })).runContext?.runId).toBeDefined();
  });
});

describe("erasing a document", () => {
  const words = "On 3 March the report was delivered to the board.";

  it("names the runs that hold something of it and leaves them, and takes them along when asked to", async () => {
    const bytes = Buffer.from(`Other minutes.\n\n${words} All agreed.\n`);
    const [imported] = await importFiles(server, [{ path: "other.txt", bytes }]);
    const uid = imported!.docUid;
    const run = await (await RunDriver.create(server)).park(uid, DRAFT, CONFIRMED, true);
    const without = await planOf(ofDoc(uid));
    expect(without).toMatchObject({ runs: [], vault: { documents: [{ docUid: uid, path: "other.txt" }] } });
    expect(without.remainingRuns).toMatchObject([{ runId: run.runId, cites: true, isFinalised: true }]);
    const answer = await erase(ofDoc(uid, true));
    expect(answer).toMatchObject({ runIds: [run.runId], docUids: [uid] });
    expect(await reasonOf(server.docs.getDoc({ docUid: uid }))).toBe("ERASED");
    expect(await reasonOf(server.orchestrator.getRun({ runId: run.runId }))).toBe("ERASED");
    expect((await server.docs.getDoc({ docUid })).doc?.summary?.path).toBe(note.path);
  });

  it("leaves runs readable that stay, and has it pinned nowhere any more", async () => {
    const [imported] = await importFiles(server, [{ path: "third.txt", bytes: Buffer.from(`Third.\n\n${words}\n`) }]);
    const uid = imported!.docUid;
    const run = await (await RunDriver.create(server)).park(uid, EVIDENCE_BINDING, OPEN);
    await erase(ofDoc(uid));
    expect((await run.read()).runId).toBe(run.runId);
    expect(await reasonOf((await RunDriver.create(server)).pin(`vault:${uid}`))).toBe("EVIDENCE_NOT_FOUND");
  });

  it("is the Vault's own too, for whoever has a Vault alone", async () => {
    const [imported] = await importFiles(server, [{ path: "fourth.txt", bytes: Buffer.from("A fourth one.\n") }]);
    const vault = createClient(VaultErasureService, transport);
    const { plan } = await vault.planErasure({ docUid: imported!.docUid });
    const asked = { docUid: imported!.docUid, planDigest: plan!.digest, reason, idempotencyKey: key() };
    expect((await vault.commitErasure(asked)).docUids).toEqual([imported!.docUid]);
  });
});

describe("a server that nobody told to erase", () => {
  it("tells what would go, and erases nothing, at each of its three services [S100]", async () => {
    vi.stubEnv("PINCITE_ERASURE", "");
    const { server: careful, docUid: kept } = await startSmallServer();
    vi.stubEnv("PINCITE_ERASURE", "on");
    const own = ownTransport(careful.url);
    try {
      const target = ofDoc(kept);
      const [whole, vault, law] = [
        createClient(ErasureService, own),
        createClient(VaultErasureService, own),
        createClient(LawErasureService, own),
      ];
      const { plan } = await whole.planErasure({ target });
      const { plan: ofVault } = await vault.planErasure({ docUid: kept });
      const planDigest = plan?.digest ?? "";
      expect([planDigest, ofVault?.digest]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.any(String)]);
      const [command, lawDoc] = [{ reason, idempotencyKey: key() }, "BWBR0005290@2024-01-01"];
      for (const refused of [
        await refusalOf(whole.commitErasure({ ...command, target, planDigest })),
        await refusalOf(vault.commitErasure({ ...command, docUid: kept, planDigest: ofVault?.digest ?? "" })),
        await refusalOf(law.commitErasure({ ...command, docUid: lawDoc, planDigest })),
      ]) {
        expect(refused?.reason).toBe("UNSUPPORTED");
        expect(refused?.message).toContain("PINCITE_ERASURE=on");
      }
      expect((await careful.docs.getDoc({ docUid: kept })).doc?.summary?.docUid).toBe(kept);
    } finally {
      own.close();
      await careful.stop();
    }
  });
});
