import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { CanonicalTextSchema, UnitSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import {
  type SpanLocator,
  SpanLocatorSchema,
  type SpanResolution,
  SpanResolution_Outcome,
} from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import type { ResolveOptions } from "../../src/span/not-found.ts";
import { resolveLocator } from "../../src/span/resolve.ts";
import { openSource, type SpanSource } from "../../src/span/source.ts";

export const docUid = "doc";

/** A document with nothing but the given text and parts. */
export const sourceOf = (text: string, parts: MessageInitShape<typeof CanonicalTextSchema> = {}): SpanSource =>
  openSource(create(CanonicalTextSchema, { text, docUid, ...parts }), sha256);

export const locatorOf = (exactQuote: string, rest: MessageInitShape<typeof SpanLocatorSchema> = {}): SpanLocator =>
  create(SpanLocatorSchema, { docUid, exactQuote, ...rest });

export const resolve = (
  source: SpanSource,
  quote: string,
  rest: MessageInitShape<typeof SpanLocatorSchema> = {},
  options: Partial<ResolveOptions> = {},
): SpanResolution => resolveLocator(source, locatorOf(quote, rest), { sha256, ...options });

/** The outcome by its name, which reads better in a failure than a number. */
export const outcomeName = (resolution: SpanResolution): string =>
  Object.entries(SpanResolution_Outcome).find(([, value]) => value === resolution.outcome)?.[0] ?? "?";

/** A unit that covers a phrase of the text; quotable unless told otherwise. */
export const unitOver = (text: string, phrase: string, init: MessageInitShape<typeof UnitSchema> = {}) => {
  const startChar = [...text.slice(0, text.indexOf(phrase))].length;
  const endChar = startChar + [...phrase].length;
  return create(UnitSchema, { startChar, endChar, quotableStartChar: startChar, quotable: true, ...init });
};

/** A small generator of pseudo-random numbers with a seed, so that a failing mutation can be found again (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
