import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "../../scripts/import-rules.ts";
import { madeOnce, newestIn } from "./made-once.ts";

const manifest = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));

const sources = ["src", "gen", "scripts", "messages", "profiles", "bin", "demo", "law", "proto"];

/** What npm packs, with what npm would install beside it and nothing more. */
const pack = (folder: string): void => {
  // Whoever a server of it runs as may read it.
  chmodSync(folder, 0o755);
  const at = join(folder, "node_modules/pincite");
  execFileSync(process.execPath, ["scripts/build.ts", join(at, "dist")], { cwd: projectRoot, stdio: "pipe" });
  for (const part of ["package.json", ...manifest.files])
    if (part !== "dist") cpSync(join(projectRoot, part), join(at, part), { recursive: true });
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(join(projectRoot, "node_modules", name), join(folder, "node_modules", name));
  }
};

/**
 * The folder that the packed program is installed in, made of today's sources once for all files of tests. A process of it begins with half
 * the processor of one that runs the sources.
 */
export const packed = (): Promise<string> =>
  madeOnce(
    join(projectRoot, "node_modules/.pincite-tests/packed"),
    "package",
    Math.max(
      newestIn(sources.map((folder) => join(projectRoot, folder))),
      ...["package.json", "package-lock.json"].map((file) => statSync(join(projectRoot, file)).mtimeMs),
    ),
    pack,
  );

/** One of its programs. */
export const packedLauncher = async (program = "pincite"): Promise<string> =>
  join(await packed(), "node_modules/pincite/bin", `${program}.js`);
