import { readdirSync, readFileSync } from "node:fs";
import { clone } from "@bufbuild/protobuf";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { packageRoot } from "../package-root.ts";
import { isOlder, withDefaults, withLegacy } from "./complete.ts";
import { readTextFormat } from "./text-reader.ts";

/** The folder of profiles that comes with the product. */
const folder = new URL("profiles/", packageRoot);

/** What every profile leaves out, and what profiles of older runs did: neither is a kind of memo. */
const parts = { common: "common.txtpb", legacy: "legacy-2.txtpb" };

const read = (name: string): WorkflowProfile =>
  readTextFormat(WorkflowProfileSchema, readFileSync(new URL(name, folder), "utf8")).message;

let shipped: readonly WorkflowProfile[] | undefined;
let common: WorkflowProfile | undefined;
let legacy: WorkflowProfile | undefined;

/** The names of the files of kinds of memo, in their order. */
export const shippedFiles = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".txtpb") && !Object.values(parts).includes(name))
    .toSorted();

/** The text of a file of the folder. */
export const shippedText = (name: string): string => readFileSync(new URL(name, folder), "utf8");

/** The kinds of memo that come with the product, as fresh messages; the files are read once. */
export const shippedProfiles = (): WorkflowProfile[] => {
  shipped ??= shippedFiles().map((name) => wholeProfile(read(name)));
  return shipped.map((profile) => clone(WorkflowProfileSchema, profile));
};

/** A profile that was read from a file, with what it leaves out. */
export const wholeProfile = (profile: WorkflowProfile): WorkflowProfile => {
  common ??= read(parts.common);
  return withDefaults(profile, common);
};

const completed = new WeakMap<WorkflowProfile, WorkflowProfile>();

/**
 * A profile as it was recorded with a run, whole: one of an older run gets what its rules knew without it. The same message gives
 * the same again. Its artifact stays as it is.
 */
export const completedProfile = (profile: WorkflowProfile): WorkflowProfile => {
  if (!isOlder(profile)) return profile;
  const known = completed.get(profile);
  if (known) return known;
  legacy ??= read(parts.legacy);
  const made = withLegacy(profile, legacy);
  completed.set(profile, made);
  return made;
};
