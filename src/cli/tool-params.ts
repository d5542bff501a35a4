import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../error.ts";

type Params = NonNullable<MessageInitShape<typeof ToolRequestParamsSchema>["params"]>;

/**
 * The parameters of a tool as words of a command line say them. Tools that take bytes or places have no such form: import
 * with `vault import`, quote with `run propose --quote`. Errors: REQUEST_INVALID.
 */
export const toolParams = (toolName: string, words: string): Params => {
  const make = makers[toolName];
  if (make !== undefined) return make(words);
  const known = Object.keys(makers).join(", ");
  throw new DomainError("REQUEST_INVALID", `${toolName} cannot be asked for in words; these can: ${known}`, {
    toolName,
  });
};

const citationsOf = (words: string): string[] =>
  words
    .split(";")
    .map((each) => each.trim())
    .filter(Boolean);

const makers: Readonly<Record<string, (words: string) => Params>> = {
  "vault.search": (query) => ({ case: "vaultSearch", value: { query } }),
  "vault.resolve_ids": (ids) => ({ case: "vaultResolveIds", value: { evidenceIds: ids.split(/\s+/u) } }),
  "lawbot.search": (query) => ({ case: "lawbotSearch", value: { query } }),
  "lawbot.resolve_citations": (words) => ({ case: "lawbotResolveCitations", value: { citations: citationsOf(words) } }),
  "lawbot.case_search": (query) => ({ case: "lawbotCaseSearch", value: { query } }),
  "lawbot.case_resolve_citations": (words) => ({
    case: "lawbotCaseResolveCitations",
    value: { citations: citationsOf(words) },
  }),
};
