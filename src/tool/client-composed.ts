import { type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type Composed, wordsMax } from "./compose.ts";
import { bitsOfOne, type Offer } from "./offer.ts";
import { allWordsIn } from "./words-in.ts";

/**
 * Whether a request for a tool that a client runs may leave for that program. Its parameters mean what somebody else decided,
 * so they are not made anew: the request goes as it is where each text is at most eight offered words and no bytes are set, and
 * else it waits for a person. Everything that the model chose counts: words, numbers, and that a field was set at all.
 */
export const clientComposed = (desc: DescMessage, params: ToolRequestParams, offer: Offer): Composed | undefined => {
  if (params.params.case !== "opaque") return undefined;
  const found = [...scalarsOf(reflect(desc, fromBinary(desc, params.params.value.value)))];
  const strange = found.flatMap((value) => strangeIn(value, offer));
  const bits = found.reduce<number>((sum, value) => sum + bitsOf(value, offer), 0);
  const held = strange.length > 0 ? "nothing-left" : undefined;
  return { params, leftOut: strange, bits: Math.ceil(bits), held, asked: [] };
};

type Scalar = string | number | bigint | boolean | Uint8Array;

function* scalarsOf(message: ReflectMessage): Generator<Scalar> {
  for (const field of message.desc.fields) {
    if (!message.isSet(field)) continue;
    const value: unknown = message.get(field);
    if (field.fieldKind === "message") yield* scalarsOf(value as ReflectMessage);
    else if (field.fieldKind === "list")
      for (const item of value as Iterable<unknown>)
        if (field.listKind === "message") yield* scalarsOf(item as ReflectMessage);
        else yield item as Scalar;
    else if (field.fieldKind === "map")
      for (const [key, item] of value as Iterable<[Scalar, unknown]>) {
        yield key;
        if (field.mapKind === "message") yield* scalarsOf(item as ReflectMessage);
        else yield item as Scalar;
      }
    else yield value as Scalar;
  }
}

/** What of a value nobody offered. Signs beside the words are the writer's as well. */
const strangeIn = (value: Scalar, offer: Offer): string[] => {
  if (value instanceof Uint8Array) return value.length > 0 ? ["bytes"] : [];
  if (typeof value !== "string") return [];
  const words = allWordsIn(value);
  const other = words.filter((word) => !offer.has(word));
  const isPlain = words.length <= wordsMax && value.normalize("NFC").toLowerCase() === words.join(" ");
  return other.length > 0 || isPlain ? other : [value];
};

const bitsOf = (value: Scalar, offer: Offer): number => {
  if (typeof value === "string") return 1 + allWordsIn(value).length * (1 + bitsOfOne(offer.wordCount));
  if (typeof value === "boolean") return 1;
  return typeof value === "bigint" || typeof value === "number" ? 64 : 0;
};
