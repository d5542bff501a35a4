import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "./import-rules.ts";

/** Images of the protos of each release, `<version>.binpb`, beside the stores that its code wrote. */
const frozen = "test/golden/protos";

/**
 * Compares the protos with the image of the last release. The image is a file of this tree, because a tag need not travel
 * with a clone; it is of one module, so ours are made one image too before `buf breaking` sees them.
 */
export const brokenProtoPromises = (): { problems: string; note: string } => {
  const image = join(frozen, newestImage());
  const folder = mkdtempSync(join(tmpdir(), "pincite-protos-"));
  try {
    const now = join(folder, "now.binpb");
    const problems =
      buf("build", "--path", "proto/pincite", "--output", now) || brokenBetween(now, join(projectRoot, image));
    const why = problems && declaredBreak(image);
    if (why) return { problems: "", note: `against ${image}; broken on purpose: ${why}` };
    return { problems: problems && `${problems}\n${howToBreak}`, note: `against ${image}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What the protos of the image `now` break of those of the image `before`; "" if nothing. Both are paths. */
export const brokenBetween = (now: string, before: string): string =>
  buf("breaking", now, "--against", before, "--exclude-imports");

const howToBreak =
  "A stored run or a client of the last release would stop working. Before 1.0.0 a break may be made on purpose: say why in\n" +
  'a line "Proto-Break: …" at the end of the commit message, and migrate stored runs or refuse them with a clear message.';

/** What buf says is wrong, or "". */
const buf = (...args: string[]): string => {
  const { status, stdout, stderr, error } = spawnSync("buf", args, { cwd: projectRoot, encoding: "utf8" });
  if (error) throw error;
  return status === 0 ? "" : `${stdout}${stderr}`.trim() || `buf ended with ${status}`;
};

/** The image of the highest version. */
const newestImage = (): string => {
  const names = readdirSync(join(projectRoot, frozen)).filter((name) => name.endsWith(".binpb"));
  const newest = names.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
  if (!newest) throw new Error(`${frozen} has no image to compare with: it is part of the tree`);
  return newest;
};

/** Why the protos were broken on purpose since the image was frozen, in the words of a commit; "" if nobody said so or 1.0.0 is out. */
const declaredBreak = (image: string): string => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as { version: string };
  if (!version.startsWith("0.")) return "";
  const since = git("log", "-1", "--format=%H", "--", image);
  return since && git("log", "--format=%(trailers:key=Proto-Break,valueonly,separator=%x20)", `${since}..HEAD`);
};

/** What git says, or "" when it refuses (no repository, as in an archive of the tree). */
const git = (...args: string[]): string =>
  spawnSync("git", args, { cwd: projectRoot, encoding: "utf8" }).stdout?.trim() ?? "";
