import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { Edition } from "@bufbuild/protobuf/wkt";
import { type Said, worded } from "../messages/said.ts";
import type { ProfileProblem } from "../profile/profile-problem.ts";

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
export const checkParamsMessage = (desc: DescMessage): ProfileProblem[] => {
  const problems = new Map<string, Said>();
  if (desc.file.edition !== Edition.EDITION_PROTO3)
    problems.set(desc.file.name, worded("tool-problem.no-proto3", { file: `${desc.file.name}.proto` }));
  let count = 0;
  const visit = (message: DescMessage, above: readonly DescMessage[]): void => {
    const { typeName } = message;
    if (above.includes(message)) problems.set(typeName, worded("tool-problem.contains-itself", { message: typeName }));
    else if (typeName.startsWith("google.protobuf."))
      problems.set(typeName, worded("tool-problem.not-taken", { message: typeName }));
    else {
      for (const field of message.fields) {
        if (++count > fieldsMax) return;
        const problem = wrongField(field);
        const name = `${typeName}.${field.name}`;
        if (problem) problems.set(name, worded("tool-problem.of", { name, problem }));
        else if (field.message) visit(field.message, [...above, message]);
      }
    }
  };
  visit(desc, []);
  if (count > fieldsMax) problems.set("", worded("tool-problem.many-fields", { most: fieldsMax }));
  return [...problems.values()].slice(0, 10).map((problem) => ({ path: "params_type", problem }));
};

const wrongField = (field: DescField): Said | undefined => {
  if (field.fieldKind === "map") return worded("tool-problem.no-maps");
  if (field.scalar === ScalarType.FLOAT || field.scalar === ScalarType.DOUBLE) return worded("tool-problem.no-floats");
  if (field.scalar !== undefined && !scalars.has(field.scalar)) return worded("tool-problem.integers");
  return undefined;
};
