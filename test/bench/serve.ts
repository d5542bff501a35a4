import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../cli/support/layman.ts";

/** Starts `pincite serve` on a folder, as a person does: in a process of its own. Errors: it ended before it told its address. */
export const serve = async (dataDir: string, port = 0): Promise<{ url: string; stop(): Promise<void> }> => {
  const args = [join(root, "bin/pincite.js"), "serve", "--port", String(port), "--data", dataDir];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    const look = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.on("exit", () => reject(new Error(`serve ended: ${text}`)));
  });
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
};
