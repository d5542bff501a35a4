import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { visible } from "../text/visible.ts";

/**
 * The fields of a message whose proto is not at hand, by number, as `protoc --decode_raw` shows them: numbers as they
 * stand, text in quotes, anything else as hexadecimal. Undefined when the bytes are no message.
 */
export const rawFields = (bytes: Uint8Array): string[] | undefined => {
  const reader = new BinaryReader(bytes);
  const lines: string[] = [];
  try {
    while (reader.pos < reader.len) {
      const [number, type] = reader.tag();
      lines.push(`${number}: ${readValue(reader, type)}`);
    }
    return lines;
  } catch {
    return undefined;
  }
};

const readValue = (reader: BinaryReader, type: WireType): string => {
  switch (type) {
    case WireType.Varint:
      return String(reader.uint64());
    case WireType.Bit64:
      return `0x${BigInt(reader.fixed64()).toString(16).padStart(16, "0")}`;
    case WireType.Bit32:
      return `0x${reader.fixed32().toString(16).padStart(8, "0")}`;
    case WireType.LengthDelimited:
      return textOrHex(reader.bytes());
    default:
      throw new Error("groups are not read");
  }
};

/** Bytes that are text with nothing hidden in it are shown as text: a message nested in them would have hidden bytes. */
const textOrHex = (bytes: Uint8Array): string => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (visible(text) === text) return JSON.stringify(text);
  } catch {
    // No text.
  }
  return `0x${Buffer.from(bytes).toString("hex")}`;
};
