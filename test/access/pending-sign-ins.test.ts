import { expect, it } from "vitest";
import { PendingSignIns } from "../../src/access/pending-sign-ins.ts";

const start = () => {
  let now = 0;
  return {
    pending: new PendingSignIns(() => now),
    pass: (ms: number): void => {
      now += ms;
    },
  };
};

it("gives one back once, to the browser that began it", () => {
  const { pending } = start();
  const { state, bound, nonce, verifier } = pending.begin("/run/a");
  expect(pending.take("another state", bound)).toBeUndefined();
  expect(pending.take(state, bound)).toMatchObject({ nonce, verifier, next: "/run/a" });
  expect(pending.take(state, bound)).toBeUndefined();
});

it("ends one that another browser comes back with", () => {
  const { pending } = start();
  const { state, bound } = pending.begin("/");
  expect(pending.take(state, pending.begin("/").bound)).toBeUndefined();
  expect(pending.take(state, bound)).toBeUndefined();
});

it("forgets one after ten minutes", () => {
  const { pending, pass } = start();
  const [early, late] = [pending.begin("/"), (pass(1), pending.begin("/"))];
  pass(10 * 60_000 - 1);
  expect([pending.take(early.state, early.bound), pending.take(late.state, late.bound)?.next]).toEqual([
    undefined,
    "/",
  ]);
});

it("holds no more than 4,096, the latest", () => {
  const { pending } = start();
  const all = Array.from({ length: 4_100 }, () => pending.begin("/"));
  expect(pending.size).toBe(4_096);
  expect(all.filter(({ state, bound }) => pending.take(state, bound) === undefined)).toEqual(all.slice(0, 4));
});

it("says words that are long, of signs for an address, and none twice", () => {
  const { pending } = start();
  const words = Array.from({ length: 50 }, () => pending.begin("/")).flatMap((one) => [
    one.state,
    one.bound,
    one.nonce,
    one.verifier,
  ]);
  expect(new Set(words).size).toBe(200);
  expect(words.every((word) => /^[\w-]{43}$/u.test(word))).toBe(true);
});
