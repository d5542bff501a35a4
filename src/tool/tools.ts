import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { AnyParams, Tool, ToolMember } from "./define-tool.ts";
import { lawbotCaseGetSpans } from "./lawbot/case-get-spans.ts";
import { lawbotCaseResolveCitations } from "./lawbot/case-resolve-citations.ts";
import { lawbotCaseSearch } from "./lawbot/case-search.ts";
import { lawbotGetSpans } from "./lawbot/get-spans.ts";
import { lawbotResolveCitations } from "./lawbot/resolve-citations.ts";
import { lawbotSearch } from "./lawbot/search.ts";
import { vaultBundleAttach } from "./vault/bundle-attach.ts";
import { vaultBundleInspect } from "./vault/bundle-inspect.ts";
import { vaultGetSpans } from "./vault/get-spans.ts";
import { vaultImport } from "./vault/import.ts";
import { vaultResolveIds } from "./vault/resolve-ids.ts";
import { vaultSearch } from "./vault/search.ts";

/** The built-in tools, one for each member of the parameters' oneof: a member without a tool does not compile. */
export const tools: { readonly [Member in ToolMember]: Tool<Member> } = {
  lawbotCaseGetSpans,
  lawbotCaseResolveCitations,
  lawbotCaseSearch,
  lawbotGetSpans,
  lawbotResolveCitations,
  lawbotSearch,
  vaultBundleAttach,
  vaultBundleInspect,
  vaultGetSpans,
  vaultImport,
  vaultResolveIds,
  vaultSearch,
};

/** The built-in tools in order of name (design §5). */
export const allTools: readonly Tool[] = Object.values<Tool>(tools).toSorted((a, b) =>
  a.spec.name < b.spec.name ? -1 : 1,
);

const byName: ReadonlyMap<string, Tool> = new Map(allTools.map((tool) => [tool.spec.name, tool]));

/** Finds the built-in tool of that exact name; undefined when there is none. */
export const toolOf = (name: string): Tool | undefined => byName.get(name);

/** Pairs parameters with the tool they belong to; undefined when there are none, or when they belong to a client's own tool. */
export const withTool = ({ params }: ToolRequestParams): { tool: Tool; value: AnyParams } | undefined =>
  params.case === undefined || params.case === "opaque" ? undefined : { tool: tools[params.case], value: params.value };
