import { create, type DescMessage } from "@bufbuild/protobuf";
import type { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type ToolRequestParams, ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type ToolSpec, ToolSpecSchema } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { Fields, LeafTree, Leaves, Stays } from "./leaves.ts";
import type { ToolOutcome } from "./outcome.ts";
import type { ToolPorts } from "./ports.ts";
import type { ToolRules } from "./rules.ts";
import type { Service } from "./service.ts";

type Params = ToolRequestParams["params"];

/** The members of `ToolRequestParams.params` that belong to built-in tools; `opaque` belongs to clients' own. */
export type ToolMember = Exclude<Params["case"], "opaque" | undefined>;

/** The parameters of the tool with that member. */
export type ParamsOf<Member extends ToolMember> = Extract<Params, { case: Member }>["value"];

/** The run a tool is called for. */
export interface ToolCall {
  readonly requestId: string;
  readonly strandId: string;
  /** ISO 8601 date on which the law is read unless the parameters say otherwise; empty means today. */
  readonly referenceDate: string;
  /** True when the tool must only say what would happen and change nothing. */
  readonly dryRun: boolean;
}

/**
 * The way in which words of a command line become parameters: all words go into one text field, or each part into one
 * list field. `none` is for a tool that takes bytes or places, which words cannot express.
 */
export type CommandWords<Message> =
  | { readonly field: FieldsOf<Message, string> }
  | { readonly field: FieldsOf<Message, readonly string[]>; readonly between: ";" | " " }
  | "none";

type FieldsOf<Message, Value> = {
  [Name in keyof Fields<Message>]: Fields<Message>[Name] extends Value ? Name : never;
}[keyof Fields<Message>] &
  string;

/** The member that belongs to a name: `vault.bundle.inspect` has `vaultBundleInspect`. The command line relies on it. */
type MemberOf<Name extends string> = Name extends `${infer Head}.${infer Tail}`
  ? `${MemberOf<Head>}${Capitalize<MemberOf<Tail>>}`
  : Name extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<MemberOf<Tail>>}`
    : Name;

type ToolName = `${Service}.${string}`;

/** The full definition of one built-in tool. Each part is required: a definition that leaves a part out does not compile. */
export interface ToolDefinition<Name extends ToolName, Member extends ToolMember, Port extends keyof ToolPorts> {
  /** The tool's name; begins with the service that answers the tool. */
  readonly name: Name;
  /** The tool's member of the parameters' oneof. */
  readonly params: Member & MemberOf<Name>;
  /** Risk and trigger of the tool, and the requesters that may ask for it. */
  readonly rules: ToolRules;
  /** The stages in which the tool may run, in their order. */
  readonly stages: readonly OrchestratorState[];
  /** The most time that the service may take, in milliseconds. */
  readonly timeoutMs: number;
  /** The message that the tool puts out. */
  readonly output: DescMessage;
  /** An English text for people and for models: it says what the tool does, and what its parameters hold. */
  readonly description: string;
  /** The way in which the command line expresses the parameters. */
  readonly words: CommandWords<ParamsOf<Member>>;
  /** The content each field may let leave. The Vault is part of the installation; LawBot may be another company's server. */
  readonly leaves: Name extends `vault.${string}` ? Stays<ParamsOf<Member>> : Leaves<ParamsOf<Member>>;
  /** Returns the question, which is shown as the thing to try again; empty when the tool has none. */
  asked(params: ParamsOf<Member>): string;
  /** Returns the queries by which a result is cut to the passages shown, one for each item of the output; empty when none. */
  shownQueries(params: ParamsOf<Member>): string[];
  /** Says what a call covers, in our own words: no query, no names, no evidence. */
  scope(params: ParamsOf<Member>, call: ToolCall): string;
  /** The port on which the tool runs. */
  readonly port: Port;
  /** Runs the tool. Errors: DomainError in our own words. */
  run(
    port: ToolPorts[Port],
    params: ParamsOf<Member>,
    call: ToolCall & { readonly scope: string },
  ): Promise<ToolOutcome>;
}

/** Opens the port on which a tool runs, bound to the call. */
export type OpenPort = <Port extends keyof ToolPorts>(port: Port) => ToolPorts[Port];

/** The parameters of some tool. */
export type AnyParams = ParamsOf<ToolMember>;

/** One tool as other folders read it. Its parts take the parameters of its own member, as `withTool` pairs them. */
export interface Tool<Member extends ToolMember = ToolMember> {
  readonly member: Member;
  /** The tool as ListTools returns it; `available` is false, since only the holder of the executors knows the true value. */
  readonly spec: ToolSpec;
  readonly words: { readonly field: string; readonly between?: ";" | " " } | "none";
  readonly leaves: LeafTree;
  readonly port: keyof ToolPorts;
  asked(params: AnyParams): string;
  shownQueries(params: AnyParams): string[];
  scope(params: AnyParams, call: ToolCall): string;
  run(open: OpenPort, params: AnyParams, call: ToolCall): Promise<ToolOutcome>;
}

/** The most that a profile may budget for a step. The budget decides, unless a layer of the catalogue shows less of a tool. */
const shownCharsMax = 20_000;

/** Makes a tool of its definition. */
export const defineTool = <const Name extends ToolName, Member extends ToolMember, Port extends keyof ToolPorts>(
  definition: ToolDefinition<Name, Member, Port>,
): Tool<Member> => {
  const { name, params: member, words, leaves, port, rules, stages, output, description, timeoutMs } = definition;
  const own = (params: AnyParams) => params as ParamsOf<Member>;
  return {
    member,
    words,
    leaves,
    port,
    spec: create(ToolSpecSchema, {
      name,
      description,
      timeoutMs,
      shownCharsMax,
      outputType: output.typeName,
      states: [...stages],
      ...rules,
      paramsType: paramsMessage(member).typeName,
    }),
    asked: (params) => definition.asked(own(params)),
    shownQueries: (params) => definition.shownQueries(own(params)),
    scope: (params, call) => definition.scope(own(params), call),
    run: (open, params, call) => {
      const scope = definition.scope(own(params), call);
      return definition.run(open(port), own(params), { ...call, scope });
    },
  };
};

/** Finds the message of a member of the parameters' oneof. */
export const paramsMessage = (member: ToolMember): DescMessage => {
  const message = ToolRequestParamsSchema.fields.find((field) => field.localName === member)?.message;
  if (!message) throw new Error(`ToolRequestParams has no message in ${member}`);
  return message;
};
