/**
 * Unpacks a block that LevelDB has packed with Snappy: a length, then pieces that are either bytes as they stand or a stretch of
 * what came before, which may reach into itself. Throws a RangeError on what is no such block.
 */
export const unpackSnappy = (packed: Uint8Array): Uint8Array => {
  const { value: length, next } = varintAt(packed, 0);
  const whole = new Uint8Array(length);
  let to = 0;
  for (let at = next; at < packed.length; ) {
    const piece = pieceAt(packed, at);
    if (to + piece.length > length) throw new RangeError("a piece ends behind the block");
    if (piece.back === undefined) whole.set(packed.subarray(piece.next, piece.next + piece.length), to);
    else copyBack(whole, to, piece.back, piece.length);
    to += piece.length;
    at = piece.back === undefined ? piece.next + piece.length : piece.next;
  }
  if (to !== length) throw new RangeError("the block is shorter than it says");
  return whole;
};

/** An unsigned number of seven bits a byte, the lowest first, and where the next thing stands. */
export const varintAt = (bytes: Uint8Array, from: number): { value: number; next: number } => {
  let value = 0;
  for (let at = from, factor = 1; at < from + 10; at += 1, factor *= 128) {
    const byte = byteAt(bytes, at);
    value += (byte & 127) * factor;
    if (byte < 128) return { value, next: at + 1 };
  }
  throw new RangeError("a number does not end");
};

/** A piece: how long it is, how far back it is copied from (absent: its bytes follow), and where its header ends. */
const pieceAt = (bytes: Uint8Array, at: number): { length: number; back?: number; next: number } => {
  const tag = byteAt(bytes, at);
  const rest = tag >> 2;
  if ((tag & 3) === 0) return literalAt(bytes, at, rest);
  if ((tag & 3) === 1) return { length: (rest & 7) + 4, back: ((tag >> 5) << 8) | byteAt(bytes, at + 1), next: at + 2 };
  const size = (tag & 3) === 2 ? 2 : 4;
  return { length: rest + 1, back: numberAt(bytes, at + 1, size), next: at + 1 + size };
};

/** Up to 60 bytes say their length in the tag; longer ones in one to four bytes behind it. */
const literalAt = (bytes: Uint8Array, at: number, rest: number) => {
  const size = rest < 60 ? 0 : rest - 59;
  const length = size === 0 ? rest + 1 : numberAt(bytes, at + 1, size) + 1;
  const next = at + 1 + size;
  if (next + length > bytes.length) throw new RangeError("a piece ends behind the bytes");
  return { length, next };
};

const copyBack = (whole: Uint8Array, to: number, back: number, length: number): void => {
  if (back === 0 || back > to) throw new RangeError("a piece begins before the block");
  for (let n = 0; n < length; n += 1) whole[to + n] = whole[to + n - back]!;
};

const numberAt = (bytes: Uint8Array, from: number, size: number): number => {
  let value = 0;
  for (let n = size - 1; n >= 0; n -= 1) value = value * 256 + byteAt(bytes, from + n);
  return value;
};

const byteAt = (bytes: Uint8Array, at: number): number => {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError("the bytes end too early");
  return byte;
};
