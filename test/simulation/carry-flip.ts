import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { projectRoot } from "../../scripts/import-rules.ts";
import { readTarGz } from "../support/tar.ts";
import { damage } from "./store-flip.ts";
import { seeded } from "./store-seed.ts";

export interface CarryReport {
  readonly rounds: number;
  /** Rounds whose carrying over was killed in its middle; the others were damaged before it began or after it ended. */
  killed: number;
  refusedAtOpen: number;
  told: number;
  aborted: number;
  harmless: number;
  /** Rounds in which something was gone and nothing said so, a list was short, or bytes were given that were never put. */
  readonly undetected: string[];
  readonly short: string[];
  readonly wrong: string[];
}

const reader = fileURLToPath(new URL("./carry-reader.ts", import.meta.url));

/** The runs of a kept folder of 0.1.0, laid out. */
const unpacked = (base: string): string => {
  for (const { path, bytes } of readTarGz(join(projectRoot, "test/golden/stores/waiting.tar.gz"))) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), bytes, { mode: 0o600 });
  }
  return join(base, "runs");
};

/**
 * Carries folders of the layout before this one over, kills that in its middle, damages what lies there in one place, and
 * opens it again: what is read then must be what was written, or be told of.
 */
export const flipWhileCarried = async (rounds: number, random: () => number, given?: string): Promise<CarryReport> => {
  const base = await mkdtemp(join(tmpdir(), "pincite-carry-flip-"));
  const counts = { rounds, killed: 0, refusedAtOpen: 0, told: 0, aborted: 0, harmless: 0 };
  const report: CarryReport = { ...counts, undetected: [], short: [], wrong: [] };
  try {
    const whole = given ?? unpacked(base);
    for (let round = 0; round < rounds; round += 1) {
      const dir = join(base, "damaged");
      await cp(whole, dir, { recursive: true });
      const killAt = Math.floor(random() * 6);
      const ended = killAt === 0 ? "not begun" : await inChild(dir, whole, String(killAt));
      if (ended === "killed") report.killed += 1;
      await judge(
        `round ${round}, ${ended} at ${killAt}: ${await damage(dir, random)}`,
        await inChild(dir, whole),
        report,
      );
      await rm(dir, { recursive: true });
    }
    return report;
  } finally {
    await rm(base, { recursive: true, force: true });
  }
};

const judge = async (what: string, said: string, report: CarryReport): Promise<void> => {
  const [outcome, ...numbers] = said.split(" ");
  if (outcome === "aborted") report.aborted += 1;
  else if (outcome === "refused") report.refusedAtOpen += 1;
  else {
    const [damages = 0, refused = 0, missing = 0, wrong = 0, short = 0] = numbers.map(Number);
    if (wrong > 0) report.wrong.push(`${what}: ${wrong}`);
    if (short > 0) report.short.push(`${what}: ${short} streams`);
    if (damages + refused > 0) report.told += 1;
    else if (missing > 0) report.undetected.push(`${what}: ${missing} things missing`);
    else report.harmless += 1;
  }
};

/** In a process of its own, which the reader kills, or LevelDB. */
const inChild = (...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [reader, ...args], (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      if (error.signal === "SIGKILL") return resolve("killed");
      if (error.signal === "SIGABRT" || error.signal === "SIGSEGV") return resolve("aborted");
      reject(new Error(`${args.join(" ")}: ${stderr}`));
    });
  });

/** `npm run simulate -- carry [rounds] [seed]`, by default 100 and 1. */
export const simulateCarry = async ([rounds = "100", seed = "1"]: string[]): Promise<boolean> => {
  const { undetected, short, wrong, ...counts } = await flipWhileCarried(Number(rounds), seeded(Number(seed)));
  const bad = [...undetected, ...short, ...wrong];
  console.log(
    `carried over and damaged: ${JSON.stringify(counts)}; ${undetected.length} undetected, ${short.length} short, ${wrong.length} wrong`,
  );
  for (const sentence of bad) console.error(`seed ${seed}: ${sentence}`);
  return bad.length === 0;
};
