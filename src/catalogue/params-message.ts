import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { Edition } from "@bufbuild/protobuf/wkt";
import type { ToolProblem } from "./tool-files.ts";

/** Scalars whose JSON and bytes say exactly one thing in every language; floats do not, and the rest are spellings of these. */
const scalars: ReadonlySet<ScalarType> = new Set([
  ScalarType.STRING,
  ScalarType.BOOL,
  ScalarType.INT32,
  ScalarType.UINT32,
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.BYTES,
]);

const fieldsMax = 200;

/**
 * What keeps a message from being the parameters of a tool. Its bytes are hashed and approved, and its JSON is written by a
 * model from a closed schema: so no maps, no Any or Struct, no floats (design, invariant 4), and nothing that contains itself.
 */
export const checkParamsMessage = (desc: DescMessage): ToolProblem[] => {
  const problems: string[] = [];
  if (desc.file.edition !== Edition.EDITION_PROTO3) problems.push(`${desc.file.name}.proto is not proto3`);
  let count = 0;
  const visit = (message: DescMessage, above: readonly DescMessage[]): void => {
    if (above.includes(message)) problems.push(`${message.typeName} contains itself`);
    else if (message.typeName.startsWith("google.protobuf."))
      problems.push(`${message.typeName} is not taken; use your own message`);
    else {
      for (const field of message.fields) {
        if (++count > fieldsMax) return;
        const problem = wrongField(field);
        if (problem) problems.push(`${message.typeName}.${field.name}: ${problem}`);
        else if (field.message) visit(field.message, [...above, message]);
      }
    }
  };
  visit(desc, []);
  if (count > fieldsMax) problems.push(`more than ${fieldsMax} fields`);
  return [...new Set(problems)].slice(0, 10).map((problem) => ({ path: "params_type", problem }));
};

const wrongField = (field: DescField): string | undefined => {
  if (field.fieldKind === "map") return "no maps; use a list of messages";
  if (field.scalar === ScalarType.FLOAT || field.scalar === ScalarType.DOUBLE)
    return "no floats; use whole numbers of a smaller unit";
  if (field.scalar !== undefined && !scalars.has(field.scalar)) return "use int32, uint32, int64 or uint64";
  return undefined;
};
