/** The rules that each release decides by, by the version of the release. A release adds its line. */
export const releasedRules: Readonly<Record<string, number>> = { "0.1.0": 1 };

/** The newest rules that are out in the world: memos were finalised under them, and their proofs were handed on. */
export const lastReleased = Math.max(...Object.values(releasedRules));

/**
 * SHA-256 of the golden proofs of released rules, by name. They are never written anew. Of rules 1 there is none: proofs came
 * with rules 2.
 */
export const releasedProofs: Readonly<Record<string, string>> = {};
