import { createHash } from "node:crypto";
import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { type ArtifactRef, ArtifactRefSchema } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { ArtifactService } from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState, RunLifecycle, StagePhase } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemKind,
  MissingInput_Kind,
  NextAction_Kind,
  type RunContextSchema,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../../../src/error.ts";
import type { RunningServer } from "../../../src/wire/server.ts";
import { startOwnServer } from "../../support/own-server.ts";

/** A small server with one run in SKELETON, that records every request it gets. */
export interface FakeServer extends RunningServer {
  readonly calls: { readonly method: string; readonly request: unknown }[];
  /** Bytes by digest; a test may put wrong ones in. */
  readonly blobs: Map<string, Uint8Array>;
  readonly proposal: ArtifactRef;
}

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const put = <Desc extends DescMessage>(
  blobs: Map<string, Uint8Array>,
  schema: Desc,
  init: MessageInitShape<Desc>,
): ArtifactRef => {
  const bytes = toBinary(schema, create(schema, init));
  const digest = sha256(bytes);
  blobs.set(digest, bytes);
  return create(ArtifactRefSchema, { kind: schema.typeName, version: 1, digest, sizeBytes: BigInt(bytes.length) });
};

/** Larger artifacts come in pieces. */
const largestWhole = 4_000;

export const runId = "run-01JEXAMPLE";

/** What the fake run says of itself; hostile on purpose where text comes from outside. */
export const contextWith = (proposal: ArtifactRef): MessageInitShape<typeof RunContextSchema> => ({
  runId,
  version: "7-abcdef",
  title: "Antwoord\u001b[31m op brief",
  state: OrchestratorState.SKELETON,
  phase: StagePhase.PROPOSED,
  lifecycle: RunLifecycle.ACTIVE,
  revision: 1,
  eventCount: 2,
  nextAction: {
    kind: NextAction_Kind.CONFIRM,
    label: "Approve skeleton",
    localisedLabel: "Opbouw goedkeuren",
    possible: true,
  },
  missingInputs: [
    { kind: MissingInput_Kind.CONFIRMATION, subjectId: "claim:1", description: "claim:1 is not confirmed: review it." },
    { kind: MissingInput_Kind.CLAIM, description: "The outline has no second section." },
  ],
  current: [{ role: "proposal", ref: proposal }],
  items: [
    { itemId: "claim:1", kind: ItemKind.CLAIM, required: true },
    { itemId: "claim:2", kind: ItemKind.CLAIM, required: true },
  ],
});

/** Starts it on a free port; stop it when done. */
export const startFakeServer = async (
  overrides: Partial<ServiceImpl<typeof OrchestratorService>> = {},
): Promise<FakeServer> => {
  const calls: { method: string; request: unknown }[] = [];
  const blobs = new Map<string, Uint8Array>();
  const proposal = put(blobs, MessageSkeletonSchema, {
    sections: [
      {
        sectionId: "section:1",
        title: "Feiten",
        claims: [
          { claimId: "claim:1", text: "De toezegging is schriftelijk gedaan.", claimKind: "promise", required: true },
          { claimId: "claim:2", text: "Zij is nooit ingetrokken.", required: true },
        ],
      },
    ],
  });
  const runContext = contextWith(proposal);
  const answer = (method: string) => (request: unknown) => {
    calls.push({ method, request });
    return { runContext };
  };
  const orchestrator: Partial<ServiceImpl<typeof OrchestratorService>> = {
    getRun: ({ runId: asked }) => {
      if (asked !== runId) throw new DomainError("RUN_NOT_FOUND", `you have no run ${asked}`, { runId: asked });
      return { runContext };
    },
    listRuns: () => ({ runs: [{ runId, title: "Antwoord", state: OrchestratorState.SKELETON }] }),
    createRun: answer("createRun"),
    propose: answer("propose"),
    confirm: answer("confirm"),
    advance: () => {
      throw new DomainError(
        "MISSING_INPUTS",
        "two claims are not confirmed",
        {},
        {
          violations: [{ type: "KIND_CONFIRMATION", subject: "claim:1", description: "confirm or reject it" }],
        },
      );
    },
    rewind: answer("rewind"),
    pinEvidence: answer("pinEvidence"),
    guide: answer("guide"),
    ...overrides,
  };
  const artifacts: Partial<ServiceImpl<typeof ArtifactService>> = {
    getArtifact: ({ digest }) => {
      const content = blobs.get(digest);
      if (content === undefined)
        throw new DomainError("ARTIFACT_NOT_FOUND", `no artifact of yours has digest ${digest}`);
      if (content.length > largestWhole) throw new DomainError("LIMIT_EXCEEDED", "too large; use StreamArtifact");
      return { info: { ref: { ...proposal, digest }, role: "proposal" }, content };
    },
    async *streamArtifact({ digest }) {
      const content = blobs.get(digest) ?? new Uint8Array();
      for (let at = 0; at < content.length; at += 1000) yield { content: content.subarray(at, at + 1000) };
    },
    batchGetArtifacts: ({ digests }) => ({
      artifacts: digests.map((digest) => {
        const content = blobs.get(digest);
        return content === undefined ? { digest } : { digest, found: true, content };
      }),
    }),
  };
  const server = await startOwnServer({
    routes: (router) => {
      router.service(OrchestratorService, orchestrator);
      router.service(ArtifactService, artifacts);
    },
  });
  return { ...server, calls, blobs, proposal };
};
