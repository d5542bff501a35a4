import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceCandidateSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { LedgerEntrySchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { AnsweredTextSchema, ClaimAnswerSchema, LetterReadingSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { BindingSchema, EvidenceNeedMapSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OtherSide, PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { AssertionAnswer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind, SpanRefSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { entryLooks } from "../../../src/run/looks/in-stage.ts";
import { bindingLooks } from "../../../src/run/looks/on-bindings.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { bindingFor, settle } from "../drive.ts";
import { letterCandidate, sampleProfile } from "../sample-content.ts";
import { TestRun } from "../support.ts";

const digest = (text: string): string => sha256Hex(new TextEncoder().encode(text));
const text = "Over de lekkage op 17 maart 2025 in de kamer.";
const parties = [
  { role: PartyRole.AUTHOR, names: ["Anna Bos"], addresses: ["anna@thuis.example"] },
  { role: PartyRole.OPPONENT, names: ["Molen Handel B.V."], addresses: ["info@molen.example"] },
];

/** A run with one claim that rests on words of a mail of the other side, in a slot that asks for none of its words. */
const bound = (): TestRun => {
  const profile = sampleProfile();
  const slot = profile.claimKinds[0]!.slots[0]!;
  profile.claimKinds[0]!.slots = [slot];
  Object.assign(slot, { otherSide: OtherSide.UNSPECIFIED, speakerRoles: [] });
  const run = new TestRun({ profile });
  run.propose({ case: "intentSeed", value: { goal: "Herstel van de lekkage", parties } }, { confirm: true });
  run.advance();
  const claims = [{ text: "De lekkage in de kamer was op 17 maart 2025.", claimKind: "promise" }];
  run.propose({ case: "skeleton", value: { sections: [{ title: "Feiten", claims }] } });
  run.confirmAll().advance();
  const paper = create(EvidenceCandidateSchema, {
    ...letterCandidate({ docUid: "letter-a", text, quotes: [text] }),
    ...{
      docType: "email",
      title: "Lekkage",
      occurredAtIso: "2025-03-17",
      participants: ["Molen <info@molen.example>"],
    },
  });
  for (const { slotId } of run.snapshot.slots) run.search(slotId, [paper]);
  settle(run).advance();
  return run;
};

/** Codes seen on the binding of the mail and on the quote from it. */
const seenIn = (run: TestRun, material = run.material): LookCode[] => {
  const [slot] = run.snapshot.slots;
  const { slotId, kind: slotKind } = slot!;
  const proposed = create(BindingSchema, {
    ...(bindingFor(run, slotId) as MessageInitShape<typeof BindingSchema>),
    ...{ bindingId: "binding:1", slotKind, claimId: run.material.skeleton!.sections[0]!.claims[0]!.claimId },
  });
  const bindings = [...bindingLooks({ ...run.input, material }, [proposed]).values()].flat();
  const span = create(SpanRefSchema, {
    ...{ docUid: "letter-a", startChar: 0, endChar: text.length, excerpt: text, matchKind: MatchKind.EXACT },
    ...{ excerptSha256: digest(text), sourceDigest: digest(text) },
  });
  const entry = create(LedgerEntrySchema, { entryId: "entry:1", bindingId: "binding:1", slotId, span });
  const needMap = create(EvidenceNeedMapSchema, { bindings: [proposed] });
  const quotes = [...entryLooks({ ...run.input, material: { ...material, needMap } }, [entry]).values()].flat();
  return [...bindings, ...quotes].map(({ code }) => code);
};

describe("words of the other side", () => {
  // "The other side speaks here, and the claim does not ask for its words" stood on the correction that won the case, and not on the rule that it took back.
  it("are not looked at for whose they are: what it admits is the best evidence", () => {
    expect(seenIn(bound())).toEqual([]);
  });

  // A letter proved its denial by the very sentence that it denied.
  it("are looked at where they are the assertion of the answered letter that the claim calls wrong", () => {
    const run = bound();
    const answeredText = create(AnsweredTextSchema, { docUid: "letter-a" });
    const span = { excerpt: text };
    const letterReading = create(LetterReadingSchema, { assertions: [{ partId: "assertion:1", span }] });
    const answered = (answer: AssertionAnswer) => {
      const skeleton = structuredClone(run.material.skeleton!);
      skeleton.sections[0]!.claims[0]!.answers = [create(ClaimAnswerSchema, { assertionId: "assertion:1", answer })];
      return seenIn(run, { ...run.material, answeredText, letterReading, skeleton });
    };
    expect(answered(AssertionAnswer.WRONG)).toContain(LookCode.OTHER_SIDE_SPEAKS);
    expect(answered(AssertionAnswer.RIGHT)).not.toContain(LookCode.OTHER_SIDE_SPEAKS);
  });
});
