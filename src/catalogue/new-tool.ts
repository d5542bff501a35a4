import { create, type DescMessage } from "@bufbuild/protobuf";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolExecutorKind } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  type ToolSpec,
  ToolSpec_Risk,
  ToolSpec_Trigger,
  ToolSpecSchema,
} from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { type ProfileProblem, when } from "../profile/profile-problem.ts";
import { checkParamsMessage } from "./params-message.ts";
import type { ToolFile } from "./tool-files.ts";
import { checkServerFields, checkWords } from "./tool-words.ts";

/** What a client-executed tool may put out: what the kernel can judge. */
export const clientOutputs = [
  "pincite.evidence.v1.EvidenceSearchResult",
  "pincite.tool.v1.ResolveOutput",
  "pincite.tool.v1.SpansOutput",
] as const;

/** Long enough for `connector.server.tool`; a request's `tool_name` holds no more. */
const nameMax = 64;
const namePattern = /^[a-z0-9_]+(?:\.[a-z0-9_]+)+$/;
const ourNames = /^(?:vault|lawbot|pincite)\./;
/** A client answers when its person does; the limit is what a listing shows. */
const timeoutDefault = 30_000;
const shownCharsDefault = 20_000;

/**
 * A tool that the layer adds. Only clients can execute it: a server runs no program that a file names. What it delivers
 * must be of a message the kernel can judge, and what it is asked with of a message the layer brings.
 */
export const newTool = (
  { spec, fields }: ToolFile,
  layer: string,
  others: readonly string[],
  messages: ReadonlyMap<string, DescMessage>,
):
  | { readonly spec: ToolSpec; readonly note: string; readonly params: DescMessage }
  | { readonly problems: ProfileProblem[] } => {
  const params = messages.get(spec.paramsType);
  const problems = [
    ...checkName(spec.name, others),
    ...checkServerFields(fields),
    ...when(!fields.has("description"), "description", "tool-problem.description"),
    ...checkWords(spec, fields),
    ...checkPolicy(spec),
    ...when(!(clientOutputs as readonly string[]).includes(spec.outputType), "output_type", "profile-problem.one-of", {
      choices: clientOutputs.join(", "),
    }),
    ...(params
      ? checkParamsMessage(params)
      : when(true, "params_type", spec.paramsType === "" ? "tool-problem.params-name" : "tool-problem.no-params")),
  ];
  if (problems.length > 0 || !params) return { problems };
  const added = create(ToolSpecSchema, {
    ...spec,
    layer,
    timeoutMs: spec.timeoutMs || timeoutDefault,
    shownCharsMax: spec.shownCharsMax || shownCharsDefault,
  });
  return { spec: added, note: `tool ${spec.name}: added (${layer}), executed by clients`, params };
};

/** One canonical id: a name that differs from another only in its separators would be taken for it. */
const checkName = (name: string, others: readonly string[]): ProfileProblem[] => {
  if (name.length > nameMax || !namePattern.test(name))
    return when(true, "name", "tool-problem.name", { most: nameMax, example: meant(name) });
  const twin = others.find((other) => other.replaceAll(".", "_") === name.replaceAll(".", "_"));
  return [
    ...when(ourNames.test(name), "name", "tool-problem.own-names"),
    ...when(twin !== undefined, "name", "tool-problem.twin", { twin: twin ?? "" }),
  ];
};

const meant = (name: string): string => {
  const mended = name
    .toLowerCase()
    .replaceAll(/[-\s]/g, "_")
    .replaceAll(/[^a-z0-9_.]/g, "")
    .slice(0, nameMax);
  return namePattern.test(mended) ? mended : "acme.search";
};

const checkPolicy = (spec: ToolSpec): ProfileProblem[] => {
  const mutating = spec.risk === ToolSpec_Risk.MUTATING;
  const states = new Set(spec.states);
  return [
    ...when(spec.executor !== ToolExecutorKind.CLIENT, "executor", "tool-problem.executor"),
    ...when(spec.risk === ToolSpec_Risk.UNSPECIFIED, "risk", "tool-problem.risk"),
    ...when(spec.trigger === ToolSpec_Trigger.UNSPECIFIED, "trigger", "tool-problem.trigger"),
    ...when(mutating && spec.trigger === ToolSpec_Trigger.AUTO_RUN, "trigger", "tool-problem.manual"),
    ...when(mutating && spec.modelMayPropose, "model_may_propose", "tool-problem.not-proposed"),
    ...when(mutating && spec.optIn, "opt_in", "tool-problem.reads-only"),
    ...when(states.size === 0 || states.has(OrchestratorState.UNSPECIFIED), "states", "tool-problem.stages"),
    ...when(states.size < spec.states.length, "states", "tool-problem.stage-once"),
    ...when(states.has(OrchestratorState.DRAFT), "states", "tool-problem.no-draft"),
  ];
};
