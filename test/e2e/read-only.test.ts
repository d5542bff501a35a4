import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createClient } from "@connectrpc/connect";
import { beforeAll, describe, expect, it } from "vitest";
import { ExportService } from "../../gen/pincite/export/v1/export_service_pb.ts";
import { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ProofService } from "../../gen/pincite/proof/v1/proof_service_pb.ts";
import { accessTokenFile } from "../../src/access-token.ts";
import { startPincite } from "../../src/main.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { unpackStore } from "../support/stores/unpack.ts";
import { key } from "./support/run-driver.ts";

/** Every file with its bytes, mode and time: what a server that only reads must leave as it is. */
const stateOf = (dir: string): string => {
  const parts = readdirSync(dir, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const { mode, mtimeMs } = statSync(path);
      return `${path} ${mode} ${mtimeMs} ${statSync(path).isFile() ? sha256Hex(readFileSync(path)) : ""}`;
    });
  return sha256Hex(Buffer.from(parts.join("\n")));
};

const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith("pincite-reading-"));

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const canMount = isRoot && spawnSync("unshare", ["-m", "true"]).status === 0;
if (!canMount)
  console.warn("SKIPPED: read-only mounts, and folders closed to an account, are tried where this one may make them");

const ownEnv = { ...process.env, PINCITE_LANG: "en" };
const serve = (dir: string) => {
  const bin = fileURLToPath(new URL("../../bin/pincite.js", import.meta.url));
  return [process.execPath, bin, "serve", "--data", dir, "--port", "0"];
};

/** Waits for the address that a server prints; what it says beside is collected. */
const served = (child: ChildProcessWithoutNullStreams): Promise<{ url: string; notes: string[] }> => {
  const notes: string[] = [];
  child.stderr.on("data", (text) => notes.push(String(text)));
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const url = /serves at (\S+)/.exec(line)?.[1];
      if (url) resolve({ url, notes });
    });
    child.once("exit", () => reject(new Error(notes.join(""))));
  });
};

const ended = (child: ChildProcessWithoutNullStreams): Promise<unknown> => {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  return exit;
};

let data = "";
beforeAll(async () => {
  data = unpackStore();
  const server = await startPincite({ dataDir: data, port: 0, log: "silent" });
  await server.stop();
});

/** Reads, exports and proves the newest run, and tries to make another. */
const tried = async (url: string, token?: string) => {
  const transport = ownTransport(url, token === undefined ? {} : { token: () => token });
  const orchestrator = createClient(OrchestratorService, transport);
  try {
    const { runs } = await orchestrator.listRuns({ pageSize: 5 });
    const runId = runs[0]?.runId ?? "";
    let [exported, proven] = [0, 0];
    for await (const { part } of createClient(ExportService, transport).exportMemo({ runId, format: "md" }))
      if (part.case === "content") exported += part.value.length;
    for await (const { part } of createClient(ProofService, transport).makeProof({ runId }))
      if (part.case === "content") proven += part.value.length;
    const made = await orchestrator.createRun({ idempotencyKey: key(), title: "Reactie" }).then(
      () => "made",
      (error: Error) => error.message,
    );
    return { runs: runs.length, exported, proven, made };
  } finally {
    transport.close();
  }
};

const read = { runs: expect.any(Number), exported: expect.any(Number), proven: expect.any(Number) };

describe("a server on a folder that it must not write to", () => {
  it("reads, exports and proves, and refuses every write with a sentence; the folder stays as it is", async () => {
    const [before, copiesBefore] = [stateOf(data), copies()];
    const server = await startPincite({ dataDir: data, port: 0, log: "silent", readOnly: true });
    expect(server.onlyReads).toBe(true);
    const found = await tried(server.url);
    expect(found).toMatchObject(read);
    expect(Math.min(found.runs, found.exported, found.proven)).toBeGreaterThan(0);
    expect(found.made).toContain("This server only reads");
    await server.stop();
    expect(stateOf(data)).toBe(before);
    expect(copies().filter((name) => !copiesBefore.includes(name))).toEqual([]);
  });

  it.runIf(canMount)("finds a read-only mount by itself", async () => {
    const script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
    const before = stateOf(data);
    const child = spawn("unshare", ["-m", "sh", "-c", script, data, ...serve(data)], { env: ownEnv });
    const { url, notes } = await served(child);
    expect((await tried(url)).made).toContain("This server only reads");
    await ended(child);
    expect(notes.join("")).toContain("It only reads");
    expect(stateOf(data)).toBe(before);
  });

  it.runIf(isRoot)("finds by itself a folder of mode 0500", async () => {
    const [copy, home] = [newFolder("closed"), newFolder("home")];
    cpSync(data, copy, { recursive: true });
    for (const path of [
      copy,
      home,
      ...readdirSync(copy, { recursive: true }).map((name) => join(copy, String(name))),
    ]) {
      chownSync(path, nobody, nobody);
      if (path !== home) chmodSync(path, statSync(path).isDirectory() ? 0o500 : 0o400);
    }
    const env = {
      ...ownEnv,
      PINCITE_TOKEN_FILE: join(home, "token"),
      HOME: home,
      XDG_STATE_HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_RUNTIME_DIR: home,
    };
    const [command, ...args] = serve(copy);
    const before = stateOf(copy);
    const child = spawn(command!, args, { uid: nobody, gid: nobody, env });
    const { url, notes } = await served(child);
    const token = readFileSync(accessTokenFile(env), "utf8").trim();
    expect((await tried(url, token)).made).toContain("This server only reads");
    await ended(child);
    expect(notes.join("")).toContain("It only reads");
    expect(stateOf(copy)).toBe(before);
    for (const path of [copy, home]) rmSync(path, { recursive: true, force: true });
  });
});
