import { createHash, randomBytes } from "node:crypto";

/** What somebody who went to sign in comes back to. */
export interface PendingSignIn {
  /** What the ID token repeats. */
  readonly nonce: string;
  /** What proves to the issuer that the code was asked for here (RFC 7636). */
  readonly verifier: string;
  /** Path of this server to go on at. */
  readonly next: string;
}

/** The words of one that was begun: one that the issuer gives back, and one that stays with the browser. */
export interface BegunSignIn extends PendingSignIn {
  readonly state: string;
  readonly bound: string;
}

/** How long somebody may take to sign in, in milliseconds. */
export const pendingMs = 10 * 60_000;
/** How many sign in at once; beyond that the one that waits the longest goes. */
const pendingMax = 4_096;

/** Sign-ins that were begun and did not end yet. Each is taken once, by the browser that began it. */
export class PendingSignIns {
  readonly #nowMs: () => number;
  /** By the digest of the state, the oldest first. */
  readonly #pending = new Map<string, PendingSignIn & { readonly boundTo: string; readonly expiresMs: number }>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#pending.size;
  }

  begin(next: string): BegunSignIn {
    this.#expire();
    const [state, bound] = [newWord(), newWord()];
    const about = { nonce: newWord(), verifier: newWord(), next };
    this.#pending.set(digestOf(state), { ...about, boundTo: digestOf(bound), expiresMs: this.#nowMs() + pendingMs });
    const [oldest] = this.#pending.keys();
    if (this.#pending.size > pendingMax && oldest !== undefined) this.#pending.delete(oldest);
    return { ...about, state, bound };
  }

  /** What was begun under a state by the browser that has the other word; undefined: nothing, or it was taken. */
  take(state: string, bound: string): PendingSignIn | undefined {
    this.#expire();
    const key = digestOf(state);
    const pending = this.#pending.get(key);
    this.#pending.delete(key);
    return pending?.boundTo === digestOf(bound) ? pending : undefined;
  }

  #expire(): void {
    const now = this.#nowMs();
    for (const [key, { expiresMs }] of this.#pending) {
      if (expiresMs > now) return;
      this.#pending.delete(key);
    }
  }
}

/** As long as RFC 7636 wants a verifier to be, which each of them may be then. */
const newWord = (): string => randomBytes(32).toString("base64url");

const digestOf = (word: string): string => createHash("sha256").update(word).digest("base64url");
