import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "./import-rules.ts";
import { factsFile, factsType } from "./messages.ts";
import { otherSources, otherSourcesFile, protoFilesFile, protoFilesList } from "./protos.ts";

/** Generates into a folder of its own and compares: names each file of gen/ that is not what the protos, or the messages, say. */
export const staleGenerated = async (): Promise<{ problems: string; note: string }> => {
  const fresh = mkdtempSync(join(tmpdir(), "pincite-gen-"));
  try {
    const buf = spawnSync("buf", ["generate", "--output", fresh], { cwd: projectRoot, encoding: "utf8" });
    if (buf.status !== 0) return { problems: `${buf.stdout}${buf.stderr}`, note: "" };
    const [made, committed] = [filesUnder(join(fresh, "gen")), filesUnder(join(projectRoot, "gen"))];
    const ours = {
      [factsFile]: factsType(),
      [protoFilesFile]: protoFilesList(),
      [otherSourcesFile]: await otherSources(),
    };
    for (const [path, text] of Object.entries(ours)) made.set(path.replace(/^gen\//u, ""), text);
    const names = [...new Set([...made.keys(), ...committed.keys()])].sort();
    const stale = names.filter((name) => made.get(name) !== committed.get(name));
    const problems = stale.map((name) => `gen/${name} is not what the protos and messages say`).join("\n");
    return { problems: problems && `${problems}\nrun: npm run generate`, note: `${names.length} files` };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
};

const filesUnder = (folder: string): Map<string, string> => {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
};
