/** The form of a whole proof. */
export const proofFormat = 1;

/** The form of a redacted one. */
export const redactedFormat = 2;

/** The form of a file in which one of the others is packed. */
export const packedFormat = 3;

/** A larger file is refused before it is read, and none is unpacked to more: 256 MiB. */
export const proofBytesMax = 256 * 1024 * 1024;
