import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LedgerEntrySchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { citationReader } from "../../src/grounding/citations.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const reader = citationReader({ register: shippedNames(), laws: [] });
const words = "Meerwerk wordt alleen uitgevoerd na schriftelijk akkoord.";
const ofPaper = create(LedgerEntrySchema, {
  evidence: { evidence: { case: "document", value: { evidenceId: "vault:1" } } },
  span: { excerpt: words, shownBefore: "Artikel 5 Meerwerk\n5.1 " },
});
const ofLaw = create(LedgerEntrySchema, {
  evidence: { evidence: { case: "law", value: { evidenceId: "law:BWBR0005290@2023-07-01#x", address: "" } } },
  span: { excerpt: words, shownBefore: "5.1 " },
});

const isBound = (text: string, entry: typeof ofPaper): boolean =>
  reader.named(text).length > 0 && reader.named(text).every((one) => reader.isInside(one, entry));

// The claim lost its article in the letter, and the walk stopped: "Volgens artikel 5.1 …" was read as a law that nobody names.
describe("an article of which no law is named", () => {
  it.each(["Volgens artikel 5.1 moet meerwerk op papier.", "Artikel 5.1 van onze overeenkomst zegt dat."])(
    "is one of the cited paper that numbers its own: %s",
    (text) => {
      expect(isBound(text, ofPaper)).toBe(true);
      expect(isBound(text, ofLaw)).toBe(false);
    },
  );

  it("is one that the cited words name, or one of a paper called by its title", () => {
    const document = (excerpt: string, title: string) =>
      create(LedgerEntrySchema, {
        evidence: { evidence: { case: "document", value: { evidenceId: "vault:2", title } } },
        span: { excerpt },
      });
    const naming = document("Of dit onder artikel 6 valt, laten wij bekijken.", "Uw brief");
    expect(isBound("U bekijkt of mijn geval onder artikel 6 valt.", naming)).toBe(true);
    expect(isBound("U bekijkt of mijn geval onder artikel 7 valt.", naming)).toBe(false);
    const rules = document("Artikel 12. Voor een schorsing volgt een gesprek.", "schoolregels");
    expect(isBound("Dat is geregeld in artikel 12 van de schoolregels.", rules)).toBe(true);
    expect(isBound("Dat is geregeld in artikel 13 van de schoolregels.", rules)).toBe(false);
    expect(isBound("Dat is geregeld in artikel 12 van de huisregels.", rules)).toBe(false);
  });

  it.each([
    "Volgens artikel 5.2 moet meerwerk op papier.",
    "Volgens artikel 5.1 lid 2 moet meerwerk op papier.",
    "Volgens artikel 7:611 moet meerwerk op papier.",
    "Volgens artikel 5.1 BW moet meerwerk op papier.",
    "Artikel 5:1 van het Burgerlijk Wetboek zegt dat.",
  ])("is none of another number, a lid, or a law: %s", (text) => {
    expect(isBound(text, ofPaper)).toBe(false);
  });
});
