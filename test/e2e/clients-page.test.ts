import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { version } from "../../src/version.ts";
import { ownToken } from "../support/own-transport.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

const page = readFileSync(join(projectRoot, "docs/clients.md"), "utf8");
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)?.[1] ?? "";

const python = "/usr/bin/python3";
const pythonSpeaksGrpc = (): boolean => {
  try {
    execFileSync(python, ["-c", "import grpc, grpc_tools"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};
const hasPython = existsSync(python) && pythonSpeaksGrpc();
if (!hasPython) console.warn("SKIPPED: the Python of docs/clients.md needs python3-grpcio and python3-grpc-tools");

describe("docs/clients.md", () => {
  let folder: string;
  let server: TestServer;
  /** Runs a program of the page with the token, or with another word in its place. */
  const run = async (program: string, args: readonly string[], token = ownToken()) => {
    const env = { ...process.env, PINCITE_TOKEN: token, PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION: "python" };
    const { stdout } = await promisify(execFile)(program, [...args, new URL(server.url).host], { cwd: folder, env });
    return stdout.trim();
  };
  beforeAll(async () => {
    server = await startTestServer();
    folder = mkdtempSync(join(tmpdir(), "pincite-clients-"));
    for (const name of ["node_modules", "gen"]) symlinkSync(join(projectRoot, name), join(folder, name));
    execFileSync(process.execPath, [join(projectRoot, "bin/pincite.js"), "proto", "export", join(folder, "protos")]);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ["grpc-js", "js", "grpc.mjs"],
    ["connect-web", "ts", "web.mts"],
  ])("has a client of %s that is answered with the token and not without", async (_name, language, file) => {
    writeFileSync(join(folder, file), blockOf(language));
    const args = ["--preserve-symlinks", file];
    expect(await run(process.execPath, args)).toBe(version);
    await expect(run(process.execPath, args, "A".repeat(43))).rejects.toThrow(/UNAUTHENTICATED|unauthenticated/);
  });

  it.skipIf(!hasPython)("has a client of Python that is answered with the token and not without", async () => {
    const [protos, stubs] = [join(folder, "protos"), join(folder, "stubs")];
    mkdirSync(stubs);
    const names = readdirSync(protos, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".proto"));
    const compile = "import sys; from grpc_tools import protoc; sys.exit(protoc.main(['protoc', *sys.argv[1:]]))";
    const outputs = [`--python_out=${stubs}`, `--grpc_python_out=${stubs}`];
    execFileSync(python, [
      "-c",
      compile,
      `--descriptor_set_in=${join(protos, "descriptor_set.binpb")}`,
      ...outputs,
      ...names,
    ]);
    writeFileSync(join(stubs, "client.py"), blockOf("python"));
    expect(await run(python, [join(stubs, "client.py")])).toBe(version);
    await expect(run(python, [join(stubs, "client.py")], "A".repeat(43))).rejects.toThrow("UNAUTHENTICATED");
  });
});
