import { describe, expect, it } from "vitest";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer as A, ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { leavingOpen, lettingGo, refusedWordsOf, wordsOfFinding } from "../../src/client/settle-draft.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { missingInputs } from "../../src/run/missing-inputs.ts";
import { at, letterPin, letterText } from "./letter-case.ts";
import { refusal } from "./refusal.ts";
import { model, TestRun } from "./support.ts";

const pay = { text: "Ik verzoek u de opleiding alsnog te betalen", sum: "€ 1.250,00", dueDate: "2026-01-15" };
const payClaim = "Ik verzoek u de opleiding alsnog te betalen, uiterlijk op 15 januari 2026. Het gaat om € 1.250,00.";
const withdraw = { text: "Ik verzoek u uw brief in te trekken." };

type Value = Readonly<Record<string, unknown>>;
const put = (run: TestRun, name: string, value: Value, options: object = {}): TestRun =>
  run.propose({ case: name, value } as never, options);
const intent = (run: TestRun, value: Value, options: object = { confirm: true }): TestRun =>
  put(run, "intentSeed", { goal: "Antwoorden op de brief", ...value }, options);
const begun = (value: Value = { demands: [pay, withdraw] }): TestRun =>
  intent(new TestRun({ profile: builtinProfiles()[0]! }), value);
const outline = (run: TestRun, ...texts: string[]): TestRun =>
  put(run, "skeleton", {
    sections: [{ title: "Verzoek", claims: texts.map((text) => ({ text, claimKind: "reservation" })) }],
  });
const claimsOf = ({ material }: TestRun) =>
  (material.proposals.skeleton?.sections ?? []).flatMap(({ title, claims }) =>
    claims.map((one) => ({ title, ...one })),
  );
const reserved = "Ik behoud mij alle rechten voor.";

/** A run in DRAFT whose outline has the demands and a reservation, all confirmed. */
const inDraft = (run = outline(begun().advance(), reserved)): TestRun => {
  run.confirmAll().advance();
  while (run.snapshot.state < S.DRAFT) run.confirmAll().advance();
  return run;
};

const draft = (run: TestRun, texts: readonly string[], options: object = {}, more: Value = {}): TestRun => {
  const [section] = run.material.skeleton?.sections ?? [];
  const claims = (run.material.skeleton?.sections ?? []).flatMap(({ claims }) => claims);
  const sentences = texts.map((text, n) => ({
    text,
    kind: SentenceKind.ARGUMENT,
    claimId: claims[n]?.claimId ?? "",
  }));
  return put(run, "draftText", { sections: [{ sectionId: section?.sectionId ?? "", sentences }], ...more }, options);
};
const said = (run: TestRun): string[] =>
  (run.material.skeleton?.sections ?? []).flatMap(({ claims }) => claims.map(({ text }) => text));
const gone = (run: TestRun): string[] =>
  missingInputs(run.snapshot)
    .filter(({ rule }) => rule === DraftRule.REQUIRED_WORDS_GONE)
    .map((finding) => wordsOfFinding(finding, run.material.skeleton));
const rules = (run: TestRun): number[] => missingInputs(run.snapshot).flatMap(({ rule }) => (rule === 0 ? [] : [rule]));

describe("what a person wants", () => {
  it("is a required claim of the kind that asks, with the sum and the day that its words do not name", () => {
    const run = outline(begun().advance(), reserved);
    expect(claimsOf(run)).toMatchObject([
      { text: reserved },
      { title: "Verzoek", text: payClaim, claimKind: "request", required: true },
      { text: withdraw.text, claimKind: "request", required: true },
    ]);
    const named = { text: "Betaal € 1.250,00 vóór 15 januari 2026.", sum: "€ 1.250,00", dueDate: "2026-01-15" };
    expect(claimsOf(outline(begun({ demands: [named] }).advance(), reserved))[1]?.text).toBe(named.text);
  });

  it("has its last day inside where it is one sentence, and behind it where it is more", () => {
    const claims = (text: string) =>
      claimsOf(outline(begun({ demands: [{ text, dueDate: "2026-01-15" }] }).advance(), reserved)).map(
        (one) => one.text,
      );
    expect(claims("Kunt u dat bevestigen?")).toContain("Kunt u dat bevestigen, uiterlijk op 15 januari 2026?");
    expect(claims("Ik verzoek u te betalen. Het is mijn loon.")).toContain(
      "Ik verzoek u te betalen. Het is mijn loon. Ik verzoek u dat uiterlijk op 15 januari 2026 te doen.",
    );
  });

  it("is announced by its kind where its words ask for nothing by themselves", () => {
    const run = outline(begun({ demands: [{ text: "de 21 uren terug op mijn saldo." }] }).advance(), reserved);
    expect(claimsOf(run)[1]?.text).toBe("Ik verzoek u om het volgende: de 21 uren terug op mijn saldo.");
    const wish = outline(
      begun({ demands: [{ text: "Ik wil mijn bezwaar mondeling toelichten." }] }).advance(),
      reserved,
    );
    expect(claimsOf(wish)[1]?.text).toBe("Ik wil mijn bezwaar mondeling toelichten.");
    for (const text of [
      "Zie af van de kosten.",
      "De laatste termijn houd ik in.",
      "Mijn boot blijft hier liggen.",
      "Erken dat ik hier werk.",
    ])
      expect(claimsOf(outline(begun({ demands: [{ text }] }).advance(), reserved))[1]?.text).toBe(text);
  });

  it("stays when another intent is put forward, and goes where a person takes it out", () => {
    const run = intent(begun(), { goal: "Iets anders" });
    expect(run.material.intent?.demands.map(({ text }) => text)).toEqual([pay.text, withdraw.text]);
    intent(run, { dropDemands: [pay.text], demands: [{ text: "Betaal mij." }] });
    expect(run.material.intent?.demands.map(({ text }) => text)).toEqual([withdraw.text, "Betaal mij."]);
    expect(refusal(() => intent(run, { dropDemands: [withdraw.text] }, { actor: model }))).toBe("PROPOSAL_INVALID");
    expect(refusal(() => intent(run, { dropDemands: ["Iets"] }))).toBe("PROPOSAL_INVALID");
    expect(refusal(() => intent(run, { demands: [{ text: "x", dueDate: "2026-02-30" }] }))).toBe("PROPOSAL_INVALID");
    expect(refusal(() => intent(run, { demands: [{ text: "x", claimKind: "none" }] }))).toBe("PROPOSAL_INVALID");
    const many = Array.from({ length: 21 }, (_, n) => ({ text: `Wens ${n}.` }));
    expect(refusal(() => intent(run, { demands: many }))).toBe("PROPOSAL_INVALID");
  });

  it("is put back where a model leaves it out or says it otherwise", () => {
    const run = outline(begun().advance(), reserved);
    const id = claimsOf(run)[1]?.claimId;
    const sections = [
      { title: "Verzoek", claims: [{ claimId: id, text: "Ik vraag u te betalen.", claimKind: "reservation" }] },
    ];
    put(run, "skeleton", { sections }, { actor: model });
    expect(claimsOf(run)).toMatchObject([
      { claimId: id, text: payClaim, claimKind: "request" },
      { text: withdraw.text },
    ]);
  });

  it("is reworded and left out by a person alone, and is not put forward again", () => {
    const run = outline(begun().advance(), reserved);
    const [, one, other] = claimsOf(run);
    const kept = { claimId: other?.claimId, text: "Ik verzoek u de brief in te trekken.", claimKind: "request" };
    put(run, "skeleton", { sections: [{ title: "Verzoek", claims: [kept] }] });
    expect(claimsOf(run).map(({ text }) => text)).toEqual([kept.text]);
    put(run, "skeleton", { sections: [{ title: "Verzoek", claims: [] }] }, { actor: model });
    expect(claimsOf(run).map(({ text }) => text)).toEqual([kept.text]);
    run.confirmAll().advance().rewind(S.INTENT_SEED).advance();
    expect(claimsOf(run).map(({ text }) => text)).toEqual([kept.text]);
    expect(one?.demandSha256).toBe(run.material.proposals.skeleton?.droppedDemands[0]);
  });

  it("is left out by rejecting its claim, also after a step back", () => {
    const run = outline(begun().advance(), reserved);
    run.confirm({ "claim:2": ItemDecision.REJECT }).confirmAll().advance().rewind(S.INTENT_SEED).advance();
    expect(claimsOf(run).map(({ text }) => text)).toEqual([reserved, withdraw.text]);
  });

  it("comes into the outline after a step back, and its claim goes with it", () => {
    const run = outline(begun().advance(), reserved);
    run.confirmAll().advance().rewind(S.INTENT_SEED);
    intent(run, { dropDemands: [pay.text], demands: [{ text: "Betaal mij." }] }).advance();
    expect(claimsOf(run).map(({ text }) => text)).toEqual([reserved, withdraw.text, "Betaal mij."]);
  });
});

describe("the words of a required claim", () => {
  it("stand in the draft, whoever wrote it, or the run stays where it is", () => {
    const run = inDraft();
    draft(run, said(run)).confirmAll();
    expect(rules(run)).toEqual([]);
    const shortened = said(run).map((text) => text.replace(" alsnog", "").replace(" uiterlijk op 15 januari 2026", ""));
    for (const options of [{}, { actor: model }]) {
      draft(run, shortened, options).confirmAll();
      expect(gone(run)).toEqual(["alsnog", "uiterlijk op 15 januari 2026"]);
      expect(refusal(() => run.advance())).toBe("MISSING_INPUTS");
    }
  });

  it("stand behind one another where the author asks something: a word between them turns it", () => {
    const run = inDraft();
    draft(
      run,
      said(run).map((text) => text.replace("alsnog te", "alsnog niet te")),
    ).confirmAll();
    expect(gone(run)).toEqual([payClaim.replace(/\.$/u, "")]);
  });

  it("are told with what refuses a sentence that says them as they stand", () => {
    const run = inDraft(outline(begun().advance(), "Ik behoud mij alle rechten voor jegens mevrouw Bedenksel."));
    draft(
      run,
      said(run).map((text) => text.replace(" jegens mevrouw Bedenksel", "").replace(" alsnog", "")),
    );
    const told = missingInputs(run.snapshot).filter(({ rule }) => rule === DraftRule.REQUIRED_WORDS_GONE);
    const stopped = told.map((one) => refusedWordsOf(one, run.material.skeleton).map(({ words }) => words));
    expect(stopped).toEqual([["Bedenksel"], []]);
    expect(told[0]?.remedy?.refusedWords[0]).toMatchObject({ rule: DraftRule.NAME, said: { messageId: "rule.name" } });
    expect(run.snapshot.stages.flatMap(({ findings }) => findings).some(({ said }) => said)).toBe(false);
  });

  it("may stand in one sentence with those of another claim", () => {
    const run = inDraft();
    const [first = "", ...rest] = said(run);
    draft(run, [first, `${rest.join(" ")}`, `Met groet: ${rest[1]}`]).confirmAll();
    expect(rules(run)).toEqual([]);
  });

  it("are let go by a person who named them, and other words are asked again", () => {
    const run = inDraft();
    const shortened = said(run).map((text) => text.replace(" alsnog", ""));
    draft(run, shortened);
    const letGo = lettingGo(missingInputs(run.snapshot), run.material.skeleton);
    expect(letGo).toMatchObject([{ claimId: "claim:2", words: ["alsnog"] }]);
    expect(refusal(() => put(run, "draftText", { letGo }, { actor: model }))).toBe("PROPOSAL_INVALID");
    expect(refusal(() => put(run, "draftText", { letGo: [{ claimId: "claim:99", words: ["alsnog"] }] }))).toBe(
      "PROPOSAL_INVALID",
    );
    put(run, "draftText", { letGo }).confirmAll();
    expect(rules(run)).toEqual([]);
    draft(
      run,
      shortened.map((text) => text.replace("€ 1.250,00", "een bedrag")),
      { actor: model },
    );
    expect(gone(run)).toEqual(["€ 1.250,00".slice(2)]);
  });

  it("are those of the draft there is: without one nothing can be let go", () => {
    expect(refusal(() => put(inDraft(), "draftText", { letGo: [{ claimId: "claim:2", words: ["alsnog"] }] }))).toBe(
      "PROPOSAL_INVALID",
    );
  });
});

describe("what must not be said", () => {
  it("is a finding where a sentence or the title says it, however it is written", () => {
    const run = inDraft(
      outline(begun({ demands: [withdraw], unsaid: ["mijn advocaat", "dat Sanne liegt"] }).advance(), reserved),
    );
    draft(run, [...said(run), "Anders gaat het naar Mijn  advocaat."], {}, { title: "Dat Sánne liegt" });
    expect(rules(run).filter((rule) => rule === DraftRule.UNSAID_WORDS)).toHaveLength(2);
    draft(run, [...said(run), "Advocaten kosten geld."]);
    expect(rules(run)).not.toContain(DraftRule.UNSAID_WORDS);
  });

  it("is taken back by a person", () => {
    const run = begun({ unsaid: ["mijn advocaat"] });
    expect(refusal(() => intent(run, { dropUnsaid: ["mijn advocaat"] }, { actor: model }))).toBe("PROPOSAL_INVALID");
    expect(intent(run, { dropUnsaid: ["mijn advocaat"] }).material.intent?.unsaid).toEqual([]);
  });
});

const denial = "Uw opleiding is nooit toegezegd.";
const costs = "U hebt de kosten zelf gemaakt.";
const question = "Wilt u dit vóór 19 december 2025 bevestigen?";
const reading = { assertions: [at(denial), at(costs)], questions: [at(question)] };
const answering = (): TestRun =>
  intent(new TestRun({ profile: builtinProfiles()[0]! }).pinAnswered(letterPin(), letterText()), {
    letterReading: reading,
    demands: [withdraw],
  });
const answer = (run: TestRun, answers: readonly object[], options: object = {}) =>
  put(run, "skeleton", { answers }, options);

describe("what the letter states and asks", () => {
  it("is answered, or left open by a person, before the run goes on", () => {
    const run = inDraft(outline(answering().advance(), reserved));
    draft(run, said(run)).confirmAll();
    const unanswered = missingInputs(run.snapshot).filter(({ rule }) => rule === DraftRule.LETTER_UNANSWERED);
    expect(unanswered.map(({ subjectId }) => subjectId)).toEqual(["assertion:1", "assertion:2", "question:3"]);
    const left = leavingOpen(unanswered.slice(1), A.RESERVED);
    expect(refusal(() => put(run, "draftText", { left }, { actor: model }))).toBe("PROPOSAL_INVALID");
    expect(refusal(() => put(run, "draftText", { left: [{ assertionId: "assertion:1", answer: A.RIGHT }] }))).toBe(
      "PROPOSAL_INVALID",
    );
    put(run, "draftText", { left });
    put(run, "draftText", { left: leavingOpen(unanswered.slice(0, 1), A.LEFT_OPEN) }).confirmAll();
    expect(rules(run)).toEqual([]);
    expect(run.material.draft?.left.map((one) => one.answer)).toEqual([A.LEFT_OPEN, A.RESERVED, A.RESERVED]);
  });

  it("is settled in the outline without a word where it does not matter", () => {
    const run = answer(answering().advance(), [
      { assertionId: "assertion:1", answer: A.WRONG, why: "Dat is wel beloofd" },
      { assertionId: "assertion:2", answer: A.BESIDE },
      { assertionId: "question:3", answer: A.LEFT_OPEN },
    ]);
    expect(claimsOf(run).flatMap(({ answers }) => answers.map(({ assertionId }) => assertionId))).toEqual([
      "assertion:1",
      "assertion:1",
    ]);
    answer(run, [{ assertionId: "assertion:2", answer: A.UNKNOWN }], { actor: model });
    expect(run.material.proposals.skeleton?.left.map((one) => [one.assertionId, one.answer])).toEqual([
      ["assertion:2", A.BESIDE],
      ["question:3", A.LEFT_OPEN],
    ]);
    answer(run, [{ assertionId: "assertion:2", answer: A.RESTS }]);
    expect(claimsOf(run).map(({ text }) => text)).toContain(
      `Wat uw brief stelt, neem ik voor kennisgeving aan, zonder het te erkennen: ${costs}`,
    );
    const fresh = answering().advance();
    expect(refusal(() => answer(fresh, [{ assertionId: "assertion:1", answer: A.BESIDE }], { actor: model }))).toBe(
      "PROPOSAL_INVALID",
    );
  });

  it("is answered in words where it is a question", () => {
    const run = answer(answering().advance(), [
      { assertionId: "question:3", answer: A.REPLIED, why: "ik bevestig dat niet" },
    ]);
    expect(claimsOf(run)[0]).toMatchObject({ text: "Ik bevestig dat niet.", required: true });
    answer(run, [{ assertionId: "question:3", answer: A.REPLIED, why: "Nee." }]);
    expect(claimsOf(run).map(({ text }) => text)).toEqual(["Nee.", withdraw.text]);
    const two = "Nee. Ik bevestig dat niet.";
    answer(run, [{ assertionId: "question:3", answer: A.REPLIED, why: two }]);
    expect(claimsOf(run).map(({ text, title }) => [text, title])).toEqual([
      ["Nee.", "Mijn reactie"],
      ["Ik bevestig dat niet.", "Mijn reactie"],
      [withdraw.text, "Verzoek"],
    ]);
    expect(claimsOf(run)[1]?.answers).toMatchObject([{ assertionId: "question:3", why: two }]);
    answer(run, [{ assertionId: "question:3", answer: A.REPLIED, why: "Ja." }]);
    expect(claimsOf(run).map(({ text }) => text)).toEqual(["Ja.", withdraw.text]);
    for (const wrong of [
      { assertionId: "question:3", answer: A.RIGHT },
      { assertionId: "question:3", answer: A.REPLIED },
      { assertionId: "assertion:1", answer: A.REPLIED },
    ])
      expect(refusal(() => answer(run, [wrong]))).toBe("PROPOSAL_INVALID");
  });

  it("is answered in words of one's own in the place of what it states, by a person alone", () => {
    const run = answer(answering().advance(), [{ assertionId: "assertion:2", answer: A.RIGHT }]);
    const own = "Ik heb de cursus zelf betaald.";
    const given = { assertionId: "assertion:2", answer: A.REPLIED, why: own };
    answer(run, [given]);
    expect(claimsOf(run).map(({ text }) => text)).toEqual([own, withdraw.text]);
    expect(claimsOf(run)[0]).toMatchObject({ title: "Uw brief", answers: [{ answer: A.REPLIED, why: own }] });
    answer(run, [{ assertionId: "assertion:2", answer: A.RIGHT }]);
    expect(claimsOf(run).map(({ text }) => text)).toEqual([`Wat uw brief stelt, is juist: ${costs}`, withdraw.text]);
    const fresh = answering().advance();
    expect(refusal(() => answer(fresh, [given], { actor: model }))).toBe("PROPOSAL_INVALID");
  });
});

describe("an intent put forward anew", () => {
  it("keeps what it does not name of one that nobody confirmed yet", () => {
    const run = new TestRun({ profile: builtinProfiles()[0]! }).pinAnswered(letterPin(), letterText());
    intent(
      run,
      {
        letterReading: reading,
        parties: [{ names: ["Piet Verzonnen"], role: 2 }],
        frame: { theirReference: "PZ/2025/0417" },
        frameSources: [{ field: "their_reference", locator: at("Ons kenmerk: PZ/2025/0417") }],
      },
      { actor: model },
    );
    intent(run, { goal: "Mijn eigen doel" });
    expect(run.material.intent).toMatchObject({
      goal: "Mijn eigen doel",
      parties: [{ partyId: "party:1", names: ["Piet Verzonnen"] }],
      frame: { theirReference: "PZ/2025/0417" },
    });
    expect(run.material.letterReading?.assertions.map(({ partId }) => partId)).toEqual(["assertion:1", "assertion:2"]);
    intent(run, { letterReading: reading });
    expect(run.material.letterReading?.assertions.map(({ partId }) => partId)).toEqual(["assertion:1", "assertion:2"]);
  });

  it("begins without what a person rejected", () => {
    const run = intent(new TestRun({ profile: builtinProfiles()[0]! }), { demands: [pay] }, { actor: model });
    run.confirm({ intent: ItemDecision.REJECT });
    expect(intent(run, {}).material.intent?.demands).toEqual([]);
  });
});
