/** The form of a whole proof. */
export const proofFormat = 1;

/** The form of a redacted one. */
export const redactedFormat = 2;

/** A larger file is refused before it is read: 256 MiB. */
export const proofBytesMax = 256 * 1024 * 1024;
