import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { CorrectedWordsSchema, MatchKind, SpanRefSchema, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { looksOf, quoted, source, utf8 } from "../looks/quoted-case.ts";

/** What a machine read in the paper that is bound. */
const read = "Wij betalen uw opleiding van € 3.4l2,50 volledig.";

/** Puts words of another text of the paper forward in place of these; `set` are the ones that a person set. */
const instead = (words: string, set: readonly string[], text = `Dag. ${words} Groet.`): ReturnType<typeof quoted> => {
  const made = quoted({ quote: read, span: { matchKind: MatchKind.MACHINE_READ } });
  const { run } = made;
  const { docUid } = source(read);
  const [at, ...starts] = [words, ...set].map((one) => text.indexOf(one));
  const span = create(SpanRefSchema, {
    ...{ docUid, startChar: at ?? 0, endChar: (at ?? 0) + words.length, excerpt: words, voice: Voice.AUTHOR },
    ...{ excerptSha256: sha256Hex(utf8(words)), sourceDigest: sha256Hex(utf8(text)) },
    matchKind: MatchKind.MACHINE_READ,
    corrected: set.map((one, i) =>
      create(CorrectedWordsSchema, { startChar: starts[i] ?? 0, endChar: (starts[i] ?? 0) + one.length }),
    ),
  });
  const resolved = { toolResultId: run.getSpans([span]), answerIndex: 0, spanIndex: 0 };
  const bindingId = run.material.needMap?.bindings[0]?.bindingId ?? "";
  run.propose({
    case: "citationLedger",
    value: { spans: [{ bindingId, span: { case: "resolved", value: resolved } }] },
  });
  return made;
};
const otherVersion = /another version of the text/u;

describe("a quote of what a person corrected on a picture", () => {
  it("takes the place of what a machine had read there, in a run that has bound the paper before", () => {
    const { run } = instead("Wij betalen uw opleiding van € 3.412,50 volledig.", ["3.412,50"]);
    const [entry, ...more] = run.material.proposals.ledger?.entries ?? [];
    expect([entry?.span?.excerpt, more]).toEqual(["Wij betalen uw opleiding van € 3.412,50 volledig.", []]);
    expect(looksOf(run)).toContain(LookCode.CORRECTED);
  });

  it.each([
    ["at its beginning", "Wij vergoeden uw opleiding van € 3.4l2,50 volledig.", ["vergoeden"]],
    ["at its end", "Wij betalen uw opleiding van € 3.4l2,50 niet.", ["niet."]],
    [
      "in several places",
      "Wij betaalden uw opleidingen van € 3.412,50 volledig.",
      ["betaalden", "opleidingen", "3.412,50"],
    ],
  ])("may be corrected %s", (_, words, set) => {
    expect(instead(words, set).run.material.proposals.ledger?.entries[0]?.span?.excerpt).toBe(words);
  });

  it.each([
    ["words that no person set differ too", "Wij betalen uw reis van € 3.412,50 volledig.", ["3.412,50"]],
    ["a word is gone", "Wij betalen van € 3.412,50 volledig.", ["3.412,50"]],
    ["words stand before it", "Niet dat Wij betalen uw opleiding van € 3.412,50 volledig.", ["3.412,50"]],
    ["words stand behind it", "Wij betalen uw opleiding van € 3.412,50 volledig. Nooit", ["3.412,50"]],
    ["nobody set anything", "Wij betalen uw opleiding van € 3.412,50 volledig.", []],
    ["nothing of what was read is left", "Dat doen wij niet.", ["Dat doen wij niet."]],
  ])("is another version of the paper where %s", (_, words, set) => {
    expect(() => instead(words, set)).toThrow(otherVersion);
  });
});
