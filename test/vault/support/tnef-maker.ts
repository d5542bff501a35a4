/** Writes TNEF streams (MS-OXTNEF) for tests: little-endian throughout. */

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const padded = (bytes: Uint8Array): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

export interface Property {
  readonly id: number;
  readonly type: number;
  readonly value: Uint8Array | number;
  /** A property of a set, named by a word. */
  readonly named?: string;
}

/** Unicode text as MAPI keeps it. */
export const words = (id: number, text: string): Property => ({
  id,
  type: 0x1f,
  value: Buffer.from(`${text}\0`, "utf16le"),
});

const propertyOf = ({ id, type, value, named }: Property): Buffer => {
  const name = named === undefined ? Buffer.alloc(0) : Buffer.from(`${named}\0`, "utf16le");
  const header = [
    u16(type),
    u16(id),
    ...(named === undefined ? [] : [Buffer.alloc(16, 7), u32(1), u32(name.length), padded(name)]),
  ];
  if (typeof value === "number") return Buffer.concat([...header, u32(value)]);
  return Buffer.concat([...header, u32(1), u32(value.length), padded(value)]);
};

export const properties = (list: readonly Property[]): Buffer =>
  Buffer.concat([u32(list.length), ...list.map(propertyOf)]);

const attribute = (level: number, tag: number, data: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from([level]),
    u32(tag),
    u32(data.length),
    data,
    u16(data.reduce((sum, byte) => (sum + byte) & 0xffff, 0)),
  ]);

/** A stream with a message's properties and attachments. */
export const tnef = ({
  message = [],
  body,
  attachments = [],
}: {
  message?: readonly Property[];
  body?: string;
  attachments?: readonly { title?: string; data?: Uint8Array; properties?: readonly Property[] }[];
}): Uint8Array =>
  new Uint8Array(
    Buffer.concat([
      u32(0x223e9f78),
      u16(1),
      attribute(1, 0x00089006, u32(0x10000)),
      ...(body === undefined ? [] : [attribute(1, 0x0002800c, Buffer.from(`${body}\0`, "latin1"))]),
      ...(message.length === 0 ? [] : [attribute(1, 0x00069003, properties(message))]),
      ...attachments.flatMap(({ title, data, properties: given }) => [
        attribute(2, 0x00069002, Buffer.alloc(14)),
        ...(data === undefined ? [] : [attribute(2, 0x0006800f, data)]),
        ...(title === undefined ? [] : [attribute(2, 0x00018010, Buffer.from(`${title}\0`, "latin1"))]),
        ...(given === undefined ? [] : [attribute(2, 0x00069005, properties(given))]),
      ]),
    ]),
  );
