import { reflect } from "@bufbuild/protobuf/reflect";
import { type ToolRequestParams, ToolRequestParamsSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { messageText } from "../../cli/print/message-text.ts";

/** Every parameter that is set, whole, as a name and what it says: what an approval is for. */
export const toolParams = (params: ToolRequestParams | undefined): [name: string, value: string][] => {
  if (params === undefined) return [];
  const lines = messageText(reflect(ToolRequestParamsSchema, params), 0, (_field, bytes) => `${bytes.length} bytes`);
  return lines.map((line, at) => {
    const [, name = String(at + 1), value = line] = /^\s*([\w.[\]]+):\s*(.*)$/su.exec(line) ?? [];
    return [name, value];
  });
};

/** The words that are looked for; empty where a request is no search. */
export const queryOf = (params: ToolRequestParams | undefined): string => {
  const asked = params?.params.value;
  return asked && "query" in asked ? String(asked.query) : "";
};
