import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { SpanLocatorSchema, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../../src/sha256.ts";
import { resolveLocator } from "../../../src/span/resolve.ts";
import { openSource } from "../../../src/span/source.ts";
import { standingFault } from "../../../src/span/verify.ts";
import { announcesAnswers } from "../../../src/vault/mail/answer-announcements.ts";
import { doubtsIn } from "../../../src/vault/mail/inline-answers.ts";
import { replySegments } from "../../../src/vault/mail/reply-segments.ts";
import { casesOf, faultsOf } from "./inline-cases.ts";

describe("who speaks in a quoted block", () => {
  // Each was told as the word of the person who is quoted, without a note.
  it.each(casesOf("even"))("%s", async (name) => {
    expect(await faultsOf(name)).toEqual([]);
  });
});

describe("a block that Apple Mail quotes with its header inside", () => {
  const lines = [
    "I read it.",
    "See my comments below.",
    "On 9 Mar 2026, at 10:14, Ank Baas <ank@example.org> wrote:",
    "The wage was paid.",
    "No.",
  ];
  const bodyOf = (words: readonly string[]) => words.map((text, i) => ({ text, depth: i < 2 ? 0 : 1 }));
  const voicesOf = (words: readonly string[]) => {
    const body = bodyOf(words);
    return [...doubtsIn(body, replySegments(body, "Jan Smit", false), "Jan Smit").keys()];
  };

  it("is nobody's where answers in it are announced above the header", () => {
    expect(voicesOf(lines)).toEqual([3, 4]);
    expect(voicesOf(lines.with(1, "I will answer soon."))).toEqual([]);
  });
});

describe("words that announce answers", () => {
  const announcing = [
    "Zie mijn antwoorden in rood.",
    "Beste Ank,\nMijn reactie staat hieronder",
    "Answers inline",
    "Ik heb in uw mail geantwoord",
  ];
  it.each(announcing)("%s", (words) => expect(announcesAnswers(words, false)).toBe(true));

  const others = ["Zie hieronder de mail van Ank.", "Uw antwoord staat hieronder.", "De rode bus staat hieronder."];
  it.each(others)("not: %s", (words) => expect(announcesAnswers(words, true)).toBe(false));

  it("are a pointer alone only where the block is no message that is sent on", () => {
    expect(announcesAnswers("Zie hieronder.", true)).toBe(true);
    expect(announcesAnswers("Zie hieronder.", false)).toBe(false);
  });
});

describe("a quote over words of several speakers", () => {
  const text = "Het loon is betaald. Nee, dat is het niet.";
  const segments = [
    { startChar: 0, endChar: 21, voice: Voice.QUOTED, speaker: "Ank Baas", depth: 1 },
    { startChar: 21, endChar: 42, voice: Voice.UNSPECIFIED, depth: 1 },
  ];
  const source = openSource(create(CanonicalTextSchema, { docUid: "a".repeat(64), text, segments }), sha256);
  const spanOf = (exactQuote: string) => {
    const locator = create(SpanLocatorSchema, { docUid: "a".repeat(64), exactQuote });
    const [span] = resolveLocator(source, locator, { sha256 }).spans;
    if (span === undefined) throw new Error("the words stand in the text");
    return span;
  };

  it("is of nobody where one of them is not known", () => {
    expect(spanOf("Het loon is betaald.")).toMatchObject({ voice: Voice.QUOTED, speaker: "Ank Baas" });
    expect(spanOf(text)).toMatchObject({ voice: Voice.UNSPECIFIED, speaker: "" });
  });

  it("may say less than the text does, and never more", () => {
    const theirs = spanOf("Het loon is betaald.");
    expect(standingFault(source, { ...theirs, voice: Voice.UNSPECIFIED, speaker: "" })).toBeUndefined();
    const unknown = spanOf("Nee, dat is het niet.");
    expect(standingFault(source, { ...unknown, voice: Voice.QUOTED, speaker: "Ank Baas" })).toMatch(/another speaker/);
  });
});
