import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneLine, plain, wrap } from "../../src/cli/text/plain.ts";
import { table } from "../../src/cli/text/table.ts";

describe("plain", () => {
  it("leaves nothing that a terminal obeys, and everything else as it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
        expect(plain(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
    expect(plain("één\tregel\nen nog “een” 👋")).toBe("één\tregel\nen nog “een” 👋");
  });

  it("writes an escape sequence and a turned text out", () => {
    expect(plain("a\u001b[2Jb\u202ec")).toBe("a<U+001B>[2Jb<U+202E>c");
  });
});

describe("oneLine", () => {
  it("cuts by characters, never inside an astral one", () => {
    expect(oneLine("👋👋👋👋", 3)).toBe("👋👋…");
    expect(oneLine(" a\n b ")).toBe("a b");
  });
});

describe("wrap", () => {
  it("keeps every word in order, in lines no longer than asked unless a word is", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,15}$/)), (words) => {
        const lines = wrap(words.join(" "), 20);
        expect(lines.join(" ")).toBe(words.join(" "));
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(20);
      }),
    );
  });
});

describe("table", () => {
  it("lines columns up", () => {
    expect(
      table([
        ["a", "bb", "c"],
        ["aaa", "b"],
      ]),
    ).toEqual(["a    bb  c", "aaa  b"]);
  });
});
