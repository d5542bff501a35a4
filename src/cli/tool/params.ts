import { readFileSync } from "node:fs";
import {
  create,
  type DescField,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  ScalarType,
} from "@bufbuild/protobuf";
import { fromText } from "@bufbuild/protobuf/txtpb";
import { ToolExecutorKind, ToolRequestParamsSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ToolSpec } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import type { Shell } from "../shell.ts";
import { enumValue } from "../text/enum-word.ts";

type Params = NonNullable<MessageInitShape<typeof ToolRequestParamsSchema>["params"]>;

/** How a command line gives parameters: fields one by one, or a whole message in a file. */
export interface ParamOptions {
  readonly param?: readonly string[];
  readonly paramsFile?: string;
}

/**
 * The parameters of a tool as a command line says them. `field=value` sets one field of the tool's own message, again for
 * each item of a list; `field=@FILE` sets a bytes field. A file holds the message in protobuf's text format (.txtpb) or its
 * encoding (.binpb); a tool that clients execute takes the latter alone, as its proto is not known here.
 *
 * Errors: REQUEST_INVALID with what was expected.
 */
export const requestParams = (shell: Shell, spec: ToolSpec, options: ParamOptions): Params => {
  const { param = [], paramsFile } = options;
  if (param.length > 0 && paramsFile !== undefined) throw invalid("--param and --params-file exclude one another");
  if (spec.executor === ToolExecutorKind.CLIENT) return opaque(shell, spec, paramsFile);
  const field = memberOf(spec);
  const value =
    paramsFile === undefined ? fromFields(shell, field.message, param) : fromFile(shell, field.message, paramsFile);
  return { case: field.localName, value } as Params;
};

const invalid = (message: string): DomainError => new DomainError("REQUEST_INVALID", message);

/** The member of the oneof is named as the tool is. */
const memberOf = ({ name }: ToolSpec): DescField & { message: DescMessage } => {
  const field = ToolRequestParamsSchema.fields.find((one) => one.name === name.replaceAll(".", "_"));
  if (field?.message) return field as DescField & { message: DescMessage };
  throw invalid(`this program does not know the parameters of ${name}; use one of the server's version`);
};

const opaque = (shell: Shell, spec: ToolSpec, file: string | undefined): Params => {
  if (!file?.endsWith(".binpb"))
    throw invalid(`${spec.name} takes an encoded ${spec.paramsType}: give it with --params-file FILE.binpb`);
  return { case: "opaque", value: { typeName: spec.paramsType, value: readFileSync(shell.path(file)) } };
};

const fromFile = (shell: Shell, desc: DescMessage, file: string) => {
  const bytes = readFileSync(shell.path(file));
  try {
    if (file.endsWith(".binpb")) return fromBinary(desc, bytes);
    if (file.endsWith(".txtpb")) return fromText(desc, new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalid(`${file} is no ${desc.typeName}: ${error instanceof Error ? error.message : "it does not decode"}`);
  }
  throw invalid(`${file}: a text in protobuf's text format is called .txtpb, an encoding .binpb`);
};

const fromFields = (shell: Shell, desc: DescMessage, given: readonly string[]) => {
  const init: Record<string, unknown> = {};
  for (const one of given) {
    const at = one.indexOf("=");
    const name = one.slice(0, Math.max(0, at));
    const field = desc.fields.find((each) => each.name === name);
    if (!field) throw invalid(`--param ${JSON.stringify(one)}: write field=value, with one of ${fieldNames(desc)}`);
    const value = readValue(shell, field, one.slice(at + 1));
    if (field.fieldKind === "list") init[field.localName] = [...((init[field.localName] as unknown[]) ?? []), value];
    else if (field.localName in init) throw invalid(`--param ${name} is given twice`);
    else init[field.localName] = value;
  }
  return create(desc, init as never);
};

const fieldNames = (desc: DescMessage): string => desc.fields.map(({ name }) => name).join(", ");

const readValue = (shell: Shell, field: DescField, text: string): unknown => {
  const wanted = (what: string) => invalid(`--param ${field.name}=…: ${what}`);
  if (field.message) throw wanted("it is a message of its own: give the parameters with --params-file FILE.txtpb");
  if (field.enum) {
    const value = enumValue(field.enum, text);
    if (value === undefined)
      throw wanted(
        `one of ${field.enum.values
          .slice(1)
          .map((each) => each.localName)
          .join(", ")}`,
      );
    return value;
  }
  switch (field.scalar) {
    case ScalarType.STRING:
      return text;
    case ScalarType.BOOL:
      if (text !== "true" && text !== "false") throw wanted("true or false");
      return text === "true";
    case ScalarType.UINT32:
      if (!/^[0-9]{1,9}$/.test(text)) throw wanted("a whole number from 0");
      return Number(text);
    case ScalarType.BYTES:
      if (!text.startsWith("@")) throw wanted(`name the file: ${field.name}=@FILE`);
      return readFileSync(shell.path(text.slice(1)));
    default:
      throw wanted("give the parameters with --params-file FILE.txtpb");
  }
};
