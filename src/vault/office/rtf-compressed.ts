/** What every stream begins with in its window, so that short texts shrink too (MS-OXRTFCP 2.1.2.1). */
const beginning =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
const windowBytes = 4096;
const headerBytes = 16;
const [compressed, stored] = [0x75465a4c, 0x414c454d];
/** RTF of real messages stays under four megabytes; pictures in it make more. */
const rawBytesMax = 16 * 1024 * 1024;

/**
 * Compressed RTF of an Outlook item as RTF (MS-OXRTFCP). Undefined for what is damaged, whose checksum does not hold, or
 * whose RTF would be larger than 16 MiB. Reads no byte twice and writes no more than the header says.
 */
export const decompressRtf = (bytes: Uint8Array): Uint8Array | undefined => {
  if (bytes.length < headerBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [size, rawSize, kind, checksum] = [0, 4, 8, 12].map((at) => view.getUint32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  const end = size + 4;
  if (end > bytes.length || end < headerBytes || rawSize > rawBytesMax) return undefined;
  const contents = bytes.subarray(headerBytes, end);
  if (kind === stored) return contents.subarray(0, rawSize);
  return kind === compressed && crc(contents) === checksum ? inflate(contents, rawSize) : undefined;
};

/** References are a place in a ring of 4,096 bytes and a length of 2 to 17; one to the place of writing ends the stream. */
const inflate = (contents: Uint8Array, rawSize: number): Uint8Array | undefined => {
  const ring = new Uint8Array(windowBytes);
  for (let at = 0; at < beginning.length; at++) ring[at] = beginning.charCodeAt(at);
  const out = new Uint8Array(rawSize);
  let [written, write, at] = [0, beginning.length, 0];
  const put = (byte: number): void => {
    if (written < rawSize) out[written++] = byte;
    ring[write] = byte;
    write = (write + 1) % windowBytes;
  };
  while (at < contents.length) {
    const control = contents[at++] as number;
    for (let bit = 0; bit < 8; bit++) {
      if (at >= contents.length) return out.subarray(0, written);
      if ((control & (1 << bit)) === 0) {
        put(contents[at++] as number);
        continue;
      }
      if (at + 1 >= contents.length) return undefined;
      const reference = ((contents[at] as number) << 8) | (contents[at + 1] as number);
      at += 2;
      const from = reference >>> 4;
      if (from === write) return out.subarray(0, written);
      for (let n = 0; n < (reference & 0xf) + 2; n++) put(ring[(from + n) % windowBytes] as number);
    }
  }
  return out.subarray(0, written);
};

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** CRC-32 of ISO 3309 without inversion before and after (MS-OXRTFCP 2.1.3.2). */
const crc = (bytes: Uint8Array): number => {
  let value = 0;
  for (const byte of bytes) value = ((value >>> 8) ^ (crcTable[(value ^ byte) & 0xff] as number)) >>> 0;
  return value;
};
