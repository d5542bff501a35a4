import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { allWordsIn } from "./words-in.ts";

/** The words that a request asks with: those of its query. */
export const wordsOfParams = (params: ToolRequestParams | undefined): string[] => {
  const value: unknown = params?.params.value;
  const queries = typeof value === "object" && value !== null && "queries" in value ? value.queries : [value];
  return (Array.isArray(queries) ? queries : []).flatMap((one: unknown) => {
    const asked = typeof one === "object" && one !== null && "query" in one ? one.query : undefined;
    return typeof asked === "string" ? allWordsIn(asked) : [];
  });
};
