import { type DescMessage, fromJson, type MessageShape, type JsonValue as ProtoJson } from "@bufbuild/protobuf";
import { answerOf, messageSchema } from "./answer-schema.ts";
import { withoutNulls } from "./envelope.ts";
import { checkShape, isObject } from "./shape.ts";
import { readJson } from "./strict-json.ts";

/**
 * Reads the output of a model beside the turn's own as strictly as a turn's: one object of this form, with the nonce of this question.
 * Anything else is a sentence that says what was wrong, and nothing of the answer is taken.
 */
export const readSideAnswer = <D extends DescMessage>(
  schema: D,
  raw: Uint8Array,
  nonce: string,
): MessageShape<D> | string => {
  const reading = readJson(raw);
  if (!reading.ok) return reading.problem;
  if (!isObject(reading.value)) return "the output is JSON and not an object";
  const value = withoutNulls(reading.value);
  const failure = checkShape(schema, value);
  if (failure) return `${failure.path || "the output"}: ${failure.problem}`;
  // Every such answer has its nonce under this name.
  if ((value as { readonly nonce?: unknown }).nonce !== nonce) return "the nonce is not that of this question";
  return decode(schema, value as ProtoJson) ?? "a value is outside the range of its field";
};

const decode = <D extends DescMessage>(schema: D, value: ProtoJson): MessageShape<D> | undefined => {
  try {
    return fromJson(schema, value, { ignoreUnknownFields: false });
  } catch {
    return undefined;
  }
};

/** JSON Schema (2020-12) of such an answer: one object for this nonce, whose `list` names only these ids, each in the field `id`. */
export const sideAnswerSchema = (
  schema: DescMessage,
  nonce: string,
  { list, id }: { readonly list: string; readonly id: string },
  ids: readonly string[],
): string => {
  const { properties, ...rest } = messageSchema(schema);
  const field = (properties as Readonly<Record<string, { items: { properties: object } }>>)[list]!;
  const items = { ...field.items, properties: { ...field.items.properties, [id]: { enum: [...ids] } } };
  return answerOf({
    ...rest,
    properties: { nonce: { const: nonce }, [list]: { ...field, items } },
    required: ["nonce", list],
  });
};

/** Why what an answer names is not what was asked about; undefined: each was asked about, and none stands twice. */
export const misnamed = (named: readonly string[], asked: readonly string[], what: string): string | undefined => {
  if (named.some((id) => !asked.includes(id))) return `it names a ${what} that was not asked about`;
  return new Set(named).size < named.length ? `it names a ${what} twice` : undefined;
};
