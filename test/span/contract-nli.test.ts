import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { sha256 } from "../../src/sha256.ts";
import type { SpanSource } from "../../src/span/source.ts";
import { verifySpan } from "../../src/span/verify.ts";
import { describeWithData } from "../support/shared-data.ts";
import { outcomeName, resolve, sourceOf } from "./sample-source.ts";

interface Agreement {
  readonly text: string;
  readonly spans: readonly (readonly [start: number, end: number])[];
}

/** Longest quote and context that a locator may hold, in code points. */
const [quoteMax, contextChars] = [8_000, 512];

describeWithData(
  "the resolver on the marked sentences of confidentiality agreements",
  "spans-contract-nli",
  (folder) => {
    const json = gunzipSync(readFileSync(`${folder}/dev.json.gz`)).toString();
    const { documents } = JSON.parse(json) as { documents: Agreement[] };

    /** Every start of the quote, found without the resolver. */
    const startsOf = (text: string, quote: string): number[] => {
      const starts: number[] = [];
      for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) starts.push(at);
      return starts;
    };

    const around = (text: string, start: number, end: number) => ({
      contextBefore: text.slice(Math.max(0, start - contextChars), start),
      contextAfter: text.slice(end, end + contextChars),
    });

    it("answers each of them with its listed place, at once or when told which of several", () => {
      const counts = { spans: 0, blank: 0, once: 0, several: 0 };
      for (const { text, spans } of documents) {
        const source = sourceOf(text);
        for (const [start, end] of spans) {
          counts.spans++;
          const quote = text.slice(start, end);
          if (quote.trim() === "") {
            // An empty list item has no words; a locator of white space means nothing and is refused.
            expect(() => resolve(source, quote)).toThrow("exact_quote");
            counts.blank++;
            continue;
          }
          expect(quote.length).toBeLessThanOrEqual(quoteMax);
          const starts = startsOf(text, quote);
          const asked = resolve(source, quote);
          if (starts.length === 1) {
            expect([outcomeName(asked), asked.spans[0]?.startChar, asked.spans[0]?.endChar]).toEqual([
              "EXACT",
              start,
              end,
            ]);
            for (const span of asked.spans) expect(verifySpan(source, span, sha256)).toBeUndefined();
            counts.once++;
            continue;
          }
          counts.several++;
          expect([outcomeName(asked), asked.placeCount]).toEqual(["AMBIGUOUS", starts.length]);
          expect(asked.spans.map((span) => span.startChar)).toEqual(starts.slice(0, 50));
          expect(named(source, quote, starts.indexOf(start))).toEqual(["EXACT", start]);
          const told = resolve(source, quote, around(text, start, end));
          expect([outcomeName(told), told.spans[0]?.startChar]).toEqual(["EXACT", start]);
        }
      }
      expect(counts).toEqual({ spans: 5_102, blank: 63, once: 4_427, several: 612 });
    });

    const named = (source: SpanSource, quote: string, occurrenceIndex: number) => {
      const asked = resolve(source, quote, { occurrenceIndex });
      return [outcomeName(asked), asked.spans[0]?.startChar];
    };
  },
);
