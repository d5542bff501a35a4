/** One file inside a container, in the order in which they stand there. */
export interface Member {
  /** Path inside the container. */
  readonly name: string;
  readonly mediaType: string;
  /** Its bytes, or why they are not given. */
  readonly given: { readonly bytes: Uint8Array } | { readonly refusal: string };
  /** SHA-256, 64 hex; empty where the bytes could not be read. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** What stands between the member before and this one, byte for byte; empty in an archive. */
  readonly before: Uint8Array;
  /** How far the container is read behind it: what ContainerPosition.offset says. */
  readonly end: number;
}

/** What a member may have, in bytes: what the store takes as one document. */
export const memberBytesMax = 64 * 1024 * 1024;
