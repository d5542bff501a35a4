import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { worded } from "../messages/said.ts";
import { shippedProfiles } from "./shipped.ts";
import { type TurnModel, withModel } from "./with-model.ts";

/** Claude Opus 4.5 by its exact id: another model under the same name would be another profile. */
const opus: TurnModel = { provider: "anthropic", modelId: "claude-opus-4-5-20251101" };
const local: TurnModel = { provider: "openai-compatible", modelId: "" };

/**
 * The workflow profiles every server has, newest version of each, as fresh messages. A run pins the one it was created
 * with as an artifact, so a changed profile never changes a run. The number of a version stands for what was released
 * under it: the first change after a release raises it, since an override of one's own says which number it goes beyond.
 */
export const builtinProfiles = (): WorkflowProfile[] => {
  const shipped = shippedProfiles();
  const [first] = shipped;
  if (first === undefined) throw new Error("no profile comes with the product");
  return [
    ...shipped,
    withModel(first, opus, "opus", worded("profile.with-model", { model: "Claude Opus 4.5" })),
    withModel(first, local, "local", worded("profile.with-own-server")),
  ];
};

/** Each kind of memo with the model that a server was started with, as `<profile_id>-model`. */
export const profilesWithModel = (model: TurnModel): WorkflowProfile[] => {
  const told = model.modelId || model.provider;
  return shippedProfiles().map((base) =>
    withModel(base, model, "model", worded("profile.with-model", { model: told })),
  );
};
