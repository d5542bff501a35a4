import { execFile, execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { version } from "../../src/version.ts";
import { newFolder } from "../support/new-folder.ts";
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

/** The page's client up to its first call, and then one with a field that no server knows yet. */
const newer = `${blockOf("python").split("try:")[0]}
request = messages.GetRunRequest.FromString(bytes([0xBA, 0x3E, 1, 120]))
try:
    runs.GetRun(request, metadata=metadata)
except grpc.RpcError as error:
    status = status_pb2.Status.FromString(dict(error.trailing_metadata())["grpc-status-details-bin"])
    bad = error_details_pb2.BadRequest()
    any(detail.Unpack(bad) for detail in status.details)
    print(error.code().name, bad.field_violations[0].field, bad.field_violations[0].description)
`.replace("print(answer.server_version)", "");

describe("docs/clients.md", () => {
  const folder = newFolder("clients");
  let server: TestServer;
  /** Runs a program of the page with the token, or with another word in its place. */
  const run = async (program: string, args: readonly string[], token = ownToken()) => {
    const env = { ...process.env, PINCITE_TOKEN: token, PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION: "python" };
    const { stdout } = await promisify(execFile)(program, [...args, new URL(server.url).host], { cwd: folder, env });
    return stdout.trim();
  };
  beforeAll(async () => {
    server = await startTestServer();
    for (const name of ["node_modules", "gen"]) symlinkSync(join(projectRoot, name), join(folder, name));
    execFileSync(process.execPath, [join(projectRoot, "bin/pincite.js"), "proto", "export", join(folder, "protos")]);
  });
  afterAll(() => server.stop());

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
    // As the page has it, in a shell, with what Debian brings and nothing else.
    const { PATH } = process.env;
    const walked = (token: string, ...lines: string[]) =>
      promisify(execFile)("bash", ["-ec", [blockOf("bash"), ...lines].join("\n")], {
        cwd: folder,
        env: { PATH: PATH ?? "", PINCITE_TOKEN: token },
      });
    writeFileSync(join(folder, "client.py"), blockOf("python"));
    const call = `${python} client.py ${new URL(server.url).host}`;
    const { stdout } = await walked(ownToken(), call);
    const [said, reason, violation] = stdout.trim().split("\n");
    expect([said, reason]).toEqual([version, "INVALID_ARGUMENT REQUEST_INVALID"]);
    expect(violation).toMatch(/^run_id: /);
    await expect(walked("A".repeat(43), call)).rejects.toThrow("UNAUTHENTICATED");
    // A client that is newer than its server, and did not ask first.
    writeFileSync(join(folder, "newer.py"), newer);
    expect((await walked(ownToken(), `${python} newer.py ${new URL(server.url).host}`)).stdout).toMatch(
      /^INVALID_ARGUMENT \. .*by number: 999/,
    );
  });
});
