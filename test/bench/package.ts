import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "../../scripts/import-rules.ts";
import { startPincite } from "../../src/main.ts";
import { median, timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const run = promisify(execFile);
const runs = 9;

/** Tells, on standard error and last of all, the milliseconds of CPU that its process has taken. */
const meter = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(2, "\\ncpu-ms " + (user + system) / 1000 + "\\n");
});`;

/** CPU of commands of the package, which is built first, and of the checkout, beside a Node that does nothing. */
export const benchPackage = async (): Promise<BenchRow[]> => {
  await run(process.execPath, ["scripts/build.ts"], { cwd: projectRoot });
  const dir = await mkdtemp(join(tmpdir(), "pincite-package-"));
  const server = await startPincite({ dataDir: undefined, port: 0, log: "silent" });
  try {
    await writeFile(join(dir, "meter.cjs"), meter);
    for (const part of ["bin", "dist", "package.json"])
      await cp(join(projectRoot, part), join(dir, part), { recursive: true });
    await symlink(join(projectRoot, "node_modules"), join(dir, "node_modules"));
    const cpu = (...args: string[]) => medianOf(() => cpuMs(join(dir, "meter.cjs"), args));
    const floor = await cpu("-e", "");
    const commands = [
      ["--version"],
      ["--help"],
      ["--url", server.url, "run", "list"],
      ["--url", server.url, "law", "list"],
    ];
    const rows: BenchRow[] = [];
    for (const [where, root, target] of [
      ["package", dir, "≤ 150 ms beyond the floor"],
      ["checkout", projectRoot, "≤ 0.6 of 0.1.0"],
    ] as const)
      for (const words of commands) {
        const ms = await cpu(join(root, "bin/pincite.js"), ...words);
        rows.push({
          id: "start",
          what: `CPU of \`pincite ${words.filter((word) => !word.includes("//") && word !== "--url").join(" ")}\`, ${where}`,
          figure: `${(ms - floor).toFixed(0)} ms beyond the floor`,
          floor: `${floor.toFixed(0)} ms (node -e '')`,
          ratio: ms / floor,
          target,
        });
      }
    return [...rows, await serveRow(dir), await serveRow(dir, join(dir, "data"))];
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
};

const medianOf = async (work: () => Promise<number>): Promise<number> => {
  await work(); // the first fills the compile cache
  const figures: number[] = [];
  for (let n = 0; n < runs; n++) figures.push(await work());
  return median(figures);
};

const cpuMs = async (meterFile: string, args: readonly string[]): Promise<number> => {
  const { stderr } = await run(process.execPath, ["--require", meterFile, ...args]);
  return Number(/\ncpu-ms ([\d.]+)\n$/.exec(stderr)?.[1]);
};

/** From starting `serve` of the package to its open port, on the wall's clock, in memory or over a folder. */
const serveRow = async (dir: string, data?: string): Promise<BenchRow> => {
  const floor = await medianOf(() => timed(() => run(process.execPath, ["-e", ""])));
  const ms = await medianOf(() => servedMs(dir, data ? ["--data", data] : []));
  const [figure, beside] = [`${ms.toFixed(0)} ms`, `${floor.toFixed(0)} ms (node -e '')`];
  return {
    id: "start",
    what: `\`serve${data ? " --data DIR" : ""}\` to its open port, package`,
    figure,
    floor: beside,
    ratio: ms / floor,
    target: "≤ 500 ms",
  };
};

const servedMs = async (dir: string, flags: readonly string[]): Promise<number> => {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(dir, "bin/pincite.js"), "serve", "--port", "0", ...flags], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await new Promise((resolve, reject) => {
    child.stdout.once("data", resolve);
    child.once("exit", () => reject(new Error("serve ended before its port was open")));
  });
  const ms = performance.now() - begun;
  child.kill("SIGTERM");
  await ended;
  return ms;
};
