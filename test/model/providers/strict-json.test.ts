import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonDepthMax, readJson } from "../../../src/model/providers/strict-json.ts";
import { describeWithData } from "../../support/shared-data.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readJson(bytes(text));

describe("the strict JSON reader", () => {
  it("gives back every value that JSON can write", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const reading = read(JSON.stringify(value));
        if (!reading.ok) return /surrogate|same key|deeper|large/.test(reading.problem);
        // Objects read have no prototype; written again they are the same text.
        expect(JSON.stringify(reading.value)).toBe(JSON.stringify(value));
        return true;
      }),
    );
  });

  it("refuses what another reader could read differently", () => {
    const refused = [
      '{"a":1,"a":2}',
      '{"a":1,"\\u0061":2}',
      '{"a":"\\ud800"}',
      '{"a":1e999}',
      "\ufeff{}",
      '{"a":NaN}',
      "{'a':1}",
      '{"a":1,}',
      '{"a":01}',
      '{"a":"tab\there"}',
      "{} // done",
      "",
    ];
    for (const text of refused) expect(read(text).ok, text).toBe(false);
    expect(readJson(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)).ok).toBe(false);
  });

  it("takes __proto__ for a key like any other", () => {
    const reading = read('{"__proto__":{"polluted":true}}');
    expect(reading.ok && Object.keys(reading.value as object)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("reads down to its depth and refuses one level more", () => {
    expect(read("[".repeat(jsonDepthMax) + "]".repeat(jsonDepthMax)).ok).toBe(true);
    expect(read("[".repeat(jsonDepthMax + 1) + "]".repeat(jsonDepthMax + 1)).ok).toBe(false);
    expect(read("[".repeat(200_000)).ok).toBe(false);
  });

  it("tells a second value from other text behind the first", () => {
    expect(read("{}{}")).toMatchObject({ ok: false, trailing: "value" });
    expect(read("{} and so on")).toMatchObject({ ok: false, trailing: "text" });
  });
});

/** Accepted by RFC 8259 parsers at large; refused here because two readers may see two values. */
const knowinglyRefused = new Set([
  "y_object_duplicated_key.json",
  "y_object_duplicated_key_and_value.json",
  "y_string_noncharacter_U+D800.json",
]);

describeWithData("the strict JSON reader on the JSON test suite", "json-testsuite/test_parsing", (folder) => {
  const files = folder === "" ? [] : readdirSync(folder).sort();

  it("refuses every text that is not JSON", () => {
    const negative = files.filter((file) => file.startsWith("n_"));
    const taken = negative.filter((file) => readJson(readFileSync(join(folder, file))).ok);
    expect(taken).toEqual([]);
    expect(negative.length).toBeGreaterThan(100);
  });

  it("accepts every text that is JSON, but for the ones it refuses knowingly", () => {
    const positive = files.filter((file) => file.startsWith("y_") && !knowinglyRefused.has(file));
    const refused = positive.filter((file) => !readJson(readFileSync(join(folder, file))).ok);
    expect(refused).toEqual([]);
    expect(positive.length).toBeGreaterThan(40);
  });

  it("agrees with JSON.parse wherever it accepts", () => {
    for (const file of files) {
      const raw = readFileSync(join(folder, file));
      const reading = readJson(raw);
      if (reading.ok)
        expect(JSON.stringify(reading.value), file).toBe(JSON.stringify(JSON.parse(raw.toString("utf8"))));
    }
  });
});
