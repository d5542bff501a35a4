import { crc32 } from "node:zlib";

/** A mail as Outlook keeps it: what its transport said, and its words. */
export interface PstMail {
  readonly from: string;
  readonly to: string;
  /** As a mail's own header has it. */
  readonly date: string;
  readonly subject: string;
  readonly messageId: string;
  readonly body: string;
}

/** A folder below the top, and what lies in it. */
export interface PstFolder {
  readonly name: string;
  readonly mails: readonly PstMail[];
}

/** MS-PST 2.4.1: the names of properties, the folder of all folders, and the kinds of nodes below it. */
const [namesNode, rootFolder, folderKind, mailKind] = [0x61, 0x122, 2, 4];
const [pageBytes, headerBytes, blockAlign, blockTrailer] = [512, 1024, 64, 16];
/** Types of properties (MS-OXCDATA 2.11.1). */
const [unicode, binary] = [0x001f, 0x0102];

type Property = readonly [id: number, type: number, value: Buffer];

/**
 * A data file of Outlook (.pst, 64 bits, not encoded; MS-PST): its header, both trees, and a property context for every
 * folder and mail. It has what readers of nodes go by. The tables that a folder repeats its rows in, and the maps of free room, which
 * Outlook itself wants, it has not. At most 3 kB of text a mail. Errors: RangeError for more.
 */
export const pstOf = (folders: readonly PstFolder[]): Uint8Array => {
  const nodes: (readonly [id: number, parent: number, properties: readonly Property[]])[] = [
    // A list that names nothing: the library stops at one that is empty.
    [namesNode, 0, [2, 3, 4].map((id) => [id, binary, Buffer.alloc(8)])],
    [rootFolder, rootFolder, [text(0x3001, "")]],
  ];
  let next = 0x20;
  for (const { name, mails } of folders) {
    const folder = (next++ << 5) | folderKind;
    nodes.push([folder, rootFolder, [text(0x3001, name)]]);
    for (const mail of mails) nodes.push([(next++ << 5) | mailKind, folder, propertiesOf(mail)]);
  }
  const pieces: Buffer[] = [];
  let end = headerBytes;
  const place = (piece: Buffer): number => {
    pieces.push(piece);
    end += piece.length;
    return end - piece.length;
  };
  const blocks = nodes.map(([, , properties], i) => {
    const bytes = heapOf(properties);
    const id = 4 * (i + 1);
    return { id, length: bytes.length, at: place(blockOf(bytes, id, end)) };
  });
  const nodeEntries = nodes
    .map(([id, parent], i) => numbers([8, id], [8, 4 * (i + 1)], [8, 0], [4, parent], [4, 0]))
    .toSorted((one, other) => one.readUInt32LE() - other.readUInt32LE());
  const blockEntries = blocks.map(({ id, length, at }) => numbers([8, id], [8, at], [2, length], [2, 2], [4, 0]));
  place(Buffer.alloc((pageBytes - (end % pageBytes)) % pageBytes));
  const nodesAt = treeOf(nodeEntries, 32, 0x81, (page) => place(page(end)));
  const blocksAt = treeOf(blockEntries, 24, 0x80, (page) => place(page(end)));
  return new Uint8Array(Buffer.concat([headerOf(nodesAt, blocksAt, end), ...pieces]));
};

const text = (id: number, words: string): Property => [id, unicode, Buffer.from(words, "utf16le")];

const propertiesOf = ({ from, to, date, subject, messageId, body }: PstMail): Property[] => [
  text(0x001a, "IPM.Note"),
  text(0x0037, subject),
  text(
    0x007d,
    `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nDate: ${date}\r\nMessage-ID: <${messageId}>\r\nMIME-Version: 1.0\r\n\r\n`,
  ),
  text(0x1000, body.replaceAll("\n", "\r\n")),
];

/** MS-PST 2.3.1 to 2.3.3: properties in order of their numbers, as a tree of one level in a heap of one block. */
const heapOf = (properties: readonly Property[]): Buffer => {
  const held = (n: number): number => (n + 1) << 5;
  const records = properties.map(([id, type, value], i) =>
    numbers([2, id], [2, type], [4, value.length === 0 ? 0 : held(i + 2)]),
  );
  const parts = [
    numbers([1, 0xb5], [1, 2], [1, 6], [1, 0], [4, held(1)]),
    Buffer.concat(records),
    ...properties.map(([, , value]) => value),
  ];
  const starts = [12];
  for (const { length } of parts) starts.push((starts.at(-1) ?? 0) + length);
  const mapAt = starts.at(-1) ?? 0;
  const odd = mapAt % 2;
  const header = numbers([2, mapAt + odd], [1, 0xec], [1, 0xbc], [4, held(0)], [4, 0]);
  const map = numbers([2, parts.length], [2, 0], ...starts.map((at) => [2, at] as const));
  const heap = Buffer.concat([header, ...parts, Buffer.alloc(odd), map]);
  if (heap.length > 8_176) throw new RangeError(`a mail of ${heap.length} bytes is more than a block holds`);
  return heap;
};

const numbers = (...all: readonly (readonly [bytes: number, value: number])[]): Buffer => {
  const made = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of all) {
    made.writeUIntLE(value, at, Math.min(bytes, 6));
    at += bytes;
  }
  return made;
};

/** MS-PST 5.3: CRC-32 from zero, not turned at its end. */
const crcOf = (bytes: Buffer): number => (crc32(bytes, 0xffffffff) ^ 0xffffffff) >>> 0;
/** MS-PST 5.5. */
const signatureOf = (at: number, id: number): number => (((at ^ id) >>> 16) ^ (at ^ id)) & 0xffff;

const blockOf = (bytes: Buffer, id: number, at: number): Buffer => {
  const room = Math.ceil((bytes.length + blockTrailer) / blockAlign) * blockAlign - blockTrailer - bytes.length;
  const trailer = numbers([2, bytes.length], [2, signatureOf(at, id)], [4, crcOf(bytes)], [8, id]);
  return Buffer.concat([bytes, Buffer.alloc(room), trailer]);
};

/** A page, once it is known where it comes to stand. */
type PageAt = (at: number) => Buffer;

/** MS-PST 2.2.2.7.7: pages of entries, and above them pages of what they begin with, up to the one whose place is returned. */
const treeOf = (
  entries: readonly Buffer[],
  entryBytes: number,
  kind: number,
  place: (page: PageAt) => number,
): number => {
  for (let [rows, rowBytes, level] = [entries, entryBytes, 0]; ; [rowBytes, level] = [24, level + 1]) {
    const most = Math.floor(488 / rowBytes);
    const pages: Buffer[] = [];
    for (let first = 0; first < rows.length; first += most) {
      const held = rows.slice(first, first + most);
      const at = place((end) => pageOf(held, rowBytes, kind, level, end));
      if (rows.length <= most) return at;
      pages.push(Buffer.concat([rows[first]?.subarray(0, 8) ?? Buffer.alloc(8), numbers([8, at], [8, at])]));
    }
    rows = pages;
  }
};

const pageOf = (entries: readonly Buffer[], entryBytes: number, kind: number, level: number, at: number): Buffer => {
  const most = Math.floor(488 / entryBytes);
  const page = Buffer.alloc(pageBytes);
  Buffer.concat(entries).copy(page);
  numbers([1, entries.length], [1, most], [1, entryBytes], [1, level]).copy(page, 488);
  numbers([1, kind], [1, kind], [2, signatureOf(at, at)], [4, crcOf(page.subarray(0, 496))], [8, at]).copy(page, 496);
  return page;
};

/** MS-PST 2.2.2.6. */
const headerOf = (nodesAt: number, blocksAt: number, fileBytes: number): Buffer => {
  const header = Buffer.alloc(headerBytes);
  header.write("!BDN", 0, "latin1");
  header.write("SM", 8, "latin1");
  numbers([2, 23], [2, 19], [1, 1], [1, 1]).copy(header, 10);
  numbers([8, fileBytes]).copy(header, 184);
  numbers([8, nodesAt], [8, nodesAt], [8, blocksAt], [8, blocksAt]).copy(header, 216);
  header[512] = 0x80;
  numbers([4, crcOf(header.subarray(8, 479))]).copy(header, 4);
  numbers([4, crcOf(header.subarray(8, 524))]).copy(header, 524);
  return header;
};
