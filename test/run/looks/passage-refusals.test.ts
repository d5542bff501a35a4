import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import {
  EvidenceCandidateSchema,
  PassageCandidate_Reason,
  PassageCandidateSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceClaimSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { BindingSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { PartyRole, PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { lackingWords, wordsUnsaid } from "../../../src/client/passages.ts";
import { draftCheck } from "../../../src/grounding/draft-check.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import type { DecisionInput } from "../../../src/run/kernel.ts";
import { passageRefusals, sayableFirst } from "../../../src/run/looks/passage-refusals.ts";
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
const inputOf = (letterDay = "", choices: ReadonlyMap<string, unknown> = new Map()): DecisionInput => {
  const material = {
    profile: builtinProfiles()[0],
    intent: { locale: "nl", parties: [], audience: "" },
    choices,
    letterReading: { day: { day: letterDay } },
  };
  return { checkDraft: draftCheck({ register: shippedNames(), laws: [] }), material } as unknown as DecisionInput;
};
const refusals = (exactQuote: string, other = "", text = claimText, letterDay = "") => {
  const choices = new Map(
    other === ""
      ? []
      : [["slot:2", create(BindingSchema, { slotId: "slot:2", locator: { exactQuote: other } })] as const],
  );
  const input = inputOf(letterDay, choices);
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

// A letter to another tenant stood first for "Die kras in de vloer zat er al".
it("puts a passage of a paper that goes to nobody of the memo behind a like one", () => {
  const [slot] = claim.required;
  const parties = [create(PartySchema, { role: PartyRole.AUTHOR, names: ["A. Verzonnen"] })];
  const passages = ["De kast kostte € 849,00 en niet meer.", "De kast kostte € 849,00 en niet minder."].map(passageOf);
  const toAnother = passages.map((one, at) => ({
    ...one,
    addressedTo: at === 0 ? "Mevrouw J. Elders" : "Mevrouw A. Verzonnen",
  }));
  const input = inputOf();
  const material = { ...input.material, intent: create(IntentSeedSchema, { locale: "nl", parties }) };
  const first = (all: typeof passages) =>
    sayableFirst({ ...input, material } as never, { slot, claim } as never, all)[0]?.locator?.exactQuote;
  expect(first(passages)).toBe("De kast kostte € 849,00 en niet meer.");
  expect(first(toAnother)).toBe("De kast kostte € 849,00 en niet minder.");
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

// The report that says it in the claim's own words stood behind three that only shared its day.
it("keeps the passage with the claim's own words among the first three, however much of the claim it leaves unsaid", () => {
  const [slot] = claim.required;
  const said = "De kast kostte op 3 maart 2025 € 849,00 en is ontworpen voor tien jaar gebruik.";
  const passages = [said, said, said, "Volgens het rapport is de kast ontworpen."].map(passageOf);
  const same = passages.map((one, at) => (at < 3 ? one : { ...one, reasons: [PassageCandidate_Reason.SAME_WORDS] }));
  const order = (all: typeof passages) =>
    sayableFirst(inputOf(), { slot, claim } as never, all).map((one) => one.locator?.exactQuote);
  expect(order(passages)[3]).toBe("Volgens het rapport is de kast ontworpen.");
  expect(order(same)[2]).toBe("Volgens het rapport is de kast ontworpen.");
});

// The list called "monteur" missing that the draft was allowed to say: another passage of the memo speaks of him.
it("names nobody of whom a passage chosen for another claim speaks, or the answered letter", () => {
  const text = "Uw monteur heeft vastgesteld dat de afdichting poreus is.";
  const [slot] = claim.required;
  const placed = { slot, claim: { ...claim, claimText: text } } as never;
  const passage = { ...passageOf("Lekkage bij de pomp, de afdichting is poreus."), speaker: "" };
  const words = (input: DecisionInput) =>
    wordsUnsaid({ ...passage, refusedWords: passageRefusals(input, placed, passage) }, text);
  expect(words(inputOf())).toEqual(["monteur"]);
  const elsewhere = create(BindingSchema, {
    slotId: "slot:9",
    locator: { exactQuote: "Onze monteur plaatste de kast." },
  });
  expect(words(inputOf("", new Map([["slot:9", elsewhere]])))).toEqual([]);
  const input = inputOf();
  const assertions = [{ span: { excerpt: "Voor het bezoek van onze monteur brengen wij € 129,50 in rekening." } }];
  const letterReading = { day: { day: "" }, assertions };
  expect(words({ ...input, material: { ...input.material, letterReading } } as never)).toEqual([]);
});

// "Hier staat niet: Logistiek Twente" stood below a mail of pz@logistiektwente.example.
it("takes a firm for named by the house that a mail is sent from, and a person by no part of it", () => {
  const unnamed = (text: string, from: string) => {
    const [slot] = claim.required;
    const placed = { slot, claim: { ...claim, claimText: text } } as never;
    const passage = create(PassageCandidateSchema, {
      ...passageOf("De vacature is ingetrokken."),
      evidence: create(EvidenceCandidateSchema, { evidenceId: "vault:1", title: "Vacature", participants: [from] }),
    });
    return wordsUnsaid({ ...passage, refusedWords: passageRefusals(inputOf(), placed, passage) }, text);
  };
  const text = "Logistiek Verzonnen heeft de vacature ingetrokken.";
  expect(unnamed(text, "Personeelszaken <pz@elders.example>")).toEqual(["Logistiek Verzonnen"]);
  expect(unnamed(text, "Personeelszaken <pz@logistiekverzonnen-hengelo.example>")).toEqual([]);
  const person = "Jan Verzonnen heeft de vacature ingetrokken.";
  expect(unnamed(person, "Personeelszaken <pz@verzonnenbouw.example>")).toEqual(["Jan Verzonnen"]);
});

// "Hier staat niet: augustus." had the full stop of the claim within its marks.
it("names a word at the end of a claim without the full stop", () => {
  expect(refusals("De huur loopt door.", "", "De huur eindigde in augustus.").words).toEqual(["augustus"]);
});

it("tells words that stand in a passage of something else from words that do not stand there", () => {
  const passage = { ...passageOf("Mijn kant uitgelegd: vier sollicitaties."), refusedWords: [] };
  const text = "Ik heb vier keer gebeld, op 3 mei.";
  const place = (words: string) => ({ startChar: text.indexOf(words), endChar: text.indexOf(words) + words.length });
  const refusedWords = [place("vier"), place("3 mei")] as never;
  expect(lackingWords({ ...passage, refusedWords }, text)).toEqual({
    absent: ["3 mei"],
    otherwise: ["vier"],
  });
});

// A signed record, "Sleutels retour: 3 stuks.", was said not to have three keys, and a row of a bank not to have its own sum.
it.each([
  ["Ik heb alle drie de sleutels ingeleverd.", "Sleutels retour: 3 stuks.", []],
  ["Ik heb 3 sleutels ingeleverd.", "Sleutels retour: 3 stuks.", []],
  ["Ik heb 3 weken gewacht.", "Sleutels retour: 3 stuks.", ["3"]],
  ["Ik heb de servicekosten van 87,40 op 3 maart betaald.", "Bedrag (EUR): 87,40; servicekosten 2025", []],
  [
    "Ik heb de servicekosten van 87,40 op 3 maart betaald.",
    "20260303 | Van Verzonnen BV | 87,40 | servicekosten 2025",
    [],
  ],
  ["Ik heb 87,40 sleutels ingeleverd.", "Ontvangen: € 87,40.", ["87,40"]],
])("counts by a noun that stands elsewhere, and takes cents for a sum: %s", (text, quote, expected) => {
  expect(refusals(quote, "", text).words).toEqual(expected);
});
