import { spawnSync } from "node:child_process";
import { createPrivateKey } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningPincite } from "../../src/cli/types.ts";
import { keyFiles, startPincite } from "../../src/main.ts";
import { openReceiptKeys, readReceiptManifest, rotateReceiptKeys } from "../../src/receipt-keys.ts";
import { startTestServer } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

const folder = newFolder("receipt-cli");
let server: Awaited<ReturnType<typeof startTestServer>>;
let runId = "";
let requestId = "";

const dataDir = () => join(folder, "data");
const run = (...argv: string[]) => cli(argv, { cwd: folder, env: { PINCITE_URL: server.url }, keyFiles });

/** One command without a server to speak to. */
const offline = (...argv: string[]) => cli(argv, { cwd: folder, env: { PINCITE_URL: "http://127.0.0.1:9" }, keyFiles });

beforeAll(async () => {
  server = await startTestServer(dataDir());
  const { runContext } = await server.orchestrator.createRun({ idempotencyKey: "r", title: "Receipts" });
  runId = runContext?.runId ?? "";
  const params = { case: "vaultImport", value: { path: "brief.txt", content: Buffer.from("Geachte heer,") } } as const;
  const asked = await server.tools.requestTool({
    ...{ runId, idempotencyKey: "t", toolName: "vault.import", params: { params } },
    expectedVersion: runContext?.version ?? "",
  });
  requestId = asked.request?.id ?? "";
  await server.orchestrator.executeToolRequest({ requestId, confirmed: true });
});

afterAll(() => server?.stop());

describe("receipts on the command line", () => {
  it("are listed and shown", async () => {
    const { out } = await run("receipt", "list", "latest");
    expect(out).toMatch(new RegExp(`^ +1 .*vault.import +receipt:\\w+ +${requestId}$`, "m"));
    const shown = await run("receipt", "show", requestId);
    expect(shown.out).toMatch(/^# receipt:\w+, signed by key [0-9a-f]{32}$/m);
    expect(shown.out).toContain(`run_id: "${runId}"`);
    expect(shown.out).not.toContain("Geachte");
  });

  it("are checked by the server, by id and as a file", async () => {
    const byId = await run("receipt", "verify", requestId);
    expect(byId.out.match(/^ok /gm)).toHaveLength(10);
    expect(byId.out).toContain("The receipt holds.");
    await run("receipt", "show", requestId, "-o", "receipt.pb");
    expect((await run("receipt", "verify", "receipt.pb")).out.match(/^ok /gm)).toHaveLength(10);
  });

  it("are checked without a server, with a file of keys", async () => {
    await run("receipt", "show", requestId, "-o", "receipt.pb");
    const exported = await run("keys", "export", "keys.pb");
    const keyId = /key ([0-9a-f]{32}) signs now/.exec(exported.out)?.[1] ?? "";
    const { code, out } = await offline("receipt", "verify", "receipt.pb", "--keys", "keys.pb", "--key-id", keyId);
    expect([code, out.match(/^ok /gm)?.length]).toEqual([0, 4]);
    const stranger = await offline("receipt", "verify", "receipt.pb", "--keys", "keys.pb", "--key-id", "0".repeat(16));
    expect(stranger.code).toBe(2);
    expect(stranger.err).toContain("does not hold key 0000000000000000");
    expect((await run("receipt", "verify", "receipt.pb", "--key-id", keyId)).code).toBe(2);
  });

  it("that do not hold end with 6, and the first check that failed is named", async () => {
    await run("receipt", "show", requestId, "-o", "receipt.pb");
    await run("keys", "export", "keys.pb");
    const other = openReceiptKeys(undefined, "2026-01-01T00:00:00.000Z");
    writeFileSync(join(folder, "other.pb"), other.manifest);
    const { code, out, err } = await offline("receipt", "verify", "receipt.pb", "--keys", "other.pb");
    expect(code).toBe(6);
    expect(out).toMatch(/^FAIL +signature +it is signed by key/m);
    expect(err).toContain("The receipt does not hold: signature");
    const bytes = readFileSync(join(folder, "receipt.pb"));
    writeFileSync(join(folder, "cut.pb"), bytes.subarray(0, -1));
    const cut = await offline("receipt", "verify", "cut.pb", "--keys", "keys.pb");
    expect([cut.code, cut.err]).toEqual([2, expect.stringContaining("is no receipt, or was changed")]);
  });

  it("that are not there say so", async () => {
    const { code, err } = await run("receipt", "show", "receipt:01Z");
    expect(code).toBe(3);
    expect(err).toContain("RECEIPT_NOT_FOUND");
    const absent = await run("receipt", "verify", "absent.pb");
    expect([absent.code, absent.err]).toEqual([2, expect.stringContaining("There is no file absent.pb")]);
  });
});

describe("the journal and the counts on the command line", () => {
  it("show the events with their hashes, as the server hands them out", async () => {
    const { out } = await run("run", "events", "latest");
    const lines = out.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^ +1 .* run_created +[0-9a-f]{64}$/);
    expect(lines.map((line) => line.trim().split(/\s+/)[2])).toContain("tool_finished");
  });

  it("show counts as tables, of one run and of all", async () => {
    for (const argv of [["telemetry"], ["telemetry", "latest"]]) {
      const { out } = await run(...argv);
      expect(out).toMatch(/^1 run, 0 turns$/m);
      expect(out).toMatch(/^TOOL +ASKED +OK +EMPTY +ERROR +REFUSED +UNKNOWN$/m);
      expect(out).toMatch(/^vault\.import +1 +1 +0 +0 +0 +0$/m);
    }
  });
});

describe("keys on the command line", () => {
  let second: RunningPincite;
  let dir: string;
  beforeAll(() => {
    dir = newFolder("keys-cli");
  });
  afterAll(() => second?.stop());

  it("are not rotated under a running server, which is said; nothing is changed", async () => {
    const before = readReceiptManifest(dataDir());
    const { code, err } = await run("keys", "rotate", "--data", dataDir());
    expect([code, err]).toEqual([4, expect.stringContaining("stop it, rotate, and start it again")]);
    expect(readReceiptManifest(dataDir())).toEqual(before);
  });

  it("are told to have been wrapped anew where a database keeps them, in the language of whoever asks", async () => {
    const rewrap = async () => ({ rewrapped: 3, erased: 1 });
    const said = (language: string) =>
      cli(["--lang", language, "keys", "rotate", "--data", dataDir()], {
        cwd: folder,
        env: {},
        keyFiles: { ...keyFiles, rotate: keyFiles.manifest, rewrap },
      });
    expect((await said("en")).out).toContain("keys of scopes wrapped anew: 3; erasures that are final now: 1.");
    expect((await said("nl")).out).toContain("sleutels opnieuw versleuteld: 3; wissingen die nu definitief zijn: 1.");
  });

  it("are not made where no server was", async () => {
    for (const name of ["list", "rotate"]) {
      const { code, err } = await offline("keys", name, "--data", join(folder, "nowhere"));
      expect([code, err]).toEqual([2, expect.stringContaining("has no keys of receipts")]);
    }
    expect(readdirSync(folder)).not.toContain("nowhere");
  });

  it("are rotated while it is stopped, and receipts of before still hold under the new manifest", async () => {
    await run("receipt", "show", requestId, "-o", "receipt.pb");
    await server.stop();
    const { code, out } = await offline("keys", "rotate", "--data", "data");
    expect([code, out.match(/^[0-9a-f]{32} /gm)?.length]).toEqual([0, 2]);
    expect(out).toMatch(/until .*\n.*signs now/);
    await offline("keys", "export", "keys.pb", "--data", "data");
    expect((await offline("receipt", "verify", "receipt.pb", "--keys", "keys.pb")).code).toBe(0);
    server = await startTestServer(dataDir());
    expect((await run("receipt", "verify", requestId)).out).toContain("The receipt holds.");
    expect((await run("keys", "list")).out.match(/^[0-9a-f]{32} /gm)).toHaveLength(2);
  });

  it("that others can read stop a server, whose message holds no word of them", async () => {
    const [key = ""] = rotateKeysIn(dir);
    chmodSync(join(dir, "keys", key), 0o644);
    const secret = readFileSync(join(dir, "keys", key), "utf8").split("\n")[1] ?? "";
    const start = startPincite({ dataDir: dir, port: 0, user: "tester", log: "silent" });
    const message = await start.then(
      (running) => {
        second = running;
        return "it started";
      },
      (error: Error) => error.message,
    );
    expect(message).toContain("chmod 600");
    expect(message).not.toContain(secret);
    const { err } = await cli(["keys", "rotate", "--data", dir], { keyFiles });
    expect(err).toContain("chmod 600");
    expect(err).not.toContain(secret);
  });
});

describe("a private key", () => {
  it("is in no answer, and in nothing a server that refuses to start with it prints", async () => {
    const dir = newFolder("canary");
    const [name = ""] = rotateKeysIn(dir);
    const pem = readFileSync(join(dir, "keys", name), "utf8");
    const der = createPrivateKey(pem).export({ type: "pkcs8", format: "der" });
    const seed = der.subarray(-32);
    const forms = [seed, ...(["hex", "base64", "base64url"] as const).map((form) => Buffer.from(seed.toString(form)))];
    const said: Uint8Array[] = [];
    const keys = await cli(["keys", "list", "--data", dir], { keyFiles });
    const exported = await cli(["keys", "export", join(dir, "keys.pb"), "--data", dir], { keyFiles });
    said.push(keys.bytes, exported.bytes, readFileSync(join(dir, "keys.pb")));
    chmodSync(join(dir, "keys", name), 0o644);
    const bin = fileURLToPath(new URL("../../bin/pincite.js", import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "serve", "--port", "0", "--data", dir], {
      timeout: 100_000,
    });
    rmSync(dir, { recursive: true });
    expect([status, stderr.toString()]).toEqual([6, expect.stringContaining("chmod 600")]);
    said.push(stdout, stderr);
    for (const words of said) for (const form of forms) expect(Buffer.from(words).includes(form)).toBe(false);
  });
});

/** Makes keys in a folder; gives the private key's file. */
const rotateKeysIn = (dir: string): string[] => {
  openReceiptKeys(dir, "2026-01-01T00:00:00.000Z");
  rotateReceiptKeys(dir, "2026-01-02T00:00:00.000Z");
  return readdirSync(join(dir, "keys")).filter((name) => name.endsWith(".pem"));
};
