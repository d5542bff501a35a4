import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { checkDraft } from "../support/draft-check.ts";
import { author, type Entry, head, paper } from "./papers.ts";

const pay = paper("pay", {
  excerpt: "Uw bonus bedraagt € 2.500.",
  title: "Salaris",
  day: "2025-02-03",
  people: [head, author],
});

interface Asked {
  readonly claimKind?: string;
  readonly demandSha256?: string;
  readonly ledger?: readonly Entry[];
}

/** What is refused of a sentence that says its own claim word for word and cites nothing. */
const refusedOf = (text: string, { claimKind = "request", demandSha256 = "", ledger = [] }: Asked = {}) =>
  checkDraft({
    skeleton: create(MessageSkeletonSchema, {
      sections: [{ sectionId: "section:1", claims: [{ claimId: "claim:2", text, claimKind, demandSha256 }] }],
    }),
    ledger: create(CitationLedgerSchema, { entries: [...ledger] }),
    draft: create(DraftTextSchema, {
      locale: "nl-NL",
      sections: [
        {
          sectionId: "section:1",
          sentences: [{ sentenceId: "s:1", claimId: "claim:2", text, kind: SentenceKind.CONNECTIVE }],
        },
      ],
    }),
  });

const rulesOf = (...args: Parameters<typeof refusedOf>) => refusedOf(...args).map(({ rule }) => rule);

const bonus = "Ik verzoek u de bonus van € 2.500 uit te betalen.";

describe("a request that nothing else carries", () => {
  it("lends itself no sum", () => {
    expect(rulesOf(bonus)).toContain(DraftRule.SUM);
  });

  it("lends itself no person", () => {
    expect(rulesOf("Ik verzoek u de door Karel Bedenksel beloofde bonus uit te betalen.")).toContain(DraftRule.NAME);
  });

  it("lends itself no day of what was done", () => {
    expect(rulesOf("Ik verzoek u de op 3 mei 2024 toegezegde bonus uit te betalen.")).toContain(DraftRule.DATE);
  });

  // Two letters of four could not be finalised: their demand was taken for what had been done already.
  it("is bounded by what is to happen, and by nothing that is told", () => {
    for (const text of [
      "Staak de incasso totdat op het beroep is beslist.",
      "Gebruik mijn ontwerpen niet zolang u de facturen niet volledig hebt betaald.",
      "Ik verzoek u te wachten totdat de gemeente heeft beslist.",
      "Please wait until the board has decided.",
    ])
      expect(rulesOf(text), text).not.toContain(DraftRule.ACT_WITHOUT_ENTRY);
    for (const text of [
      "Ik heb gewacht totdat de gemeente had beslist.",
      "Zolang u niet hebt betaald, heeft Karel mij beledigd.",
      "De werkgever heeft de cursus toegezegd zodra ik daarom heb gevraagd.",
      "Staak de incasso, die u op 3 mei hebt toegezegd te staken.",
    ])
      expect(rulesOf(text), text).toContain(DraftRule.ACT_WITHOUT_ENTRY);
  });

  it("as a reservation lends itself no sum either", () => {
    expect(rulesOf("Ik behoud mij het recht voor om € 2.500 te vorderen.", { claimKind: "reservation" })).toContain(
      DraftRule.SUM,
    );
  });

  it("says a sum that an entry of the record says, though its sentence cites nothing", () => {
    expect(rulesOf(bonus, { ledger: [pay] })).not.toContain(DraftRule.SUM);
  });

  it("is told to drop a sum that no entry says", () => {
    const [finding] = refusedOf("Ik verzoek u de bonus van € 9.000 uit te betalen.", { ledger: [pay] });
    expect(finding).toMatchObject({ rule: DraftRule.SUM, remedy: { kind: Remedy_Kind.DROP } });
  });

  it("says the sum of the demand that it stands for", () => {
    expect(rulesOf(bonus, { demandSha256: "ab".repeat(32) })).not.toContain(DraftRule.SUM);
  });

  // "Mij vanaf 1 november WW te betalen" was refused for a law that nothing cites, in a case about WW.
  it("calls what is demanded by the law that gives it, and no other claim does", () => {
    const wage = "Ik verzoek u mij vanaf 1 november 2026 WW te betalen.";
    expect(rulesOf(wage, { demandSha256: "ab".repeat(32) })).not.toContain(DraftRule.CITATION_UNBOUND);
    expect(rulesOf(wage)).toContain(DraftRule.CITATION_UNBOUND);
    const article = "Ik verzoek u mij volgens artikel 16 WW te betalen.";
    expect(rulesOf(article, { demandSha256: "ab".repeat(32) })).toContain(DraftRule.CITATION_UNBOUND);
  });

  it("sets its own term", () => {
    expect(rulesOf("Ik verzoek u binnen 14 dagen te antwoorden.")).toEqual([]);
  });
});
