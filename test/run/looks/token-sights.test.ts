import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LedgerEntrySchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { PartyRole, PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { claimTokenSights } from "../../../src/run/looks/token-sights.ts";
import { legacyProfile } from "../../support/legacy-profile.ts";

const entry = create(LedgerEntrySchema, {
  ...{ entryId: "entry:1", bindingId: "binding:1", slotKind: SlotKind.QUOTE },
  span: { excerpt: "De cursus van € 1.240,00 past niet in het budget; wij spraken af: 32 uur per week." },
  evidence: { evidence: { case: "document", value: { title: "Verslag", occurredAtIso: "2025-01-14" } } },
});
const parties = [create(PartySchema, { names: ["Ruben Tessemaker"], role: PartyRole.THIRD })];
const missing = (claim: string, isPointedAt = false) =>
  claimTokenSights(
    claim,
    [entry],
    { intent: create(IntentSeedSchema, { parties, audience: "employer" }), profile: legacyProfile },
    isPointedAt,
  ).map(({ place }) => [...claim].slice(place?.startChar, place?.endChar).join(""));

describe("what a claim names and its evidence has not", () => {
  it("is seen in digits, in words, in months and in names", () => {
    expect(missing("De cursus kostte € 1.350.")).toEqual(["€ 1.350"]);
    expect(missing("De cursus kostte vijfduizend euro.")).toEqual([expect.stringContaining("vijfduizend")]);
    expect(missing("Dat was in maart 2025.")).toEqual(["maart 2025"]);
    expect(missing("De cursus was op vrijdag.")).toEqual(["vrijdag"]);
    // "1.100 euro" was looked at, and "87,40" never.
    expect(missing("De cursus is verlaagd naar 987,40.", true)).toEqual(["987,40"]);
    expect(missing("Volgens Gerwin Plooistra past de cursus niet.")).toEqual(["Gerwin Plooistra"]);
  });

  it("is an amount with what it is counted anew for, where the evidence has the amount alone", () => {
    expect(missing("De cursus kostte € 1.240,00 per maand.")).toEqual(["€ 1.240,00 per maand"]);
    expect(missing("De cursus kostte € 1.350,00 per maand.")).toEqual(["€ 1.350,00"]);
    expect(missing("Wij spraken 32 uur bruto per week af.")).toEqual([]);
  });

  it("is not what the evidence says in another form, what its day tells, a party, or the number of an article", () => {
    for (const claim of [
      "De cursus kostte twaalfhonderdveertig euro.",
      "In januari 2025 was de afspraak tweeëndertig uur.",
      "Volgens Ruben Tessemaker past de cursus niet.",
      "Op dinsdag 14 januari 2025 was de afspraak 32 uur.",
      "Artikel 8 geldt voor de cursus.",
      "Mocht de rechter anders oordelen, dan past de cursus niet.",
    ])
      expect([claim, missing(claim)]).toEqual([claim, []]);
  });

  // Whoever pointed at words that do not say it saw that; half of such looks stood on right choices.
  it("is, of words that a person pointed at, only what they say otherwise: another sum, number of the same things, or day", () => {
    expect(missing("De cursus kostte € 1.350 en een boek.", true)).toEqual(["€ 1.350"]);
    expect(missing("Wij spraken 36 uur per week af.", true)).toEqual(["36"]);
    expect(missing("Dat was in maart 2025.", true)).toEqual(["maart 2025"]);
    expect(missing("Gerwin Plooistra gaf drie lessen, kenmerk AB-12.", true)).toEqual([]);
  });
});
