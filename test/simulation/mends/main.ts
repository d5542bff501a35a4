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

/** Runs the tests of one file that are meant, in one process, and gives what became of each one's. */
const tested = (dir: string, rows: readonly Mend[]): Map<Mend, Outcome> => {
  const report = join(dir, "report.json");
  rmSync(report, { force: true });
  const patterns = rows.map(({ name }) => name.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  const vitest = join(dir, "node_modules/.bin/vitest");
  const args = ["run", "--project", "all*", "--project", "test*", rows[0]!.test, "-t", patterns.join("|")];
  const { stdout, status } = spawnSync(vitest, [...args, "--reporter=json", `--outputFile=${report}`], {
    ...{ cwd: dir, encoding: "utf8", timeout: timeoutMs, maxBuffer: 64 * 2 ** 20 },
    env: { ...process.env, CI: "1" },
  });
  try {
    const files: readonly Reported[] = JSON.parse(readFileSync(report, "utf8")).testResults;
    return new Map(rows.map((row, at) => [row, outcomeOf(files, new RegExp(patterns[at]!, "u"))]));
  } catch {
    const said = `no report, exit ${status}: ${stdout?.slice(-160) ?? ""}`;
    return new Map(rows.map((row) => [row, { ran: 0, failed: 0, said }]));
  }
};

/** What vitest says of one file of tests. */
interface Reported {
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

/** Of the tests whose name holds this, as `-t` looks for it. */
const outcomeOf = (files: readonly Reported[], name: RegExp): Outcome => {
  const meant = files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => name.test(fullName) && (status === "passed" || status === "failed"));
  const messages = [...meant.flatMap(({ failureMessages }) => failureMessages), ...files.map(({ message }) => message)];
  const said = messages.find((one) => one.trim() !== "")?.split("\n")[0] ?? "";
  return {
    ran: meant.length,
    failed: meant.filter(({ status }) => status === "failed").length,
    said: said.slice(0, 160),
  };
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
 * the table to another: it must fail there. Its control, which 0 leaves to the suite: with the mends it passes; the tests of one file run together there, once, since the copy is
 * the same for all of them.
 */
export const simulateMends = (args: readonly number[]): boolean => {
  const [from = 0, to = mends.length, control = 1] = args;
  const wanted = mends.slice(from, to);
  const dir = copied();
  const whole = new Map<Mend, Outcome>();
  let isFine = true;
  try {
    for (const mend of wanted) {
      if (control > 0 && !whole.has(mend)) {
        const ofFile = wanted.filter(({ test }) => test === mend.test);
        for (const [row, outcome] of tested(dir, ofFile)) whole.set(row, outcome);
      }
      const putBack = takenOut(dir, mend);
      const without = putBack ? tested(dir, [mend]).get(mend) : undefined;
      putBack?.();
      const beside = whole.get(mend);
      const holds = (!beside || (beside.ran > 0 && beside.failed === 0)) && without !== undefined && without.failed > 0;
      isFine &&= holds;
      const withMend = beside ? `with its mend ${beside.failed} of ${beside.ran} fail, ` : "";
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
