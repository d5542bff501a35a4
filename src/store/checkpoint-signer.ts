/** Ed25519 (RFC 8032) by a key that the store never sees. Without `verify` signatures are written and not looked at. */
export interface CheckpointSigner {
  readonly keyId: string;
  sign(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
  verify?(keyId: string, bytes: Uint8Array, signature: Uint8Array): boolean | Promise<boolean>;
}
