import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folded, stepped } from "../../../src/cli/show/stepper.ts";

const extent = { count: 3, lines: 25, room: 10 };

describe("a step through events", () => {
  it.each([
    ["right", { at: 1, top: 0 }, { at: 2, top: 0 }],
    ["return", { at: 1, top: 7 }, { at: 2, top: 0 }],
    ["right", { at: 2, top: 3 }, { at: 2, top: 3 }],
    ["left", { at: 1, top: 7 }, { at: 0, top: 0 }],
    ["left", { at: 0, top: 7 }, { at: 0, top: 7 }],
    ["space", { at: 0, top: 0 }, { at: 0, top: 10 }],
    ["space", { at: 0, top: 10 }, { at: 0, top: 15 }],
    ["space", { at: 0, top: 15 }, { at: 1, top: 0 }],
    ["down", { at: 0, top: 15 }, { at: 0, top: 15 }],
    ["up", { at: 0, top: 0 }, { at: 0, top: 0 }],
    ["pageup", { at: 0, top: 12 }, { at: 0, top: 2 }],
    ["G", { at: 0, top: 12 }, { at: 2, top: 0 }],
    ["g", { at: 2, top: 12 }, { at: 0, top: 0 }],
    ["x", { at: 1, top: 2 }, { at: 1, top: 2 }],
    ["resize", { at: 1, top: 2 }, { at: 1, top: 2 }],
  ])("by %s from %o leads to %o", (key, from, to) => {
    expect(stepped(from, key, extent)).toEqual(to);
  });

  it.each(["q", "escape", "ctrl-c", "ctrl-d"])("ends at %s", (key) => {
    expect(stepped({ at: 1, top: 0 }, key, extent)).toBeUndefined();
  });

  it("meets every line of every event by the space bar alone", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(60), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 30 }),
        (sizes, room) => {
          const met = sizes.map(() => new Set<number>());
          let step = { at: 0, top: 0 };
          for (let keys = 0; keys < 1_000; keys++) {
            const lines = sizes[step.at] ?? 0;
            for (let line = step.top; line < Math.min(lines, step.top + room); line++) met[step.at]?.add(line);
            const next = stepped(step, "space", { count: sizes.length, lines, room });
            if (!next || (next.at === step.at && next.top === step.top)) break;
            step = next;
          }
          expect(met.map((lines) => lines.size)).toEqual(sizes);
        },
      ),
    );
  });
});

describe("folded lines", () => {
  it("lose nothing and keep to the width, and go on as far in as they began", () => {
    expect(folded(["  abcdefgh", "xy"], 6)).toEqual(["  abcd", "  efgh", "xy"]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 40 }), (text, width) => {
        const lines = folded([text], width);
        expect(lines.every((line) => Array.from(line).length <= width)).toBe(true);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });
});
