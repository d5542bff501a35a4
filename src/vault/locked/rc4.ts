/** What RC4 makes of bytes, both ways: old PDFs are locked with it, and the library under Node has it no more. */
export const rc4 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [state[b] as number, state[a] as number];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 0xff;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return bytes.map((byte) => {
    i = (i + 1) & 0xff;
    j = (j + (state[i] as number)) & 0xff;
    swap(i, j);
    return byte ^ (state[((state[i] as number) + (state[j] as number)) & 0xff] as number);
  });
};
