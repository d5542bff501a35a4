import { describe, expect, it } from "vitest";
import { keptWith } from "../../src/run/kept.ts";

describe("what is kept with a message", () => {
  const counted = () => {
    let made = 0;
    const make = keptWith((of: { readonly id: string }, ...rest: readonly unknown[]) => ({ of, rest, nth: ++made }));
    return { make, made: () => made };
  };

  it("is the same as long as the message and all the rest are the same", () => {
    const { make, made } = counted();
    const message = { id: "a" };
    const first = make(message, "x", 1);
    expect(make(message, "x", 1)).toBe(first);
    expect(made()).toBe(1);
  });

  it("is made again for another message, even an equal one", () => {
    const { make } = counted();
    expect(make({ id: "a" }, "x").nth).toBe(1);
    expect(make({ id: "a" }, "x").nth).toBe(2);
  });

  it.each([
    ["another value", ["x", 2]],
    ["another order", [1, "x"]],
    ["one less", ["x"]],
    ["one more", ["x", 1, undefined]],
    ["none", []],
  ])("is made again, of what it is now given, where the rest has %s", (_, rest) => {
    const { make } = counted();
    const message = { id: "a" };
    make(message, "x", 1);
    expect(make(message, ...rest)).toEqual({ of: message, rest, nth: 2 });
    expect(make(message, "x", 1)).toEqual({ of: message, rest: ["x", 1], nth: 3 });
  });
});
