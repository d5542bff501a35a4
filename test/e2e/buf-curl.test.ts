import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../support/new-folder.ts";
import { ownToken } from "../support/own-transport.ts";
import { RunDriver } from "./support/run-driver.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { lackingIn, runSteps, stepsOf } from "./support/session-page.ts";

const bin = fileURLToPath(new URL("../../node_modules/.bin", import.meta.url));
const launcher = fileURLToPath(new URL("../../bin/pincite.js", import.meta.url));
const page = fileURLToPath(new URL("../../docs/first-session.md", import.meta.url));

let server: TestServer;
const folder = newFolder("curl");
beforeAll(async () => {
  server = await startTestServer();
  // The page says `pincite`, as whoever installed it does.
  writeFileSync(join(folder, "pincite"), `#!/bin/sh\nexec ${process.execPath} ${launcher} "$@"\n`, { mode: 0o700 });
});
afterAll(() => server.stop());

/** Runs `buf curl` in an empty folder: whatever it knows of the server, it has from the server. */
const bufCurl = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(
      join(bin, "buf"),
      ["curl", "--http2-prior-knowledge", "--header", `authorization: Bearer ${ownToken()}`, ...args],
      { cwd: folder },
      (error, out, err) => resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, out, err }),
    );
  });

describe("buf curl without a schema", () => {
  it("lists every service with an RPC, each of them served", async () => {
    const { code, out } = await bufCurl("--list-methods", server.url);
    expect(code).toBe(0);
    const methods = out.trim().split("\n");
    expect(methods).toContain("pincite.orchestrator.v1.OrchestratorService/Guide");
    expect(methods).toContain("pincite.lawbot.v1.LawsService/GetLawText");
    expect(methods).toContain("grpc.health.v1.Health/Check");
    expect(methods.filter((name) => name.startsWith("pincite.")).length).toBeGreaterThan(30);
  });

  it.each(["grpc", "grpcweb", "connect"])(
    "reads a run over %s, and is refused one that is not there with its reason",
    async (protocol) => {
      const run = await RunDriver.create(server);
      const at = `${server.url}/pincite.orchestrator.v1.OrchestratorService/GetRun`;
      const found = await bufCurl("--protocol", protocol, "--data", JSON.stringify({ runId: run.runId }), at);
      expect(found.err).toBe("");
      expect((JSON.parse(found.out) as { runContext: { version: string } }).runContext.version).toBe(
        run.context.version,
      );
      const absent = await bufCurl("--protocol", protocol, "--data", '{"runId": "run-none"}', at);
      expect(absent.code).not.toBe(0);
      expect(absent.err).toContain("not_found");
      // Over gRPC and gRPC-Web it prints google.rpc.ErrorInfo as base64.
      const [, value = ""] = /"value": "([^"]+)"/.exec(absent.err) ?? [];
      expect(Buffer.from(value, "base64").toString("latin1")).toContain("RUN_NOT_FOUND");
      expect(absent.err).toContain("ListRuns");
    },
  );
});

describe("JSON by plain HTTP", () => {
  const at = (method: string) => `${server.url}/pincite.orchestrator.v1.OrchestratorService/${method}`;
  const post = (type: string) =>
    fetch(at("GetCapabilities"), { method: "POST", headers: { "content-type": type }, body: "{}" });

  it.each(["application/json", "application/json; charset=utf-8", "application/connect+json", "APPLICATION/JSON"])(
    "as %s is refused with 415 and a sentence that names what works",
    async (type) => {
      const response = await post(type);
      expect(response.status).toBe(415);
      expect(await response.text()).toMatch(/protobuf only.*gRPC.*buf curl.*--allow-json/);
    },
  );

  it("in a URL is refused too, and so is a GET of any kind", async () => {
    expect((await fetch(`${at("GetCapabilities")}?encoding=json&message=%7B%7D&connect=v1`)).status).toBe(415);
    expect((await fetch(`${at("GetCapabilities")}?encoding=proto&message=&connect=v1`)).status).toBe(405);
  });
});

describe("docs/first-session.md", () => {
  it("says what happens: each command is run as printed, and each output has the lines shown", async () => {
    const steps = stepsOf(page);
    expect(steps.length).toBeGreaterThan(10);
    const env = {
      ...process.env,
      SERVER: server.url,
      PATH: `${[folder, bin].join(delimiter)}${delimiter}${process.env.PATH ?? ""}`,
    };
    const outputs = await runSteps(steps, env, folder);
    expect(outputs).toHaveLength(steps.length);
    for (const [at, step] of steps.entries()) {
      const output = outputs[at] ?? "";
      expect(lackingIn(output, step), `after:\n${step.command}\nthe output was:\n${output}`).toBeUndefined();
    }
    console.log(`docs/first-session.md: ${steps.length} command blocks ran as printed`);
  });
});
