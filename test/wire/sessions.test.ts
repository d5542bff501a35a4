import { describe, expect, it } from "vitest";
import { originHalf } from "#kit/page-session.ts";
import { DomainError } from "../../src/error.ts";
import { bySession } from "../../src/wire/page-session.ts";
import { createSessions, type Sessions, type SessionWords, sessionTimes, unkept } from "../../src/wire/sessions.ts";

const start = () => {
  let now = 1_000;
  const pass = (ms: number): void => {
    now += ms;
  };
  const kept = unkept();
  const account = { key: Buffer.from("token") as Uint8Array | undefined };
  const begin = () => createSessions({ nowMs: () => now, key: () => account.key, kept });
  return { sessions: begin(), pass, begin, kept, account };
};

/** Whether two words open a session. */
const isOpen = (sessions: Sessions, words: SessionWords): boolean => sessions.use(words) !== undefined;

describe("a session", () => {
  it("opens once with its word, and leads to the page that was asked for", () => {
    const { sessions } = start();
    const { page, ...words } = sessions.open(sessions.invite("/vault"))!;
    expect(page).toBe("/vault");
    expect(isOpen(sessions, words)).toBe(true);
    expect(isOpen(sessions, { ...words, secret: `${words.secret}x` })).toBe(false);
    expect(isOpen(sessions, { secret: "", half: "" })).toBe(false);
  });

  it("ends when its word comes a second time: somebody else had it", () => {
    const { sessions, pass } = start();
    const key = sessions.invite("");
    const words = sessions.open(key)!;
    pass(sessionTimes.invitationMs * 3);
    sessions.invite("");
    expect(sessions.open(key)).toBeUndefined();
    expect(isOpen(sessions, words)).toBe(false);
  });

  it("is not opened by a word that waited too long, or that nobody made", () => {
    const { sessions, pass } = start();
    const key = sessions.invite("");
    pass(sessionTimes.invitationMs);
    expect(sessions.open(key)).toBeUndefined();
    expect(sessions.open("nothing")).toBeUndefined();
    expect(sessions.open("")).toBeUndefined();
  });

  it("lasts as long as it is used, and ends when it is not", () => {
    const { sessions, pass } = start();
    const words = sessions.open(sessions.invite(""))!;
    pass(10 * 3_600_000);
    expect(isOpen(sessions, words)).toBe(true);
    pass(sessionTimes.idleMs);
    expect(isOpen(sessions, words)).toBe(false);
  });

  it("ends after a day, however much it is used", () => {
    const { sessions, pass } = start();
    const words = sessions.open(sessions.invite(""))!;
    for (let hours = 0; hours < 20; hours += 10) {
      pass(10 * 3_600_000);
      expect(isOpen(sessions, words)).toBe(true);
    }
    pass(4 * 3_600_000);
    expect(isOpen(sessions, words)).toBe(false);
  });

  it("lives over a restart of the server, and a word that comes again ends it there too", () => {
    const { sessions, begin } = start();
    const key = sessions.invite("");
    const words = sessions.open(key)!;
    const next = begin();
    expect(isOpen(next, words)).toBe(true);
    expect(next.open(key)).toBeUndefined();
    expect(isOpen(next, words)).toBe(false);
    expect(isOpen(begin(), words)).toBe(false);
  });

  it("ends when it is ended, on disk as well", () => {
    const { sessions, begin } = start();
    const words = sessions.open(sessions.invite(""))!;
    sessions.end(words);
    expect([isOpen(sessions, words), isOpen(begin(), words)]).toEqual([false, false]);
  });

  it("ends with the token of the account: another one, or none, opens nothing", () => {
    const { sessions, begin, account } = start();
    const words = sessions.open(sessions.invite(""))!;
    const token = account.key;
    account.key = undefined;
    expect([isOpen(sessions, words), isOpen(begin(), words)]).toEqual([false, false]);
    // A token file that was unfit for a while and is set right again.
    account.key = token;
    expect([isOpen(sessions, words), isOpen(begin(), words)]).toEqual([true, true]);
    account.key = Buffer.from("another");
    expect([isOpen(sessions, words), isOpen(begin(), words)]).toEqual([false, false]);
    expect(sessions.list()).toEqual([]);
  });

  it("is kept without its word, and what was changed there is not believed", () => {
    const { sessions, begin, kept } = start();
    const words = sessions.open(sessions.invite(""))!;
    const text = kept.read()!;
    expect(text).not.toContain(words.secret);
    kept.write(text.replace('"openedMs":1000', '"openedMs":9000'));
    expect(isOpen(begin(), words)).toBe(false);
    kept.write("");
    expect(isOpen(begin(), words)).toBe(false);
  });

  it("is one of at most 64: the one unused the longest goes", () => {
    const { sessions } = start();
    const all = Array.from({ length: 65 }, () => sessions.open(sessions.invite(""))!);
    expect(all.map((words) => isOpen(sessions, words))).toEqual([false, ...all.slice(1).map(() => true)]);
  });

  it("is opened by both of its words alone, and one of them neither uses nor ends it", () => {
    const { sessions, pass } = start();
    const [words, other] = [sessions.open(sessions.invite(""))!, sessions.open(sessions.invite(""))!];
    const before = sessions.list();
    pass(1_000);
    for (const half of ["", other.half, words.secret]) {
      expect(isOpen(sessions, { ...words, half })).toBe(false);
      sessions.end({ ...words, half });
    }
    expect(sessions.list()).toEqual(before);
    expect(isOpen(sessions, words)).toBe(true);
  });

  it("stands in a list until it is ended by its id, which opens nothing", () => {
    const { sessions, pass, begin } = start();
    const [first, second] = [sessions.open(sessions.invite(""))!, sessions.open(sessions.invite(""))!];
    pass(20 * 60_000);
    const { id } = sessions.use(first)!;
    expect(sessions.list()).toEqual([
      { id: expect.any(String), openedMs: 1_000, usedMs: 1_000, endsMs: 1_000 + sessionTimes.idleMs },
      { id, openedMs: 1_000, usedMs: 1_201_000, endsMs: 1_201_000 + sessionTimes.idleMs },
    ]);
    expect(isOpen(sessions, { secret: id, half: id })).toBe(false);
    expect([sessions.endAll([id]), sessions.endAll([id])]).toEqual([1, 0]);
    for (const each of [sessions, begin()])
      expect([first, second].map((words) => isOpen(each, words))).toEqual([false, true]);
  });

  it("ends a day after its beginning, which its list says", () => {
    const { sessions, pass } = start();
    const words = sessions.open(sessions.invite(""))!;
    for (let hours = 0; hours < 20; hours += 10) {
      pass(10 * 3_600_000);
      sessions.use(words);
    }
    expect(sessions.list().map(({ endsMs }) => endsMs)).toEqual([1_000 + sessionTimes.wholeMs]);
    pass(4 * 3_600_000 - 1);
    expect(isOpen(sessions, words)).toBe(true);
    pass(1);
    expect([isOpen(sessions, words), sessions.list()]).toEqual([false, []]);
  });

  it("is not invited to without bound", () => {
    const { sessions, pass } = start();
    for (let count = 0; count < 16; count += 1) sessions.invite("");
    expect(() => sessions.invite("")).toThrow(expect.objectContaining({ reason: "LIMIT_EXCEEDED" }));
    pass(sessionTimes.invitationMs);
    expect(sessions.invite("")).toHaveLength(43);
  });
});

describe("a session of somebody who signed in", () => {
  const noor = { issuer: "https://login.example", subject: "noor", name: "Noor", groups: ["lawyers"] };

  it("is known as theirs at each use and in the list, also over a restart", () => {
    const { sessions, begin } = start();
    const words = sessions.openOf(noor, 1_000 + 3_600_000);
    for (const each of [sessions, begin()]) {
      expect(each.use(words)?.person).toEqual(noor);
      expect(each.list()).toMatchObject([{ person: noor }]);
    }
  });

  it("ends with their sign-in, however much it is used", () => {
    const { sessions, pass } = start();
    const words = sessions.openOf(noor, 1_000 + 60_000);
    pass(59_999);
    expect(isOpen(sessions, words)).toBe(true);
    pass(1);
    expect(isOpen(sessions, words)).toBe(false);
  });

  it("takes the place of none but the oldest of the same person", () => {
    const { sessions } = start();
    const own = sessions.open(sessions.invite(""))!;
    const mila = sessions.openOf({ ...noor, subject: "mila" }, 9_000_000);
    const noors = Array.from({ length: 80 }, () => sessions.openOf(noor, 9_000_000));
    expect([own, mila].map((words) => isOpen(sessions, words))).toEqual([true, true]);
    expect(noors.filter((words) => isOpen(sessions, words))).toEqual(noors.slice(-16));
  });

  it("is not ended by a word that opens nothing, nor opened without a token of the account", () => {
    const { sessions, account } = start();
    const words = sessions.openOf(noor, 9_000_000);
    account.key = undefined;
    const none = sessions.openOf(noor, 9_000_000);
    sessions.open("");
    account.key = Buffer.from("token");
    expect([words, none].map((each) => isOpen(sessions, each))).toEqual([true, false]);
    expect(sessions.list()).toHaveLength(1);
  });
});

describe("a call with such a session", () => {
  const { sessions } = start();
  const { secret, half } = sessions.openOf({ issuer: "i", subject: "noor", name: "", groups: [] }, 9_000_000);
  const headers = { host: "127.0.0.1:7611", "sec-fetch-site": "same-origin", cookie: `pincite-7611=${secret}` };
  const arrival = { method: "POST", path: "/x/y", headers: { ...headers, [originHalf.header]: half } };
  const refusal = new DomainError("UNAUTHENTICATED", "nobody");

  it("is that person's with the rights that they have now, and never the account's", () => {
    const person = { issuer: "i", subject: "noor", rights: new Set([]), everywhere: new Set([]), groups: new Set([]) };
    const who = bySession(
      sessions,
      () => refusal,
      ({ subject }) => (subject === "noor" ? person : undefined),
    );
    expect(who(arrival)).toMatchObject({ by: "session", person });
    // A server without a file of who may sign in, or one in which nobody gives them a role any more.
    expect(bySession(sessions, () => refusal)(arrival)).toBe(refusal);
    expect(
      bySession(
        sessions,
        () => refusal,
        () => undefined,
      )(arrival),
    ).toBe(refusal);
  });
});
