import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { startSmallServer } from "../e2e/support/small-server.ts";
import { median } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const rounds = 15;
const runsOfRound = 4;

/** CPU of whole runs over gRPC at a server that sends its traces to a collector beside one that does not, client and collector counted with both; turns about. */
export const benchTracing = async (): Promise<BenchRow[]> => {
  const collector = createServer((request, response) => {
    request.resume();
    request.once("end", () => response.end());
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const plain = await startSmallServer();
  process.env.PINCITE_OTLP_URL = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const traced = await startSmallServer();
  delete process.env.PINCITE_OTLP_URL;
  const cpuMs = async ({ server, docUid }: typeof plain): Promise<number> => {
    const before = process.cpuUsage();
    for (let n = 0; n < runsOfRound; n++)
      await (await RunDriver.create(server)).park(docUid, OrchestratorState.DRAFT, StagePhase.CONFIRMED, true);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / runsOfRound;
  };
  const ratios: number[] = [];
  const figures: { with: number; without: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const isFirst = round % 2 === 0;
    const first = await cpuMs(isFirst ? traced : plain);
    const second = await cpuMs(isFirst ? plain : traced);
    const [withIt, without] = isFirst ? [first, second] : [second, first];
    // The first rounds are what is compiled in.
    if (round < 3) continue;
    ratios.push(withIt / without);
    figures.push({ with: withIt, without });
  }
  await plain.server.stop();
  await traced.server.stop();
  collector.closeAllConnections();
  collector.close();
  return [
    {
      id: "firm",
      what: `CPU of a whole run, a tenth of its traces sent, median of ${ratios.length} rounds`,
      figure: `${median(figures.map((one) => one.with)).toFixed(1)} ms`,
      floor: `without, ${median(figures.map((one) => one.without)).toFixed(1)} ms`,
      ratio: median(ratios),
      target: "≤ 1.05×",
    },
  ];
};
