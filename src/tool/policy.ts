import { create } from "@bufbuild/protobuf";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type AllowedTool, AllowedToolSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type ToolSpec, ToolSpec_Risk, ToolSpec_Trigger } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { builtInCatalogue, type ToolCatalogue } from "./catalogue.ts";
import { checkToolParams } from "./request-params.ts";
import { inWords, stageName } from "./stages.ts";

export type Requester = "llm" | "user";

export interface PolicyQuestion {
  readonly toolName: string;
  readonly state: OrchestratorState;
  readonly requester: Requester;
  /** The options that the run's workflow profile chose. */
  readonly profile: { readonly caseLaw: boolean };
  /** The tools there are. Default: the built-in ones. */
  readonly catalogue?: ToolCatalogue;
  /** Names of the tools that can be run: `ToolCatalogue.available`. */
  readonly available: readonly string[];
  /** Checked against the tool's name when given. */
  readonly params?: ToolRequestParams;
  /** Names of the tools with an unexpired "always allow" of this run; counts for opt-in reads only. Default: none. */
  readonly grants?: readonly string[];
}

/** `reason` is empty for ALLOW; for ASK it says who must act, for REFUSE what would be allowed instead. */
export interface PolicyAnswer {
  readonly decision: "ALLOW" | "ASK" | "REFUSE";
  readonly reason: string;
}

/**
 * May this be run? ALLOW: at once. ASK: record the request, and a person must confirm it. REFUSE: never here. Any tool that is
 * not declared in the specs is refused (invariant 8); no answer depends on why somebody says they want it.
 */
export const decide = (question: PolicyQuestion): PolicyAnswer => {
  const spec = (question.catalogue ?? builtInCatalogue).of(question.toolName);
  if (!spec) return refuse(`there is no tool called ${quoted(question.toolName)}; ListTools names those there are`);
  const objection = objectionTo(spec, question);
  if (objection !== undefined) return refuse(objection);
  return needsConfirmation(spec, question)
    ? { decision: "ASK", reason: askReason(spec) }
    : { decision: "ALLOW", reason: "" };
};

/**
 * The tools that may be requested in a stage, by the model or the user, in order of name. `requires_user_confirm` is set where a
 * request of the model (or, for tools only a user may ask for, of the user) waits for a person.
 */
export const allowedTools = (
  state: OrchestratorState,
  profile: PolicyQuestion["profile"],
  available: readonly string[],
  catalogue: ToolCatalogue = builtInCatalogue,
): AllowedTool[] =>
  catalogue.specs.flatMap((spec) => {
    const by = (requester: Requester) =>
      decide({ toolName: spec.name, state, requester, profile, available, catalogue }).decision;
    if (by("user") === "REFUSE") return [];
    const autoRun = by("llm") === "ALLOW";
    return [create(AllowedToolSchema, { toolName: spec.name, autoRun, requiresUserConfirm: !autoRun })];
  });

const refuse = (reason: string): PolicyAnswer => ({ decision: "REFUSE", reason });

/** Names come from a model: shown as JSON, and not at any length. */
const quoted = (name: string): string => JSON.stringify(name.slice(0, 64));

/** The first thing that forbids it. The stage comes first: it is what a caller can change by waiting. */
const objectionTo = (spec: ToolSpec, question: PolicyQuestion): string | undefined => {
  if (!spec.states.includes(question.state)) return wrongStage(spec, question.state);
  if (spec.optIn && question.profile.caseLaw !== true)
    return `${spec.name} is allowed only in runs whose workflow profile opts in to case law, and this one does not`;
  if (question.requester !== "user" && !(question.requester === "llm" && spec.modelMayPropose)) return userOnly(spec);
  if (!question.available.includes(spec.name))
    return `${spec.name} is not available on this server; ListTools says which are`;
  return (
    placesAlone(spec, question) ??
    (question.params && checkToolParams(spec, question.params, question.catalogue ?? builtInCatalogue))
  );
};

/** While bindings are made the documents are asked where a place is; words to cite are asked for once they are bound. */
const placesAlone = ({ name }: ToolSpec, { state, params }: PolicyQuestion): string | undefined => {
  if (state !== OrchestratorState.EVIDENCE_BINDING || params?.params.case !== "vaultGetSpans") return undefined;
  return params.params.value.queries.every(({ place }) => place !== undefined)
    ? undefined
    : `${name} resolves places alone in ${stageName(state)}: give each query a \`place\`; quotes are resolved in SPAN_RESOLUTION`;
};

const wrongStage = (spec: ToolSpec, state: OrchestratorState): string =>
  `${spec.name} is not allowed in ${stageName(state)}; it is allowed in ${inWords(spec.states.map(stageName))}`;

const userOnly = (spec: ToolSpec): string =>
  spec.modelMayPropose
    ? `${spec.name} may be requested by the user or the model, and by nobody else`
    : `${spec.name} changes the Vault: only the user may request it, the model may not propose it`;

const needsConfirmation = (spec: ToolSpec, { requester, grants }: PolicyQuestion): boolean => {
  if (spec.risk !== ToolSpec_Risk.READ_ONLY) return true;
  if (requester === "user" || spec.trigger === ToolSpec_Trigger.AUTO_RUN) return false;
  return !(spec.optIn && (grants ?? []).includes(spec.name));
};

const askReason = (spec: ToolSpec): string =>
  spec.risk === ToolSpec_Risk.READ_ONLY
    ? `${spec.name} is started by a person: decide on the request first`
    : `${spec.name} changes the Vault: confirm the request first`;
