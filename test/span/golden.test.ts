import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { outcomeName, resolve, sourceOf } from "./sample-source.ts";

interface Golden {
  readonly name: string;
  readonly text: string;
  readonly quote: string;
  readonly occurrence_index?: number;
  readonly outcome: string;
  readonly spans: readonly Readonly<Record<string, string | number>>[];
}

const vectors: readonly Golden[] = JSON.parse(readFileSync(new URL("../golden/spans.json", import.meta.url), "utf8"));

describe("the golden spans, which any language can check: offsets are code points", () => {
  for (const { name, text, quote, occurrence_index, outcome, spans } of vectors) {
    it(`still holds: ${name}`, () => {
      const asked = resolve(
        sourceOf(text),
        quote,
        occurrence_index === undefined ? {} : { occurrenceIndex: occurrence_index },
      );
      expect(outcomeName(asked)).toBe(outcome);
      const given = asked.spans.map((span) => ({
        start_char: span.startChar,
        end_char: span.endChar,
        excerpt: span.excerpt,
        excerpt_sha256: span.excerptSha256,
        source_digest: span.sourceDigest,
        shown_before: span.shownBefore,
        shown_after: span.shownAfter,
      }));
      expect(given).toEqual(spans);
    });
  }
});
