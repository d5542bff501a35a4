import type { Sha256 } from "#kit/digest.ts";

/**
 * The root of the Merkle tree over leaves in order (RFC 6962, section 2.1), 32 bytes. Leaves and nodes are hashed behind
 * different bytes, so that no node passes for a leaf; the root of no leaves is the SHA-256 of nothing.
 */
export const treeHead = (leaves: readonly Uint8Array[], sha256: Sha256): Uint8Array =>
  leaves.length === 0
    ? sha256(new Uint8Array())
    : headOf(
        leaves.map((leaf) => sha256(behind(0, leaf))),
        sha256,
      );

/** Pairs are joined level by level; one that is left over goes up as it is, which comes to the split that the RFC names. */
const headOf = (hashes: readonly Uint8Array[], sha256: Sha256): Uint8Array => {
  let level = hashes;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as Uint8Array, level[at + 1]];
      above.push(right ? sha256(behind(1, left, right)) : left);
    }
    level = above;
  }
  return level[0] as Uint8Array;
};

const behind = (mark: 0 | 1, ...parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0));
  all[0] = mark;
  let at = 1;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
