import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPincite } from "../../src/main.ts";
import { cli } from "../cli/support/cli.ts";
import type { BenchRow } from "./row.ts";

/**
 * The first `law cite` of a server that was started on a folder with the pack of the program, without a network. Beside it the second one,
 * which opens no text any more.
 */
export const benchLawPack = async (): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-bench-pack-"));
  try {
    await withServer(folder, (url) => run(url, "law", "add"));
    const cite = (url: string) => run(url, "law", "cite", "art.", "7:611", "BW", "--on", "2012-10-06");
    const [first, second] = await withServer(folder, async (url) => [await cite(url), await cite(url)] as const);
    return [
      {
        id: "law pack",
        what: "first `law cite` of a server on a folder with the program's pack added, no network",
        figure: `${first.toFixed(0)} ms`,
        floor: `${second.toFixed(0)} ms, the second one`,
        ratio: first / second,
        target: "≤ 1 s",
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const withServer = async <T>(dataDir: string, body: (url: string) => Promise<T>): Promise<T> => {
  const server = await startPincite({ dataDir: join(dataDir, "data"), port: 0, log: "silent" });
  try {
    return await body(server.url);
  } finally {
    await server.stop();
  }
};

/** How long a command takes, in milliseconds. Throws where it fails. */
const run = async (url: string, ...argv: string[]): Promise<number> => {
  const start = performance.now();
  const { code, err } = await cli(["--url", url, ...argv]);
  if (code !== 0) throw new Error(err);
  return performance.now() - start;
};
