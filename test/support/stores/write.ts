import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../../scripts/import-rules.ts";

// Freezes the data folder that today's demo leaves: `npx node test/support/stores/write.ts`, where the layout of stores has changed.
const out = mkdtempSync(join(tmpdir(), "pincite-freeze-"));
const env = { ...process.env, PINCITE_TOKEN_FILE: join(out, "token"), XDG_STATE_HOME: join(out, "state") };
const pincite = (...args: string[]) =>
  execFileSync(process.execPath, [join(projectRoot, "bin/pincite.js"), ...args], { env, stdio: "ignore" });
pincite("demo", "--out", out);
// Opened once more, its database is a table without what was overwritten.
pincite("store", "check", "--data", join(out, "store"));
const left = ["anchors", "keys", "law", "runs", "tenant", "vault"];
const same = ["--sort=name", "--owner=0", "--group=0", "--format=ustar", "--exclude=log-copy", "--exclude=LOCK"];
const file = join(import.meta.dirname, "demo.tar.gz");
execFileSync("tar", [...same, "-C", join(out, "store"), "-czf", file, ...left]);
rmSync(out, { recursive: true, force: true });
