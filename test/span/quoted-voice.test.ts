import { clone, create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SegmentSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { SpanFlag, type SpanRef, SpanRefSchema, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { verifySpan } from "../../src/span/verify.ts";
import { resolve, sourceOf } from "./sample-source.ts";

const own = "Ik ben het daar niet mee eens.";
const theirs = "Wij betalen het loon niet meer.";
const signed = "Ank Baas, directeur";
const text = [own, theirs, signed].join("\n");
const segment = (words: string, voice: Voice, depth: number) => {
  const startChar = text.indexOf(words);
  const speaker = depth === 0 ? "Jan" : "Ank";
  return create(SegmentSchema, {
    startChar,
    endChar: startChar + words.length,
    voice,
    depth,
    speaker,
    dateText: depth === 0 ? "" : "9 dec. 2025 om 10:14",
  });
};
const source = sourceOf(text, {
  segments: [segment(own, Voice.AUTHOR, 0), segment(theirs, Voice.QUOTED, 1), segment(signed, Voice.SIGNATURE, 1)],
});
const spanOf = (quote: string): SpanRef => resolve(source, quote).spans[0] as SpanRef;

describe("a quote in words that are quoted themselves", () => {
  it("tells who said them, and when", () => {
    expect(spanOf(theirs)).toMatchObject({
      speaker: "Ank",
      voice: Voice.QUOTED,
      segmentDateText: "9 dec. 2025 om 10:14",
    });
    expect(spanOf(own)).toMatchObject({ speaker: "Jan", voice: Voice.AUTHOR, segmentDateText: "" });
  });

  it("is flagged as somebody else's, their signature too", () => {
    expect(spanOf(theirs).flags).toContain(SpanFlag.NOT_AUTHOR);
    expect(spanOf(signed).flags).toContain(SpanFlag.NOT_AUTHOR);
    expect(spanOf(own).flags).not.toContain(SpanFlag.NOT_AUTHOR);
  });

  it("is flagged as saying nothing where it is their signature, which a span of before may lack", () => {
    const span = clone(SpanRefSchema, spanOf(signed));
    expect(span.flags).toContain(SpanFlag.NOTHING_SAID);
    span.flags = span.flags.filter((flag) => flag !== SpanFlag.NOTHING_SAID);
    expect(verifySpan(source, span, sha256)).toBeUndefined();
  });

  it("cannot be given another date, and may lack it as spans of before do", () => {
    const changed = clone(SpanRefSchema, spanOf(theirs));
    changed.segmentDateText = "10 dec. 2025";
    expect(verifySpan(source, changed, sha256)).toContain("another date");
    changed.segmentDateText = "";
    expect(verifySpan(source, changed, sha256)).toBeUndefined();
  });
});
