import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { enumWord } from "../text/enum-word.ts";

/**
 * A message in the manner of protobuf's text format, by reflection: field names as in the .proto file, two spaces per
 * level, bytes as hexadecimal. Fields at their default are left out, as in the encoding. For reading, not for parsing.
 * `bytesText` may put something shorter in place of a single bytes field.
 */
export const messageText = (message: ReflectMessage, depth = 0, bytesText: BytesText = () => undefined): string[] =>
  message.desc.fields
    .filter((field) => message.isSet(field))
    .flatMap((field) => fieldLines(message, field, depth, bytesText));

type BytesText = (field: DescField, bytes: Uint8Array) => string | undefined;

/** The same for encoded bytes; undefined when the kind is not one this program knows, or the bytes do not decode. */
export const decodedText = (desc: DescMessage, decode: () => object): string[] | undefined => {
  try {
    return messageText(reflect(desc, decode() as Parameters<typeof reflect>[1]));
  } catch {
    return undefined;
  }
};

const fieldLines = (message: ReflectMessage, field: DescField, depth: number, bytesText: BytesText): string[] => {
  switch (field.fieldKind) {
    case "message":
      return nested(field.name, message.get(field), depth, bytesText);
    case "enum":
      return [line(field.name, enumWord(field.enum, message.get(field)), depth)];
    case "scalar": {
      const value: unknown = message.get(field);
      const instead = value instanceof Uint8Array ? bytesText(field, value) : undefined;
      return [line(field.name, instead ?? scalarText(field.scalar, value), depth)];
    }
    case "list":
      return [...message.get(field)].flatMap((item) => listItem(field, item, depth, bytesText));
    case "map":
      return [...message.get(field)].map(([key, value]) => line(`${field.name}[${String(key)}]`, String(value), depth));
  }
};

const listItem = (
  field: DescField & { fieldKind: "list" },
  item: unknown,
  depth: number,
  bytesText: BytesText,
): string[] => {
  if (field.listKind === "message") return nested(field.name, item as ReflectMessage, depth, bytesText);
  if (field.listKind === "enum") return [line(field.name, enumWord(field.enum, item as number), depth)];
  return [line(field.name, scalarText(field.scalar, item), depth)];
};

const nested = (name: string, message: ReflectMessage, depth: number, bytesText: BytesText): string[] => [
  `${indent(depth)}${name} {`,
  ...messageText(message, depth + 1, bytesText),
  `${indent(depth)}}`,
];

const line = (name: string, value: string, depth: number): string => `${indent(depth)}${name}: ${value}`;

const indent = (depth: number): string => "  ".repeat(depth);

/** Strings are quoted with JSON's escapes, which are the text format's too. */
const scalarText = (type: ScalarType, value: unknown): string => {
  if (type === ScalarType.STRING) return JSON.stringify(value);
  if (type === ScalarType.BYTES) return `0x${Buffer.from(value as Uint8Array).toString("hex")}`;
  return String(value);
};
