const nonceBytes = 16;

/** A word that nobody can guess, 32 hexadecimal digits. */
export const newNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(nonceBytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
