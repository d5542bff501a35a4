import { describe, expect, it } from "vitest";
import { createSessions, sessionTimes, unkept } from "../../src/wire/sessions.ts";

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

describe("a session", () => {
  it("opens once with its word, and leads to the page that was asked for", () => {
    const { sessions } = start();
    const { secret, page } = sessions.open(sessions.invite("/vault")) ?? { secret: "", page: "" };
    expect(page).toBe("/vault");
    expect(sessions.isOpen(secret)).toBe(true);
    expect(sessions.isOpen(`${secret}x`)).toBe(false);
    expect(sessions.isOpen("")).toBe(false);
  });

  it("ends when its word comes a second time: somebody else had it", () => {
    const { sessions, pass } = start();
    const key = sessions.invite("");
    const { secret } = sessions.open(key)!;
    pass(sessionTimes.invitationMs * 3);
    sessions.invite("");
    expect(sessions.open(key)).toBeUndefined();
    expect(sessions.isOpen(secret)).toBe(false);
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
    const { secret } = sessions.open(sessions.invite(""))!;
    pass(10 * 3_600_000);
    expect(sessions.isOpen(secret)).toBe(true);
    pass(sessionTimes.idleMs);
    expect(sessions.isOpen(secret)).toBe(false);
  });

  it("ends after a day, however much it is used", () => {
    const { sessions, pass } = start();
    const { secret } = sessions.open(sessions.invite(""))!;
    for (let hours = 0; hours < 20; hours += 10) {
      pass(10 * 3_600_000);
      expect(sessions.isOpen(secret)).toBe(true);
    }
    pass(4 * 3_600_000);
    expect(sessions.isOpen(secret)).toBe(false);
  });

  it("lives over a restart of the server, and a word that comes again ends it there too", () => {
    const { sessions, begin } = start();
    const key = sessions.invite("");
    const { secret } = sessions.open(key)!;
    const next = begin();
    expect(next.isOpen(secret)).toBe(true);
    expect(next.open(key)).toBeUndefined();
    expect(next.isOpen(secret)).toBe(false);
    expect(begin().isOpen(secret)).toBe(false);
  });

  it("ends when it is ended, on disk as well", () => {
    const { sessions, begin } = start();
    const { secret } = sessions.open(sessions.invite(""))!;
    sessions.end(secret);
    expect([sessions.isOpen(secret), begin().isOpen(secret)]).toEqual([false, false]);
  });

  it("ends with the token of the account: another one, or none, opens nothing", () => {
    const { sessions, begin, account } = start();
    const { secret } = sessions.open(sessions.invite(""))!;
    account.key = undefined;
    expect(sessions.isOpen(secret)).toBe(false);
    account.key = Buffer.from("another");
    expect([sessions.isOpen(secret), begin().isOpen(secret)]).toEqual([false, false]);
  });

  it("is kept without its word, and what was changed there is not believed", () => {
    const { sessions, begin, kept } = start();
    const { secret } = sessions.open(sessions.invite(""))!;
    const text = kept.read()!;
    expect(text).not.toContain(secret);
    kept.write(text.replace('"openedMs":1000', '"openedMs":9000'));
    expect(begin().isOpen(secret)).toBe(false);
    kept.write("");
    expect(begin().isOpen(secret)).toBe(false);
  });

  it("is one of at most 64: the one unused the longest goes", () => {
    const { sessions } = start();
    const secrets = Array.from({ length: 65 }, () => sessions.open(sessions.invite(""))!.secret);
    expect(secrets.map(sessions.isOpen)).toEqual([false, ...secrets.slice(1).map(() => true)]);
  });

  it("is not invited to without bound", () => {
    const { sessions, pass } = start();
    for (let count = 0; count < 16; count += 1) sessions.invite("");
    expect(() => sessions.invite("")).toThrow(expect.objectContaining({ reason: "LIMIT_EXCEEDED" }));
    pass(sessionTimes.invitationMs);
    expect(sessions.invite("")).toHaveLength(43);
  });
});
