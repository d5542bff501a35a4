import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { newFolder } from "../support/new-folder.ts";
import { startTestServer } from "./support/server.ts";

const folder = newFolder("stop");

/** Sends SIGTERM as soon as something of the start lies in the folder, and resolves to how the process ended and what it said. */
const stoppedAt = (data: string, sign: string) =>
  new Promise<{ code: number | null; signal: string | null; said: string }>((resolve) => {
    const launcher = join(projectRoot, "bin", "pincite.js");
    const child = spawn(process.execPath, [launcher, "serve", "--port", "0", "--data", data]);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
    const look = setInterval(() => {
      if (!existsSync(join(data, sign))) return;
      clearInterval(look);
      child.kill("SIGTERM");
    }, 1);
    child.once("exit", (code, signal) => {
      clearInterval(look);
      resolve({ code, signal, said });
    });
  });

// Handlers were put up once the start was through: a signal in the middle of it killed the process where it stood.
describe("a server that is told to stop while it starts", () => {
  it.each(["runs", "vault", "law"])("closes what it has opened and ends with 0, when %s was there", async (sign) => {
    const data = join(folder, `at-${sign}`);
    const { code, signal, said } = await stoppedAt(data, sign);
    expect({ code, signal, said }).toMatchObject({ code: 0, signal: null });
    const server = await startTestServer(data);
    await server.stop();
  });
});
