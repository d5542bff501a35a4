/** Names of properties (MS-DOC 2.6.1, 2.6.2). */
export const property = {
  deleted: 0x0800,
  inserted: 0x0801,
  struck: 0x0837,
  struckTwice: 0x2a53,
  hidden: 0x083c,
  characterStyle: 0x4a30,
  author: 0x4804,
  time: 0x6805,
  inTable: 0x2416,
  rowEnd: 0x2417,
  list: 0x460b,
} as const;

/** Properties that are stated, by name; the value of one that has more than a number is 0. */
export type Stated = ReadonlyMap<number, number>;

/** Bytes of a property's operand, by its highest three bits (MS-DOC 2.6: spra); 6 has them counted. */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3] as const;

/** The properties that stand one after the other between two places. */
export const propertiesIn = (bytes: DataView, from: number, to: number): Stated => {
  const stated = new Map<number, number>();
  const end = Math.min(to, bytes.byteLength);
  for (let at = from; at + 2 < end; ) {
    const name = bytes.getUint16(at, true);
    const kind = name >>> 13;
    const size = kind === 6 ? 1 + bytes.getUint8(at + 2) : (operandBytes[kind] as number);
    if (at + 2 + size > end) break;
    stated.set(name, kind === 6 ? 0 : numberAt(bytes, at + 2, size));
    at += 2 + size;
  }
  return stated;
};

const numberAt = (bytes: DataView, at: number, size: number): number => {
  if (size === 1) return bytes.getUint8(at);
  if (size === 2) return bytes.getUint16(at, true);
  return size === 4 ? bytes.getUint32(at, true) : 0;
};

/**
 * Whether a property is on that a style may have turned on before (MS-DOC 2.9.327, ToggleOperand): 0 and 1 are off and on, 128 and 129 the
 * same as the style and the opposite. Undefined where neither says so.
 */
export const toggled = (stated: number | undefined, byStyle: boolean | undefined): boolean | undefined => {
  if (stated === undefined || stated === 0x80) return byStyle;
  return stated === 0x81 ? byStyle !== true : stated === 1;
};
