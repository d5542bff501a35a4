import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LedgerEntrySchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { comparedWords } from "../../src/grounding/compared-words.ts";

const entry = (excerpt: string, occurredAtIso = "") =>
  create(LedgerEntrySchema, {
    span: { excerpt },
    evidence: {
      evidence: { case: "document", value: { title: "Mail", occurredAtIso, participants: ["Bram Verzonnen"] } },
    },
  });

/** What is told of two texts: `kind words`, with `!` where it stands in one alone. */
const shown = (sentence: string, excerpt: string, day = "") => {
  const { sentence: own, entries } = comparedWords(sentence, [entry(excerpt, day)]);
  const line = (text: string, some: typeof own) =>
    some.map(
      ({ kind, startChar, endChar, isAlone }) =>
        `${kind} ${[...text].slice(startChar, endChar).join("")}${isAlone ? "!" : ""}`,
    );
  return { sentence: line(sentence, own), excerpt: line(excerpt, entries[0] ?? []) };
};

describe("what is to be compared in a sentence and its source", () => {
  it.each([
    ["U moet de kamer verlaten.", "Je mag de kamer verlaten.", ["modality moet!"], ["modality mag!"]],
    ["Alle flessen zijn gebroken.", "Enkele flessen zijn gebroken.", ["quantity Alle!"], ["quantity Enkele!"]],
    ["The rent is due unless it rains.", "The rent is due if it rains.", ["condition unless!"], ["condition if!"]],
    ["Hij kwam niet omdat het regende.", "Hij kwam en het regende.", ["negation niet!", "cause omdat!"], []],
    ["De trein vertrok later.", "De trein vertrok eerder.", ["order later!"], ["order eerder!"]],
    ["Het kost meer geld.", "Het kost minder geld.", ["comparison meer!"], ["comparison minder!"]],
    ["It must be paid.", "That shall be done.", ["modality must"], ["modality shall"]],
  ])("%s, beside: %s", (sentence, excerpt, own, theirs) => {
    expect(shown(sentence, excerpt)).toEqual({ sentence: own, excerpt: theirs });
  });

  it("are days, amounts and names as well, however they are written", () => {
    const { sentence, excerpt } = shown(
      "Op 3 maart 2025 kreeg Karel Appelman € 2.500 en 12 flessen.",
      "Karel Appelman krijgt op 3-3-2025 tweeduizend vijfhonderd euro en 14 flessen.",
    );
    expect(sentence).toEqual(["token 3 maart 2025", "token Karel Appelman", "token € 2.500", "token 12!"]);
    expect(excerpt.filter((one) => one.endsWith("!"))).toEqual([expect.stringContaining("14")]);
  });

  it("hold a day to that of the paper, and count places in code points", () => {
    expect(shown("😀 Op 3 maart 2025 schreef hij dat.", "😀 Ik schrijf dat.", "2025-03-03").sentence).toEqual([
      expect.stringMatching(/^token 3 maart 2025$/u),
    ]);
  });

  it("are not what the sentence quotes, the number of an article, or an `als` that opens no clause", () => {
    expect(
      shown("Hij mailde: “Je mag op 3 maart 2025 komen.”", "Je mag op 3 maart 2025 komen. Dank.").sentence,
    ).toEqual([]);
    expect(shown("U moet zich als huurder gedragen (art. 7:213 BW).", "").sentence).not.toContainEqual(
      expect.stringMatching(/als|7/u),
    );
    expect(shown("Als het regent, blijft hij thuis.", "Hij blijft thuis.").sentence).toEqual(["condition Als!"]);
  });

  it("leave a preposition alone that stands before no time", () => {
    expect(shown("Hij zorgt voor de kat.", "Hij zorgt voor de hond.")).toEqual({ sentence: [], excerpt: [] });
    expect(shown("Hij kwam voor 3 maart 2025.", "Hij kwam na 3 maart 2025.").sentence[0]).toBe("order voor!");
  });
});
