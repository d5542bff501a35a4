import { listOf } from "../http/wire-json.ts";
import type { Schema } from "./decoder-schema.ts";

/** What OpenAI's page on structured outputs bounds a strict schema to: levels of nesting, members, values of enums. */
const [levelsMax, membersMax, valuesMax] = [10, 5_000, 1_000];

/**
 * A decoder's schema in the form that OpenAI takes as strict: one object at its root, every object closed with all its members
 * required, and null as a value of those that may be left out. A choice at the root becomes members that may be null: that
 * exactly one of them is written is for `acceptTurn` to see.
 */
export const strictSchema = (schema: Schema): Schema => written(rootOf(schema));

const rootOf = (schema: Schema): Schema => {
  const alternatives = listOf(schema.anyOf) as Schema[];
  if (alternatives.length === 0 || alternatives.some(({ type }) => type !== "object")) return schema;
  const properties: Record<string, Schema> = {};
  for (const one of alternatives)
    for (const [name, inner] of Object.entries(propertiesOf(one))) {
      const known = properties[name];
      const same = known === undefined || JSON.stringify(known) === JSON.stringify(inner);
      properties[name] = same ? inner : { anyOf: [...(known.anyOf ? (known.anyOf as Schema[]) : [known]), inner] };
    }
  const required = Object.keys(properties).filter((name) =>
    alternatives.every((one) => listOf(one.required).includes(name)),
  );
  return { type: "object", properties, required, additionalProperties: false };
};

const propertiesOf = (schema: Schema): Record<string, Schema> => (schema.properties ?? {}) as Record<string, Schema>;

const written = (schema: Schema): Schema => {
  if (schema.anyOf) return { anyOf: (listOf(schema.anyOf) as Schema[]).map(written) };
  if (schema.items) return { ...schema, items: written(schema.items as Schema) };
  if (schema.type !== "object") return schema;
  const required = new Set(listOf(schema.required));
  const properties = Object.entries(propertiesOf(schema)).map(([name, inner]): [string, Schema] => [
    name,
    required.has(name) ? written(inner) : orNull(written(inner)),
  ]);
  return { ...schema, properties: Object.fromEntries(properties), required: properties.map(([name]) => name) };
};

const orNull = (schema: Schema): Schema => ({
  anyOf: [...((schema.anyOf as Schema[] | undefined) ?? [schema]), { type: "null" }],
});

/** Whether a schema keeps OpenAI's rules for a strict one, its bounds included. */
export const isStrict = (schema: Schema): boolean => {
  const sizes = { members: 0, values: 0 };
  return (
    schema.type === "object" && keepsRules(schema, 1, sizes) && sizes.members <= membersMax && sizes.values <= valuesMax
  );
};

const keepsRules = (schema: Schema, level: number, sizes: { members: number; values: number }): boolean => {
  sizes.values += listOf(schema.enum).length;
  if (schema.anyOf) return (listOf(schema.anyOf) as Schema[]).every((one) => keepsRules(one, level, sizes));
  if (schema.items) return keepsRules(schema.items as Schema, level, sizes);
  if (schema.type !== "object") return typeof schema.type === "string";
  const properties = Object.entries(propertiesOf(schema));
  sizes.members += properties.length;
  const required = new Set(listOf(schema.required));
  return (
    level <= levelsMax &&
    schema.additionalProperties === false &&
    properties.every(([name, inner]) => required.has(name) && keepsRules(inner, level + 1, sizes))
  );
};
