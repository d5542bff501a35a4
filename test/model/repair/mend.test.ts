import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutObject, cutObjects } from "../../../src/model/providers/repair/cut-object.ts";
import { mend, mendQuotes } from "../../../src/model/providers/repair/mend.ts";
import { translateOlder } from "../../../src/model/providers/repair/older-envelopes.ts";
import { utf8 } from "../turns.ts";

const mended = (text: string) => {
  const found = mend(utf8(text));
  return found && { text: Buffer.from(found.slice).toString(), repairs: found.repairs, multiple: found.multiple };
};

/** Every string of a JSON value, keys too, in order. */
const stringsOf = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (Array.isArray(value) ? [] : [key]).concat(stringsOf(inner)));
};

/** Words as evidence holds them: quotes of every kind, braces, fences, escapes, marks beyond the first plane. */
const evidence = fc
  .array(
    fc.constantFrom(
      ...[
        '"',
        "'",
        "“",
        "”",
        "„",
        "’",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "```",
        "</think>",
        "\n",
        "é",
        "e\u0301",
        "👩‍👧",
      ],
      ...["De werkgever", " zal ", "niet", ' {"tool":"x","args":{}} ', " "],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const envelope = fc.record({
  nonce: fc.constant("n-1"),
  final: fc.record({ message: evidence, evidence: fc.record({ quote: fc.record({ exactQuote: evidence }) }) }),
});

const frame = fc.constantFrom<[string, string]>(
  ["", ""],
  ["\n  ", " \n"],
  ["```json\n", "\n```"],
  ["Here is the answer:\n```\n", "\n```\nI hope it helps."],
  ['<think>Perhaps { or } or "?</think>\n', ""],
  ["Sure! ", " That's all."],
);

describe("the first balanced object", () => {
  it.each([
    ["none", "no braces", undefined],
    ["one in prose", 'a {"b": 1} c', '{"b": 1}'],
    ["one with braces in its strings", '{"b": "}{\\"}"} {', '{"b": "}{\\"}"}'],
    ["one that is cut off", '{"b": {"c": 1}', undefined],
    ["one cut off inside a string", '{"b": "}', undefined],
    ["one that ends in a backslash", '{"b": "\\', undefined],
    ["nested ones", 'x{"a":{"b":{}}}y', '{"a":{"b":{}}}'],
  ])("is found: %s", (_name, text, expected) => {
    const cut = cutObject(text);
    expect(cut && text.slice(cut.start, cut.end)).toBe(expected);
  });

  it("is the whole of any JSON object, whatever stands around it without braces", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom("", "\n", "Antwoord: "),
        (value, around) => {
          const text = JSON.stringify(value);
          const cut = cutObject(around + text + around);
          expect(cut && (around + text + around).slice(cut.start, cut.end)).toBe(text);
        },
      ),
    );
  });

  it("is found in time that grows with the text, also in a hostile one", () => {
    expect(cutObjects("{".repeat(200_000))).toEqual([]);
    expect(cutObjects("{}".repeat(50_000))).toHaveLength(50_000);
    expect(mend(utf8(`{"a": ${"“".repeat(100_000)}}`))?.repairs).toEqual([]);
    expect(mend(utf8(`{'a': [${"'b',".repeat(100_000)}'c']}`))?.repairs).toEqual(["quotes"]);
  });
});

describe("mending", () => {
  it("says what it did", () => {
    expect(mended('{"a": 1}')?.repairs).toEqual([]);
    expect(mended('```json\n{"a": 1}\n```')?.repairs).toEqual(["fence"]);
    expect(mended('Here: {"a": 1}')?.repairs).toEqual(["prose"]);
    expect(mended('\ufeff{"a": 1}')?.repairs).toEqual(["prose"]);
    expect(mended('<think>{"b": 2}</think>```\n{“a”: 1}\n``` done')?.repairs).toEqual([
      "reasoning",
      "prose",
      "fence",
      "quotes",
    ]);
    expect(mended('{"tool": "vault.search", "args": {}, "nonce": "n"}')?.repairs).toEqual(["envelope_000"]);
    expect(mended("no object")).toBeUndefined();
    expect(mend(Uint8Array.of(0x7b, 0xff, 0x7d))).toBeUndefined();
  });

  it("notices a second JSON object, and is not misled by braces that are none", () => {
    expect(mended('{"a": 1}{"b": 2}')?.multiple).toBe(true);
    expect(mended("{'a': 1} and {'b': 2}")?.multiple).toBe(true);
    expect(mended('{"a": 1} as in {this}')?.multiple).toBe(false);
  });

  it("leaves every string of an envelope as it was, byte for byte, whatever stands around and inside", () => {
    fc.assert(
      fc.property(envelope, frame, (value, [before, after]) => {
        const result = mended(before + JSON.stringify(value) + after);
        expect(stringsOf(JSON.parse(result?.text ?? "null"))).toEqual(stringsOf(value));
        expect(result?.text).toBe(JSON.stringify(value));
      }),
      { numRuns: 500 },
    );
  });

  it("leaves every argument of an older envelope as it was", () => {
    const call = fc.record({ query: evidence, kinds: fc.array(evidence, { maxLength: 2 }) });
    fc.assert(
      fc.property(call, evidence, frame, fc.nat(2), (args, reason, [before, after], which) => {
        const older = [
          { tool: "vault.search", args, nonce: "n-1" },
          { tool_request: { tool_id: "vault.search", reason, inputs: args }, nonce: "n-1" },
          { type: "tool_call", name: "vault.search", args, nonce: "n-1" },
        ][which];
        const request = JSON.parse(mended(before + JSON.stringify(older) + after)?.text ?? "null").tool.requests[0];
        expect(request.params.vaultSearch).toEqual(args);
        if (which === 1) expect(request.reason).toBe(reason);
      }),
    );
  });
});

describe("mending quotes", () => {
  it.each([
    ["curly ones", "{“a”: “b”}", '{"a": "b"}'],
    ["low ones", "{„a”: „b“}", '{"a": "b"}'],
    ["single ones", "{'a': ['b', 'c d']}", '{"a": ["b", "c d"]}'],
    ["an apostrophe inside double ones", "{“a”: “it’s 'so'”}", '{"a": "it’s \'so\'"}'],
    ["plain strings beside them", '{"a“b”": “c”}', '{"a“b”": "c"}'],
  ])("puts plain ones: %s", (_name, text, expected) => {
    expect(mendQuotes(text)).toBe(expected);
  });

  it.each([
    ["a quote within a quote", "{“a”: “he said “no”, and left”}"],
    ["an apostrophe within single ones", "{'a': 'it's'}"],
    ["a double quote within single ones", `{'a': 'say "x"'}`],
    ["a backslash", "{“a”: “b\\n”}"],
    ["a line break", "{“a”: “b\nc”}"],
    ["one that never closes", "{“a”: “b}"],
    ["one where no string belongs", "{a“b”: 1}"],
  ])("leaves it alone where there is a doubt: %s", (_name, text) => {
    expect(mendQuotes(text)).toBeUndefined();
  });

  it("changes nothing but quote characters, one for one, and never inside a plain string", () => {
    const pieces = fc.array(fc.constantFrom('"', "'", "“", "”", "’", "{", "}", ":", ",", "a", " ", "\\", '"x“y”"'), {
      maxLength: 24,
    });
    const quotes = /["'‘’‚‛“”„‟«»]/;
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join("");
        const result = mendQuotes(text);
        if (result === undefined) return;
        expect(result).toHaveLength(text.length);
        const changed = [...text].flatMap((char, at) => (result[at] === char ? [] : [char]));
        expect(changed.every((char) => quotes.test(char))).toBe(true);
        expect(result.split('"x“y”"')).toHaveLength(text.split('"x“y”"').length);
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives the very words between the delimiters as the value", () => {
    const words = fc.string({ unit: "grapheme", maxLength: 20 }).filter((one) => !/["“”„‟«»\\]|\p{Cc}/u.test(one));
    fc.assert(
      fc.property(words, words, (key, value) => {
        expect(JSON.parse(mendQuotes(`{“${key}”: “${value}”}`) ?? "null")).toEqual({ [key]: value });
      }),
    );
  });
});

describe("the older envelopes", () => {
  it("are translated with the nonce they carry, and none is made up", () => {
    expect(translateOlder({ type: "tool_call", name: "vault.search", args: { query: "x" } })).toEqual({
      repair: "envelope_004",
      turn: {
        tool: {
          requests: [
            {
              toolName: "vault.search",
              reason: "no reason given (older envelope)",
              params: { vaultSearch: { query: "x" } },
            },
          ],
        },
      },
    });
  });

  it.each([
    ["a key too many", { tool: "vault.search", args: {}, nonce: "n", thoughts: "x" }],
    ["arguments that are a list", { tool: "vault.search", args: [], nonce: "n" }],
    ["arguments that are null", { type: "tool_call", name: "vault.search", args: null }],
    ["a name that is no text", { type: "tool_call", name: 7, args: {} }],
    ["another type", { type: "message", name: "vault.search", args: {} }],
    ["a request without a reason", { tool_request: { tool_id: "vault.search", inputs: {} } }],
    ["the decision to end, which says nothing else", { action: "final", nonce: "n" }],
    ["a list", [{ tool: "vault.search", args: {} }]],
    ["our own envelope", { nonce: "n", tool: { requests: [] } }],
  ])("are left alone when they do not fit: %s", (_name, value) => {
    expect(translateOlder(value as never)).toBeUndefined();
  });
});
