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
import { type FactsOf, type MessageId, worded } from "../../messages/said.ts";
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
  if (param.length > 0 && paramsFile !== undefined) throw invalid("command-error.params-twice");
  if (spec.executor === ToolExecutorKind.CLIENT) return opaque(shell, spec, paramsFile);
  const field = memberOf(spec);
  const value =
    paramsFile === undefined ? fromFields(shell, field.message, param) : fromFile(shell, field.message, paramsFile);
  return { case: field.localName, value } as Params;
};

const invalid = <Id extends MessageId>(id: Id, ...facts: FactsOf<Id>): DomainError =>
  new DomainError("REQUEST_INVALID", worded(id, ...facts));

/** The member of the oneof is named as the tool is. */
const memberOf = ({ name }: ToolSpec): DescField & { message: DescMessage } => {
  const field = ToolRequestParamsSchema.fields.find((one) => one.name === name.replaceAll(".", "_"));
  if (field?.message) return field as DescField & { message: DescMessage };
  throw invalid("command-error.params-unknown", { name });
};

const opaque = (shell: Shell, spec: ToolSpec, file: string | undefined): Params => {
  if (!file?.endsWith(".binpb"))
    throw invalid("command-error.params-encoded", { name: spec.name, type: spec.paramsType });
  return { case: "opaque", value: { typeName: spec.paramsType, value: readFileSync(shell.path(file)) } };
};

const fromFile = (shell: Shell, desc: DescMessage, file: string) => {
  const bytes = readFileSync(shell.path(file));
  try {
    if (file.endsWith(".binpb")) return fromBinary(desc, bytes);
    if (file.endsWith(".txtpb")) return fromText(desc, new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const why = error instanceof Error ? error.message : worded("command-error.params-not-decoded");
    throw invalid("command-error.params-file-is-no", { file, type: desc.typeName, why });
  }
  throw invalid("command-error.params-file-name", { file });
};

const fromFields = (shell: Shell, desc: DescMessage, given: readonly string[]) => {
  const init: Record<string, unknown> = {};
  for (const one of given) {
    const at = one.indexOf("=");
    const name = one.slice(0, Math.max(0, at));
    const field = desc.fields.find((each) => each.name === name);
    if (!field) throw invalid("command-error.params-field", { given: JSON.stringify(one), fields: fieldNames(desc) });
    const value = readValue(shell, field, one.slice(at + 1));
    if (field.fieldKind === "list") init[field.localName] = [...((init[field.localName] as unknown[]) ?? []), value];
    else if (field.localName in init) throw invalid("command-error.param-twice", { name });
    else init[field.localName] = value;
  }
  return create(desc, init as never);
};

const fieldNames = (desc: DescMessage): string => desc.fields.map(({ name }) => name).join(", ");

const readValue = (shell: Shell, field: DescField, text: string): unknown => {
  const wanted = <Id extends MessageId>(id: Id, ...facts: FactsOf<Id>) =>
    invalid("command-error.param-of", { name: field.name, what: worded(id, ...facts) });
  if (field.message) throw wanted("command-error.param-message");
  if (field.enum) {
    const value = enumValue(field.enum, text);
    if (value === undefined)
      throw wanted("command-error.param-one-of", {
        choices: field.enum.values
          .slice(1)
          .map((each) => each.localName)
          .join(", "),
      });
    return value;
  }
  switch (field.scalar) {
    case ScalarType.STRING:
      return text;
    case ScalarType.BOOL:
      if (text !== "true" && text !== "false") throw wanted("command-error.param-true-or-false");
      return text === "true";
    case ScalarType.UINT32:
      if (!/^[0-9]{1,9}$/.test(text)) throw wanted("command-error.param-number");
      return Number(text);
    case ScalarType.BYTES:
      if (!text.startsWith("@")) throw wanted("command-error.param-file", { name: field.name });
      return readFileSync(shell.path(text.slice(1)));
    default:
      throw wanted("command-error.params-by-file");
  }
};
