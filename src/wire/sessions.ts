import { createHash, randomBytes } from "node:crypto";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** Sessions of browsers with this server, kept in memory: they end with it. Only digests of the secret words are kept. */
export interface Sessions {
  /** Makes a word that opens one session, once. Errors: LIMIT_EXCEEDED. */
  invite(page: string): string;
  /** Opens the session of a word; undefined where the word opens none. A word that comes again ends what it opened. */
  open(key: string): { readonly secret: string; readonly page: string } | undefined;
  /** Tells whether a session is open, and counts it as used. */
  isOpen(secret: string): boolean;
}

interface Invitation {
  readonly page: string;
  readonly expiresMs: number;
  /** Digest of the session that it opened. */
  opened?: string;
}

/** How long an invitation waits, and how long a session lasts without a call. */
export const sessionTimes = { invitationMs: 2 * 60_000, idleMs: 12 * 3_600_000 } as const;
const invitationsMax = 16;
/** More browsers than one person has; the one unused the longest goes. */
const sessionsMax = 64;

/** Keeps sessions. `nowMs` never goes back. */
export const createSessions = (nowMs: () => number = () => performance.now()): Sessions => {
  const invitations = new Map<string, Invitation>();
  /** Digest → when it was last used. The order is that of their use. */
  const sessions = new Map<string, number>();
  const forget = (): void => {
    for (const [digest, { expiresMs, opened }] of invitations)
      if (expiresMs <= nowMs() && (opened === undefined || !sessions.has(opened))) invitations.delete(digest);
    for (const [digest, usedMs] of sessions) if (usedMs + sessionTimes.idleMs <= nowMs()) sessions.delete(digest);
  };
  const use = (digest: string): void => {
    sessions.delete(digest);
    sessions.set(digest, nowMs());
  };
  return {
    invite: (page) => {
      forget();
      if ([...invitations.values()].filter(({ opened }) => opened === undefined).length >= invitationsMax)
        throw new DomainError("LIMIT_EXCEEDED", worded("error.many-addresses-of-the-page-wait-to-be-opened"));
      const key = word();
      invitations.set(digestOf(key), { page, expiresMs: nowMs() + sessionTimes.invitationMs });
      return key;
    },
    open: (key) => {
      forget();
      const found = invitations.get(digestOf(key));
      if (found === undefined || found.expiresMs <= nowMs() || found.opened !== undefined) {
        if (found?.opened !== undefined) sessions.delete(found.opened);
        return undefined;
      }
      const secret = word();
      found.opened = digestOf(secret);
      use(found.opened);
      const [oldest] = sessions.keys();
      if (sessions.size > sessionsMax && oldest !== undefined) sessions.delete(oldest);
      return { secret, page: found.page };
    },
    isOpen: (secret) => {
      forget();
      const digest = digestOf(secret);
      if (!sessions.has(digest)) return false;
      use(digest);
      return true;
    },
  };
};

const word = (): string => randomBytes(32).toString("base64url");

/** Looked up by digest: how long a look-up takes says nothing of the word. */
const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url");
