import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { openInstallation } from "../../src/installation.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { root } from "../cli/support/layman.ts";
import { ownBearer } from "../support/own-transport.ts";
import { median, timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";
import { serve } from "./serve.ts";

/** P17: from starting the program to its first answer, on an empty store and on one of 100,000 artifacts, beside loading the same modules. */
export const benchColdStart = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-cold-"));
  try {
    const script = join(dir, "imports.mjs");
    await writeFile(script, `await import(${JSON.stringify(join(root, "src/main.ts"))});`);
    const imports = await times(5, () => timed(() => ended(spawn(process.execPath, [script]))));
    const empty = await times(5, (n) => firstAnswer(join(dir, `empty${n}`)));
    await fill(join(dir, "full"), 100_000);
    const full = await times(5, () => firstAnswer(join(dir, "full")));
    return [
      {
        ...{ id: "P17", what: "cold start to first answer, empty store", target: "≤ 1.5 s" },
        ...{
          figure: `${empty.toFixed(0)} ms`,
          floor: `${imports.toFixed(0)} ms (loading the modules alone)`,
          ratio: empty / imports,
        },
      },
      {
        ...{ id: "P17", what: "cold start, 100,000 artifacts beside empty", target: "≤ 2×" },
        ...{ figure: `${full.toFixed(0)} ms`, floor: `${empty.toFixed(0)} ms`, ratio: full / empty },
      },
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

const times = async (count: number, work: (n: number) => Promise<number>): Promise<number> => {
  const figures: number[] = [];
  for (let n = 0; n < count; n++) figures.push(await work(n));
  return median(figures);
};

const ended = (child: ReturnType<typeof spawn>) => new Promise((resolve) => child.on("exit", resolve));

/** Starts `pincite serve` and asks until it answers. */
export const firstAnswer = async (dataDir: string): Promise<number> => {
  const start = performance.now();
  const server = await serve(dataDir);
  const client = createClient(
    OrchestratorService,
    createConnectTransport({ baseUrl: server.url, httpVersion: "2", useBinaryFormat: true, interceptors: [ownBearer] }),
  );
  await client.getCapabilities({});
  const ms = performance.now() - start;
  await server.stop();
  return ms;
};

/** Fills the runs' store of a server that will be started, with the keys that server will find. */
const fill = async (dataDir: string, count: number): Promise<void> => {
  const { signer } = openInstallation(dataDir);
  const store = await openLevelStore({ dir: join(dataDir, "runs"), clock: { now: () => Date.now() }, signer });
  for (let at = 0; at < count; at += 500)
    await store.commit({
      owner: "bench",
      blobs: Array.from({ length: 500 }, (_, n) => Buffer.from(`artifact ${at + n} `.repeat(20))),
    });
  await store.close();
};
