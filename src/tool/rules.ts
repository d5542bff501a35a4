import { ToolSpec_Risk, ToolSpec_Trigger } from "../../gen/pincite/tool/v1/tool_service_pb.ts";

/** Risk and trigger of a tool, and who may ask for the tool. Only three sets exist, so that no others can be made up. */
export type ToolRules = typeof autoRun | typeof optIn | typeof userOnly;

/** Rules of a tool that only reads and binds nothing, so a request by the model runs at once. */
export const autoRun = {
  risk: ToolSpec_Risk.READ_ONLY,
  trigger: ToolSpec_Trigger.AUTO_RUN,
  optIn: false,
  modelMayPropose: true,
} as const;

/** Rules of a tool that only reads, but needs a person to opt in by profile and to start each request of the model. */
export const optIn = {
  risk: ToolSpec_Risk.READ_ONLY,
  trigger: ToolSpec_Trigger.MANUAL,
  optIn: true,
  modelMayPropose: true,
} as const;

/** Rules of a tool that changes the Vault: a model may not even propose it. */
export const userOnly = {
  risk: ToolSpec_Risk.MUTATING,
  trigger: ToolSpec_Trigger.MANUAL,
  optIn: false,
  modelMayPropose: false,
} as const;

/** Time limit of a search, which is answered from an index. */
export const searchTimeoutMs = 20_000;
/** Time limit of every other tool, which may have to open whole documents. */
export const readTimeoutMs = 30_000;
