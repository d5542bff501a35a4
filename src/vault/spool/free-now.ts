/**
 * Frees the memory of bytes that nobody else has or will ask for: they are empty from then on. Left to V8, each ten megabytes of them were a
 * collection of the whole heap, which took more of the processor than all else that a large upload takes.
 */
export const freeNow = ({ buffer, byteLength }: Uint8Array): void => {
  // Others may lie in the rest of it.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};
