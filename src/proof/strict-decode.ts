import { type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";

/**
 * Decodes signed bytes, and only those a protobuf writer of this schema gives: no unknown or repeated fields, no default
 * written out, no padded varint, nothing behind the end. Two readers of the same signed bytes must not come to read
 * different things, and protobuf promises no canonical form, so the bytes are held against their own second encoding.
 * Undefined for anything else.
 */
export const strictDecode = <D extends DescMessage>(schema: D, bytes: Uint8Array): MessageShape<D> | undefined => {
  try {
    const message = fromBinary(schema, bytes);
    // Unknown fields would be written again as they came: left out, they show as a difference.
    return sameBytes(toBinary(schema, message, { writeUnknownFields: false }), bytes) ? message : undefined;
  } catch {
    return undefined;
  }
};

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
