/**
 * A place outside the stores where the last checkpoint of each is kept, so that a store that was put back from an older copy,
 * or is gone, is told. Each entry is an encoded SignedCheckpoint. What `write` was given is on disk when it resolves.
 */
export interface AnchorPlace {
  read(store: string): Promise<Uint8Array | undefined>;
  write(store: string, entry: Uint8Array): Promise<void>;
}
