import { clone } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { MatchKind, type SpanRef, SpanRefSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { verifySpan } from "../../src/span/verify.ts";
import { outcomeName, resolve, sourceOf, unitOver } from "./sample-source.ts";

const written = "Hierbij de brief van 9 december 2025.";
const seen = "Uw salaris van € 3.412,50 blijft gelijk.\nU werkt niet langer op vrijdag thuis.";
const text = `${written}\n\n${seen}`;
const source = sourceOf(text, {
  units: [
    unitOver(text, seen, {
      path: "/machine-read[1]",
      label: "p. 2",
      element: "machine-read",
      flags: ["machine-read"],
    }),
  ],
});

const quotes = [
  "Uw salaris van € 3.412,50 blijft gelijk.",
  "€ 3.412,50",
  "gelijk. U werkt niet",
  "Uw salaris […] op vrijdag thuis",
  "9 december 2025. Uw salaris",
];

describe("a quote of words that a machine read", () => {
  it.each(quotes)("is neither exact nor normalised, and holds when it is checked: %s", (quote) => {
    const asked = resolve(source, quote);
    expect(outcomeName(asked)).toBe("MACHINE_READ");
    expect(asked.message).toMatch(/compare them with the picture/);
    for (const span of asked.spans) {
      expect(span.matchKind).toBe(MatchKind.MACHINE_READ);
      expect(verifySpan(source, span, sha256)).toBeUndefined();
    }
  });

  it("is what it is only where a machine read: words beside it stay exact", () => {
    expect(outcomeName(resolve(source, written))).toBe("EXACT");
  });

  it.each([
    ["EXACT", MatchKind.EXACT, quotes[0]],
    ["NORMALISED", MatchKind.NORMALISED, quotes[0]],
    ["MACHINE_READ where the words were written", MatchKind.MACHINE_READ, written],
  ] as const)("cannot be called something else: %s", (_, matchKind, quote) => {
    const span = clone(SpanRefSchema, resolve(source, quote ?? "").spans[0] as SpanRef);
    span.matchKind = matchKind;
    expect(verifySpan(source, span, sha256)).toMatch(/a machine read from a picture/);
  });

  it("cannot hide what differs from the words that the machine read", () => {
    const span = clone(SpanRefSchema, resolve(source, quotes[0] as string).spans[0] as SpanRef);
    span.locator!.exactQuote = "Uw salaris van € 3.472,50 blijft gelijk.";
    expect(verifySpan(source, span, sha256)).toMatch(/differ in more than typography/);
  });
});
