import { type DescField, type DescMessage, getOption, hasOption, ScalarType } from "@bufbuild/protobuf";
import { type FieldRules, field as fieldOption } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import {
  FinalTurnSchema,
  ProposedToolRequestSchema,
  ToolTurnSchema,
} from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolRequestParamsSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { paramsMemberOf } from "../../tool/params.ts";
import { nextActionLabels } from "../labels.ts";
import { proposalMemberOf } from "../stage-proposal.ts";
import type { ClientTools } from "./client-params.ts";

/** A JSON Schema, 2020-12. */
type Schema = { [keyword: string]: unknown };

/** What one step allows; the schema is narrowed to it. */
export interface Question {
  readonly state: OrchestratorState;
  readonly nonce: string;
  readonly allowedTools: readonly string[];
  readonly finalOnly: boolean;
  /** True: the answer asks for a tool, a final one is no alternative. Default false. */
  readonly toolRequired?: boolean;
  readonly requestsMax: number;
  /** Searches that a final answer may suggest. Default: none. */
  readonly searches?: readonly string[];
  /** The client-executed tools. Default: there are none. */
  readonly clientTools?: ClientTools;
}

/**
 * The JSON Schema an answer must meet, as text: derived from the descriptors of ModelTurn and their validation rules,
 * narrowed to this turn's nonce, the tools of this step, the proposal and the next actions of this stage. Every object
 * is closed. What a schema cannot say (a quote stands in a result) is left to `acceptTurn`, which decides alone.
 */
export const answerSchema = (question: Question): string => {
  const nonce = { const: question.nonce };
  const final = closed({ nonce, final: finalSchema(question) }, ["nonce", "final"]);
  const toolsOpen = !question.finalOnly && question.allowedTools.length > 0;
  const tool = closed({ nonce, tool: toolSchema(question) }, ["nonce", "tool"]);
  const schema = !toolsOpen ? final : question.toolRequired ? tool : { oneOf: [tool, final] };
  return answerOf(schema);
};

/** The schema of a whole answer, as text. */
export const answerOf = (schema: Schema): string =>
  JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema });

const closed = (properties: Schema, required: string[]): Schema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** One alternative per tool, so that parameters can only be those of the tool that is named. */
const toolSchema = ({ allowedTools, requestsMax, clientTools }: Question): Schema => {
  const list = requestsSchema(fieldOf(ToolTurnSchema, "requests"), allowedTools, clientTools);
  return closed({ requests: { ...list, maxItems: requestsMax } }, ["requests"]);
};

/** A list of requests, each for one of these tools. */
const requestsSchema = (list: DescField, names: readonly string[], clientTools?: ClientTools): Schema => {
  const base = messageSchema(ProposedToolRequestSchema, new Set(["tool_name", "params"]));
  const items = names.map((name) => {
    const member = paramsMemberOf(name);
    const field = ToolRequestParamsSchema.fields.find((one) => one.localName === member) as DescField;
    const own = clientTools?.(name)?.params;
    const params = closed({ [field.jsonName]: own ? messageSchema(own) : fieldSchema(field) }, [field.jsonName]);
    const properties = { toolName: { const: name }, ...(base.properties as Schema), params };
    return closed(properties, ["toolName", ...(base.required as string[]), "params"]);
  });
  return { ...fieldSchema(list), items: { oneOf: items } };
};

const finalSchema = ({ state, searches = [] }: Question): Schema => {
  const base = messageSchema(FinalTurnSchema, new Set(["proposal", "next_action", "suggested_searches"]));
  const list = fieldOf(FinalTurnSchema, "suggested_searches");
  const suggested = searches.length === 0 ? {} : { [list.jsonName]: requestsSchema(list, searches) };
  const member = proposalMemberOf(state);
  const field = StageProposalSchema.fields.find((one) => one.localName === member);
  const proposal = field ? { proposal: closed({ [field.jsonName]: fieldSchema(field) }, [field.jsonName]) } : {};
  const nextAction = { enum: nextActionLabels(state) };
  return closed({ ...(base.properties as Schema), ...suggested, ...proposal, nextAction }, [
    ...(base.required as string[]),
    "nextAction",
  ]);
};

const fieldOf = (desc: DescMessage, name: string): DescField =>
  desc.fields.find((one) => one.name === name) as DescField;

/** What the kernel or a person fills in and a model has no say in. */
const kernelOwned = new Set([
  "pincite.evidence.v1.DocumentEvidence.source_digest",
  "pincite.evidence.v1.LawEvidence.source_digest",
  "pincite.evidence.v1.SearchEvidence.scope",
  "pincite.evidence.v1.SearchEvidence.output",
  "pincite.memo.v1.MemoFrame.sources",
  "pincite.memo.v1.MemoFrame.named",
  "pincite.memo.v1.DraftTextProposal.frame",
  "pincite.memo.v1.DraftTextProposal.drop_frame_fields",
]);

/** The schema of a message, every object closed. */
export const messageSchema = (desc: DescMessage, without: ReadonlySet<string> = new Set()): Schema => {
  const fields = desc.fields.filter(
    (one) => !without.has(one.name) && !kernelOwned.has(`${desc.typeName}.${one.name}`),
  );
  const properties = Object.fromEntries(fields.map((one) => [one.jsonName, fieldSchema(one)]));
  const schema = closed(
    properties,
    fields.filter(isRequired).map((one) => one.jsonName),
  );
  const choices = desc.oneofs.map((one) => ({ oneOf: one.fields.map((member) => ({ required: [member.jsonName] })) }));
  return choices.length === 0 ? schema : { ...schema, allOf: choices };
};

const rulesOf = (field: DescField): FieldRules | undefined =>
  hasOption(field, fieldOption) ? getOption(field, fieldOption) : undefined;

/** A field whose rule an empty value would break cannot be left out. */
const isRequired = (field: DescField): boolean => {
  const rules = rulesOf(field);
  if (field.oneof || !rules) return false;
  const { type } = rules;
  return (
    rules.required ||
    (type.case === "string" && (type.value.minLen > 0n || type.value.prefix !== "")) ||
    (type.case === "repeated" && type.value.minItems > 0n) ||
    (type.case === "enum" && type.value.notIn.includes(0))
  );
};

/** Made once for each field: descriptors do not change, and reading their rules was most of what building a request costs. */
const fieldSchemas = new WeakMap<DescField, Schema>();

const fieldSchema = (field: DescField): Schema => {
  const known = fieldSchemas.get(field);
  if (known) return known;
  const made = makeFieldSchema(field);
  fieldSchemas.set(field, made);
  return made;
};

const makeFieldSchema = (field: DescField): Schema => {
  const rules = rulesOf(field);
  if (field.fieldKind !== "list") return valueSchema(field, rules);
  const list = rules?.type.case === "repeated" ? rules.type.value : undefined;
  return {
    type: "array",
    items: valueSchema(field, list?.items),
    ...(list && list.minItems > 0n ? { minItems: Number(list.minItems) } : {}),
    ...(list && list.maxItems > 0n ? { maxItems: Number(list.maxItems) } : {}),
  };
};

const valueSchema = (field: DescField, rules: FieldRules | undefined): Schema => {
  if (field.message) return messageSchema(field.message);
  if (field.enum) return { enum: enumNames(field, rules) };
  switch (field.scalar) {
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.UINT32:
      return { type: "integer", minimum: 0, maximum: rules?.type.case === "uint32" ? uint32Most(rules) : 0xffffffff };
    // Below: only in messages of client-executed tools.
    case ScalarType.INT32:
      return { type: "integer", minimum: -0x80000000, maximum: 0x7fffffff };
    case ScalarType.INT64:
      return { type: "string", pattern: "^-?[0-9]{1,19}$" };
    case ScalarType.UINT64:
      return { type: "string", pattern: "^[0-9]{1,20}$" };
    default:
      return { type: "string", ...(rules?.type.case === "string" ? stringRules(rules.type.value) : {}) };
  }
};

const enumNames = (field: DescField, rules: FieldRules | undefined): string[] => {
  const barred = rules?.type.case === "enum" ? rules.type.value.notIn : [];
  return (field.enum?.values ?? []).filter((one) => !barred.includes(one.number)).map((one) => one.name);
};

const uint32Most = (rules: FieldRules): number =>
  rules.type.case === "uint32" && rules.type.value.lessThan.case === "lte"
    ? rules.type.value.lessThan.value
    : 0xffffffff;

type StringRules = Extract<FieldRules["type"], { case: "string" }>["value"];

const stringRules = (rules: StringRules): Schema => ({
  ...(rules.minLen > 0n ? { minLength: Number(rules.minLen) } : {}),
  ...(rules.maxLen > 0n ? { maxLength: Number(rules.maxLen) } : {}),
  ...(rules.in.length > 0 ? { enum: rules.in } : {}),
  ...(rules.pattern === "" ? {} : { pattern: rules.pattern }),
  ...(rules.prefix === "" ? {} : { pattern: `^${rules.prefix}` }),
});
