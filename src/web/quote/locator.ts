import { create } from "@bufbuild/protobuf";
import { type SpanLocator, SpanLocatorSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { graphemeBorderBefore, graphemeBorderFrom } from "../../span/grapheme.ts";
import type { SourceWindow, Stretch } from "./source-window.ts";

/** Words given beside a quote, so that of several places the one is meant that a person looks at. */
const contextUnits = 64;

/** Longest quote that a locator takes, in characters. */
export const quoteMax = 8_000;

/** A locator for a stretch of the window, with the words around it. */
export const locatorFor = (docUid: string, window: SourceWindow, { start, end }: Stretch): SpanLocator =>
  create(SpanLocatorSchema, {
    docUid,
    exactQuote: window.text.slice(start, end),
    contextBefore: window.text.slice(graphemeBorderFrom(window.text, start - contextUnits), start),
    contextAfter: window.text.slice(end, graphemeBorderBefore(window.text, end + contextUnits)),
    sourceDigest: window.sourceDigest,
  });
