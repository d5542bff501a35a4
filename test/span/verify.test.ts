import { clone } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SpanFlag, type SpanRef, SpanRefSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256, sha256Hex } from "../../src/sha256.ts";
import { verifySpan } from "../../src/span/verify.ts";
import { resolve, sourceOf, unitOver } from "./sample-source.ts";

const text = "De werkgever zal niet „redelijk” handelen 😀 voor de werknemer. De werkgever betaalt het loon.";
const unit = unitOver(text, text, { path: "/1", label: "art. 1", element: "artikel" });
const source = sourceOf(text, { units: [unit] });
const exact = resolve(source, "handelen 😀 voor de werknemer").spans[0] as SpanRef;
const folded = resolve(source, 'De werkgever zal niet "redelijk" handelen').spans[0] as SpanRef;
const stitched = resolve(source, "De werkgever zal […] handelen 😀 voor").spans;

const tampered = (change: (span: SpanRef) => void, span = exact): string | undefined => {
  const copy = clone(SpanRefSchema, span);
  change(copy);
  return verifySpan(source, copy, sha256);
};

/** An excerpt forged together with its hash and its quote, as somebody would who knows the format. */
const forge = (span: SpanRef, excerpt: string): void => {
  span.excerpt = excerpt;
  span.excerptSha256 = sha256Hex(Buffer.from(excerpt));
  if (span.locator) span.locator.exactQuote = excerpt;
};

describe("verifySpan", () => {
  it("holds for what the resolver gives, exact, folded and stitched", () => {
    expect([exact, folded, ...stitched].map((span) => verifySpan(source, span, sha256))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("refuses the same span against any other text", () => {
    expect(verifySpan(sourceOf(`${text} `), exact, sha256)).toContain("another version");
  });

  const forgeries: readonly (readonly [why: string, change: (span: SpanRef) => void, says: string])[] = [
    [
      "another document",
      (span) => {
        span.docUid = "x";
      },
      "another document",
    ],
    [
      "a shifted start",
      (span) => {
        span.startChar += 1;
      },
      "not what the text has",
    ],
    [
      "offsets counted in UTF-16",
      (span) => {
        span.endChar += 1;
      },
      "not what the text has",
    ],
    [
      "an end past the text",
      (span) => {
        span.endChar = 10_000;
      },
      "not in the text",
    ],
    [
      "an empty range",
      (span) => {
        span.endChar = span.startChar;
      },
      "not in the text",
    ],
    ["a forged excerpt", (span) => forge(span, "handelen 😀 tegen de werknemer"), "not what the text has"],
    [
      "a wrong hash",
      (span) => {
        span.excerptSha256 = "0".repeat(64);
      },
      "hash",
    ],
    [
      "a quote that says something else",
      (span) => {
        if (span.locator) span.locator.exactQuote = "handelen tegen de werknemer";
      },
      "not the quote",
    ],
    [
      "no locator",
      (span) => {
        delete span.locator;
      },
      "not the quote",
    ],
    [
      "no match kind",
      (span) => {
        span.matchKind = 0;
      },
      "how the quote met",
    ],
    [
      "another unit",
      (span) => {
        span.unitPath = "/2";
      },
      "another unit",
    ],
    [
      "another voice",
      (span) => {
        span.voice = 2;
      },
      "another speaker",
    ],
    [
      "other words shown around it",
      (span) => {
        span.shownBefore = "De werkgever zal wél redelijk ";
      },
      "other words around",
    ],
  ];
  for (const [why, change, says] of forgeries) it(`refuses ${why}`, () => expect(tampered(change)).toContain(says));

  it("refuses a folded match that admits too little, or was too short to fold", () => {
    expect(
      tampered((span) => {
        if (span.locator) span.locator.exactQuote = "De werkgever zal redelijk handelen";
      }, folded),
    ).toContain("more than typography");
    expect(
      tampered((span) => {
        span.matchKind = 1;
      }, folded),
    ).toContain("called exact");
    expect(
      tampered((span) => {
        span.differences = [];
      }, folded),
    ).toContain("list the differences");
  });

  it("refuses a span that hides a flag", () => {
    const after = resolve(source, "redelijk").spans[0] as SpanRef;
    expect(after.flags).toContain(SpanFlag.DROPPED_NEGATION);
    expect(
      tampered((span) => {
        span.flags = [];
      }, after),
    ).toContain("flag");
  });

  it("refuses what may no longer be quoted", () => {
    const repealed = sourceOf(text, { units: [{ ...unit, quotable: false, flags: ["repealed"] }] });
    expect(verifySpan(repealed, exact, sha256)).toContain("repealed");
  });
});
