import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { PinRole } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { AnsweredTextSchema, LetterRole, ReferenceSide } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer as A, ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { answeredLetter } from "../../src/run/answered-letter.ts";
import { decideUnpin } from "../../src/run/decide/evidence.ts";
import { at, letterPin, letterText, letterUid, quoted, written } from "./letter-case.ts";

import { refusal } from "./refusal.ts";
import { model, TestRun } from "./support.ts";

const goal = "Antwoorden op de brief";
const denial = "Uw opleiding is nooit toegezegd.";
const costs = "U hebt de kosten zelf gemaakt.";
const term = "Wilt u dit vóór 19 december 2025 bevestigen?";
const reading = {
  assertions: [at(costs), at(denial)],
  questions: [at(term)],
  terms: [at(term)],
  references: [{ side: ReferenceSide.WRITER, value: "PZ/2025/0417", locator: at("Ons kenmerk: PZ/2025/0417") }],
  parties: [{ role: LetterRole.WRITER, name: "Piet Verzonnen", locator: at("Piet Verzonnen") }],
  day: at("Datum: 5 december 2025"),
};

const intent = (run: TestRun, value: object, actor?: typeof model) =>
  run.propose({ case: "intentSeed", value: { goal, ...value } } as never, actor ? { actor } : { confirm: true });
const pinned = () => new TestRun({ profile: builtinProfiles()[0]! }).pinAnswered(letterPin(), letterText());
const read = () => intent(pinned(), { letterReading: reading });
const inOutline = () => read().advance();
const answer = (run: TestRun, answers: readonly object[], actor?: typeof model) =>
  run.propose({ case: "skeleton", value: { answers } } as never, actor ? { actor } : {});
const claimsOf = (run: TestRun) =>
  (run.material.proposals.skeleton?.sections ?? []).flatMap(({ title, claims }) =>
    claims.map(({ claimId, text, claimKind, required, answers }) => ({
      ...{ claimId, title, text, claimKind, required },
      answers: answers.map((one) => [one.assertionId, one.answer, one.why]),
    })),
  );

describe("the pin of the letter that is answered", () => {
  it("keeps its words with the run, and says so in its event", () => {
    const run = pinned();
    const event = run.events.find((one) => one.event.case === "evidencePinned")?.event;
    expect(event?.value).toMatchObject({ role: PinRole.ANSWERED, answeredText: run.snapshot.answeredText });
    expect(run.material.answeredText).toEqual(letterText());
    expect(run.snapshot).toMatchObject({ answeredEvidenceId: `vault:${letterUid}` });
  });

  it("is refused beside another letter, may be made again, and goes with the pin", () => {
    const run = pinned();
    const other = "cd".repeat(32);
    const another = () => run.pinAnswered(letterPin(other), letterText(written, other));
    expect(refusal(another)).toBe("LETTER_PINNED");
    run.pinAnswered(letterPin(), letterText(`${written} PS.`));
    expect(run.material.answeredText?.passages[0]?.text).toContain("PS.");
    run.pin(letterPin(), "", "een aantekening");
    expect(run.snapshot.answeredEvidenceId).toBe(`vault:${letterUid}`);
    run.do((input) => decideUnpin(input, `vault:${letterUid}`));
    expect([run.snapshot.answeredEvidenceId, run.snapshot.answeredText]).toEqual(["", undefined]);
    expect(another().snapshot.answeredEvidenceId).toBe(`vault:${other}`);
  });

  it("is refused where the document has no text", () => {
    const empty = create(AnsweredTextSchema, { docUid: letterUid });
    expect(refusal(() => new TestRun().pinAnswered(letterPin(), empty))).toBe("LETTER_UNREADABLE");
  });
});

describe("the reading of the letter", () => {
  it("has its words cut out by the kernel, in their order, with days it reads itself", () => {
    const { letterReading } = read().material;
    expect(letterReading?.assertions.map(({ partId, span }) => [partId, span?.excerpt, span?.startChar])).toEqual([
      ["assertion:1", denial, written.indexOf(denial)],
      ["assertion:2", costs, written.indexOf(costs)],
    ]);
    expect(letterReading?.terms).toMatchObject([{ partId: "term:4", dueDate: "2025-12-18" }]);
    expect(letterReading?.day?.day).toBe("2025-12-05");
    expect(letterReading?.answeredText).toEqual(read().snapshot.answeredText);
  });

  it.each<[string, object]>([
    ["words do not stand in the letter", { assertions: [at("Uw opleiding is altijd toegezegd.")] }],
    ["words stand there twice", { assertions: [at("en")] }],
    ["words are quoted from somebody else", { assertions: [at(quoted)] }],
    ["a locator names another document", { assertions: [{ ...at(denial), docUid: "ef".repeat(32) }] }],
    ["a locator says nothing", { assertions: [at(" ")] }],
    ["a reference is not in its words", { references: [{ ...reading.references[0], value: "PZ/2025/0418" }] }],
    ["a name is not in its words", { parties: [{ ...reading.parties[0], name: "Piet Verzonnen BV" }] }],
    ["the day is none", { day: at(denial) }],
  ])("is refused where %s", (_name, part) => {
    expect(refusal(() => intent(pinned(), { letterReading: { ...reading, ...part } }))).toBe("PROPOSAL_INVALID");
  });

  it("is refused where no letter is pinned as answered", () => {
    expect(refusal(() => intent(new TestRun(), { letterReading: reading }))).toBe("PROPOSAL_INVALID");
  });

  it("keeps the id of words it had, and gives none twice", () => {
    const run = intent(read(), { letterReading: { assertions: [at(costs)] } });
    intent(run, { letterReading: { assertions: [at(denial), at(costs)] } });
    expect(run.material.letterReading?.assertions.map(({ partId }) => partId)).toEqual(["assertion:5", "assertion:2"]);
  });

  it("stays with a later intent that says nothing of it, and goes with its letter", () => {
    const run = intent(read(), { tone: "kort" });
    expect(run.material.letterReading?.assertions).toHaveLength(2);
    run.do((input) => decideUnpin(input, `vault:${letterUid}`));
    expect(intent(run, {}).material.intent?.letterReading).toBeUndefined();
  });

  it("is asked again where it says something else, and not where it says the same", () => {
    const same = intent(read(), { letterReading: reading }, model);
    expect(same.record?.items[0]).toMatchObject({ decision: ItemDecision.CONFIRM, carriedOver: true });
    const other = intent(read(), { letterReading: { assertions: [at(costs)] } }, model);
    expect(other.record?.items[0]).toMatchObject({ decision: ItemDecision.UNSPECIFIED });
  });
});

describe("the frame of the memo", () => {
  const theirs = {
    frame: { theirReference: "PZ/2025/0417" },
    frameSources: [{ field: "their_reference", locator: at("PZ/2025/0417") }],
  };

  it("says where the letter says it, and takes what a person says as it is", () => {
    const run = intent(pinned(), { ...theirs, frame: { ...theirs.frame, place: "Utrecht", enclosures: ["Contract"] } });
    expect(run.material.intent?.frame).toMatchObject({ theirReference: "PZ/2025/0417", place: "Utrecht" });
    expect(run.material.intent?.frame?.sources).toMatchObject([
      { field: "their_reference", span: { excerpt: "PZ/2025/0417", docUid: letterUid } },
    ]);
  });

  it("keeps what a later intent leaves empty, but for what a person empties and what another letter said", () => {
    const run = intent(
      intent(pinned(), { ...theirs, frame: { ...theirs.frame, place: "Utrecht", closing: "Groet" } }),
      {
        frame: { place: "Zwolle" },
        dropFrameFields: ["closing"],
      },
    );
    expect(run.material.intent?.frame).toMatchObject({ theirReference: "PZ/2025/0417", place: "Zwolle", closing: "" });
    run.do((input) => decideUnpin(input, `vault:${letterUid}`));
    expect(intent(run, {}).material.intent?.frame).toMatchObject({ theirReference: "", place: "Zwolle" });
  });

  it.each<[string, object]>([
    ["a model fills in what the letter does not say", { frame: { place: "Utrecht" } }],
    ["a model says more than its words", { ...theirs, frame: { theirReference: "PZ/2025/0417-B" } }],
    ["a model dates the memo", { frame: { date: "2025-12-09" } }],
    ["a model empties a field", { dropFrameFields: ["place"] }],
  ])("is refused where %s", (_name, value) => {
    expect(refusal(() => intent(pinned(), value, model))).toBe("PROPOSAL_INVALID");
  });

  it.each<[string, object]>([
    ["its day is none of the calendar", { frame: { date: "2025-02-30" } }],
    ["a source is named for nothing", { frameSources: theirs.frameSources }],
    ["a source is not in the letter", { ...theirs, frameSources: [{ field: "their_reference", locator: at("PZ/1") }] }],
    ["it brings spans of its own", { frame: { place: "Utrecht", sources: [{ field: "place" }] } }],
  ])("is refused where %s, also from a person", (_name, value) => {
    expect(refusal(() => intent(pinned(), value))).toBe("PROPOSAL_INVALID");
  });
});

describe("answers to the letter", () => {
  it("are the outline: what the letter states, and behind each what is set against it", () => {
    const run = answer(inOutline(), [
      {
        assertionId: "assertion:1",
        answer: A.WRONG,
        why: "op 3 maart is schriftelijk toegezegd dat die wordt betaald",
      },
      { assertionId: "assertion:2", answer: A.RIGHT },
    ]);
    expect(claimsOf(run)).toEqual([
      {
        ...{
          claimId: "claim:1",
          title: "Uw brief",
          claimKind: "assertion-of-letter",
          required: true,
        },
        text: `Uw brief stelt: ${denial}`,
        answers: [["assertion:1", A.WRONG, "op 3 maart is schriftelijk toegezegd dat die wordt betaald"]],
      },
      {
        ...{ claimId: "claim:2", title: "Uw brief", claimKind: "promise", required: true },
        text: "Op 3 maart is schriftelijk toegezegd dat die wordt betaald.",
        answers: [["assertion:1", A.WRONG, "op 3 maart is schriftelijk toegezegd dat die wordt betaald"]],
      },
      {
        ...{
          claimId: "claim:3",
          title: "Uw brief",
          claimKind: "assertion-of-letter",
          required: true,
        },
        text: `Wat uw brief stelt, is juist: ${costs}`,
        answers: [["assertion:2", A.RIGHT, ""]],
      },
    ]);
  });

  // "De huur over april is niet betaald" is true, and she owed none: the letter conceded it without a word.
  it("say behind a statement that is right in part what is said to it, and nothing more once it is right", () => {
    const given = (why: string) => [{ assertionId: "assertion:2", answer: A.RIGHT, why }];
    const stated = ["claim:1", `Wat uw brief stelt, is juist: ${costs}`];
    const run = answer(inOutline(), given("die was u zelf verschuldigd"));
    const texts = () => claimsOf(run).map(({ claimId, text }) => [claimId, text]);
    expect(texts()).toEqual([stated, ["claim:2", "Die was u zelf verschuldigd."]]);
    answer(run, given(""));
    expect(texts()).toEqual([stated]);
  });

  it("stand as in the letter, whichever of its parts was answered first", () => {
    const run = inOutline();
    answer(run, [{ assertionId: "assertion:2", answer: A.WRONG, why: "dat staat in uw brief" }]);
    answer(run, [{ assertionId: "assertion:1", answer: A.WRONG, why: "die heeft u betaald" }]);
    expect(claimsOf(run).map(({ answers }) => answers.map(([id]) => id))).toEqual(
      ["assertion:1", "assertion:1", "assertion:2", "assertion:2"].map((id) => [id]),
    );
  });

  it("may be given one after the other and changed: claims keep their ids, a reason takes its claim with it", () => {
    const run = answer(inOutline(), [{ assertionId: "assertion:1", answer: A.WRONG, why: "Dat is wel beloofd" }]);
    answer(run, [{ assertionId: "assertion:2", answer: A.UNKNOWN, why: "" }]);
    answer(run, [{ assertionId: "assertion:1", answer: A.RESTS, why: "" }]);
    expect(claimsOf(run).map(({ claimId, text, required }) => [claimId, text, required])).toEqual([
      ["claim:1", `Wat uw brief stelt, neem ik voor kennisgeving aan, zonder het te erkennen: ${denial}`, false],
      ["claim:3", `Uw brief stelt: ${costs}`, false],
    ]);
  });

  it("take a claim out for good where they are merged, and are refused beside merged sections", () => {
    const given = (answer: A, why = "") => ({ answers: [{ assertionId: "assertion:1", answer, why }] });
    const run = inOutline();
    const merged = (value: object) => run.propose({ case: "skeleton", value } as never, { merge: true });
    merged(given(A.WRONG, "Dat is wel beloofd"));
    merged(given(A.RIGHT));
    expect(claimsOf(run).map(({ claimId }) => claimId)).toEqual(["claim:1"]);
    const sections = [{ title: "Recht", claims: [{ text: "De wet geldt." }] }];
    expect(refusal(() => merged({ ...given(A.BESIDE), sections }))).toBe("PROPOSAL_INVALID");
  });

  it("make a claim of each sentence of a reason, since each stands on a passage of its own", () => {
    const given = (why: string) => ({ answers: [{ assertionId: "assertion:1", answer: A.WRONG, why }] });
    const texts = () => claimsOf(run).map(({ claimId, text }) => [claimId, text]);
    const stated = ["claim:1", `Uw brief stelt: ${denial}`];
    const run = inOutline();
    const merged = (value: object) => run.propose({ case: "skeleton", value } as never, { merge: true });
    merged(given("de leiding is verzakt. Leidingen zijn voor uw rekening. U hebt dat erkend"));
    const [first, second] = ["De leiding is verzakt.", "Leidingen zijn voor uw rekening."];
    expect(texts()).toEqual([stated, ["claim:2", first], ["claim:3", second], ["claim:4", "U hebt dat erkend."]]);
    merged(given("De leiding is al jaren verzakt. Leidingen zijn voor uw rekening."));
    expect(texts()).toEqual([stated, ["claim:2", "De leiding is al jaren verzakt."], ["claim:3", second]]);
    merged(given(""));
    expect(texts()).toEqual([["claim:1", `Wat uw brief stelt, is onjuist: ${denial}`]]);
  });

  it("leave a claim's words as a person wrote them", () => {
    const run = answer(inOutline(), [{ assertionId: "assertion:1", answer: A.UNKNOWN, why: "" }]);
    const [section] = run.material.proposals.skeleton?.sections ?? [];
    const claims = [
      { claimId: "claim:1", text: "U schrijft iets over een toezegging.", claimKind: "assertion-of-letter" },
    ];
    run.propose({
      case: "skeleton",
      value: { sections: [{ sectionId: section?.sectionId ?? "", title: "Uw brief", claims }] },
    } as never);
    expect(claimsOf(run)[0]).toMatchObject({ answers: [["assertion:1", A.UNKNOWN, ""]] });
    answer(run, [{ assertionId: "assertion:1", answer: A.RIGHT, why: "" }]);
    expect(claimsOf(run)[0]).toMatchObject({
      text: claims[0]?.text,
      required: true,
      answers: [["assertion:1", A.RIGHT, ""]],
    });
  });

  it("are no model's to change once they are a person's", () => {
    const run = answer(inOutline(), [{ assertionId: "assertion:1", answer: A.WRONG, why: "Dat is wel beloofd" }]);
    answer(run, [{ assertionId: "assertion:1", answer: A.RIGHT, why: "zo is het" }], model);
    expect(claimsOf(run).map(({ answers }) => answers[0]?.[1])).toEqual([A.WRONG, A.WRONG]);
  });

  it.each<[string, TestRun | undefined, readonly object[]]>([
    ["the letter has no such assertion", undefined, [{ assertionId: "assertion:9", answer: A.RIGHT }]],
    ["one is answered twice", undefined, [1, 1].map(() => ({ assertionId: "assertion:1", answer: A.RIGHT }))],
    ["there is neither an answer nor a section", undefined, []],
    ["no letter was read", intent(new TestRun(), {}).advance(), [{ assertionId: "assertion:1", answer: A.RIGHT }]],
  ])("are refused where %s", (_name, other, answers) => {
    expect(refusal(() => answer(other ?? inOutline(), answers))).toBe("PROPOSAL_INVALID");
  });

  it("are told with the run: to each assertion the answer and the claims that make it", () => {
    const run = answer(inOutline(), [
      { assertionId: "assertion:2", answer: A.RIGHT, why: "" },
      { assertionId: "assertion:1", answer: A.WRONG, why: "Dat is wel beloofd" },
    ]);
    expect(answeredLetter(run.snapshot, run.material)).toMatchObject({
      evidenceId: `vault:${letterUid}`,
      reading: run.material.intent?.letterReading,
      answers: [
        { assertionId: "assertion:1", answer: A.WRONG, claimIds: ["claim:1", "claim:2"] },
        { assertionId: "assertion:2", answer: A.RIGHT, claimIds: ["claim:3"] },
      ],
    });
  });

  it("tell any client that the letter was left unread where it was pinned after the stage that reads it", () => {
    const leftUnread = (run: TestRun) => answeredLetter(run.snapshot, run.material)?.leftUnread;
    const late = intent(new TestRun({ profile: builtinProfiles()[0]! }), {})
      .advance()
      .pinAnswered(letterPin(), letterText());
    expect(leftUnread(late)).toBe(true);
    expect(leftUnread(late.rewind(S.INTENT_SEED))).toBe(false);
    expect(leftUnread(inOutline())).toBe(false);
    expect(leftUnread(pinned())).toBe(false);
  });

  it("are asked again where another answer is given, and kept after a rewind that changes nothing", () => {
    const run = answer(inOutline(), [{ assertionId: "assertion:1", answer: A.UNKNOWN, why: "" }]).confirmAll();
    run.advance().rewind(S.INTENT_SEED).advance();
    expect(run.record?.items).toMatchObject([{ decision: ItemDecision.CONFIRM }]);
    answer(run, [{ assertionId: "assertion:1", answer: A.UNKNOWN, why: "dat weet ik niet meer" }]);
    expect(run.record?.items).toMatchObject([{ decision: ItemDecision.UNSPECIFIED }]);
  });

  it("fall away where a new reading no longer has those words", () => {
    const run = answer(inOutline(), [{ assertionId: "assertion:1", answer: A.RIGHT, why: "" }]).confirmAll();
    run.advance().rewind(S.INTENT_SEED);
    intent(run, { letterReading: { assertions: [at(costs)] } }).advance();
    expect(claimsOf(run)).toMatchObject([{ claimId: "claim:1", answers: [] }]);
  });
});
