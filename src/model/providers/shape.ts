import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import type { JsonValue } from "./strict-json.ts";

/** The first place where a JSON value is not strict proto3-JSON of a message. `path` is in JSON names, `a.b[2].c`. */
export interface ShapeFailure {
  readonly path: string;
  readonly problem: string;
}

/**
 * Checks a JSON value against a message before it is decoded, more strictly than proto3-JSON asks of a parser: every key
 * is known and stands once (in its JSON name or its proto name, never both), one member of a oneof at most, no null,
 * enum values by name only, 32-bit numbers as numbers. Undefined: it fits.
 *
 * What it lets through, `fromJson` decodes; the check exists because `fromJson` takes null for absent and numbers for
 * enum values, and a model that writes those has not followed the schema it was given. Where null was asked for instead of
 * leaving a member out, it has been taken out before.
 */
export const checkShape = (desc: DescMessage, value: JsonValue, path = ""): ShapeFailure | undefined => {
  if (!isObject(value)) return { path, problem: "an object was expected" };
  const seen = new Set<string>();
  for (const [key, inner] of Object.entries(value)) {
    const field = desc.fields.find((one) => one.jsonName === key || one.name === key);
    const at = path === "" ? key : `${path}.${key}`;
    if (!field) return { path: at, problem: `${desc.name} has no field of this name` };
    const slot = field.oneof?.name ?? field.name;
    if (seen.has(slot)) return { path: at, problem: "it stands twice, or beside another member of the same choice" };
    seen.add(slot);
    const failure = checkField(field, inner, at);
    if (failure) return failure;
  }
  return undefined;
};

/** True for a JSON object, which is neither null nor an array. */
export const isObject = (value: JsonValue | undefined): value is { [key: string]: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value under a field's JSON name or its proto name. */
export const memberOf = (value: JsonValue | undefined, jsonName: string, name: string): JsonValue | undefined =>
  isObject(value) ? (value[jsonName] ?? value[name]) : undefined;

const checkField = (field: DescField, value: JsonValue, path: string): ShapeFailure | undefined => {
  if (value === null) return { path, problem: "null is not a value here; leave the field out" };
  if (field.fieldKind === "map") return { path, problem: "maps do not occur in this protocol" };
  if (field.fieldKind !== "list") return checkOne(field, value, path);
  if (!Array.isArray(value)) return { path, problem: "an array was expected" };
  for (const [index, item] of value.entries()) {
    const failure = item === null ? { path, problem: "null in an array" } : checkOne(field, item, `${path}[${index}]`);
    if (failure) return failure;
  }
  return undefined;
};

const checkOne = (field: DescField, value: JsonValue, path: string): ShapeFailure | undefined => {
  if (field.message) return checkShape(field.message, value, path);
  if (field.enum) {
    const known = typeof value === "string" && field.enum.values.some((one) => one.name === value);
    return known ? undefined : { path, problem: `a value of ${field.enum.name}, by its name, was expected` };
  }
  const problem = field.scalar === undefined ? "a scalar was expected" : checkScalar(field.scalar, value);
  return problem === undefined ? undefined : { path, problem };
};

const checkScalar = (scalar: ScalarType, value: JsonValue): string | undefined => {
  if (scalar === ScalarType.STRING || scalar === ScalarType.BYTES)
    return typeof value === "string" ? undefined : "a string was expected";
  if (scalar === ScalarType.BOOL) return typeof value === "boolean" ? undefined : "true or false was expected";
  if (scalar === ScalarType.UINT32 || scalar === ScalarType.INT32)
    return Number.isSafeInteger(value) ? undefined : "a whole number was expected";
  // 64-bit numbers are strings in proto3-JSON, because a double cannot hold all of them.
  return typeof value === "string" && /^-?[0-9]{1,20}$/.test(value) ? undefined : "a number as a string was expected";
};
