import { create, type DescMessage } from "@bufbuild/protobuf";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolExecutorKind } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  type ToolSpec,
  ToolSpec_Risk,
  ToolSpec_Trigger,
  ToolSpecSchema,
} from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { checkParamsMessage } from "./params-message.ts";
import type { ToolFile, ToolProblem } from "./tool-files.ts";
import { checkServerFields, checkWords, when } from "./tool-words.ts";

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
  | { readonly problems: ToolProblem[] } => {
  const params = messages.get(spec.paramsType);
  const problems = [
    ...checkName(spec.name, others),
    ...checkServerFields(fields),
    ...when(!fields.has("description"), "description", "say in a sentence what the tool does"),
    ...checkWords(spec, fields),
    ...checkPolicy(spec),
    ...when(
      !(clientOutputs as readonly string[]).includes(spec.outputType),
      "output_type",
      `one of ${clientOutputs.join(", ")}`,
    ),
    ...(params ? checkParamsMessage(params) : when(true, "params_type", noMessage(spec.paramsType))),
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
const checkName = (name: string, others: readonly string[]): ToolProblem[] => {
  if (name.length > nameMax || !namePattern.test(name))
    return [
      {
        path: "name",
        problem: `small letters, digits and underscores, in parts with dots between, at most ${nameMax} characters: ${meant(name)}`,
      },
    ];
  const twin = others.find((other) => other.replaceAll(".", "_") === name.replaceAll(".", "_"));
  return [
    ...when(
      ourNames.test(name),
      "name",
      "vault., lawbot. and pincite. are the server's own: begin it with a name of yours",
    ),
    ...when(twin !== undefined, "name", `it differs from ${twin} in its separators alone: choose another`),
  ];
};

const meant = (name: string): string => {
  const mended = name
    .toLowerCase()
    .replaceAll(/[-\s]/g, "_")
    .replaceAll(/[^a-z0-9_.]/g, "")
    .slice(0, nameMax);
  return `such as ${namePattern.test(mended) ? mended : "acme.search"}`;
};

const checkPolicy = (spec: ToolSpec): ToolProblem[] => {
  const mutating = spec.risk === ToolSpec_Risk.MUTATING;
  const states = new Set(spec.states);
  return [
    ...when(
      spec.executor !== ToolExecutorKind.CLIENT,
      "executor",
      "TOOL_EXECUTOR_KIND_CLIENT: a tool that a layer adds is executed by a client, never by this server",
    ),
    ...when(spec.risk === ToolSpec_Risk.UNSPECIFIED, "risk", "say RISK_READ_ONLY or RISK_MUTATING"),
    ...when(spec.trigger === ToolSpec_Trigger.UNSPECIFIED, "trigger", "say TRIGGER_AUTO_RUN or TRIGGER_MANUAL"),
    ...when(
      mutating && spec.trigger === ToolSpec_Trigger.AUTO_RUN,
      "trigger",
      "what changes something is TRIGGER_MANUAL",
    ),
    ...when(mutating && spec.modelMayPropose, "model_may_propose", "a model may not propose what changes something"),
    ...when(mutating && spec.optIn, "opt_in", "only reads can be opted in to"),
    ...when(states.size === 0 || states.has(OrchestratorState.UNSPECIFIED), "states", "name the stages it is for"),
    ...when(states.size < spec.states.length, "states", "each stage once"),
    ...when(states.has(OrchestratorState.DRAFT), "states", "a draft is written from what is bound: no tool runs in it"),
  ];
};

const noMessage = (type: string): string =>
  type === ""
    ? "the full name of a message in a descriptor set (*.binpb) of this folder"
    : "no descriptor set (*.binpb) of this folder has this message: build one with `buf build -o tools.binpb --as-file-descriptor-set`";
