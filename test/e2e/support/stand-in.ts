import { clone, create, type MessageInitShape, toJsonString } from "@bufbuild/protobuf";
import { monotonicFactory } from "ulid";
import { ArtifactService } from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { EvidenceCandidateSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { ModelRequest } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { ModelTurnSchema } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ToolService } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { Views } from "../../../src/engine/read/views.ts";
import type { ToolExecutor } from "../../../src/engine/run/ports.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { artifactService } from "../../../src/rpc/artifact-service.ts";
import { orchestratorService } from "../../../src/rpc/orchestrator-service.ts";
import { createPaging } from "../../../src/rpc/paging.ts";
import { toolService } from "../../../src/rpc/tool-service.ts";
import { storeLimits } from "../../../src/store/limits.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { type ToolCatalogue, toolSpecs } from "../../../src/tool/catalogue.ts";
import type { ServerOptions } from "../../../src/wire/server.ts";
import { examineDraft } from "../../support/draft-check.ts";
import { startOwnServer } from "../../support/own-server.ts";
import { fixedReceipts } from "../../support/receipt-signer.ts";
import { clientsOf, type TestServer } from "./server.ts";

/** What the stand-in model says in a step, without the nonce, which is put in for it. */
export type Say = (
  request: ModelRequest,
  signal: AbortSignal,
) => Promise<MessageInitShape<typeof ModelTurnSchema>["turn"]> | MessageInitShape<typeof ModelTurnSchema>["turn"];

/** A server with a model that says what it is told, and a count of what was really run. */
export interface StandInServer extends TestServer {
  say: Say;
  /** Names of the tools that were run, in order. */
  readonly ran: string[];
}

/**
 * The real services over real sockets and the real engine, with a stand-in model and stand-in tools: every tool there is
 * has an executor, which finds nothing, and every pin is found. `caseLaw` opts the profiles in.
 */
export const startStandIn = async (
  options: {
    readonly caseLaw?: boolean;
    readonly catalogue?: ToolCatalogue;
    /** Default: one in memory. */
    readonly store?: Store;
    /** Runs a tool; default: finds nothing. */
    readonly run?: ToolExecutor["run"];
    /** A page, and who may open it. Default: none. */
    readonly page?: Pick<ServerOptions, "page" | "authenticate">;
  } = {},
): Promise<StandInServer> => {
  const ran: string[] = [];
  const clock = { now: () => Date.now() };
  const next = monotonicFactory();
  const profiles = builtinProfiles().map((profile) => clone(WorkflowProfileSchema, profile));
  for (const profile of profiles) profile.caseLaw = options.caseLaw ?? false;
  const state: { say: Say } = { say: () => ({ case: "final", value: { message: "Nothing to say." } }) };
  const tools: ToolExecutor = {
    tools: toolSpecs.map(({ name }) => name),
    run: async (tool) => {
      ran.push(tool.request.toolName);
      if (options.run) return options.run(tool);
      return { status: "EMPTY", summary: "nothing here", refinedQuery: "", reason: "" };
    },
  };
  const engine = new Engine({
    ...{
      store: options.store ?? (await openMemoryStore({ clock })),
      owner: "tester",
      user: "tester",
      clock,
      tools,
      checkDraft: examineDraft,
      profiles,
    },
    ids: { next: () => next(clock.now()) },
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    receipts: fixedReceipts(),
    ...(options.catalogue ? { catalogue: options.catalogue } : {}),
    directory: {
      lookUp: async (evidenceId) => create(EvidenceCandidateSchema, { evidenceId }),
      letter: async () => undefined,
      cameAfter: async () => [],
      revision: async () => "revision-1",
      sentences: async () => [],
      withHealth: async () => [],
    },
    providers: new Map([
      [
        "extractive",
        {
          name: "extractive",
          async generate(request, signal, progress) {
            const output = await generate(state.say, request, signal);
            progress?.(output.raw.length);
            return output;
          },
        },
      ],
    ]),
  });
  await engine.recover();
  const views = new Views(engine.runs, engine.tools);
  const paging = createPaging(new Uint8Array(32), "tester");
  const facts = { serverVersion: "0", profiles, providers: ["extractive"], user: "tester", storeLimits };
  const server = await startOwnServer({
    ...options.page,
    longMethods: ["Guide", "GuideStream"].map((name) => `${OrchestratorService.typeName}/${name}`),
    routes: (router) => {
      router.service(OrchestratorService, orchestratorService(engine, views, paging, facts));
      router.service(ToolService, toolService(engine, views, paging));
      router.service(ArtifactService, artifactService(views, paging));
    },
  });
  const clients = clientsOf(server.url);
  const stop = async (): Promise<void> => {
    clients.close();
    await server.stop();
    await engine.stop();
  };
  return Object.assign(state, { ...clients, ran, stop, drain: server.stop });
};

const generate = async (say: Say, request: ModelRequest, signal: AbortSignal) => {
  const turn = (await say(request, signal)) ?? { case: undefined };
  const message = create(ModelTurnSchema, { nonce: request.nonce, turn });
  return { raw: Buffer.from(toJsonString(ModelTurnSchema, message)), inputTokens: 1, outputTokens: 1 };
};
