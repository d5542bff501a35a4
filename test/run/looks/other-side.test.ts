import { create, type MessageInitShape } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EvidenceCandidate, EvidenceCandidateSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { LedgerEntrySchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { AnsweredTextSchema, ClaimAnswerSchema, LetterReadingSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { BindingSchema, EvidenceNeedMapSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OtherSide, PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { AssertionAnswer, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind, SpanRefSchema, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { entryLooks } from "../../../src/run/looks/in-stage.ts";
import { bindingLooks } from "../../../src/run/looks/on-bindings.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { rowsOf } from "../../support/cases/rows.ts";
import { bindingFor, settle } from "../drive.ts";
import { letterCandidate, sampleProfile } from "../sample-content.ts";
import { TestRun } from "../support.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const parties = [
  { role: PartyRole.AUTHOR, names: ["Anna Bos"], addresses: ["anna@thuis.example"] },
  { role: PartyRole.OPPONENT, names: ["Molen Handel B.V.", "Molen"], addresses: ["info@molen.example"] },
  { role: PartyRole.REPRESENTATIVE, names: ["Kees Vlieger"], addresses: ["kees@molen.example"] },
  {
    ...{ role: PartyRole.REPRESENTATIVE, represents: PartyRole.AUTHOR },
    ...{ names: ["Mr. Ida Terpstra"], addresses: ["ida@raad.example"] },
  },
  { role: PartyRole.THIRD, names: ["Olga Prins"], addresses: ["olga@buren.example"] },
];
/** Writers by their side; the last of the other side writes from an address that nobody gave. */
const others = [
  "Molen <info@molen.example>",
  "Kees Vlieger <kees@molen.example>",
  "Kees Vlieger <k.vlieger@thuispost.example>",
  // As a letter is signed.
  "K. Vlieger",
];
const notOthers = [
  "Anna Bos <anna@thuis.example>",
  "Ida Terpstra <ida@raad.example>",
  "Olga Prins <olga@buren.example>",
];

/** Claims by what they say of the other side, marked by hand. */
const claims = rowsOf("rules/claims.tsv", ["tells", "claim"]);
const [ownClaims, theirActs] = ["own", "theirs"].map((tells) =>
  claims.flatMap((row) => (row.tells === tells ? [row.claim] : [])),
) as [string[], string[]];

interface Bound {
  readonly claim?: string;
  readonly from?: string;
  readonly signed?: readonly string[];
  readonly docType?: string;
  readonly kind?: SlotKind;
  readonly otherSide?: OtherSide;
  readonly speakerRoles?: PartyRole[];
}

const profileWith = ({ kind = SlotKind.QUOTE, otherSide, speakerRoles = [] }: Bound): WorkflowProfile => {
  const made = sampleProfile();
  const slot = made.claimKinds[0]!.slots[0]!;
  made.claimKinds[0]!.slots = [slot];
  Object.assign(slot, { kind, otherSide: otherSide ?? OtherSide.UNSPECIFIED, speakerRoles });
  return made;
};

const text = "Over de lekkage op 17 maart 2025 in de kamer.";
const document = ({ from = others[0]!, signed = [], docType = "email" }: Bound): EvidenceCandidate =>
  create(EvidenceCandidateSchema, {
    ...letterCandidate({ docUid: "letter-a", text, quotes: [text] }),
    ...{ docType, title: "Lekkage", occurredAtIso: "2025-03-17", participants: [from, ...signed] },
  });

/** A run of this profile with one claim of the sample's first kind and this paper found for all its slots, in EVIDENCE_BINDING. */
const binding = (one: Bound, profile = profileWith(one), claimKind = "promise"): TestRun => {
  const run = new TestRun({ profile });
  run.propose({ case: "intentSeed", value: { goal: "Herstel van de lekkage", parties } }, { confirm: true });
  run.advance();
  const claims = [{ text: one.claim ?? ownClaims[0]!, claimKind }];
  run.propose({ case: "skeleton", value: { sections: [{ title: "Feiten", claims }] } });
  run.confirmAll().advance();
  for (const { slotId, kind } of run.snapshot.slots)
    if (kind === SlotKind.QUOTE || kind === SlotKind.LOCATION) run.search(slotId, [document(one)]);
  settle(run).advance();
  return run;
};

/** Words of the author of the paper, as they are quoted. */
const quoted = (excerpt: string) =>
  create(SpanRefSchema, {
    ...{ docUid: "letter-a", startChar: 0, endChar: [...excerpt].length, excerpt, matchKind: MatchKind.EXACT },
    ...{ excerptSha256: sha256Hex(utf8(excerpt)), sourceDigest: sha256Hex(utf8(excerpt)) },
  });

/** Codes seen on the binding of the paper to a slot, and on the quote of words from it where the slot takes one. */
const seenIn = (run: TestRun, slotId: string, kind: SlotKind, words: string, material = run.material): LookCode[] => {
  const proposed = create(BindingSchema, {
    ...(bindingFor(run, slotId) as MessageInitShape<typeof BindingSchema>),
    ...{ bindingId: "binding:1", slotKind: kind, claimId: run.material.skeleton!.sections[0]!.claims[0]!.claimId },
  });
  const bindings = [...bindingLooks({ ...run.input, material }, [proposed]).values()].flat();
  if (kind !== SlotKind.QUOTE) return bindings.map(({ code }) => code);
  const entry = create(LedgerEntrySchema, { entryId: "entry:1", bindingId: "binding:1", slotId, span: quoted(words) });
  const needMap = create(EvidenceNeedMapSchema, { bindings: [proposed] });
  const quotes = [...entryLooks({ ...run.input, material: { ...material, needMap } }, [entry]).values()].flat();
  return [...bindings, ...quotes].map(({ code }) => code);
};

/** The same of the first slot. */
const seenOn = (one: Bound, words = text): LookCode[] => {
  const run = binding(one);
  const [slot] = run.snapshot.slots;
  return seenIn(run, slot!.slotId, slot!.kind, words);
};

const sees = (one: Bound): boolean => seenOn(one).includes(LookCode.OTHER_SIDE_SPEAKS);

describe("words of the other side for one's own claim", () => {
  it("are looked at where the slot says nothing of whose words it takes", () => {
    for (const from of others) expect(sees({ from })).toBe(true);
    for (const from of notOthers) expect(sees({ from })).toBe(false);
  });

  it("are looked at in a place as well, which has no words", () => {
    expect(sees({ kind: SlotKind.LOCATION, docType: "pdf" })).toBe(true);
  });

  it("are not looked at for that where the slot says who must speak", () => {
    expect(sees({ speakerRoles: [PartyRole.OPPONENT, PartyRole.REPRESENTATIVE] })).toBe(false);
    expect(seenOn({ speakerRoles: [PartyRole.COMPANY_DOCTOR] })).toContain(LookCode.SPEAKER_NOT_ASKED);
  });

  it("are taken in papers that are no message where the slot asks for papers", () => {
    const otherSide = OtherSide.PAPERS;
    expect(sees({ otherSide, docType: "pdf" })).toBe(false);
    expect(sees({ otherSide, docType: "email" })).toBe(true);
    expect(sees({ otherSide, docType: "event" })).toBe(true);
  });

  // What a club wrote in its own minutes was looked at, for a claim that the minutes prove.
  it("are taken in what they wrote down for themselves where the slot asks for what they did, but not in the letter that is answered", () => {
    const claim = "Anna Bos is niet gehoord.";
    expect(sees({ claim, otherSide: OtherSide.ACTS, docType: "docx" })).toBe(false);
    expect(sees({ claim, otherSide: OtherSide.ACTS, docType: "email" })).toBe(true);
    const run = binding({ claim, otherSide: OtherSide.ACTS, docType: "docx" });
    const [slot] = run.snapshot.slots;
    const answeredText = create(AnsweredTextSchema, { docUid: "letter-a" });
    const codes = seenIn(run, slot!.slotId, slot!.kind, text, { ...run.material, answeredText });
    expect(codes).toContain(LookCode.OTHER_SIDE_SPEAKS);
  });

  // A letter proved its denial by the very sentence that it denied.
  it("are looked at where they are the assertion of the letter that the claim is set against", () => {
    const claim = "U schreef dat de kamer lekt.";
    const run = binding({ claim, otherSide: OtherSide.ACTS, docType: "docx" });
    const [slot] = run.snapshot.slots;
    const answeredText = create(AnsweredTextSchema, { docUid: "letter-a" });
    const letterReading = create(LetterReadingSchema, {
      assertions: [{ partId: "assertion:1", span: { excerpt: text } }],
    });
    const answered = (answer: AssertionAnswer) => {
      const skeleton = structuredClone(run.material.skeleton!);
      skeleton.sections[0]!.claims[0]!.answers = [create(ClaimAnswerSchema, { assertionId: "assertion:1", answer })];
      return seenIn(run, slot!.slotId, slot!.kind, text, { ...run.material, answeredText, letterReading, skeleton });
    };
    expect(answered(AssertionAnswer.WRONG)).toContain(LookCode.OTHER_SIDE_SPEAKS);
    expect(answered(AssertionAnswer.RIGHT)).not.toContain(LookCode.OTHER_SIDE_SPEAKS);
  });

  it("are taken whatever they are where the slot asks for them", () => {
    for (const claim of ownClaims) expect(sees({ claim, otherSide: OtherSide.WORDS })).toBe(false);
  });

  it.each(theirActs)("are taken where the claim tells what the other side did: %s", (claim) => {
    expect(sees({ claim, otherSide: OtherSide.ACTS })).toBe(false);
    expect(sees({ claim })).toBe(true);
  });

  // "Hier spreekt de andere partij" was said of the mail that the claim itself brings as hers.
  it("are taken where the claim tells what whoever signed them wrote", () => {
    const claim = "Op 17 maart 2025 mailde Sandra dat de kamer lekt.";
    const seen = (...signed: string[]): boolean => sees({ claim, otherSide: OtherSide.ACTS, signed });
    expect(seen("Sandra, balie")).toBe(false);
    expect(seen()).toBe(true);
    expect(seen("Sandra <sandra@thuis.example>")).toBe(true);
    expect(sees({ claim, otherSide: OtherSide.ACTS, from: "Sandra <info@molen.example>" })).toBe(false);
  });

  it.each(ownClaims)("are looked at where it does not, or denies it: %s", (claim) => {
    expect(sees({ claim, otherSide: OtherSide.ACTS })).toBe(true);
  });
});

describe("words of the other side that say the claim themselves", () => {
  const claim = "De lekkage in de kamer is op 17 maart 2025 hersteld.";
  const sees = (words: string, one: Bound = {}): boolean =>
    seenOn({ claim, otherSide: OtherSide.ACTS, ...one }, words).includes(LookCode.OTHER_SIDE_SPEAKS);

  it.each([
    "De lekkage in uw kamer is op 17 maart 2025 hersteld.",
    "Wij herstelden op 17 maart 2025 de lekkage in de kamer, zoals gevraagd.",
    "Geachte heer. Op 17 maart 2025 is in de kamer de lekkage hersteld. Ik hoop u te hebben ingelicht.",
  ])("are taken: %s", (words) => {
    expect(sees(words)).toBe(false);
    expect(sees(words, { otherSide: OtherSide.UNSPECIFIED }), "but where the slot takes none of theirs").toBe(true);
    expect(sees(words, { kind: SlotKind.LOCATION }), "but where nothing is quoted").toBe(true);
  });

  it.each([
    // Denied, asked, on a condition, possible, told as somebody's view, quoted, and in two sentences.
    "De lekkage in uw kamer is op 17 maart 2025 niet hersteld.",
    "Is de lekkage in uw kamer op 17 maart 2025 hersteld?",
    "Als de lekkage in uw kamer op 17 maart 2025 is hersteld, sluiten wij het dossier.",
    "De lekkage in uw kamer kan op 17 maart 2025 worden hersteld.",
    "U stelt dat de lekkage in de kamer op 17 maart 2025 is hersteld.",
    "Volgens u is de lekkage in de kamer op 17 maart 2025 hersteld.",
    "U schrijft: “De lekkage in de kamer is op 17 maart 2025 hersteld.”",
    "Er was een lekkage in de kamer. Op 17 maart 2025 is de deur hersteld.",
    "De lekkage in de kamer is op 17 maart 2025 bekeken.",
  ])("are looked at where they do not state it: %s", (words) => {
    expect(sees(words)).toBe(true);
  });

  it("are looked at where one word is all that they have in common", () => {
    expect(seenOn({ claim: "Er was een lekkage.", otherSide: OtherSide.ACTS }, "De lekkage is bekeken.")).toContain(
      LookCode.OTHER_SIDE_SPEAKS,
    );
  });
});

describe("no paper of the other side", () => {
  /** What the template itself says, told apart from the code that reads it. */
  const takes = ({ otherSide, speakerRoles = [], claim = "", docType }: Bound): boolean => {
    const isPaper = docType === "pdf" || docType === "text";
    if (speakerRoles.length > 0) return speakerRoles.includes(PartyRole.OPPONENT);
    if (otherSide === OtherSide.WORDS) return true;
    return (otherSide === OtherSide.PAPERS || otherSide === OtherSide.ACTS) && (isPaper || theirActs.includes(claim));
  };
  const anyBinding = fc.record<Bound & { from: string }>({
    claim: fc.constantFrom(...ownClaims, ...theirActs),
    from: fc.constantFrom(...others),
    docType: fc.constantFrom("email", "pdf", "text", "event"),
    kind: fc.constantFrom(SlotKind.QUOTE, SlotKind.LOCATION),
    otherSide: fc.constantFrom(OtherSide.UNSPECIFIED, OtherSide.ACTS, OtherSide.PAPERS, OtherSide.WORDS),
    speakerRoles: fc.constantFrom<PartyRole[][]>(
      [],
      [PartyRole.OPPONENT, PartyRole.REPRESENTATIVE],
      [PartyRole.COMPANY_DOCTOR],
      [PartyRole.AUTHOR],
    ),
  });

  it("is quoted for a slot without a look, unless the slot's template takes it", () => {
    fc.assert(
      fc.property(anyBinding, (one) => {
        if (!takes(one)) expect(seenOn(one)).not.toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("is quoted for any slot of the shipped profiles without a look, unless its template takes it", () => {
    for (const profile of builtinProfiles())
      for (const { name, slots } of profile.claimKinds) {
        const judged = slots.filter(
          ({ kind, source }) => source === "vault" && (kind === SlotKind.QUOTE || kind === SlotKind.LOCATION),
        );
        if (judged.length === 0) continue;
        const run = binding({ from: others[1] as string }, profile, name);
        const known = run.material.needs!.sections.flatMap(({ claims }) => claims);
        const made = known.flatMap(({ required, optional }) => [...required, ...optional]);
        for (const { templateName, slotId } of made) {
          const template = judged.find((one) => one.name === templateName);
          if (!template) continue;
          const asks = template.otherSide === OtherSide.WORDS || template.speakerRoles.includes(PartyRole.OPPONENT);
          const seen = seenIn(run, slotId, template.kind, text);
          if (!asks) expect.soft(seen.length, `${profile.profileId} ${name} ${templateName}`).toBeGreaterThan(0);
        }
      }
  });

  it("is quoted from a paper of somebody else without a look either", () => {
    const run = binding({ from: notOthers[0] as string });
    const [slot] = run.snapshot.slots;
    run.propose({ case: "needMap", value: { bindings: [bindingFor(run, slot!.slotId)] } });
    run.confirmAll().advance();
    const words = create(SpanRefSchema, {
      ...{ docUid: "letter-a", startChar: 0, endChar: [...text].length, excerpt: text },
      ...{ excerptSha256: sha256Hex(utf8(text)), sourceDigest: sha256Hex(utf8(text)), matchKind: MatchKind.EXACT },
      ...{ voice: Voice.QUOTED, speaker: others[1] as string, segmentDateText: "17 maart 2025" },
    });
    const bindingId = run.material.needMap?.bindings[0]?.bindingId ?? "";
    const resolved = { toolResultId: run.getSpans([words]), answerIndex: 0, spanIndex: 0 };
    run.propose({
      case: "citationLedger",
      value: { spans: [{ bindingId, span: { case: "resolved", value: resolved } }] },
    });
    const codes = run.record?.items.flatMap(({ looks }) => looks.map(({ code }) => code));
    expect(codes).toContain(LookCode.OTHER_SIDE_SPEAKS);
  });

  it("is pinned as the letter that is answered and quoted without a look, whatever its form and whoever is a party", () => {
    const run = binding({ from: "", docType: "pdf" });
    const [slot] = run.snapshot.slots;
    const material = { ...run.material, answeredText: { docUid: "letter-a" } as never };
    const of = (known: typeof run.material) => seenIn(run, slot!.slotId, slot!.kind, text, known);
    expect(of(run.material)).not.toContain(LookCode.OTHER_SIDE_SPEAKS);
    expect(of(material)).toContain(LookCode.OTHER_SIDE_SPEAKS);
  });
});
