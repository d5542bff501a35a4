/** Limits of the store, published by GetCapabilities. All sizes in bytes; each is inclusive. */
export const storeLimits = {
  /** Body of one event. Events hold ids and digests, so this is generous. */
  eventBytesMax: 256 * 1024,
  /** Events of one stream: what a replay can fold in about a second. */
  streamEventsMax: 50_000,
  /** One blob. Hashing it again on every read must stay below a second. */
  blobBytesMax: 64 * 1024 * 1024,
  /** A blob above this is a file of its own; below, LevelDB copies it about three times in its life, which is cheap enough. */
  inlineBlobBytesMax: 4 * 1024 * 1024,
  /** Value of a derived record, and the answer of a command. */
  recordBytesMax: 4 * 1024 * 1024,
  /** Owner, stream, space, idempotency key, payload digest: UTF-8 bytes. */
  nameBytesMax: 256,
  /** Key of a derived record, UTF-8 bytes. */
  recordKeyBytesMax: 1024,
  /** Id of a commit, UTF-8 bytes. */
  commitIdBytesMax: 64,
  /** Type of an event, UTF-8 bytes. */
  eventTypeBytesMax: 128,
  /** Pieces that `streamBlob` gives. */
  pieceBytes: 256 * 1024,
  /** Most items one `read` or `list` gives, whatever was asked for. */
  pageMax: 50_000,
} as const;
