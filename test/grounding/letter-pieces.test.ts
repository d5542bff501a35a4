import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LetterPartSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { SpanRefSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { tellsNoFact } from "../../src/grounding/letter-mood.ts";
import { asPiece, isPiece, piecesOf, proposedCuts } from "../../src/grounding/letter-pieces.ts";
import { isWhole, stands } from "../../src/grounding/quotations.ts";

const visit =
  "Op 4 augustus 2026 heeft u nog gebruik gemaakt van de club, waaruit blijkt dat u uw lidmaatschap wilde voortzetten.";
const [half, rest] = visit.split(/, (?=waaruit)/u) as [string, string];

describe("a sentence of a letter that is true in part", () => {
  it.each([
    [visit, [half, rest]],
    [
      "U hebt niet gereageerd op onze aanmaningen, zodat u in verzuim bent.",
      ["U hebt niet gereageerd op onze aanmaningen", "zodat u in verzuim bent."],
    ],
    [
      "U bent op 3 maart gewaarschuwd en u hebt daarna niet gereageerd.",
      ["U bent op 3 maart gewaarschuwd", "en u hebt daarna niet gereageerd."],
    ],
    [
      "Your membership was renewed on 1 May because you did not cancel.",
      ["Your membership was renewed on 1 May", "because you did not cancel."],
    ],
  ])("is cut where a clause of its own begins: %s", (sentence, pieces) => {
    expect(piecesOf(sentence, proposedCuts(sentence)).map(({ text }) => text)).toEqual(pieces);
  });

  it("is not cut where it is one clause, nor before what completes a verb", () => {
    expect(proposedCuts("FitPunt heeft haar vordering op u aan ons uit handen gegeven.")).toEqual([]);
    expect(proposedCuts("U hebt ons geschreven dat u ziek was.")).toEqual([]);
    // The screen offered “Het” as a statement.
    expect(proposedCuts("Het opnamestaat van de eindinspectie is door u ondertekend.")).toEqual([]);
  });

  it("counts in code points, and keeps every character but the comma and the blanks at a cut", () => {
    const sentence = "😀 U was er, zodat u wist hoe het zat. ";
    const [cut = 0] = proposedCuts(sentence);
    const pieces = piecesOf(sentence, [cut]);
    expect(pieces.map(({ start, end }) => [...sentence].slice(start, end).join(""))).toEqual(
      pieces.map(({ text }) => text),
    );
    expect(pieces.map(({ text }) => text)).toEqual(["😀 U was er", "zodat u wist hoe het zat."]);
    expect(piecesOf(sentence, [0, 99])).toHaveLength(1);
  });

  const part = (excerpt: string, startChar: number) =>
    create(LetterPartSchema, {
      partId: `assertion:${startChar}`,
      span: create(SpanRefSchema, { excerpt, startChar, endChar: startChar + [...excerpt].length }),
    });

  it("knows its pieces by their places, and not two sentences behind one another", () => {
    const [one, two] = [part(half, 0), part(rest, half.length + 2)];
    const next = part("Dat is zo.", half.length + 2 + rest.length + 1);
    expect([one, two, next].map((each) => isPiece(each, [one, two, next]))).toEqual([true, true, false]);
    expect(isPiece(one, [one, next])).toBe(false);
    // “Schilderwerk € 780,00…” stood in a letter: rows of a table are no pieces of one sentence.
    const [row, below] = [part("Schilderwerk € 780,00", 0), part("Schoonmaak € 245,00", 22)];
    expect(isPiece(row, [row, below])).toBe(false);
  });

  it("is quoted with dots where it goes on, which stand for no character of it", () => {
    expect([asPiece(half), asPiece(rest)]).toEqual([`${half}…`, `…${rest}`]);
    const span = create(SpanRefSchema, { excerpt: rest, docUid: "a", endChar: rest.length });
    expect([stands(`…${rest}`, [span]), isWhole(`…${rest}`, rest)]).toEqual([true, true]);
    for (const wrong of [
      `…${rest.slice(0, -1)}…`,
      `…${rest.replace("waaruit ", "")}`,
      `…${rest.replace("wilde", "zou")}`,
    ])
      expect(stands(wrong, [span]), wrong).toBe(false);
  });
});

describe("a sentence that tells no fact", () => {
  it.each([
    "Blijft betaling uit, dan volgt dagvaarding.",
    "Wij sommeren u € 218,88 te betalen.",
    "Indien u niet betaalt, zullen wij u dagvaarden.",
    "If you do not pay, we will sue.",
    "Wij zijn van mening dat u de kosten moet betalen.",
    "Wij kunnen uw verzoek niet hebben goedgekeurd.",
    "Wij vinden dat u dit kan worden verweten.",
    "Wij zijn van oordeel dat u te laat heeft betaald.",
    "We believe that you were late.",
  ])("announces, asks or threatens: %s", (text) => expect(tellsNoFact(text)).toBe(true));
  it.each([
    visit,
    "FitPunt heeft haar vordering op u aan ons uit handen gegeven.",
    "Indien u had opgezegd, was dat bij ons bekend.",
    "Het lidmaatschap is verlengd tot 31 januari 2027.",
    "Wij hebben daarom een schilder en een schoonmaakbedrijf moeten inschakelen.",
    "Wij hebben de sloten laten vervangen.",
    "Wij vonden een brief waarin u heeft opgezegd.",
    "Wij hebben in het oordeel gelezen dat u te laat was.",
    "Wij hebben gemeld dat u te laat was.",
    "U vindt dat wij te laat waren.",
    "De gemeente vindt dat u te laat was.",
  ])("is told apart from one that does: %s", (text) => expect(tellsNoFact(text)).toBe(false));
});
