import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { SpanLocatorSchema, SpanResolution_Outcome, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { answeredCharsMax, answeredTextOf, isCut, openAnswered } from "../../src/span/answered-text.ts";
import { resolveLocator } from "../../src/span/resolve.ts";
import { openSource } from "../../src/span/source.ts";
import { letterSource, letterText, letterUid, quoted, written } from "../run/letter-case.ts";

const whole = (text: string) => openSource(create(CanonicalTextSchema, { text, docUid: letterUid }), sha256);

describe("the words kept of the letter that is answered", () => {
  it("follow one another without a gap, each passage of one voice", () => {
    const source = letterSource();
    const { passages, sourceDigest, textCharCount } = answeredTextOf(source);
    expect(passages.map(({ text }) => text).join("")).toBe(source.text);
    expect(passages[0]?.startChar).toBe(0);
    for (const [at, { startChar }] of passages.entries()) if (at > 0) expect(startChar).toBe(passages[at - 1]?.endChar);
    expect(passages.map(({ voice }) => voice)).toEqual([Voice.AUTHOR, Voice.QUOTED]);
    expect([sourceDigest, textCharCount]).toEqual([source.digest, [...source.text].length]);
  });

  it("resolve a quote to the span that the whole text resolves it to", () => {
    for (const exactQuote of ["U hebt de kosten zelf gemaakt.", quoted, "Uw opleiding is nooit toegezegd."]) {
      const locator = create(SpanLocatorSchema, { docUid: letterUid, exactQuote });
      const kept = resolveLocator(openAnswered(letterText()), locator, { sha256 });
      expect(kept.outcome).toBe(SpanResolution_Outcome.EXACT);
      expect(kept).toEqual(resolveLocator(letterSource(), locator, { sha256 }));
    }
  });

  it("are cut at their most, between two characters as readers see them, and say so", () => {
    const family = "👨‍👩‍👧";
    const text = `${"a".repeat(answeredCharsMax - 2)}${family} en meer`;
    const kept = answeredTextOf(whole(text));
    expect(kept.passages.at(-1)?.endChar).toBe(answeredCharsMax - 2);
    expect(isCut(kept)).toBe(true);
    expect(isCut(letterText())).toBe(false);
  });

  it("are none where there is no text, and leave no white space alone in front", () => {
    expect(answeredTextOf(whole(" \n\n ")).passages).toEqual([]);
    expect(answeredTextOf(whole(`\n\n${written}`)).passages[0]?.startChar).toBe(0);
  });
});
