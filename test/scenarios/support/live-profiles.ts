import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clone } from "@bufbuild/protobuf";
import { WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { profileText } from "../../support/profile-text.ts";

/** An exact model id, as profiles with a live model need one. */
export const modelId = "claude-opus-4-5-20251101";

/** Writes a layer of profiles: the built-in one under `<profile>-<provider>`, with that provider for its turns. */
export const writeLiveProfiles = (folder: string, profileId: string, providers: readonly string[]): string => {
  const layer = join(folder, "profiles");
  mkdirSync(layer, { recursive: true });
  const builtIn = builtinProfiles().find((one) => one.profileId === profileId);
  if (!builtIn) throw new Error(`there is no profile ${profileId}`);
  for (const provider of providers) {
    const profile = clone(WorkflowProfileSchema, builtIn);
    Object.assign(profile, {
      profileId: `${profileId}-${provider}`,
      provider,
      modelId,
      version: 1,
      madeBy: "the tests",
    });
    writeFileSync(join(layer, `${provider}.txtpb`), profileText(profile));
  }
  return layer;
};

/** Runs `body` with these variables in the environment of a server that it starts. */
export const withEnvironment = async <T>(
  variables: Readonly<Record<string, string>>,
  body: () => Promise<T>,
): Promise<T> => {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await body();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
};
