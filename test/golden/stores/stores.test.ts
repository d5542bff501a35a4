import { createHash } from "node:crypto";
import { createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ProofCode } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { RunLifecycle, OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { EventsService } from "../../../gen/pincite/vault/v1/events_service_pb.ts";
import { ThreadsService } from "../../../gen/pincite/vault/v1/threads_service_pb.ts";
import { VaultBundleService } from "../../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import { VaultSearchService } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { openConnection } from "../../../src/client/connection.ts";
import { exportMemo, exportProof } from "../../../src/client/memo-export.ts";
import { replayFolder, startPincite, verifyProof } from "../../../src/main.ts";
import { openLevelStore } from "../../../src/store/level/open.ts";
import { key } from "../../e2e/support/run-driver.ts";
import { clientsOf } from "../../e2e/support/server.ts";
import { ownTransport } from "../../support/own-transport.ts";
import { goldenStores, goldenUser, unpackStore } from "./unpack.ts";

// What the code of 0.1.0 wrote is read, shown and derived again by today's.

/** A server of today over a folder of then. */
const opened = async (dataDir: string) => {
  const server = await startPincite({ dataDir, port: 0, user: goldenUser, log: "silent" });
  const clients = clientsOf(server.url);
  const transport = ownTransport(server.url);
  const stop = async (): Promise<void> => {
    clients.close();
    transport.close();
    await server.stop();
  };
  return { ...clients, url: server.url, transport, stop };
};
type Opened = Awaited<ReturnType<typeof opened>>;

/** Runs in each store. */
const runCounts = { demo: 1, waiting: 8, "cut-off": 1, vault: 1 };

/** Runs `work` with a server over a store. */
const within = async (name: (typeof goldenStores)[number], work: (clients: Opened) => Promise<void>): Promise<void> => {
  const clients = await opened(unpackStore(name));
  try {
    await work(clients);
  } finally {
    await clients.stop();
  }
};

const runsOf = async ({ orchestrator }: Opened) => {
  const { runs } = await orchestrator.listRuns({});
  return Promise.all(runs.map(async ({ runId }) => (await orchestrator.getRun({ runId })).runContext!));
};

describe("a store of 0.1.0", () => {
  it.each(goldenStores)("%s holds nothing damaged", async (name) => {
    const dataDir = unpackStore(name);
    for (const part of ["runs", "vault", "law"]) {
      const store = await openLevelStore({ dir: `${dataDir}/${part}`, clock: { now: () => Date.now() } });
      expect((await store.verify()).damages).toEqual([]);
      await store.close();
    }
  });

  it.each(goldenStores)(
    "%s lists what rules 1 decided in each of its runs as recorded, and derives the rest byte for byte",
    async (name) => {
      const dataDir = unpackStore(name);
      let titles = new Map<string, string>();
      await within(name, async (clients) => {
        titles = new Map((await runsOf(clients)).map(({ runId, title }) => [runId, title]));
      });
      expect(titles.size).toBe(runCounts[name]);
      for (const [run, title] of titles) {
        const { events, derived, difference, taken } = await replayFolder({ dataDir, run, user: goldenUser });
        expect({ title, difference }).toEqual({ title, difference: undefined });
        expect(derived + taken.length).toBe(events);
        // What rules 1 decided is listed as recorded, every event of it; today's rules would decide some of it otherwise.
        const elsewhere = taken.filter(({ why }) => why !== "recorded under rules 1");
        expect({ title, elsewhere }).toEqual({ title, elsewhere: [] });
        expect(taken.length).toBeGreaterThan(0);
      }
    },
  );

  it("demo shows its finalised memo with all its receipts and what the draft was made from", () =>
    within("demo", async (clients) => {
      const [run] = await runsOf(clients);
      expect(run).toMatchObject({ lifecycle: RunLifecycle.FINALISED, state: S.DRAFT });
      const { receipts } = await clients.audit.listReceipts({ runId: run?.runId ?? "" });
      expect(receipts.length).toBeGreaterThan(10);
      for (const { receipt } of receipts) {
        const id = receipt?.receiptId ?? "";
        expect((await clients.audit.verifyReceipt({ receipt: { case: "id", value: id } })).valid).toBe(true);
      }
      const digest = run?.current.find(({ role }) => role === "draft_text")?.ref?.digest ?? "";
      const { nodes } = await clients.artifacts.getLineage({ digest });
      expect(nodes.length).toBeGreaterThan(10);
      const { content } = await clients.artifacts.getArtifact({ digest });
      expect(createHash("sha256").update(content).digest("hex")).toBe(digest);
    }));

  it("demo's memo goes out in every format still, and its proof says by which rules it was finalised", () =>
    within("demo", async (clients) => {
      const [run] = await runsOf(clients);
      const runId = run?.runId ?? "";
      const connection = openConnection(clients.url);
      try {
        const { formats } = await connection.memoExport.listFormats({});
        for (const { name: format } of formats) {
          const { head, bytes } = await exportMemo(connection, { runId, format });
          expect(bytes.length, head.name).toBeGreaterThan(1_000);
        }
        const { checks } = await verifyProof((await exportProof(connection, runId)).bytes, undefined);
        const broken = checks.filter(({ passed }) => !passed);
        expect(broken.map(({ code, detail }) => [code, detail.includes("recorded under rules 1")])).toEqual([
          [ProofCode.RULES, true],
        ]);
      } finally {
        connection.close();
      }
    }));

  it("waiting still waits for each of those it waited for, and goes on when they come", () =>
    within("waiting", async (clients) => {
      const waits = (await runsOf(clients)).flatMap((run) =>
        run.pendingToolRequests.map((one) => ({ run, one, what: `${run.title}: ${one.toolName}` })),
      );
      expect(waits.map(({ what, one }) => [what, one.waitsFor])).toEqual([
        ["Wacht op een programma: acme.lookup", WaitsFor.CLIENT],
        ["Besluiten van een mens: vault.import", WaitsFor.DECISION],
        ["Wacht op een besluit: lawbot.case_search", WaitsFor.DECISION],
      ]);
      for (const { run, one } of waits) {
        const { requestId, toolName, paramsDigest } = one;
        const command = { runId: run.runId, expectedVersion: run.version, idempotencyKey: key() };
        const asked = { ...command, requestId, toolName, paramsDigest };
        const answer =
          one.waitsFor === WaitsFor.CLIENT
            ? await clients.tools.submitToolResult({ ...asked, status: ToolResultStatus.EMPTY, summary: "niets" })
            : await clients.tools.decideToolRequest({ ...asked, decision: ToolDecision.DENY, reason: "nee" });
        expect(answer.runContext?.pendingToolRequests).toEqual([]);
      }
    }));

  it("cut-off ends the turn that was cut off", () =>
    within("cut-off", async (clients) => {
      const [run] = await runsOf(clients);
      expect(run).toMatchObject({ turnId: "", state: S.EVIDENCE_NEEDS });
      const { events } = await clients.audit.listEvents({ runId: run?.runId ?? "" });
      expect(events.at(-1)?.event?.event.case).toBe("turnEnded");
    }));

  it("vault shows mails, attachments, a thread, an event and a bundle, and finds words in them", () =>
    within("vault", async ({ transport, docs }) => {
      const strand = { strandId: "zaak" };
      expect((await docs.listDocs(strand)).docs).toHaveLength(12);
      const { threads } = await createClient(ThreadsService, transport).listThreads(strand);
      expect(threads.map(({ subject, messageCount }) => [subject, messageCount])).toContainEqual(["Rooster", 3]);
      const { events } = await createClient(EventsService, transport).listEvents(strand);
      expect(events.map(({ title }) => title)).toEqual(["Overleg over het rooster"]);
      const bundles = createClient(VaultBundleService, transport);
      expect(await bundles.inspectBundle({ ...strand, bundleUid: "dossier" })).toMatchObject({ knownCount: 1 });
      const { result } = await createClient(VaultSearchService, transport).search({ ...strand, query: "rooster" });
      expect(result?.totalCount).toBe(6);
    }));
});
