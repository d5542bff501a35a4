import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { PassageCandidate_Reason, PassageCandidateSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { LetterReadingSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { SlotCandidatesSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { uncited, uncitedAmong, uncitedMost } from "../../src/show/uncited.ts";

const needs = create(EvidenceNeedsSchema, {
  sections: [
    {
      claims: [
        { claimId: "claim:1", claimText: "Doos 17 ontbrak bij de levering.", required: [{ slotId: "slot:1" }] },
        { claimId: "claim:2", claimText: "Doos 17 stond in de wagen.", optional: [{ slotId: "slot:2" }] },
      ],
    },
  ],
});
const view = {
  needs,
  intent: create(IntentSeedSchema, {
    parties: [
      { role: PartyRole.AUTHOR, names: ["Femke Bedacht"], addresses: ["f@thuis.example"] },
      { role: PartyRole.OPPONENT, names: ["Vos B.V."], addresses: ["p@vos.example"] },
    ],
  }),
  needMap: create(EvidenceNeedMapSchema, {
    bindings: [
      { slotId: "slot:1", evidence: { evidence: { case: "document", value: { evidenceId: "vault:bon" } } } },
      {
        slotId: "slot:2",
        evidence: { evidence: { case: "document", value: { evidenceId: "vault:voorwaarden" } } },
        locator: { exactQuote: "Doos 17 hoort bij de levering." },
      },
    ],
  }),
};
const passage = (
  evidenceId: string,
  more: {
    words?: number;
    speaker?: string;
    day?: string;
    reasons?: readonly PassageCandidate_Reason[];
    quote?: string;
  } = {},
) =>
  create(PassageCandidateSchema, {
    evidence: { evidenceId },
    locator: { exactQuote: more.quote ?? "Doos 17 is gevonden in de wagen." },
    marked: Array.from({ length: more.words ?? 2 }, (_, at) => ({ startChar: at * 5, endChar: at * 5 + 4 })),
    speaker: more.speaker ?? "Plan <p@vos.example>",
    day: more.day ?? "2026-11-30",
    reasons: [...(more.reasons ?? [PassageCandidate_Reason.SHARES_WORDS])],
  });
const slot = (slotId: string, ...candidates: ReturnType<typeof passage>[]) =>
  create(SlotCandidatesSchema, { slotId, candidates });
const papers = (...slots: ReturnType<typeof slot>[]) =>
  uncited(view, slots).map(({ claimId, passage: { evidence } }) => [claimId, evidence?.evidenceId]);

describe("what papers say that a memo rests nothing on", () => {
  // A mail that took back what the letter said came after everything was chosen, and no screen showed it.
  it("stands beside the claim that it is about, the paper that the memo rests on left out", () => {
    expect(papers(slot("slot:1", passage("vault:bon"), passage("vault:laat")))).toEqual([["claim:1", "vault:laat"]]);
  });

  // A denial of a telephone call stood beside a claim about a holiday: both name September 2026.
  it("is nothing that shares a month and a year alone", () => {
    const quote = "In ons systeem staat geen gesprek van 4 september 2026.";
    const found = (...words: string[]) => {
      const one = passage("vault:laat", { quote, words: words.length });
      for (const [at, mark] of one.marked.entries()) {
        mark.startChar = quote.indexOf(words[at] ?? "");
        mark.endChar = mark.startChar + (words[at] ?? "").length;
      }
      return papers(slot("slot:1", one));
    };
    expect(found("september", "2026")).toEqual([]);
    expect(found("gesprek", "september")).toEqual([["claim:1", "vault:laat"]]);
    expect(found("4", "september", "2026")).toEqual([["claim:1", "vault:laat"]]);
  });

  it("is a passage a paper, where it ranks best, the newest first among those that rank alike", () => {
    const [old, late] = [passage("vault:oud", { day: "2026-08-01" }), passage("vault:laat")];
    expect(papers(slot("slot:1", old, late), slot("slot:2", late))).toEqual([
      ["claim:2", "vault:laat"],
      ["claim:1", "vault:oud"],
    ]);
  });

  // UWV's “geen telefoongesprek” never stood beside her call: another sentence of the same mail shared more with another claim.
  it("is first what the other side denies, beside each claim that it is near and with one word of it", () => {
    const denied = passage("vault:laat", { quote: "Een doos 17 hebben wij niet vervoerd.", words: 1 });
    const other = passage("vault:laat", { quote: "De wagen was vol.", words: 3 });
    const agreed = passage("vault:oud", { words: 3 });
    expect(papers(slot("slot:1", agreed, denied), slot("slot:2", other, denied))).toEqual([
      ["claim:2", "vault:laat"],
      ["claim:1", "vault:laat"],
      ["claim:2", "vault:laat"],
      ["claim:1", "vault:oud"],
    ]);
    expect(
      papers(slot("slot:1", passage("vault:x", { quote: "Doos 17 is niet geleverd.", words: 1, speaker: "" }))),
    ).toEqual([]);
  });

  it("is nothing of the author's own words, of the answered letter, or that the scorer found nothing of the claim in", () => {
    const own = [
      passage("vault:a", { speaker: "Femke Bedacht <f@thuis.example>" }),
      passage("vault:d", { speaker: "Femke" }),
    ];
    const letter = passage("vault:b", {
      reasons: [PassageCandidate_Reason.SHARES_WORDS, PassageCandidate_Reason.ANSWERED_LETTER],
    });
    const other = passage("vault:c", { words: 0, reasons: [PassageCandidate_Reason.SAME_DAY] });
    expect(papers(slot("slot:1", ...own, letter, other))).toEqual([]);
  });

  // A clause of the terms that took the guarantee away, and a late mail that shared "de fiets" with the claim, stood on no screen.
  it("is what else a paper says of which the memo quotes other words, and what shares one word that counts", () => {
    const clause = { quote: "Wie zelf laadt, telt de dozen zelf." };
    const quoted = { quote: "7.1 Doos 17 hoort bij de levering." };
    const terms = (more: object) => passage("vault:voorwaarden", { speaker: "", words: 1, ...more });
    expect(papers(slot("slot:1", terms(quoted), terms(clause)))).toEqual([["claim:1", "vault:voorwaarden"]]);
    expect(uncited(view, [slot("slot:1", terms(quoted), terms(clause))])[0]?.passage.locator).toMatchObject({
      exactQuote: clause.quote,
    });
  });

  it("has a paper on which nothing rests before other words of one that is quoted", () => {
    const terms = passage("vault:voorwaarden", { quote: "Wie zelf laadt, telt de dozen zelf." });
    expect(papers(slot("slot:1", terms, passage("vault:laat")))).toEqual([
      ["claim:1", "vault:laat"],
      ["claim:1", "vault:voorwaarden"],
    ]);
  });

  // A parking permit, a Christmas party and a contract's own head stood among the dangers, each for one word.
  it("has what shares one word with its claim only where it came after the letter or stands in a quoted paper, behind all others", () => {
    const [old, late] = [
      passage("vault:permit", { words: 1, day: "2026-11-01" }),
      passage("vault:late", { words: 1, day: "2026-11-20" }),
    ];
    const other = passage("vault:other");
    const letterReading = create(LetterReadingSchema, { day: { day: "2026-11-10" } });
    const shown = uncited({ ...view, letterReading }, [slot("slot:1", old, late), slot("slot:2", other)]);
    expect(shown.map(({ claimId, passage: { evidence } }) => [claimId, evidence?.evidenceId])).toEqual([
      ["claim:2", "vault:other"],
      ["claim:1", "vault:late"],
    ]);
  });

  // A mother's mail about another roof and a newsletter were shown as words that the other side may know.
  it("is no mail of a third person, and in a chat whoever is not the author may be theirs", () => {
    const [third, chat] = [
      passage("vault:third", { speaker: "Nieuwsbrief <n@krant.example>" }),
      passage("vault:chat", { speaker: "Jelle" }),
    ];
    expect(papers(slot("slot:1", third, chat))).toEqual([["claim:1", "vault:chat"]]);
  });

  // A mail that took a claim back hung on another claim, with a sentence that said less.
  it("stands with the claim that it shares most with", () => {
    const [slight, whole] = [passage("vault:laat", { quote: "Nog iets." }), passage("vault:laat", { words: 4 })];
    expect(papers(slot("slot:1", slight), slot("slot:2", passage("vault:a"), whole))[1]).toEqual([
      "claim:2",
      "vault:laat",
    ]);
  });

  it("is at most a handful", () => {
    const many = Array.from({ length: uncitedMost + 1 }, (_, at) => passage(`vault:${at}`));
    const [first, second] = [many.slice(0, uncitedAmong), many.slice(uncitedAmong)];
    expect(papers(slot("slot:1", ...first), slot("slot:2", ...second))).toHaveLength(uncitedMost);
  });
});
