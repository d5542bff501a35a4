import { create } from "@bufbuild/protobuf";
import { type ToolSpec, ToolSpecSchema } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { type ProfileProblem, when } from "../profile/profile-problem.ts";
import type { ToolFile } from "./tool-files.ts";
import { checkServerFields, checkWords } from "./tool-words.ts";

/** What decides who may run what with which parameters: fixed by the layer that brought the tool. */
const policyFields = [
  "params_type",
  "output_type",
  "risk",
  "trigger",
  "opt_in",
  "model_may_propose",
  "states",
  "executor",
] as const;

/** What a layer may change. */
const words = ["description", "timeout_ms", "shown_chars_max"] as const;

/**
 * A tool of a lower layer under the same name, with other words or limits. A policy-bearing field may not even be
 * repeated: a file that only changes words stays right when the tool below it changes.
 */
export const overriddenTool = (
  below: ToolSpec,
  { spec, fields }: ToolFile,
  layer: string,
): { readonly spec: ToolSpec; readonly note: string } | { readonly problems: ProfileProblem[] } => {
  const changed = words.filter((field) => fields.has(field));
  const problems = [
    ...policyFields.flatMap((path) =>
      when(fields.has(path), path, "tool-problem.fixed", { name: below.name, layer: below.layer }),
    ),
    ...checkServerFields(fields),
    ...checkWords(spec, fields),
    ...when(changed.length === 0, "name", "tool-problem.unchanged", { fields: words.join(", ") }),
  ];
  if (problems.length > 0) return { problems };
  const over = create(ToolSpecSchema, {
    ...below,
    layer,
    ...(fields.has("description") ? { description: spec.description } : {}),
    ...(fields.has("timeout_ms") ? { timeoutMs: spec.timeoutMs } : {}),
    ...(fields.has("shown_chars_max") ? { shownCharsMax: spec.shownCharsMax } : {}),
  });
  return { spec: over, note: `tool ${below.name}: ${changed.join(", ")} (${layer}) in place of ${below.layer}` };
};
