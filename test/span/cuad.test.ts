import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { sha256 } from "../../src/sha256.ts";
import { verifySpan } from "../../src/span/verify.ts";
import { describeWithData } from "../support/shared-data.ts";
import { outcomeName, resolve, sourceOf } from "./sample-source.ts";

interface Contract {
  readonly text: string;
  readonly clauses: readonly { readonly text: string; readonly starts: readonly number[] }[];
  readonly squad_answers: readonly { readonly text: string; readonly answer_start: number }[] | null;
}

/** Longest quote a locator may hold; a few marked clauses are longer. */
const quoteMax = 8_000;

describeWithData("the resolver on quotes that lawyers marked in contracts", "spans-cuad", (folder) => {
  const contracts: Contract[] =
    folder === ""
      ? []
      : gunzipSync(readFileSync(`${folder}/cuad.jsonl.gz`))
          .toString()
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line));

  it("finds every verbatim quote at all its listed places and nowhere else", () => {
    let checked = 0;
    for (const { text, clauses } of contracts) {
      const source = sourceOf(text);
      for (const { text: quote, starts } of clauses) {
        if (starts.length === 0 || quote.length > quoteMax) continue;
        const asked = resolve(source, quote);
        expect(outcomeName(asked)).toBe(starts.length === 1 ? "EXACT" : "AMBIGUOUS");
        expect(asked.spans.map((span) => span.startChar)).toEqual(starts.slice(0, 50));
        expect(starts.length === 1 ? 1 : asked.placeCount).toBe(starts.length);
        for (const span of asked.spans.slice(0, 1)) expect(verifySpan(source, span, sha256)).toBeUndefined();
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(1_500);
  });

  it("accepts none of the quotes that were put together from pieces, and finds their pieces", () => {
    const outcomes: string[] = [];
    let pieces = 0;
    for (const { text, clauses } of contracts) {
      const source = sourceOf(text);
      for (const { text: quote, starts } of clauses) {
        if (starts.length > 0 || quote.length > quoteMax) continue;
        outcomes.push(outcomeName(resolve(source, quote, {}, { maxSuggestions: 0 })));
        for (const piece of quote.split("<omitted>")) {
          if (piece.trim() === "" || !text.includes(piece)) continue;
          expect(["EXACT", "AMBIGUOUS"]).toContain(outcomeName(resolve(source, piece)));
          pieces++;
        }
      }
    }
    expect(outcomes.length).toBeGreaterThan(100);
    expect(new Set(outcomes)).toEqual(new Set(["NOT_FOUND"]));
    expect(pieces).toBeGreaterThan(200);
  });

  it("agrees with the published offsets", () => {
    let checked = 0;
    for (const { text, squad_answers } of contracts) {
      const source = sourceOf(text);
      for (const answer of squad_answers ?? []) {
        if (answer.text.length > quoteMax || !text.startsWith(answer.text, answer.answer_start)) continue;
        const places = resolve(source, answer.text);
        if (places.placeCount <= 50) expect(places.spans.map((span) => span.startChar)).toContain(answer.answer_start);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(300);
  });
});
