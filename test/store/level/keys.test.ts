import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  artifactKey,
  commitKey,
  headKey,
  idempotencyKey,
  locatorKey,
  longDigest,
  numberIn,
  ownerKey,
  parseKey,
  positionIn,
  positionKey,
  recordKey,
  recordPrefix,
  shortDigest,
  stateKey,
  successor,
} from "../../../src/store/level/keys.ts";

const wellFormed = (minLength: number) =>
  fc
    .string({
      unit: fc.oneof(
        fc.constantFrom("!", "%", "2", "1", "a", "e", "\u0001"),
        fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      ),
      minLength,
      maxLength: 12,
    })
    .filter((text) => text.isWellFormed() && !text.includes("\0"));
const name = wellFormed(1);
/** A stream, or the owner's own. */
const scope = wellFormed(0);
const seq = fc.integer({ min: 1, max: 50_000 });
const digest = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex"));

/** One key of any kind, with the parts it was made of. */
const anyKey = fc.oneof(
  fc.tuple(name, scope, seq).map(([owner, of, n]) => ({ owner, id: `c${of}\0${n}`, key: commitKey(owner, of, n) })),
  fc
    .tuple(name, digest, scope)
    .map(([owner, of, at]) => ({ owner, id: `l${of}\0${at}`, key: locatorKey(owner, of, at) })),
  fc.tuple(name, seq).map(([owner, n]) => ({ owner, id: `g${n}`, key: positionKey(owner, BigInt(n)) })),
  fc.tuple(name, name).map(([owner, stream]) => ({ owner, id: `h${stream}`, key: headKey(owner, stream) })),
  name.map((owner) => ({ owner, id: "o", key: ownerKey(owner) })),
  fc
    .tuple(name, digest, scope)
    .map(([owner, of, at]) => ({ owner, id: `b${of}\0${at}`, key: artifactKey(owner, of, at) })),
  fc.tuple(name, name).map(([owner, key]) => ({ owner, id: `q${key}`, key: idempotencyKey(owner, key) })),
  fc
    .tuple(name, name, name)
    .map(([owner, space, key]) => ({ owner, id: `r${space}\0${key}`, key: recordKey(owner, space, key) })),
);

const utf8 = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe("keys", () => {
  it("are different for different things, whatever the names are", () => {
    fc.assert(
      fc.property(anyKey, anyKey, (one, other) => {
        expect(one.key === other.key).toBe(one.owner === other.owner && one.id === other.id);
      }),
      { numRuns: 2_000 },
    );
  });

  it("stand within the range of their own owner and of no other", () => {
    fc.assert(
      fc.property(anyKey, name, (one, owner) => {
        const range = ownerKey(owner).slice(0, -1);
        expect(one.key.startsWith(range)).toBe(one.owner === owner);
        expect(one.key).not.toBe(stateKey);
      }),
      { numRuns: 2_000 },
    );
  });

  it("of records stand within the range of their own space and of no other", () => {
    fc.assert(
      fc.property(anyKey, name, name, (one, owner, space) => {
        const inside = one.owner === owner && one.id.startsWith(`r${space}\0`);
        expect(one.key.startsWith(recordPrefix(owner, space))).toBe(inside);
      }),
      { numRuns: 2_000 },
    );
  });

  it("sort as their numbers do", () => {
    fc.assert(
      fc.property(name, name, seq, seq, (owner, stream, a, b) => {
        expect(Math.sign(utf8(commitKey(owner, stream, a), commitKey(owner, stream, b)))).toBe(Math.sign(a - b));
        expect(Math.sign(utf8(positionKey(owner, BigInt(a)), positionKey(owner, BigInt(b))))).toBe(Math.sign(a - b));
      }),
    );
  });

  it("tell their number when they are taken apart", () => {
    fc.assert(
      fc.property(name, scope, seq, (owner, of, n) => {
        expect(numberIn(commitKey(owner, of, n))).toBe(n);
        expect(positionIn(positionKey(owner, BigInt(n)))).toBe(BigInt(n));
      }),
    );
  });

  it("tell their owner when they are taken apart", () => {
    fc.assert(
      fc.property(anyKey, ({ owner, key }) => {
        expect(parseKey(key)?.owner).toBe(owner);
      }),
    );
  });

  it("hold a digest in 43 characters and give it back", () => {
    fc.assert(
      fc.property(digest, (hex) => {
        expect(shortDigest(hex)).toHaveLength(43);
        expect(longDigest(shortDigest(hex))).toBe(hex);
      }),
    );
  });
});

describe("the successor of a prefix", () => {
  it("is above every text with that prefix and not above any other that is", () => {
    fc.assert(
      fc.property(name, wellFormed(0), name, (prefix, rest, other) => {
        const above = successor(prefix);
        if (above === undefined) return /^\u{10ffff}+$/u.test(prefix);
        const within = utf8(other, prefix) >= 0 && utf8(other, above) < 0;
        return utf8(prefix + rest, above) < 0 && within === other.startsWith(prefix);
      }),
      { numRuns: 2_000 },
    );
  });

  it("steps over the surrogates, which are no characters", () => {
    expect(successor("a\ud7ff")).toBe("a\ue000");
    expect(successor("a\u{10ffff}")).toBe("b");
  });
});
