import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";

/** A member of the parameters' oneof. */
export type ParamsMember = NonNullable<ToolRequestParams["params"]["case"]>;

/** Tool names in the order of the parameters' members; a name of another server's tool takes `opaque`. */
const members: ReadonlyMap<string, ParamsMember> = new Map([
  ["vault.search", "vaultSearch"],
  ["vault.bundle.inspect", "vaultBundleInspect"],
  ["vault.resolve_ids", "vaultResolveIds"],
  ["vault.get_spans", "vaultGetSpans"],
  ["lawbot.search", "lawbotSearch"],
  ["lawbot.resolve_citations", "lawbotResolveCitations"],
  ["lawbot.get_spans", "lawbotGetSpans"],
  ["lawbot.case_search", "lawbotCaseSearch"],
  ["lawbot.case_resolve_citations", "lawbotCaseResolveCitations"],
  ["lawbot.case_get_spans", "lawbotCaseGetSpans"],
  ["vault.import", "vaultImport"],
  ["vault.bundle.attach", "vaultBundleAttach"],
]);

/** The member of ToolRequestParams that belongs to a tool. */
export const paramsMemberOf = (toolName: string): ParamsMember => members.get(toolName) ?? "opaque";
