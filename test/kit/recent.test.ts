import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Recent } from "#kit/recent.ts";

describe("what was used last", () => {
  it("is what a list in order of use would keep, as far as the weight goes", () => {
    const step = fc.record({ key: fc.nat(20), does: fc.constantFrom("set", "get", "delete"), weight: fc.nat(7) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 30 }), (steps, weightMax) => {
        const recent = new Recent<number, { weight: number }>(weightMax, ({ weight }) => weight);
        let model: { key: number; weight: number }[] = [];
        for (const { key, does, weight } of steps) {
          const known = model.find((one) => one.key === key);
          model = model.filter((one) => one.key !== key);
          if (does === "set") {
            recent.set(key, { weight });
            model.push({ key, weight });
            while (model.length > 1 && model.reduce((sum, one) => sum + one.weight, 0) > weightMax) model.shift();
          } else if (does === "delete") recent.delete(key);
          else {
            expect(recent.get(key)?.weight).toBe(known?.weight);
            if (known) model.push(known);
          }
        }
        expect(recent.keys()).toEqual(model.map(({ key }) => key));
        for (const { key, weight } of model) expect(recent.get(key)).toEqual({ weight });
      }),
    );
  });

  it("is nothing, and weighs nothing, once it is cleared", () => {
    const recent = new Recent<string, string>(4, ({ length }) => length);
    recent.set("a", "abcd");
    recent.clear();
    expect(recent.keys()).toEqual([]);
    recent.set("b", "ab");
    recent.set("c", "cd");
    expect(recent.keys()).toEqual(["b", "c"]);
  });

  it("is so many entries unless they are weighed", () => {
    const recent = new Recent<string, number>(3);
    for (const [at, key] of ["a", "b", "c"].entries()) recent.set(key, at);
    expect(recent.get("a")).toBe(0);
    recent.set("d", 3);
    expect(["a", "b", "c", "d"].map((key) => recent.get(key))).toEqual([0, undefined, 2, 3]);
  });
});
