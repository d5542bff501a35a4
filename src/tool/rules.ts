import { ToolSpec_Risk, ToolSpec_Trigger } from "../../gen/pincite/tool/v1/tool_service_pb.ts";

/** Risk and trigger of a tool, and who may ask for it. There are three sets of them, so that no others can be made up. */
export type ToolRules = typeof autoRun | typeof optIn | typeof userOnly;

/** Reads only, so a request by the model runs at once; it binds nothing. */
export const autoRun = {
  risk: ToolSpec_Risk.READ_ONLY,
  trigger: ToolSpec_Trigger.AUTO_RUN,
  optIn: false,
  modelMayPropose: true,
} as const;

/** Reads only, but a person must have opted in by profile and must start each request of the model. */
export const optIn = {
  risk: ToolSpec_Risk.READ_ONLY,
  trigger: ToolSpec_Trigger.MANUAL,
  optIn: true,
  modelMayPropose: true,
} as const;

/** Changes the Vault: a model may not even propose it. */
export const userOnly = {
  risk: ToolSpec_Risk.MUTATING,
  trigger: ToolSpec_Trigger.MANUAL,
  optIn: false,
  modelMayPropose: false,
} as const;

/** A search is answered from an index. */
export const searchTimeoutMs = 20_000;
/** Everything else may have to open whole documents. */
export const readTimeoutMs = 30_000;
