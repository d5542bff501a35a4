import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../error.ts";
import { builtInTools } from "./tool/built-in.ts";

type Params = NonNullable<MessageInitShape<typeof ToolRequestParamsSchema>["params"]>;

/**
 * The parameters of a tool as words of a command line say them. Tools that take bytes or places have no such form: import
 * with `vault import`, quote with `run propose --quote`. Errors: REQUEST_INVALID.
 */
export const toolParams = (toolName: string, words: string): Params => {
  const { member, field, between } = builtInTools[toolName] ?? {};
  if (field === undefined) throw noWords(toolName);
  const value = between === undefined ? words : partsOf(words, between);
  return { case: member, value: { [field]: value } } as Params;
};

const partsOf = (words: string, between: string): string[] =>
  words
    .split(between === " " ? /\s+/u : between)
    .map((each) => each.trim())
    .filter(Boolean);

const noWords = (toolName: string): DomainError => {
  const known = Object.keys(builtInTools).filter((name) => builtInTools[name]?.field !== undefined);
  const message = `${toolName} cannot be asked for in words; these can: ${known.join(", ")}`;
  return new DomainError("REQUEST_INVALID", message, { toolName });
};
