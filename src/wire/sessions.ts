import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** The two words that make a session: one that the browser sends to every port of this host, and one that it keeps for one origin. */
export interface SessionWords {
  /** The cookie. */
  readonly secret: string;
  /** What the page sends along with each call. */
  readonly half: string;
}

/** Who signed in for a session, as their issuer told. What they may do is found out at each use. */
export interface SessionPerson {
  readonly issuer: string;
  readonly subject: string;
  /** What the issuer calls them; empty: nothing. */
  readonly name: string;
  readonly groups: readonly string[];
}

/** A session whose words came along. */
export interface UsedSession {
  /** Names it and opens nothing. */
  readonly id: string;
  /** Absent: the account's own browser. */
  readonly person?: SessionPerson;
}

/** A session as its list has it. */
export interface OpenSession extends UsedSession {
  readonly openedMs: number;
  readonly usedMs: number;
  /** When it ends, if it is not used before. */
  readonly endsMs: number;
}

/**
 * Sessions of browsers with this server. Only digests of the secret words are kept, made with the account's token: another token
 * ends all of them. Where they are kept on disk they outlive the server.
 */
export interface Sessions {
  /** Makes a word that opens one session, once. Errors: LIMIT_EXCEEDED. */
  invite(page: string): string;
  /** Opens the session of a word; undefined where the word opens none. A word that comes again ends what it opened. */
  open(key: string): (SessionWords & { readonly page: string }) | undefined;
  /** Opens a session of somebody who signed in, which ends at `untilMs` at the latest. */
  openOf(person: SessionPerson, untilMs: number): SessionWords;
  /** The session of two words, which counts as used; undefined where none is open. One word alone does nothing. */
  use(words: SessionWords): UsedSession | undefined;
  /** Ends a session: its browser is signed out. */
  end(words: SessionWords): void;
  /** All that are open, the one used last at the end. */
  list(): OpenSession[];
  /** Ends those with these ids, and says how many there were. */
  endAll(ids: readonly string[]): number;
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
  /** Digest of the word that opened it; absent where somebody signed in. */
  readonly openedBy?: string;
  /** Digest of the half that is bound to its origin. */
  readonly half: string;
  readonly openedMs: number;
  usedMs: number;
  /** Who signed in, and until when at the latest; absent: the account's own browser. */
  readonly person?: SessionPerson;
  readonly untilMs?: number;
}

/** How long an invitation waits, how long a session lasts without a call, and how long at all. */
export const sessionTimes = { invitationMs: 2 * 60_000, idleMs: 12 * 3_600_000, wholeMs: 24 * 3_600_000 } as const;
const invitationsMax = 16;
/** More browsers than one person has; the one unused the longest goes. */
const sessionsMax = 64;
/** So many of people who signed in, and of one of them: nobody's sign-ins end the session of another. */
const [peopleMax, ofOneMax] = [1_000, 16];
/** Use is written down so often at most: a server that is killed forgets no more than this of it. */
const writtenEveryMs = 5 * 60_000;

/** Keeps sessions. */
export const createSessions = ({ nowMs, key, kept }: SessionOptions): Sessions => {
  const invitations = new Map<string, Invitation>();
  /** By digest, in the order of their use; read when the first call asks, since the token may be made meanwhile. */
  let read: Map<string, Session> | undefined;
  /** What those were read or made with: another key ends them, none only lets nobody in meanwhile. */
  let readBy: Uint8Array | undefined;
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
    const by = key();
    if (by === undefined) return read ?? new Map();
    if (readBy !== undefined && Buffer.compare(by, readBy) !== 0) {
      read = new Map();
      invitations.clear();
    }
    readBy = by;
    read ??= new Map(unsealed(kept.read(), by));
    for (const [digest, { openedMs, usedMs, untilMs = now + 1 }] of read)
      if (usedMs + sessionTimes.idleMs <= now || openedMs + sessionTimes.wholeMs <= now || untilMs <= now)
        read.delete(digest);
    for (const [digest, { expiresMs }] of invitations) if (expiresMs <= now) invitations.delete(digest);
    return read;
  };
  const write = (sessions: Map<string, Session>): void => {
    const by = key();
    if (by === undefined) return;
    writtenMs = time();
    kept.write(sealed([...sessions], by));
  };
  const found = ({ secret, half }: SessionWords): [string, Session] | undefined => {
    const digest = digestOf(secret);
    const session = digest === "" ? undefined : current().get(digest);
    return session?.half === digestOf(half) ? [digest, session] : undefined;
  };
  const opened = (about: Pick<Session, "openedBy" | "person" | "untilMs">): SessionWords => {
    const sessions = current();
    const [secret, half] = [newWord(), newWord()];
    // Without a token of the account nobody is let in: these words open nothing.
    if (key() === undefined) return { secret, half };
    sessions.set(digestOf(secret), { ...about, half: digestOf(half), openedMs: time(), usedMs: time() });
    for (const [isCounted, most] of boundsBeside(about.person)) {
      const counted = [...sessions].filter(([, { person }]) => isCounted(person));
      const [oldest] = counted[0] ?? [];
      if (counted.length > most && oldest !== undefined) sessions.delete(oldest);
    }
    write(sessions);
    return { secret, half };
  };
  const endAll = (ids: readonly string[]): number => {
    const sessions = current();
    const ended = [...sessions.keys()].filter((digest) => ids.includes(idOf(digest)));
    for (const digest of ended) sessions.delete(digest);
    if (ended.length > 0) write(sessions);
    return ended.length;
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
      const invited = openedBy === "" ? undefined : invitations.get(openedBy);
      if (invited === undefined) {
        const [other] = [...sessions].find(([, session]) => session.openedBy === openedBy) ?? [];
        if (other !== undefined && sessions.delete(other)) write(sessions);
        return undefined;
      }
      invitations.delete(openedBy);
      return { ...opened({ openedBy }), page: invited.page };
    },
    openOf: (person, untilMs) => opened({ person, untilMs }),
    use: (words) => {
      const [digest, session] = found(words) ?? [];
      if (digest === undefined || session === undefined) return undefined;
      const sessions = current();
      session.usedMs = time();
      sessions.delete(digest);
      sessions.set(digest, session);
      if (writtenMs + writtenEveryMs <= time()) write(sessions);
      return usedOf(digest, session);
    },
    end: (words) => {
      const [digest] = found(words) ?? [];
      if (digest !== undefined) endAll([idOf(digest)]);
    },
    list: () =>
      [...current()].map(([digest, session]) => ({
        ...usedOf(digest, session),
        openedMs: session.openedMs,
        usedMs: session.usedMs,
        endsMs: endOf(session),
      })),
    endAll,
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

/** When a session ends that is not used any more. */
const endOf = ({ openedMs, usedMs, untilMs = Number.POSITIVE_INFINITY }: Session): number =>
  Math.min(usedMs + sessionTimes.idleMs, openedMs + sessionTimes.wholeMs, untilMs);

const usedOf = (digest: string, { person }: Session): UsedSession => ({
  id: idOf(digest),
  ...(person === undefined ? {} : { person }),
});

type Bound = readonly [isCounted: (other: SessionPerson | undefined) => boolean, most: number];

/** Which sessions are counted against which bound when one more of somebody was opened. */
const boundsBeside = (person: SessionPerson | undefined): readonly Bound[] =>
  person === undefined
    ? [[(other) => other === undefined, sessionsMax]]
    : [
        [(other) => other?.issuer === person.issuer && other.subject === person.subject, ofOneMax],
        [(other) => other !== undefined, peopleMax],
      ];

const newWord = (): string => randomBytes(32).toString("base64url");

const idOf = (digest: string): string => digest.slice(0, 12);

/** Looked up by this: how long a look-up takes says nothing of the word. */
const sealOf = (key: Uint8Array, text: string): string => createHmac("sha256", key).update(text).digest("base64url");

const sealed = (sessions: readonly (readonly [string, Session])[], key: Uint8Array): string => {
  const text = JSON.stringify(sessions);
  return `${sealOf(key, `sessions ${text}`)}\n${text}\n`;
};

/** What was sealed with this key; nothing where anything of it was changed, or another key has taken the place of that one. */
const unsealed = (written: string | undefined, key: Uint8Array): [string, Session][] => {
  const [seal = "", text = ""] = written?.split("\n") ?? [];
  const [given, asked] = [Buffer.from(seal), Buffer.from(sealOf(key, `sessions ${text}`))];
  return given.length === asked.length && timingSafeEqual(given, asked) ? JSON.parse(text) : [];
};
