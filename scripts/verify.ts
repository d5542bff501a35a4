import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { brokenProtoPromises } from "./breaking.ts";
import { floatingPromises } from "./floating-promises.ts";
import { staleGenerated } from "./generated.ts";
import { importCycles } from "./import-cycles.ts";
import { brokenImportRules, projectRoot, sourceFiles } from "./import-rules.ts";
import { brokenMessages } from "./messages.ts";

// `npm run verify`: everything that can be checked without running the program. One line per step; what a failed step said
// is printed at the end, so that the list stays readable. Ends with 1 if any step failed.

/** What a step found: `problems` empty means it holds, `note` is said behind its name. */
interface Finding {
  readonly problems: string;
  readonly note?: string;
}

const run = promisify(execFile);

/** Runs one of the project's own programs; its output is the problem when it fails. */
const command = async (program: string, ...args: string[]): Promise<Finding> => {
  try {
    await run(program, args, { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 });
    return { problems: "" };
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    return { problems: `${stdout}${stderr}`.trim() || message };
  }
};

/**
 * Packages that do not run on the Node that runs this. `.npmrc` silences npm's warnings, which speak of the machine's
 * Node; here npm runs on ours, so what it says now is meant.
 */
const engines = async (): Promise<Finding> => {
  const args = ["ci", "--dry-run", "--ignore-scripts", "--loglevel=warn"];
  const { stderr } = await run("npm", args, { cwd: projectRoot });
  const lines = stderr.split("\n").filter((line) => line.includes("EBADENGINE"));
  return { problems: lines.join("\n"), note: `on Node ${process.versions.node}` };
};

const steps: readonly [name: string, check: () => Promise<Finding> | Finding][] = [
  ["third-party protos", () => command("node", "scripts/third-party-protos.ts")],
  ["types (tsc)", () => command("tsc", "--noEmit")],
  ["types of the pure folders", () => command("tsc", "--noEmit", "-p", "tsconfig.pure.json")],
  ["promises nobody awaits", () => ({ problems: floatingPromises(projectRoot, "src").join("\n") })],
  ["lint and format (biome)", () => command("biome", "ci", "--colors=off", "--diagnostic-level=error", ".")],
  ["import rules", () => ({ problems: brokenImportRules(sourceFiles(projectRoot, "src")).join("\n") })],
  ["import cycles, types counted", () => ({ problems: importCycles(sourceFiles(projectRoot, "src")).join("\n") })],
  ["proto lint (buf)", () => command("buf", "lint")],
  ["proto format (buf)", () => command("buf", "format", "--diff", "--exit-code", "proto")],
  ["proto promises (buf breaking)", brokenProtoPromises],
  ["messages in every language", () => ({ problems: brokenMessages().join("\n") })],
  ["generated code", staleGenerated],
  ["package engines", engines],
];

const failed: string[] = [];
for (const [name, check] of steps) {
  const startedMs = performance.now();
  const { problems, note } = await Promise.resolve(check()).catch((error: Error) => ({
    problems: error.message,
    note: "",
  }));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${problems ? "FAIL" : "ok  "} ${name.padEnd(30)} ${seconds.padStart(5)} s${note ? `  ${note}` : ""}`);
  if (problems) failed.push(`\n--- ${name}\n${problems}`);
}
for (const told of failed) console.log(told);
process.exitCode = failed.length > 0 ? 1 : 0;
