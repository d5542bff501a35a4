import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { nextActionLabels } from "../../src/model/labels.ts";
import type { ModelProvider } from "../../src/model/provider.ts";
import { orchestratorService } from "../../src/rpc/orchestrator-service.ts";
import { createPaging } from "../../src/rpc/paging.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { storeLimits } from "../../src/store/limits.ts";
import { startOwnServer } from "../support/own-server.ts";
import { bareEcho, fdatasync } from "./advance.ts";
import { engineOver, readyToAdvance } from "./engine-fixture.ts";
import { median, timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";

/** A model that answers at once, so that what is left is the turn's own cost. */
const instant: ModelProvider = {
  name: "extractive",
  generate: async ({ nonce, context }) => {
    const answer = {
      nonce,
      final: { message: "Nothing to say.", nextAction: nextActionLabels(context?.state ?? 0)[0] },
    };
    return { raw: Buffer.from(JSON.stringify(answer)), inputTokens: 1, outputTokens: 1 };
  },
};

const turns = 300;
/** TurnStarted, AttemptRecorded and TurnEnded are a commit each: a crash loses no more than what was under way. */
const commitsOfATurn = 3;

/** P4: a Guide turn's own cost, everything but the provider's time, beside the bare echo; whole and on disk. */
export const benchGuide = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  const store = await openLevelStore({ dir: join(dir, "runs"), clock: { now: () => Date.now() } });
  const { engine, views } = engineOver(store, instant);
  const paging = createPaging(new Uint8Array(32), "bench");
  const facts = { serverVersion: "bench", profiles: [], providers: [], user: "bench", storeLimits };
  const server = await startOwnServer({
    allowJson: false,
    longMethods: ["Guide", "GuideStream"].map((name) => `${OrchestratorService.typeName}/${name}`),
    routes: (router) => void router.service(OrchestratorService, orchestratorService(engine, views, paging, facts)),
  });
  const echo = await bareEcho();
  const over = (baseUrl: string) => createConnectTransport({ baseUrl, httpVersion: "2", useBinaryFormat: true });
  try {
    const client = createClient(OrchestratorService, over(server.url));
    const bare = createClient(Health, over(echo.url));
    // A run takes one turn at a time, and its log grows with them: each turn has a run of its own.
    const runs = await Promise.all(Array.from({ length: turns * 2 }, (_, n) => readyToAdvance(engine, n)));
    const guide = (n: number) => ({ runId: runs[n]?.runId ?? "", idempotencyKey: "g", userPrompt: "Ga verder." });
    const [whole, streamed, bareMs]: [number[], number[], number[]] = [[], [], []];
    for (let n = 0; n < turns; n += 1) {
      // Taken in turns, so that what else the machine does falls on all three alike.
      bareMs.push(await timed(() => bare.check({})));
      whole.push(await timed(() => client.guide(guide(n))));
      streamed.push(await timed(() => readAll(client.guideStream({ guide: guide(turns + n) }))));
    }
    const echoMs = median(bareMs.slice(turns / 10));
    const syncMs = await fdatasync(dir);
    const row = (what: string, figures: readonly number[], floorMs: number, floor: string): BenchRow => {
      const ms = median(figures.slice(turns / 10));
      return { id: "guide", what, figure: `${ms.toFixed(2)} ms`, floor, ratio: ms / floorMs, target: "–" };
    };
    const durableMs = echoMs + commitsOfATurn * syncMs;
    const durable = `${echoMs.toFixed(2)} ms echo + ${commitsOfATurn} × ${syncMs.toFixed(2)} ms fdatasync`;
    return [
      row("Guide turn with an instant model, on disk, p50", whole, echoMs, `${echoMs.toFixed(2)} ms echo`),
      row("the same; floor: echo and the turn's three commits", whole, durableMs, durable),
      row("the same as GuideStream, all its messages read", streamed, durableMs, durable),
    ];
  } finally {
    await server.stop(100);
    await echo.close();
    await engine.stop();
    await store.close();
    await rm(dir, { recursive: true, force: true });
  }
};

const readAll = async (stream: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of stream) void _;
};
