import { listOf, type Wire } from "../http/wire-json.ts";

/** A JSON Schema as a decoder takes it. */
export type Schema = { [keyword: string]: unknown };

/**
 * The schema of an answer in the words that grammars of local servers understand: objects, lists, enums, constants,
 * alternatives. What bounds a length or a count is left out, because llama.cpp refuses a grammar that repeats something
 * 2,000 times and vLLM's decoders differ in what they know; what it lets through, `acceptTurn` refuses. A choice between
 * members of an object becomes alternatives of whole objects, so that a small model can write only one of them.
 */
export const decoderSchema = (schema: Wire): Schema => {
  const given = (typeof schema === "object" && schema !== null ? schema : {}) as Schema;
  const alternatives = listOf(given.oneOf ?? given.anyOf);
  if (alternatives.length > 0) return oneOf(alternatives.map(decoderSchema));
  if (given.type === "object") return oneOf(objects(given));
  const { type, minItems, items } = given;
  if (type === "array")
    return { type, items: decoderSchema(items), ...(minItems === undefined ? {} : { minItems: 1 }) };
  return leaf(given);
};

/** A value with its type, also where its values alone tell it: some decoders ask for both. */
const leaf = (given: Schema): Schema => {
  const [told] = "const" in given ? [given.const] : listOf(given.enum);
  const type = given.type ?? (told === undefined ? undefined : typeof told);
  const kept = ["enum", "const"].flatMap((key) => (key in given ? [[key, given[key]]] : []));
  return { ...(type === undefined ? {} : { type }), ...Object.fromEntries(kept) };
};

const oneOf = (alternatives: readonly Schema[]): Schema =>
  alternatives.length === 1 ? (alternatives[0] as Schema) : { anyOf: alternatives };

/** One closed object for each way to make its choices; an object without choices is one way. */
const objects = (given: Schema): Schema[] => {
  const groups = listOf(given.allOf).map(membersOf);
  const choosable = new Set(groups.flat());
  const properties = Object.entries((given.properties ?? {}) as Schema);
  const required = listOf(given.required) as string[];
  return waysToChoose(groups).map((chosen) => ({
    type: "object",
    properties: Object.fromEntries(
      properties
        .filter(([name]) => !choosable.has(name) || chosen.includes(name))
        .map(([name, inner]) => [name, decoderSchema(inner)]),
    ),
    required: [...required, ...chosen],
    additionalProperties: false,
  }));
};

/** The members among which `{oneOf: [{required: [a]}, {required: [b]}]}` chooses. */
const membersOf = (choice: Wire): string[] =>
  listOf((choice as Schema).oneOf).flatMap((one) => listOf((one as Schema).required) as string[]);

const waysToChoose = (groups: readonly (readonly string[])[]): string[][] =>
  groups.reduce<string[][]>((ways, group) => ways.flatMap((way) => group.map((name) => [...way, name])), [[]]);
