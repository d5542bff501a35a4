import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LedgerEntrySchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SpanFlag } from "../../gen/pincite/span/v1/span_pb.ts";
import { sentenceFlags } from "../../src/grounding/left-out.ts";

const excerpt =
  "Wij hebben niet toegezegd dat de vrijdag blijft. De regeling geldt, tenzij de directie anders besluit. Tot maandag.";
const entry = (init: MessageInitShape<typeof LedgerEntrySchema>) => create(LedgerEntrySchema, init);
const flags = (text: string, ...more: string[]) =>
  sentenceFlags(
    text,
    [excerpt, ...more].map((each) => entry({ span: { excerpt: each } })),
  );

describe("a quotation of part of an excerpt", () => {
  it.each([
    ["a negation before it", "Er is “toegezegd dat de vrijdag blijft”."],
    ["a negation before a single word", "Zij hebben “toegezegd”."],
    ["an exception after it", "Vast staat: “De regeling geldt”."],
    ["a negation in an elision", "Zij schrijven: “Wij hebben […] toegezegd dat de vrijdag blijft.”"],
    ["a negation, in straight marks", 'Er is "toegezegd dat de vrijdag blijft".'],
  ])("is flagged where it leaves out %s", (_, text) => {
    expect(flags(text)).toEqual([SpanFlag.DROPPED_NEGATION]);
  });

  it.each([
    ["it has the negation", "Zij schrijven: “niet toegezegd dat de vrijdag blijft”."],
    ["it is a whole sentence beside one that says no", "Het slot luidt: “Tot maandag.”"],
    ["the sentence says no itself", "Zij hebben dus niet “toegezegd dat de vrijdag blijft”."],
    ["the sentence makes the exception itself", "“De regeling geldt”, behoudens een ander besluit."],
    ["the excerpt is quoted whole", `“${excerpt}”`],
    ["nothing is quoted", "Zo staat het er."],
    ["the words are of no excerpt, which the draft check refuses", "“Iets anders”"],
  ])("is not where %s", (_, text) => {
    expect(flags(text)).toEqual([]);
  });

  it("is not where another cited excerpt has the words with nothing beside them", () => {
    expect(flags("Er is “toegezegd dat de vrijdag blijft”.", "Er is toegezegd dat de vrijdag blijft.")).toEqual([]);
  });
});
