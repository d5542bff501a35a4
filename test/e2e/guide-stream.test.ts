import { create } from "@bufbuild/protobuf";
import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type GuideStreamResponse,
  OrchestratorService,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolRequestParamsSchema, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { gate } from "../engine/sample-tools.ts";
import { ownBearer, ownTransport } from "../support/own-transport.ts";
import { reasonOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { type Say, type StandInServer, startStandIn } from "./support/stand-in.ts";

const { EVIDENCE_NEEDS } = OrchestratorState;

let server: StandInServer;
let run: RunDriver;
beforeEach(async () => {
  server = await startStandIn();
  run = await (await RunDriver.create(server)).park("a".repeat(64), EVIDENCE_NEEDS, StagePhase.OPEN);
});
afterEach(() => server.stop());

/** One search, then an answer. */
const searchThenAnswer: Say = ({ step }) =>
  step === 0
    ? {
        case: "tool",
        value: {
          requests: [
            {
              toolName: "vault.search",
              reason: "Look for it.",
              params: create(ToolRequestParamsSchema, { params: { case: "vaultSearch", value: { query: "promise" } } }),
            },
          ],
        },
      }
    : { case: "final", value: { message: "Nothing was found.", nextAction: "Review evidence checklist" } };

const collect = async (stream: AsyncIterable<GuideStreamResponse>): Promise<GuideStreamResponse["progress"][]> => {
  const seen: GuideStreamResponse["progress"][] = [];
  for await (const { progress } of stream) seen.push(progress);
  return seen;
};

const names = (seen: readonly GuideStreamResponse["progress"][]) => seen.map((one) => one.case);

/** The whole of a turn with one search. */
const wholeTurn = [
  ...["turnBegan", "stepBegan", "modelAnswering", "answerJudged", "toolRequested", "toolFinished"],
  ...["stepBegan", "modelAnswering", "answerJudged", "finished"],
];

/** The protocols a program or a page may speak. */
const protocols: Readonly<Record<string, (url: string) => Transport & { close?(): void }>> = {
  gRPC: (url) => ownTransport(url),
  "gRPC-Web": (baseUrl) => createGrpcWebTransport({ baseUrl, useBinaryFormat: true, interceptors: [ownBearer] }),
  Connect: (baseUrl) => createConnectTransport({ baseUrl, useBinaryFormat: true, interceptors: [ownBearer] }),
};

describe.each(Object.entries(protocols))("GuideStream over %s", (_name, transportTo) => {
  let orchestrator: Client<typeof OrchestratorService>;
  let close: (() => void) | undefined;
  beforeEach(() => {
    const transport = transportTo(server.url);
    orchestrator = createClient(OrchestratorService, transport);
    close = transport.close;
  });
  afterEach(() => close?.());

  it("tells what happens in the order in which it happens, and last what Guide would have answered", async () => {
    server.say = searchThenAnswer;
    const guide = { ...run.command(), userPrompt: "Search." };
    const seen = await collect(orchestrator.guideStream({ guide }));
    expect(names(seen)).toEqual(wholeTurn);
    const requested = seen.find((one) => one.case === "toolRequested")?.value;
    const finished = seen.find((one) => one.case === "toolFinished")?.value;
    expect(finished).toMatchObject({ requestId: requested?.id, status: ToolResultStatus.EMPTY });
    expect(seen.at(-1)?.value).toEqual(await server.orchestrator.guide(guide));
  });

  it("fails as Guide does, with the same reason and after what came before", async () => {
    server.say = () => ({ case: "tool", value: { requests: [] } });
    const guide = run.command();
    const seen: GuideStreamResponse["progress"][] = [];
    const call = async (): Promise<void> => {
      for await (const { progress } of orchestrator.guideStream({ guide })) seen.push(progress);
    };
    expect(await reasonOf(call())).toBe("MODEL_TURN_REJECTED");
    expect(names(seen)).toEqual(wholeTurn.slice(0, 4));
    expect(seen.at(-1)?.value).toMatchObject({ attempt: 1, rejectReason: expect.stringMatching(/./) });
    expect(await reasonOf(server.orchestrator.guide(guide))).toBe("MODEL_TURN_REJECTED");
    expect(await reasonOf(collect(orchestrator.guideStream({ guide: { ...guide, runId: "run-none" } })))).toBe(
      await reasonOf(server.orchestrator.guide({ ...guide, runId: "run-none" })),
    );
  });

  it("does not cut the turn when it is cut, and joins it again by its key", async () => {
    const held = gate();
    server.say = async (request, signal) => {
      await held.wait();
      return searchThenAnswer(request, signal);
    };
    const guide = run.command();
    const cut = new AbortController();
    const first = reasonOf(collect(orchestrator.guideStream({ guide }, { signal: cut.signal })));
    await held.arrived;
    cut.abort();
    expect(await first).toContain("Canceled");
    expect(await reasonOf(server.orchestrator.guide({ ...run.command(), expectedVersion: "" }))).toBe("RUN_BUSY");
    const joined = collect(orchestrator.guideStream({ guide }));
    held.open();
    const seen = await joined;
    // What had been told before the join is not told again.
    expect(names(seen)).toEqual(wholeTurn.slice(2).slice(-seen.length));
    expect(await collect(orchestrator.guideStream({ guide }))).toEqual(seen.slice(-1));
    expect(server.ran).toEqual(["vault.search"]);
  });

  it("is waited for by a server that stops, as Guide is", async () => {
    const held = gate();
    server.say = async (request, signal) => {
      await held.wait();
      return searchThenAnswer(request, signal);
    };
    const turn = collect(orchestrator.guideStream({ guide: run.command() }));
    await held.arrived;
    const drained = server.drain();
    held.open();
    expect(names(await turn).at(-1)).toBe("finished");
    await drained;
  });

  it("refuses a key that was used for another question, and tells it nothing of that turn", async () => {
    server.say = searchThenAnswer;
    const guide = { ...run.command(), idempotencyKey: key() };
    await collect(orchestrator.guideStream({ guide }));
    const other = { ...guide, userPrompt: "Something else." };
    const seen: GuideStreamResponse["progress"][] = [];
    const call = async (): Promise<void> => {
      for await (const { progress } of orchestrator.guideStream({ guide: other })) seen.push(progress);
    };
    expect(await reasonOf(call())).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(seen).toEqual([]);
  });
});
