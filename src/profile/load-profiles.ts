import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { DomainError } from "../error.ts";
import { inLines, type Said, worded } from "../messages/said.ts";
import { builtinProfiles } from "./builtin.ts";
import { checkProfile } from "./check-profile.ts";
import { isProducts } from "./complete.ts";
import { touchedPolicy } from "./policy-fields.ts";
import { type ProfileProblem, when } from "./profile-problem.ts";
import { wholeProfile } from "./shipped.ts";
import { readTextFormat } from "./text-reader.ts";
import { TextProblem } from "./text-tokens.ts";

/** A folder of profiles, `*.txtpb`, one message in each file; a folder that is absent holds none. */
export interface ProfileLayer {
  readonly name: "user" | "project";
  readonly dir: string;
}

/** The profiles of a server, and a sentence for each that a layer added or put in place of another. */
export interface LoadedProfiles {
  readonly profiles: WorkflowProfile[];
  readonly notes: readonly string[];
}

const fileBytesMax = 262_144;
const filesMax = 100;

/** A profile as it stands in its layer. */
interface Entry {
  readonly profile: WorkflowProfile;
  readonly layer: string;
}

/**
 * Built-in profiles, then those of each layer in the order given, user before project. A layer may put a higher version in
 * the place of a profile below, and may change its words, never what bears policy (`touchedPolicy`).
 *
 * Errors: REQUEST_INVALID with every problem of every file, one per line, as `file:line: problem`.
 */
export const loadProfiles = (layers: readonly ProfileLayer[], below = builtinProfiles()): LoadedProfiles => {
  const loaded = new Map<string, Entry>(below.map((profile) => [profile.profileId, { profile, layer: "built-in" }]));
  const notes: string[] = [];
  const problems: Said[] = [];
  for (const layer of layers) {
    const own = new Set<string>();
    for (const file of profileFiles(layer.dir)) {
      const read = readProfile(file, (profile) => layered(profile, loaded.get(profile.profileId), own));
      if ("problems" in read) problems.push(...read.problems);
      else notes.push(put(read.profile, layer.name, loaded, own));
    }
  }
  if (problems.length > 0)
    throw new DomainError("REQUEST_INVALID", worded("profile-problem.profiles", { problems: inLines(problems) }), {
      field: "profiles",
    });
  return { profiles: [...loaded.values()].map((one) => one.profile), notes };
};

/**
 * What is wrong with one file after another beside the profiles that a server has by itself, and beside each other: what a server that is
 * given them all would refuse to start with.
 */
export const besideOthers = (below = builtinProfiles()): ((profile: WorkflowProfile) => ProfileProblem[]) => {
  const known = new Map<string, Entry>(below.map((profile) => [profile.profileId, { profile, layer: "built-in" }]));
  const own = new Set<string>();
  return (profile) => {
    const problems = layered(profile, known.get(profile.profileId), own);
    own.add(profile.profileId);
    return problems;
  };
};

const layered = (profile: WorkflowProfile, below: Entry | undefined, own: ReadonlySet<string>): ProfileProblem[] => {
  if (own.has(profile.profileId)) return when(true, "profile_id", "profile-problem.other-file");
  // A kind of memo under a name of its own is its maker's; another version of one that came along may keep its name.
  if (!below) return when(isProducts(profile.madeBy), "made_by", "profile-problem.own-name");
  const { version } = below.profile;
  return [
    ...when(profile.version <= version, "version", "profile-problem.higher-version", { version, layer: below.layer }),
    ...touchedPolicy(below.profile, profile),
  ];
};

const put = (profile: WorkflowProfile, layer: string, loaded: Map<string, Entry>, own: Set<string>): string => {
  const { profileId, version } = profile;
  const below = loaded.get(profileId);
  loaded.set(profileId, { profile: wholeProfile(profile), layer });
  own.add(profileId);
  return below
    ? `profile ${profileId}: version ${version} (${layer}) overrides version ${below.profile.version} (${below.layer})`
    : `profile ${profileId}: version ${version} (${layer}) added`;
};

const profileFiles = (dir: string): string[] => {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".txtpb"))
    .map((entry) => entry.name)
    .toSorted();
  if (names.length > filesMax)
    throw new DomainError("REQUEST_INVALID", worded("error.at-most-profiles-in-a-folder", { dir, filesMax }), {
      field: "profiles",
    });
  return names.map((name) => join(dir, name));
};

/** One file, checked by itself and against what stands below. Every problem has the line it stands on. */
export const readProfile = (
  file: string,
  more: (profile: WorkflowProfile) => ProfileProblem[] = () => [],
): { profile: WorkflowProfile } | { problems: Said[] } => {
  const bytes = readFileSync(file);
  const wrong = (line: number, problem: Said) => ({ problems: [inFileAt(file, line, problem)] });
  if (bytes.length > fileBytesMax) return wrong(1, worded("profile-problem.too-large", { bytes: fileBytesMax }));
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const { message, lines } = readTextFormat(WorkflowProfileSchema, text);
    const found = checkProfile(message);
    const problems = found.length > 0 ? found : more(message);
    if (problems.length === 0) return { profile: message };
    return { problems: inFile(file, lines, problems) };
  } catch (error) {
    if (error instanceof TextProblem) return wrong(error.line, error.problem);
    if (error instanceof TypeError) return wrong(1, worded("profile-problem.no-utf-8"));
    throw error;
  }
};

/** A problem of a file as a whole, or of what cannot be read in it. */
export const inFileAt = (file: string, line: number, problem: Said): Said =>
  worded("profile-problem.at", { at: `${file}:${line}`, problem });

/** Problems of a file, each with the line and the field it stands at. */
export const inFile = (file: string, lines: ReadonlyMap<string, number>, problems: readonly ProfileProblem[]): Said[] =>
  // A field keeps its name in every language: alone it would be said as a word of it.
  problems.map(({ path, problem }) =>
    worded("profile-problem.at", { at: `${file}:${lineOf(lines, path)}: ${path}`, problem }),
  );

/** The line of a field, or of the nearest thing around it that stands in the file: what is missing has no line. */
const lineOf = (lines: ReadonlyMap<string, number>, path: string): number => {
  for (let at = path; at !== ""; at = at.replace(/(?:\.?[^.[\]]+|\[\d+\])$/, "")) {
    const line = lines.get(at);
    if (line !== undefined) return line;
  }
  return 1;
};
