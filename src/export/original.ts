/** The stored bytes of a document that a memo refers to. */
export interface Original {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, 64 hex. */
  readonly digest: string;
  /** Name that the source had. */
  readonly name: string;
}
