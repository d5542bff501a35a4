import { execFile, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { newFolder } from "../support/new-folder.ts";

let root: string;
/** The package of this machine's Node, as its platform has it. */
const brought = `node_modules/node-${process.platform}-${process.arch}`;

/** A checkout of nothing but the launcher and a program that reports on itself. */
beforeEach(() => {
  root = newFolder("launcher");
  for (const folder of ["bin", "src", join(brought, "bin")]) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ["pincite.js", "launch.js"]) copyFileSync(join(projectRoot, "bin", file), join(root, "bin", file));
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  // Loaded before the launcher, it makes the running Node say that it is an old one.
  writeFileSync(join(root, "old.cjs"), 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } });');
  program("const seen: string[] = process.argv.slice(2);\nconsole.log(JSON.stringify(seen));\nprocess.exitCode = 3;");
});

const program = (text: string) =>
  writeFileSync(join(root, "src/main.ts"), `export const main = async (): Promise<void> => {\n${text}\n};`);
const bundleNode = () => symlinkSync(process.execPath, join(root, brought, "bin/node"));
const launcher = (...args: string[]) => [join(root, "bin/pincite.js"), ...args];
const onOldNode = (...args: string[]) => ["--require", join(root, "old.cjs"), ...launcher(...args)];

/** What the process of the tests was told about its memory is nothing to those it starts. */
const { NODE_OPTIONS: _, MALLOC_ARENA_MAX: __, ...bare } = process.env;

const run = (args: string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }));
  });

describe("the launcher", () => {
  it("runs the sources with the arguments and the exit code of the program", async () => {
    expect(await run(launcher("a", "b c"))).toMatchObject({ code: 3, stdout: '["a","b c"]\n' });
  });

  it("starts the Node that the project brought when the running one is too old", async () => {
    bundleNode();
    expect(await run(onOldNode("a", "b c"))).toMatchObject({ code: 3, stdout: '["a","b c"]\n' });
  });

  it("says what to do when there is no newer Node", async () => {
    const { code, stderr } = await run(onOldNode());
    expect(code).toBe(1);
    expect(stderr).toContain("this is Node 20.20.2, and Pincite needs 24 or newer");
  });

  // An import through a server that was begun plainly took 105 MiB more, and what its threads had freed stayed with it.
  it("begins a server, and nothing else, in a way that keeps it small, under its own id", async () => {
    program(
      'console.log(JSON.stringify([process.pid, process.execArgv, process.env["MALLOC_ARENA_MAX"] ?? ""]));\nprocess.exitCode = 0;',
    );
    const begun = async (args: string[], env = {}) => {
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], env: { ...bare, ...env } });
      let said = "";
      child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
      await new Promise((resolve) => child.once("close", resolve));
      const [pid, ...rest] = JSON.parse(said) as unknown[];
      return [pid === child.pid, ...rest];
    };
    expect(await begun(launcher("run", "list"))).toEqual([true, [], ""]);
    expect(await begun(launcher("serve", "--port", "0"))).toEqual([true, ["--max-semi-space-size=8"], "2"]);
    const own = ["--max-semi-space-size=32"];
    expect(await begun([...own, ...launcher("serve")])).toEqual([true, own, ""]);
    expect(await begun(launcher("serve"), { MALLOC_ARENA_MAX: "4" })).toEqual([true, ["--max-semi-space-size=8"], "4"]);
    bundleNode();
    expect(await begun(onOldNode("serve"))).toEqual([false, ["--max-semi-space-size=8"], "2"]);
  });

  it("hands SIGTERM on and ends with the program's code", async () => {
    bundleNode();
    program(
      'process.on("SIGTERM", () => process.exit(7));\nconsole.log("ready");\nsetInterval(() => undefined, 1000);',
    );
    const child = spawn(process.execPath, onOldNode(), { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.stdout.once("data", () => child.kill("SIGTERM"));
    expect(await ended).toBe(7);
  });

  it("ends as a shell would show it when the program is killed", async () => {
    bundleNode();
    program('process.kill(process.pid, "SIGKILL");');
    expect((await run(onOldNode())).code).toBe(128 + 9);
  });

  it("uses the compiled program where there are no sources", async () => {
    rmSync(join(root, "src"), { recursive: true });
    mkdirSync(join(root, "dist"), { recursive: true });
    writeFileSync(join(root, "dist/main.js"), 'export const main = () => console.log("compiled");');
    expect(await run(launcher())).toMatchObject({ code: 0, stdout: "compiled\n" });
  });

  it("says so when the package is incomplete", async () => {
    rmSync(join(root, "src"), { recursive: true });
    expect((await run(launcher())).stderr).toContain("install the package again");
  });
});
