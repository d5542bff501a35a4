import { create, type DescMessage, type DescMethod } from "@bufbuild/protobuf";
import { createClient, type Transport } from "@connectrpc/connect";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ToolService } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { ToolExecutor } from "../../../src/engine/run/ports.ts";
import type { ModelProvider } from "../../../src/model/provider.ts";
import { orchestratorService } from "../../../src/rpc/orchestrator-service.ts";
import { createPaging } from "../../../src/rpc/paging.ts";
import { toolService } from "../../../src/rpc/tool-service.ts";
import { shippedHealthWords, shippedLawWords, shippedNames } from "../../../src/shipped-names.ts";
import { storeLimits } from "../../../src/store/limits.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import { leavingWords } from "../../../src/tool/leaving-words.ts";
import { createToolExecutor } from "../../../src/upstream/executor.ts";
import { createLawVocabulary } from "../../../src/upstream/lawbot/vocabulary.ts";
import { vaultRoutes } from "../../../src/vault/routes.ts";
import { openVault } from "../../../src/vault/vault.ts";
import { createClientTransport } from "../../../src/wire/client.ts";
import { createInProcessTransport } from "../../../src/wire/in-process.ts";
import { scriptedProfile, TestEngine } from "../../engine/support.ts";
import { startOwnServer } from "../../support/own-server.ts";

const owner = "tester";
export const remoteLawbot = "https://law.invalid";

/** Everything one installation sends to its LawBot, with the name of the call, and every text and id that came back. */
export class Outlet {
  readonly heard: { readonly call: string; readonly input: unknown }[] = [];
  readonly given: unknown[] = [];
  readonly transport: Transport;

  constructor(lawbot: Transport) {
    this.transport = {
      unary: async (method, signal, timeoutMs, header, input, context) => {
        this.#hear(method, input);
        const answer = await lawbot.unary(method, signal, timeoutMs, header, input, context);
        this.given.push(answer.message);
        return answer;
      },
      stream: (method) => Promise.reject(new Error(`${method.name} is not expected to be asked`)),
    };
  }

  #hear(method: DescMethod, input: unknown): void {
    this.heard.push({
      call: method.name,
      input: create(method.input as DescMessage, input as Record<string, unknown>),
    });
  }
}

/**
 * A whole installation over gRPC on a port of this machine: guards, services, engine, Vault and the adapter to a LawBot that it
 * takes for one of another machine. Its dossier is one letter.
 */
export const openWorld = async (
  letter: string,
  lawbot: Transport,
  model: ModelProvider,
  /** What stands before the adapter's transport: a control puts a leak there. */
  before: (heard: Transport) => Transport = (heard) => heard,
) => {
  const clock = { now: () => Date.UTC(2026, 0, 5) };
  const common = { owner, clock, tokenKey: new Uint8Array(32).fill(7) };
  const vault = await openVault({ ...common, store: await openMemoryStore(), indexDir: "memory" });
  const bytes = new TextEncoder().encode(letter);
  for await (const _ of vault.importFiles("default", [{ path: "brief.txt", mediaType: "text/plain", bytes }])) void _;
  const outlet = new Outlet(lawbot);
  const upstreams = {
    vault: createInProcessTransport(vaultRoutes(vault)),
    lawbot: before(outlet.transport),
    remoteLawbot,
  };
  const real = createToolExecutor(upstreams);
  const sent: { bits: number }[] = [];
  const test = await TestEngine.open({
    profiles: [scriptedProfile({ remoteLawbot })],
    providers: new Map([["scripted", model]]),
    register: shippedNames(),
    vocabulary: createLawVocabulary(outlet.transport, () => 0, shippedLawWords()),
    leavingWords: leavingWords({ ofHealth: shippedHealthWords(), ofLaw: shippedLawWords() }),
  });
  // A run is brought to its stage by the sample case's tools; what the model asks for then goes to the real ones.
  const sample = test.parts.tools;
  const use = (tools: ToolExecutor) => Object.assign(test.parts, { tools });
  const counted: ToolExecutor = {
    tools: real.tools,
    run: (one) => {
      if (one.request.toolName.startsWith("lawbot.")) sent.push({ bits: one.request.leaving?.bits ?? 0 });
      return real.run(one);
    },
  };
  const paging = createPaging(new Uint8Array(32).fill(7), owner);
  const facts = { serverVersion: "0", profiles: [], providers: [], user: owner, storeLimits };
  const server = await startOwnServer({
    allowJson: false,
    routes: (router) => {
      router.service(OrchestratorService, orchestratorService(test.engine, test.views, paging, facts));
      router.service(ToolService, toolService(test.engine, test.views, paging));
    },
  });
  const transport = createClientTransport(server.url);
  return {
    test,
    outlet,
    sent,
    guide: createClient(OrchestratorService, transport),
    tools: createClient(ToolService, transport),
    inSample: () => use(sample),
    inEarnest: () => use(counted),
    async close() {
      transport.close();
      await server.stop(100);
      await vault.close();
    },
  };
};

export type World = Awaited<ReturnType<typeof openWorld>>;
