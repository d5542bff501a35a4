import { Session } from "node:inspector/promises";
import { startPincite } from "../../src/main.ts";
import type { Counted, Run } from "./ways.ts";

// A server of its own process, which counts what runs in it between two words of whoever started it.
const [dataDir] = process.argv.slice(2);
const root = new URL("../../", import.meta.url).href;
const server = await startPincite({ dataDir, port: 0, user: "bench", log: "silent" });
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

/** What ran since it was last asked. */
const taken = async (): Promise<Counted> => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const runs: Run[] = [];
  for (const { url, functions } of result)
    for (const { functionName, ranges } of functions) {
      const count = ranges[0]?.count ?? 0;
      if (count > 0 && url.startsWith(root)) runs.push({ file: url.slice(root.length), name: functionName, count });
    }
  return { runs };
};

process.on("message", async (word) => {
  if (word === "end") {
    await server.stop();
    process.exit(0);
  }
  process.send?.(await taken());
});
process.send?.({ url: server.url });
