/** Bytes of one imported file; the largest regulations reach 50 MB. */
export const fileBytesMax = 64 * 1024 * 1024;
