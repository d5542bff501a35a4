import { createRequire } from "node:module";
import type { Entry } from "@kenjiuno/msgreader/lib/Burner.js";
import type { PstProperty } from "./pst-nodes.ts";

/** An Outlook item as a .msg has it (MS-OXMSG 2.2): its properties, who receives it, what is attached to it. */
export interface MsgItem {
  readonly properties: readonly PstProperty[];
  readonly receivers: readonly (readonly PstProperty[])[];
  readonly attachments: readonly MsgAttachment[];
}

export interface MsgAttachment {
  readonly properties: readonly PstProperty[];
  /** A message that is attached as such; absent for a file. */
  readonly item?: MsgItem;
}

/** Streams of names of properties from 0x8000 on (MS-OXMSG 2.2.3): a list of families, one of names, and their words. */
export interface PropertyNames {
  readonly families: Buffer;
  readonly names: Buffer;
  readonly words: Buffer;
}

type Burner = { burn(entries: readonly Entry[]): Uint8Array };
/** Types of MS-CFB 2.6.1; the library exports them as an enum that Node cannot run. */
const [storage, stream, root] = [1, 2, 5];

/**
 * The bytes of a .msg with these properties. The same item gives the same bytes, so that it is the same document when its mailbox is
 * imported again.
 */
export const msgBytes = (item: MsgItem, { families, names, words }: PropertyNames): Uint8Array => {
  const { burn } = createRequire(import.meta.url)("@kenjiuno/msgreader/lib/Burner.js") as Burner;
  const entries = new Entries();
  const inside = [
    entries.folder("__nameid_version1.0", [
      entries.stream("__substg1.0_00020102", families),
      entries.stream("__substg1.0_00030102", names),
      entries.stream("__substg1.0_00040102", words),
    ]),
    ...itemEntries(entries, item, topHeaderBytes),
  ];
  return burn(entries.under(inside));
};

/** Bytes before the properties: of a whole file, of an item inside it, of a receiver or attachment (MS-OXMSG 2.4.1). */
const [topHeaderBytes, innerHeaderBytes, rowHeaderBytes] = [32, 24, 8];
const [attachedData, objectType] = [0x3701, 0x000d];

const itemEntries = (entries: Entries, item: MsgItem, headerBytes: number): number[] => {
  const header = Buffer.alloc(headerBytes);
  for (const [at, count] of [item.receivers.length, item.attachments.length].entries()) {
    header.writeUInt32LE(count, 8 + 4 * at);
    header.writeUInt32LE(count, 16 + 4 * at);
  }
  return [
    ...propertyEntries(entries, header, item.properties),
    ...item.receivers.map((receiver, i) =>
      entries.folder(
        `__recip_version1.0_#${number8(i)}`,
        propertyEntries(entries, Buffer.alloc(rowHeaderBytes), receiver),
      ),
    ),
    ...item.attachments.map((attachment, i) =>
      entries.folder(`__attach_version1.0_#${number8(i)}`, attachmentEntries(entries, attachment)),
    ),
  ];
};

const attachmentEntries = (entries: Entries, { properties, item }: MsgAttachment): number[] => {
  if (item === undefined) return propertyEntries(entries, Buffer.alloc(rowHeaderBytes), properties);
  const held = { id: attachedData, type: objectType, bytes: Buffer.alloc(0) };
  return [
    ...propertyEntries(entries, Buffer.alloc(rowHeaderBytes), [
      ...properties.filter(({ id }) => id !== attachedData),
      held,
    ]),
    entries.folder(streamName(held), itemEntries(entries, item, innerHeaderBytes)),
  ];
};

/** Bytes of values that stand in the table of properties itself (MS-OXMSG 2.4.2.1); all others have a stream. */
const fixedBytes: Readonly<Record<number, number>> = {
  2: 2,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 2,
  20: 8,
  64: 8,
};
const [string8, unicode, manyOf] = [0x001e, 0x001f, 0x1000];
const readableAndWritable = 6;

const propertyEntries = (entries: Entries, header: Buffer, properties: readonly PstProperty[]): number[] => {
  const inOrder = properties.toSorted((a, b) => a.id - b.id);
  const streams: number[] = [];
  const rows = inOrder.map((property) => {
    const { id, type, bytes } = property;
    const row = Buffer.alloc(16);
    row.writeUInt16LE(type, 0);
    row.writeUInt16LE(id, 2);
    row.writeUInt32LE(readableAndWritable, 4);
    const fixed = fixedBytes[type];
    if (fixed !== undefined) bytes.copy(row, 8, 0, fixed);
    else if (type === objectType) row.writeUInt32LE(0xffffffff, 8);
    else {
      // The end of a text is counted and not written.
      row.writeUInt32LE(bytes.length + (type === unicode ? 2 : type === string8 ? 1 : 0), 8);
      streams.push(...valueStreams(entries, property));
    }
    return row;
  });
  return [entries.stream("__properties_version1.0", Buffer.concat([header, ...rows])), ...streams];
};

/** The stream of a value; of several texts or byte strings one with their lengths, and one for each (MS-OXMSG 2.1.4.2). */
const valueStreams = (entries: Entries, property: PstProperty): number[] => {
  const name = streamName(property);
  const { type, bytes } = property;
  const lengthBytes = (
    { [manyOf + string8]: 4, [manyOf + unicode]: 4, [manyOf + 0x0102]: 8 } as Record<number, number>
  )[type];
  if (lengthBytes === undefined) return [entries.stream(name, bytes)];
  const values = valuesIn(bytes);
  const lengths = Buffer.alloc(lengthBytes * values.length);
  for (const [i, value] of values.entries()) lengths.writeUInt32LE(value.length, i * lengthBytes);
  return [entries.stream(name, lengths), ...values.map((value, i) => entries.stream(`${name}-${number8(i)}`, value))];
};

/** Several values in one, as a data file keeps them: their count, where each begins, and they themselves (MS-PST 2.3.3.4.2). */
const valuesIn = (bytes: Buffer): Buffer[] => {
  const count = bytes.length < 4 ? 0 : Math.min(bytes.readUInt32LE(), Math.floor((bytes.length - 4) / 4));
  const starts = Array.from({ length: count }, (_, i) => bytes.readUInt32LE(4 + 4 * i));
  return starts.map((start, i) => bytes.subarray(start, starts[i + 1] ?? bytes.length));
};

const streamName = ({ id, type }: Pick<PstProperty, "id" | "type">): string => `__substg1.0_${hex4(id)}${hex4(type)}`;
const hex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, "0");
const number8 = (value: number): string => value.toString(16).toUpperCase().padStart(8, "0");

/** The entries of a compound file in one list, in which folders name what is in them by its place. */
class Entries {
  readonly #made: Entry[] = [{ name: "Root Entry", type: root, length: 0, children: [] }];

  stream(name: string, bytes: Buffer): number {
    return this.#add({
      name,
      type: stream,
      length: bytes.length, // In memory of its own: the library reads what lies around a view too.
      binaryProvider: () => new Uint8Array(bytes),
    });
  }

  folder(name: string, children: number[]): number {
    return this.#add({ name, type: storage, length: 0, children });
  }

  /** All of them, with these at the top. */
  under(children: number[]): readonly Entry[] {
    return [{ name: "Root Entry", type: root, length: 0, children }, ...this.#made.slice(1)];
  }

  #add(entry: Entry): number {
    return this.#made.push(entry) - 1;
  }
}
