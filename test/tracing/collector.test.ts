import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startPincite } from "../../src/main.ts";
import { clientsOf, importFiles } from "../e2e/support/server.ts";

const canary = "kanarieboom";

let collector: Server | undefined;
const rejected: unknown[] = [];
const onRejected = (reason: unknown): number => rejected.push(reason);

beforeEach(() => {
  rejected.length = 0;
  process.on("unhandledRejection", onRejected);
});
afterEach(() => {
  process.off("unhandledRejection", onRejected);
  delete process.env.PINCITE_OTLP_URL;
  delete process.env.PINCITE_OTLP_SHARE;
  collector?.closeAllConnections();
  collector?.close();
  collector = undefined;
});

/** Starts a collector that answers as it is told, and gives its address. */
const collecting = async (answer: RequestListener): Promise<string> => {
  collector = createServer(answer);
  await new Promise<void>((resolve) => collector!.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
};

/** Makes calls that keep and that fail, all with the canary in what is said, on a server that sends to `url`; how long the stop took. */
const used = async (url: string): Promise<number> => {
  process.env.PINCITE_OTLP_URL = url;
  process.env.PINCITE_OTLP_SHARE = "1";
  const server = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" });
  const clients = clientsOf(server.url);
  await importFiles(clients, [{ path: `${canary}.txt`, bytes: Buffer.from(`${canary} schrijft.`) }], canary);
  for (let n = 0; n < 5; n++) {
    const { runContext } = await clients.orchestrator.createRun({
      idempotencyKey: `${n}`,
      title: `${canary} ${n}`,
      strandId: canary,
    });
    const { runId, version: expectedVersion } = runContext!;
    const asked = { runId, expectedVersion, idempotencyKey: `p${n}` };
    await clients.orchestrator.guide({ ...asked, userPrompt: `Wat zegt ${canary}?` });
    // Refused, with the canary in what it is refused for.
    await expect(clients.orchestrator.getRun({ runId: `run-${canary}` })).rejects.toThrow();
  }
  clients.close();
  const from = performance.now();
  await server.stop();
  return performance.now() - from;
};

describe("a server that sends to a collector", () => {
  it("sends traces and metrics in protobuf, with each step, and no word of a case", async () => {
    const bodies = new Map<string, Buffer[]>();
    const types = new Set<string | undefined>();
    const url = await collecting((request, response) => {
      types.add(request.headers["content-type"]);
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const path = request.url ?? "";
        bodies.set(path, [...(bodies.get(path) ?? []), Buffer.concat(pieces)]);
        response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
      });
    });
    await used(url);
    expect([...types]).toEqual(["application/x-protobuf"]);
    const traces = Buffer.concat(bodies.get("/v1/traces") ?? []).toString("latin1");
    const metrics = Buffer.concat(bodies.get("/v1/metrics") ?? []).toString("latin1");
    for (const what of [
      "OrchestratorService/GetRun",
      "OrchestratorService/Guide",
      "decide",
      "commit",
      "model",
      "pincite.code",
      "not_found",
    ])
      expect(traces, what).toContain(what);
    for (const what of ["pincite.calls", "pincite.call.duration", "OrchestratorService/CreateRun"])
      expect(metrics, what).toContain(what);
    expect((traces + metrics).toLowerCase()).not.toContain(canary);
    expect(rejected).toEqual([]);
  });

  it.each<[string, RequestListener | undefined]>([
    ["is away", undefined],
    ["never answers", () => undefined],
    [
      "answers nonsense",
      (_, response) => void response.writeHead(200, { "content-type": "application/x-protobuf" }).end("\xff\xff<html>"),
    ],
    ["refuses", (_, response) => void response.writeHead(503, { "retry-after": "3600" }).end("no")],
    ["sends it elsewhere", (_, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
    ["breaks off", (request) => void request.socket.destroy()],
    [
      "answers without end",
      (_, response) => {
        response.writeHead(200);
        const more = setInterval(() => response.write("x".repeat(65_536)), 5);
        response.on("close", () => clearInterval(more));
      },
    ],
  ])("goes on and stops in time where the collector %s", async (_, answer) => {
    const url = answer ? await collecting(answer) : "http://127.0.0.1:1";
    // A stop takes two seconds more at the most, here as everywhere.
    expect(await used(url)).toBeLessThan(9_000);
    await sleep(50);
    expect(rejected).toEqual([]);
  });

  it("is refused for an address that is none", async () => {
    process.env.PINCITE_OTLP_URL = "collector";
    await expect(startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" })).rejects.toThrow(
      "PINCITE_OTLP_URL",
    );
  });
});
