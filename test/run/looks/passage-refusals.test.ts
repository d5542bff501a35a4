import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { PassageCandidateSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceClaimSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { BindingSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { wordsUnsaid } from "../../../src/client/passages.ts";
import { draftCheck } from "../../../src/grounding/draft-check.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import type { DecisionInput } from "../../../src/run/kernel.ts";
import { passageRefusals } from "../../../src/run/looks/passage-refusals.ts";
import { shippedNames } from "../../../src/shipped-names.ts";

const claimText = "De kast kostte op 3 maart 2025 € 849,00 en is ontworpen voor tien jaar gebruik.";
const claim = create(EvidenceClaimSchema, {
  claimId: "claim:1",
  claimText,
  required: [{ slotId: "slot:1" }, { slotId: "slot:2" }],
});
const passageOf = (exactQuote: string) =>
  create(PassageCandidateSchema, {
    evidence: { evidenceId: "vault:1", title: "Bestelling", occurredAtIso: "2025-03-03T12:00:00Z" },
    locator: { docUid: "1", exactQuote },
    speaker: "Winkel",
    voice: Voice.AUTHOR,
    day: "2025-03-03",
  });
const refusals = (exactQuote: string, other = "", text = claimText, letterDay = "") => {
  const choices = new Map(
    other === ""
      ? []
      : [["slot:2", create(BindingSchema, { slotId: "slot:2", locator: { exactQuote: other } })] as const],
  );
  const material = {
    profile: builtinProfiles()[0],
    intent: { locale: "nl", parties: [], audience: "" },
    choices,
    letterReading: { day: { day: letterDay } },
  };
  const checkDraft = draftCheck({ register: shippedNames(), laws: [] });
  const input = { checkDraft, material } as unknown as DecisionInput;
  const [slot] = claim.required;
  const passage = passageOf(exactQuote);
  const refusedWords = passageRefusals(input, { slot, claim: { ...claim, claimText: text } } as never, passage);
  return { refusedWords, words: wordsUnsaid({ ...passage, refusedWords }, text) };
};

// A passage said half of a claim, and the person was told four steps later that the other half is gone.
it("names the sums of a claim that a passage does not say, and not the day of its paper", () => {
  const { refusedWords, words } = refusals("De kast is ontworpen voor tien jaar dagelijks gebruik.");
  expect(words).toEqual(["€ 849,00"]);
  expect(refusedWords).toMatchObject([{ rule: DraftRule.SUM, said: { messageId: "rule.sum" } }]);
});

// The draft may name the answered letter by its day and cite nothing for it, and the list called that day missing.
it("names no day of the letter that is answered", () => {
  const about = "De kast kostte anders dan uw brief van 18 november 2026 zegt € 849,00.";
  expect(refusals("De kast kost € 849,00.", "", about).words).toEqual(["18 november 2026"]);
  expect(refusals("De kast kost € 849,00.", "", about, "2026-11-18").words).toEqual([]);
});

it("names nothing where the words chosen for another slot of the claim say it", () => {
  expect(refusals("De kast is ontworpen voor tien jaar dagelijks gebruik.", "Totaal € 849,00").words).toEqual([]);
  expect(refusals("De kast kost € 849,00 en is ontworpen voor tien jaar gebruik.").words).toEqual([]);
});
