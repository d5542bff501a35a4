import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LightHeaders } from "../../../scripts/bundle/light-headers.ts";

const name = fc.oneof(
  fc.constantFrom(
    "Accept",
    "accept",
    "x-a",
    "X-A",
    "Set-Cookie",
    "set-cookie",
    "cookie",
    "te",
    "content-type",
    "",
    "a b",
    "é",
  ),
  fc.string({ maxLength: 4 }),
);
const value = fc.oneof(
  fc.constantFrom("", "a", "b, c", " a\t", "\r\na ", "a\nb", "a\0", "€", "é", "a;b"),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const call = fc.oneof(
  fc.record({ verb: fc.constantFrom("append", "set"), name, value }),
  fc.record({ verb: fc.constantFrom("get", "has", "delete"), name, value }),
);
type Call = { readonly verb: string; readonly name: string; readonly value: string };

/** What a caller sees of an order: its answer, or that it was refused. */
const seen = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof TypeError ? "refused" : error;
  }
};

const order = (headers: Headers, { verb, name, value }: Call): unknown => {
  const by: Record<string, () => unknown> = {
    append: () => headers.append(name, value),
    set: () => headers.set(name, value),
    get: () => headers.get(name),
    has: () => headers.has(name),
    delete: () => headers.delete(name),
  };
  return seen(by[verb]!);
};

/** Everything that can be read of headers. */
const whole = (headers: Headers): unknown => {
  const each: unknown[] = [];
  headers.forEach((value, key) => void each.push([key, value]));
  return {
    entries: [...headers],
    keys: [...headers.keys()],
    values: [...headers.values()],
    cookies: headers.getSetCookie(),
    tag: String(headers),
    each,
  };
};

describe("the headers of the bundle", () => {
  it("answer every list of calls as the headers of Node do", () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 12 }), (calls) => {
        const [ours, theirs] = [new LightHeaders(), new Headers()];
        for (const one of calls) expect(order(ours, one)).toEqual(order(theirs, one));
        expect(whole(ours)).toEqual(whole(theirs));
        expect(whole(new LightHeaders(ours))).toEqual(whole(new Headers(theirs)));
      }),
      { numRuns: 2_000 },
    );
  });

  it("are made from pairs and from records as the headers of Node are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (pairs) => {
        for (const init of [pairs, Object.fromEntries(pairs)])
          expect(seen(() => whole(new LightHeaders(init)))).toEqual(seen(() => whole(new Headers(init))));
      }),
      { numRuns: 1_000 },
    );
  });

  it("are not made from anything else, as the headers of Node are not", () => {
    for (const init of [null, 1, "a: b", [["a"]], [["a", "b", "c"]], [1]] as unknown as HeadersInit[]) {
      expect(seen(() => new LightHeaders(init))).toBe("refused");
      expect(seen(() => new Headers(init))).toBe("refused");
    }
  });
});
