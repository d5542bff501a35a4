import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "../../../scripts/import-rules.ts";
import { type Mend, mends } from "./rows.ts";

/** What became of a test: how many of those meant ran, and how many failed. */
interface Outcome {
  readonly ran: number;
  readonly failed: number;
  readonly said: string;
}

const timeoutMs = 10 * 60_000;

/** A copy of what git knows of the project, with its packages: what is changed there changes nothing here. */
const copied = (): string => {
  const dir = join(tmpdir(), `pincite-mends-${process.pid}`);
  mkdirSync(dir, { recursive: true });
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: projectRoot,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
  });
  for (const file of listed.stdout.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    cpSync(join(projectRoot, file), join(dir, file));
  }
  cpSync(join(projectRoot, "dist"), join(dir, "dist"), { recursive: true });
  symlinkSync(join(projectRoot, "node_modules"), join(dir, "node_modules"));
  return dir;
};

const tested = (dir: string, { test, name }: Mend): Outcome => {
  const report = join(dir, "report.json");
  rmSync(report, { force: true });
  const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  const node = join(dir, "node_modules/.bin/vitest");
  const args = ["run", "--project", "all*", "--project", "test*", test, "-t", pattern];
  const { stdout, status } = spawnSync(node, [...args, "--reporter=json", `--outputFile=${report}`], {
    ...{ cwd: dir, encoding: "utf8", timeout: timeoutMs, maxBuffer: 64 * 2 ** 20 },
    env: { ...process.env, CI: "1" },
  });
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    const messages: string[] = testResults.flatMap(
      (one: { message: string; assertionResults: { failureMessages: string[] }[] }) => [
        ...one.assertionResults.flatMap(({ failureMessages }) => failureMessages),
        one.message,
      ],
    );
    const said = messages.find((one) => one.trim() !== "")?.split("\n")[0] ?? "";
    return { ran: numPassedTests + numFailedTests, failed: numFailedTests, said: said.slice(0, 160) };
  } catch {
    return { ran: 0, failed: 0, said: `no report, exit ${status}: ${stdout?.slice(-160) ?? ""}` };
  }
};

/** Takes the mend out, and gives how to put it back; undefined where a line that it names is not there, once. */
const takenOut = (dir: string, { without }: Mend): (() => void) | undefined => {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  for (const [file, line, instead] of without) {
    const text = after.get(file) ?? readFileSync(join(dir, file), "utf8");
    before.set(file, before.get(file) ?? text);
    if (text.split(line).length !== 2) return undefined;
    after.set(
      file,
      text.replace(line, () => instead),
    );
  }
  for (const [file, text] of after) writeFileSync(join(dir, file), text);
  return () => {
    for (const [file, text] of before) writeFileSync(join(dir, file), text);
  };
};

/**
 * `npm run campaign -- mends [from] [to] [control]`: each finding's test in a copy of the project whose deciding lines of the mend are taken out again, from one row of
 * the table to another: it must fail there. Its control, which 0 leaves to the suite: with the mend it passes.
 */
export const simulateMends = (args: readonly number[]): boolean => {
  const [from = 0, to = mends.length, control = 1] = args;
  const dir = copied();
  let isFine = true;
  try {
    for (const mend of mends.slice(from, to)) {
      const whole = control > 0 ? tested(dir, mend) : undefined;
      const putBack = takenOut(dir, mend);
      const without = putBack ? tested(dir, mend) : undefined;
      putBack?.();
      const holds = (!whole || (whole.ran > 0 && whole.failed === 0)) && without !== undefined && without.failed > 0;
      isFine &&= holds;
      const withMend = whole ? `with its mend ${whole.failed} of ${whole.ran} fail, ` : "";
      const how = without ? `${without.failed} of ${without.ran} fail: ${without.said}` : "its lines are not there";
      console.log(
        `${holds ? "" : "NOT SHOWN "}${mend.finding} ${mend.test}: ${mend.name}: ${withMend}without it ${how}`,
      );
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  return isFine;
};
