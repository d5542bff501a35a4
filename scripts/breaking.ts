import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "./import-rules.ts";

/**
 * Compares the protos with those of the last release tag, or of `main` when nothing was released yet. `buf breaking
 * --against .git` cannot do it: the third-party protos are not in git, so the old tree is laid out in a folder with them
 * beside it.
 */
export const brokenProtoPromises = (): { problems: string; note: string } => {
  const against = baseline();
  if (against === undefined)
    return { problems: "", note: "nothing to compare with: no release, and main is this commit" };
  if (git("ls-tree", "-r", "--name-only", against, "proto") === "") {
    return { problems: "", note: `nothing to compare with: ${against} has no proto` };
  }
  const old = mkdtempSync(join(tmpdir(), "pincite-protos-"));
  try {
    const archive = execFileSync("git", ["archive", against, "proto", "buf.yaml"], {
      cwd: projectRoot,
      maxBuffer: 2 ** 28,
    });
    execFileSync("tar", ["-x", "-C", old], { input: archive });
    cpSync(join(projectRoot, "third_party_proto"), join(old, "third_party_proto"), { recursive: true });
    const buf = spawnSync("buf", ["breaking", "--against", old], { cwd: projectRoot, encoding: "utf8" });
    const problems = buf.status === 0 ? "" : `${buf.stdout}${buf.stderr}`.trim() || `buf ended with ${buf.status}`;
    const why = problems && declaredBreak(against);
    if (why) return { problems: "", note: `against ${against}; broken on purpose: ${why}` };
    return { problems: problems && `${problems}\n${howToBreak}`, note: `against ${against}` };
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
};

const howToBreak =
  "A stored run or a client of the last release would stop working. Before 1.0.0 a break may be made on purpose: say why in\n" +
  'a line "Proto-Break: …" at the end of the commit message, and migrate stored runs or refuse them with a clear message.';

/** Why the protos were broken on purpose since then, in the words of a commit; "" if nobody said so or 1.0.0 is out. */
const declaredBreak = (since: string): string => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as { version: string };
  if (!version.startsWith("0.")) return "";
  return git("log", "--format=%(trailers:key=Proto-Break,valueonly,separator=%x20)", `${since}..HEAD`).trim();
};

/** The last release tag behind this commit, else `main` (or its remote) unless that is this very commit. */
const baseline = (): string | undefined => {
  if (!existsSync(join(projectRoot, ".git"))) return undefined;
  const tag = git("describe", "--tags", "--abbrev=0", "--match", "v*");
  if (tag) return tag;
  const head = git("rev-parse", "HEAD");
  return ["main", "origin/main"].find((name) => ![head, ""].includes(git("rev-parse", "--verify", "--quiet", name)));
};

/** What git says, or "" when it refuses (no such tag, no such branch). */
const git = (...args: string[]): string =>
  spawnSync("git", args, { cwd: projectRoot, encoding: "utf8" }).stdout?.trim() ?? "";
