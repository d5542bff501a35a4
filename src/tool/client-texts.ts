import { fromBinary } from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ToolCatalogue } from "./catalogue.ts";

/**
 * Every text in the parameters of a client-executed tool, in order of the message: they leave this server for a program
 * that somebody else wrote. Empty for tools this server runs.
 */
export const clientTexts = (catalogue: ToolCatalogue, toolName: string, { params }: ToolRequestParams): string[] => {
  const desc = catalogue.paramsOf(toolName);
  return desc && params.case === "opaque" ? textsOf(reflect(desc, fromBinary(desc, params.value.value))) : [];
};

const textsOf = (message: ReflectMessage): string[] =>
  message.desc.fields
    .filter((field) => message.isSet(field))
    .flatMap((field) => {
      switch (field.fieldKind) {
        case "message":
          return textsOf(message.get(field));
        case "list":
          return [...message.get(field)].flatMap((item) =>
            field.listKind === "message" ? textsOf(item as ReflectMessage) : textOf(item),
          );
        default:
          return textOf(message.get(field));
      }
    });

/** Bytes may carry text as well as a string can. */
const textOf = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return value instanceof Uint8Array ? [new TextDecoder().decode(value)] : [];
};
