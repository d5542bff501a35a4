import { create } from "@bufbuild/protobuf";
import { EvidenceCandidateSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import {
  CreateRunRequestSchema,
  ProposeRequestSchema,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { Engine } from "../../src/engine/engine.ts";
import { Views } from "../../src/engine/read/views.ts";
import type { EvidenceDirectory, ToolExecutor } from "../../src/engine/run/ports.ts";
import type { ModelProvider } from "../../src/model/provider.ts";
import { extractiveProvider } from "../../src/model/providers/extractive/provider.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import type { Store } from "../../src/store/store.ts";
import { examineDraft } from "../support/draft-check.ts";
import { fixedReceipts } from "../support/receipt-signer.ts";

/** Tools and directory of an engine that has no sources: every search comes back empty, every pin is found. */
export const noTools: ToolExecutor = {
  tools: ["vault.search", "lawbot.search"],
  run: async () => ({ status: "EMPTY", summary: "nothing here", refinedQuery: "", reason: "" }),
};
export const anyEvidence: EvidenceDirectory = {
  lookUp: async (evidenceId) => create(EvidenceCandidateSchema, { evidenceId }),
  letter: async () => undefined,
  cameAfter: async () => [],
  revision: async () => "revision-1",
  sentences: async () => [],
  withHealth: async () => [],
};

/** An engine over this store, with ids counted from one above `lastId` and a real clock. */
export const engineOver = (
  store: Store,
  provider: ModelProvider = extractiveProvider(),
  lastId = 0,
): { engine: Engine; views: Views } => {
  let count = lastId;
  const engine = new Engine({
    store,
    owner: "bench",
    user: "bench",
    clock: { now: () => Date.now() },
    ids: { next: () => `01${String(++count).padStart(24, "0")}` },
    randomBytes: (n) => new Uint8Array(n).fill(7),
    tools: noTools,
    directory: anyEvidence,
    providers: new Map([[provider.name, provider]]),
    profiles: builtinProfiles(),
    checkDraft: examineDraft,
    receipts: fixedReceipts(),
  });
  return { engine, views: new Views(engine.runs, engine.tools) };
};

/** A run whose intent is confirmed, so that one Advance is possible; gives id and version. */
export const readyToAdvance = async (engine: Engine, n: number): Promise<{ runId: string; version: string }> => {
  const created = await engine.create(create(CreateRunRequestSchema, { idempotencyKey: `c${n}`, title: `Run ${n}` }));
  const runId = created.runContext?.runId ?? "";
  const proposed = await engine.propose(
    create(ProposeRequestSchema, {
      runId,
      idempotencyKey: "p",
      expectedVersion: created.runContext?.version ?? "",
      confirm: true,
      proposal: create(StageProposalSchema, {
        proposal: { case: "intentSeed", value: { goal: "Antwoorden op de brief van 9 december." } },
      }),
    }),
  );
  return { runId, version: proposed.runContext?.version ?? "" };
};
