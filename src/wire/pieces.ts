/** Bytes in order, in pieces of at most so many; none for no bytes. The pieces share the memory of the whole. */
export function* piecesOf(bytes: Uint8Array, pieceBytesMax: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytesMax) yield bytes.subarray(at, at + pieceBytesMax);
}
