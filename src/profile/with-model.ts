import { clone } from "@bufbuild/protobuf";
import {
  Strictness,
  type WorkflowProfile,
  WorkflowProfileSchema,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { Said } from "../messages/said.ts";
import { speechOf } from "../messages/speech.ts";

/** A model that takes the turns of a profile. */
export interface TurnModel {
  readonly provider: "anthropic" | "openai-compatible" | "remote";
  /** Exact id; empty: the one model that the server at the other end has. */
  readonly modelId: string;
}

/**
 * The profile with a model in place of the embedded provider, under a name of its own: a name that people trust keeps its
 * model. What a model reads costs, so budgets are the defaults again; a model behind a local server, which may be a small
 * one, has its output mended where its form allows it.
 */
export const withModel = (
  base: WorkflowProfile,
  { provider, modelId }: TurnModel,
  suffix: string,
  called: Said,
): WorkflowProfile => {
  const profile = clone(WorkflowProfileSchema, base);
  profile.profileId = `${base.profileId}-${suffix}`;
  profile.provider = provider;
  profile.modelId = modelId;
  profile.budget = undefined;
  profile.strictness = provider === "openai-compatible" ? Strictness.REPAIR : Strictness.STRICT;
  profile.title = profile.title.map((title) => ({
    ...title,
    text: `${title.text} (${speechOf(title.locale).recorded(called)})`,
  }));
  return profile;
};
