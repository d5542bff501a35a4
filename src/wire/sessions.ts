import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/**
 * Sessions of browsers with this server. Only digests of the secret words are kept, made with the account's token: another token
 * ends all of them. Where they are kept on disk they outlive the server.
 */
export interface Sessions {
  /** Makes a word that opens one session, once. Errors: LIMIT_EXCEEDED. */
  invite(page: string): string;
  /** Opens the session of a word; undefined where the word opens none. A word that comes again ends what it opened. */
  open(key: string): { readonly secret: string; readonly page: string } | undefined;
  /** Tells whether a session is open, and counts it as used. */
  isOpen(secret: string): boolean;
  /** Ends a session: its browser is signed out. */
  end(secret: string): void;
}

/** Where sessions are kept between two starts of a server. */
export interface KeptSessions {
  /** What was written last; undefined: nothing, or it cannot be read. */
  read(): string | undefined;
  write(text: string): void;
}

export interface SessionOptions {
  /** The time of day; what goes back is taken as standing still. */
  readonly nowMs: () => number;
  /** What words are sealed with, as it is now; undefined: no session is open. */
  readonly key: () => Uint8Array | undefined;
  readonly kept: KeptSessions;
}

interface Invitation {
  readonly page: string;
  readonly expiresMs: number;
}

interface Session {
  /** Digest of the word that opened it. */
  readonly openedBy: string;
  readonly openedMs: number;
  usedMs: number;
}

/** How long an invitation waits, how long a session lasts without a call, and how long at all. */
export const sessionTimes = { invitationMs: 2 * 60_000, idleMs: 12 * 3_600_000, wholeMs: 24 * 3_600_000 } as const;
const invitationsMax = 16;
/** More browsers than one person has; the one unused the longest goes. */
const sessionsMax = 64;
/** Use is written down so often at most: a server that is killed forgets no more than this of it. */
const writtenEveryMs = 5 * 60_000;

/** Keeps sessions. */
export const createSessions = ({ nowMs, key, kept }: SessionOptions): Sessions => {
  const invitations = new Map<string, Invitation>();
  /** By digest, in the order of their use; read when the first call asks, since the token may be made meanwhile. */
  let read: Map<string, Session> | undefined;
  let [lastMs, writtenMs] = [0, 0];
  const time = (): number => {
    lastMs = Math.max(lastMs, nowMs());
    return lastMs;
  };
  const digestOf = (word: string): string => {
    const by = key();
    return by === undefined ? "" : sealOf(by, `word ${word}`);
  };
  const current = (): Map<string, Session> => {
    const now = time();
    read ??= new Map(unsealed(kept.read(), key()));
    for (const [digest, { openedMs, usedMs }] of read)
      if (usedMs + sessionTimes.idleMs <= now || openedMs + sessionTimes.wholeMs <= now) read.delete(digest);
    for (const [digest, { expiresMs }] of invitations) if (expiresMs <= now) invitations.delete(digest);
    return read;
  };
  const write = (sessions: Map<string, Session>): void => {
    const by = key();
    if (by === undefined) return;
    writtenMs = time();
    kept.write(sealed([...sessions], by));
  };
  return {
    invite: (page) => {
      current();
      if (invitations.size >= invitationsMax)
        throw new DomainError("LIMIT_EXCEEDED", worded("error.many-addresses-of-the-page-wait-to-be-opened"));
      const word = newWord();
      invitations.set(digestOf(word), { page, expiresMs: time() + sessionTimes.invitationMs });
      return word;
    },
    open: (word) => {
      const sessions = current();
      const openedBy = digestOf(word);
      const found = openedBy === "" ? undefined : invitations.get(openedBy);
      if (found === undefined) {
        const [other] = [...sessions].find(([, session]) => session.openedBy === openedBy) ?? [];
        if (other !== undefined && sessions.delete(other)) write(sessions);
        return undefined;
      }
      invitations.delete(openedBy);
      const secret = newWord();
      sessions.set(digestOf(secret), { openedBy, openedMs: time(), usedMs: time() });
      const [oldest] = sessions.keys();
      if (sessions.size > sessionsMax && oldest !== undefined) sessions.delete(oldest);
      write(sessions);
      return { secret, page: found.page };
    },
    isOpen: (secret) => {
      const sessions = current();
      const digest = digestOf(secret);
      const session = digest === "" ? undefined : sessions.get(digest);
      if (session === undefined) return false;
      session.usedMs = time();
      sessions.delete(digest);
      sessions.set(digest, session);
      if (writtenMs + writtenEveryMs <= time()) write(sessions);
      return true;
    },
    end: (secret) => {
      const sessions = current();
      if (sessions.delete(digestOf(secret))) write(sessions);
    },
  };
};

/** Sessions that end with the server. */
export const unkept = (): KeptSessions => {
  let text: string | undefined;
  return {
    read: () => text,
    write: (next) => {
      text = next;
    },
  };
};

const newWord = (): string => randomBytes(32).toString("base64url");

/** Looked up by this: how long a look-up takes says nothing of the word. */
const sealOf = (key: Uint8Array, text: string): string => createHmac("sha256", key).update(text).digest("base64url");

const sealed = (sessions: readonly (readonly [string, Session])[], key: Uint8Array): string => {
  const text = JSON.stringify(sessions);
  return `${sealOf(key, `sessions ${text}`)}\n${text}\n`;
};

/** What was sealed with this key; nothing where anything of it was changed, or another key has taken the place of that one. */
const unsealed = (written: string | undefined, key: Uint8Array | undefined): [string, Session][] => {
  const [seal = "", text = ""] = written?.split("\n") ?? [];
  if (key === undefined) return [];
  const [given, asked] = [Buffer.from(seal), Buffer.from(sealOf(key, `sessions ${text}`))];
  return given.length === asked.length && timingSafeEqual(given, asked) ? JSON.parse(text) : [];
};
