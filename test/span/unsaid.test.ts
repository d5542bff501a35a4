import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SegmentSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { SpanFlag, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { resolve, sourceOf } from "./sample-source.ts";

const head = "From: Ans Mol <ans@mol.example>\nTo: Jan Pel <jan@pel.example>\nSubject: Loon van mei\n\n";
const own = "Dat klopt niet, zie onder: het loon van mei is er niet.";
const line = "Op 3 mei 2026 schreef Jan Pel aan mij";
const theirs = "Het loon komt later dan afgesproken.";
const signed = "Ans Mol, magazijn";
const text = `${head}${own}\n\n${line}:\n> ${theirs}\n\n${signed}`;

const segment = (words: string, voice: Voice) => {
  const startChar = text.indexOf(words);
  return create(SegmentSchema, { startChar, endChar: startChar + words.length, voice });
};
const source = sourceOf(text, {
  segments: [segment(own, Voice.AUTHOR), segment(`> ${theirs}`, Voice.QUOTED), segment(signed, Voice.SIGNATURE)],
});
const says = (quote: string): boolean => !resolve(source, quote).spans[0]?.flags.includes(SpanFlag.NOTHING_SAID);

describe("words that say nothing of the matter", () => {
  // An attribution line and a signature once served as proof of a promise.
  it.each([
    ["a line that only says whose words follow", `${line}:`],
    ["that line without its colon", line],
    ["a signature", signed],
    ["a line of the head of a mail", "Subject: Loon van mei"],
  ])("are %s", (_name, quote) => {
    expect(says(quote)).toBe(false);
  });

  it.each([own, theirs, "zie onder", `${line}:\n> ${theirs}`])("are not “%s”", (quote) => {
    expect(says(quote)).toBe(true);
  });
});
