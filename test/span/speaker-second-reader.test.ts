import { spawnSync } from "node:child_process";
import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { MatchKind, SpanLocatorSchema, type SpanRef, SpanRefSchema, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { describeSpan } from "../../src/span/describe.ts";
import { openSource } from "../../src/span/source.ts";
import { verifySpan } from "../../src/span/verify.ts";

/** Reads a text and spans of it, hexadecimal, and says of each whether the second reader takes it. */
const reader = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("reader", "docs/verify-proof.py")
reader = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reader)
given = json.load(sys.stdin)
text = reader.strict("CanonicalText", bytes.fromhex(given["text"]))
def holds(span):
    try:
        reader.check_span(reader.strict("SpanRef", bytes.fromhex(span)), text, "a quotation", False)
        return True
    except reader.Refused:
        return False
print(json.dumps([holds(each) for each in given["spans"]]))
`;

const said = "Ik kom morgen niet. Dat mag volgens mij niet. Tot morgen.";
const by = { by: "user-1", setAtIso: "2026-01-02T00:00:00.000Z" };
const sets = [
  { startChar: 0, endChar: 20, voice: Voice.QUOTED, speaker: "Ria Bedacht", depth: 1, dateText: "2026-03-03", ...by },
  { startChar: 0, endChar: 20, withdrawn: true, ...by },
  { startChar: 20, endChar: 45, voice: Voice.AUTHOR, speaker: "Noor Verzonnen", depth: 0, ...by },
];

/** The text as it stands when so many things were said of it. */
const textAfter = (count: number) =>
  create(CanonicalTextSchema, {
    docUid: "a".repeat(64),
    text: said,
    segments: [{ startChar: 0, endChar: said.length, voice: Voice.QUOTED, speaker: "Otto Vinder", depth: 1 }],
    speakersSet: sets.slice(0, count),
  });

const quoteAfter = (count: number, words: string): SpanRef => {
  const start = said.indexOf(words);
  const locator = create(SpanLocatorSchema, { docUid: "a".repeat(64), exactQuote: words });
  const match = { kind: MatchKind.EXACT, differences: [] };
  const source = openSource(textAfter(count), sha256);
  return describeSpan(source, { start, end: start + words.length }, locator, { sha256 }, match);
};

describe("who speaks by a person's word", () => {
  const [first, second] = ["Ik kom morgen niet.", "Dat mag volgens mij niet."];
  const made = [0, 1, 2, 3].flatMap((count) => [first, second].map((words) => quoteAfter(count, words)));
  const changed = made.flatMap((span) => [
    create(SpanRefSchema, { ...span, speaker: "Pim Bedacht" }),
    create(SpanRefSchema, { ...span, flags: span.flags.includes(10) ? [] : [...span.flags, 10] }),
    create(SpanRefSchema, { ...span, segmentDateText: "2026-12-12" }),
  ]);

  it("holds in every span as it stood when the span was made, and in no other, by both readers", () => {
    const source = openSource(textAfter(sets.length), sha256);
    const spans = [...made, ...changed];
    const given = {
      text: Buffer.from(toBinary(CanonicalTextSchema, source.canonical)).toString("hex"),
      spans: spans.map((span) => Buffer.from(toBinary(SpanRefSchema, span)).toString("hex")),
    };
    const ran = spawnSync("python3", ["-c", reader], { input: JSON.stringify(given), encoding: "utf8" });
    if (ran.error) {
      console.warn("python3 is not here: the second reader was passed over");
      return;
    }
    const ours = spans.map((span) => verifySpan(source, span, sha256) === undefined);
    expect(ours).toEqual([...made.map(() => true), ...changed.map(() => false)]);
    expect(JSON.parse(ran.stdout || ran.stderr)).toEqual(ours);
  });
});
