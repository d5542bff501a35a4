import { describe, expect, it } from "vitest";
import type { DraftTextProposal } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, ItemKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { stageRecord } from "../../src/run/fold.ts";
import { missingInputs } from "../../src/run/missing-inputs.ts";
import { draftProposal, runAt } from "./drive.ts";
import { letterPin, letterText, at as words, written } from "./letter-case.ts";
import { refusal } from "./refusal.ts";
import { model, type ProposalInit, TestRun } from "./support.ts";

const parties = [
  { role: PartyRole.AUTHOR, names: ["Noor Fictief"] },
  { role: PartyRole.OPPONENT, names: ["Zonnewijzer B.V."] },
];
const goal = "Betaling van de opleiding krijgen";
const frame = { place: "Utrecht", addressee: ["Zonnewijzer B.V."], theirReference: "PZ/12" };

/** A run at its draft, whose intent says this. */
const at = (said: object): TestRun => {
  const run = new TestRun();
  run.propose({ case: "intentSeed", value: { goal, parties, ...said } } as never, { confirm: true });
  return runAt(S.DRAFT, run);
};
const letter = (): TestRun => at({ frame });
const drafted = (run: TestRun, said: object = {}): ProposalInit => {
  const { value } = draftProposal(run);
  return { case: "draftText", value: { ...(value as DraftTextProposal), ...said } } as never;
};
const frameOf = (run: TestRun) => run.material.proposals.draft?.frame;
const itemOf = (run: TestRun) => stageRecord(run.snapshot, S.DRAFT)?.items.find(({ kind }) => kind === ItemKind.FRAME);

describe("the frame of a draft", () => {
  it("is drawn from the intent, its parties and custom, and dated when it is written", () => {
    const run = letter();
    run.propose(drafted(run, { title: "Reactie op de brief" }));
    expect(frameOf(run)).toMatchObject({
      ...frame,
      sender: ["Noor Fictief"],
      date: "2026-01-01",
      subject: "Reactie op de brief",
      salutation: "Geachte heer, mevrouw,",
      closing: "Hoogachtend,",
      signature: "Noor Fictief",
    });
    expect(itemOf(run)).toMatchObject({ itemId: "frame", required: true, decision: ItemDecision.UNSPECIFIED });
  });

  it("names the place of its sender before the day where that is the custom, and the one that was said before it", () => {
    const placed = (said: object) => {
      const run = at(said);
      run.propose(drafted(run));
      return frameOf(run)?.place;
    };
    const sender = ["S. Vinder", "Kade 1", "1234 AB Elders"];
    expect(placed({ frame: { sender } })).toBe("Elders");
    expect(placed({ frame: { sender, place: "Zwolle" } })).toBe("Zwolle");
    expect(placed({ frame: { sender: ["S. Vinder"] } })).toBe("");
    expect(placed({ frame: { sender }, locale: "en" })).toBe("");
  });

  // "Betreft" was typed at the first step and became "Reactie op uw brief van 23 november 2026" at the last, unsaid.
  it("keeps the subject that a person said at the first step, and takes no other side's for it", () => {
    const run = at({ frame: { ...frame, subject: "Lidmaatschap 40718", ownReference: "40718" } });
    run.propose(drafted(run, { title: "Reactie op de brief" }));
    expect(frameOf(run)).toMatchObject({ subject: "Lidmaatschap 40718", ownReference: "40718" });
    const answering = new TestRun().pinAnswered(letterPin(), letterText());
    const value = {
      ...{ goal, parties, frame: { ...frame, subject: "Piet Verzonnen" } },
      frameSources: [{ field: "subject", locator: words("Piet Verzonnen") }],
    };
    answering.propose({ case: "intentSeed", value } as never, { confirm: true });
    runAt(S.DRAFT, answering).propose(drafted(answering, { title: "Reactie op de brief" }));
    expect(frameOf(answering)?.subject).toBe("Reactie op de brief");
  });

  it("closes an English letter by how it begins", () => {
    const closed = (name: string) => {
      const run = at({ locale: "en", frame: { addressee: [name] } });
      run.propose(drafted(run));
      return [frameOf(run)?.salutation, frameOf(run)?.closing];
    };
    expect(closed("S. Vinder")).toEqual(["Dear S. Vinder,", "Yours sincerely,"]);
    expect(closed("Vinder B.V.")).toEqual(["Dear Sir or Madam,", "Yours faithfully,"]);
  });

  it("is confirmed with the draft, which is not done before", () => {
    const run = letter();
    run.propose(drafted(run));
    const others = stageRecord(run.snapshot, S.DRAFT)!.items.filter(({ kind }) => kind !== ItemKind.FRAME);
    run.confirm(Object.fromEntries(others.map(({ itemId }) => [itemId, ItemDecision.CONFIRM])));
    expect(missingInputs(run.snapshot)).toMatchObject([{ subjectId: "frame" }]);
    expect(refusal(() => run.advance())).toBe("MISSING_INPUTS");
    run.confirm({ frame: ItemDecision.CONFIRM }).advance();
    expect(run.events.at(-1)?.event.case).toBe("runFinalised");
    expect(run.material.draft?.frame).toEqual(frameOf(run));
  });

  it("that is not wanted leaves a memo", () => {
    const run = letter();
    run.propose(drafted(run)).confirm({ frame: ItemDecision.REJECT });
    run.confirmAll();
    expect(run.material.draft?.frame).toBeUndefined();
    expect(run.material.draft?.sections.length).toBeGreaterThan(0);
  });

  it("takes a person's words, which stay through later drafts, and asks again for them alone", () => {
    const run = letter();
    run.propose(drafted(run)).confirmAll();
    run.propose(drafted(run, { frame: { place: "Zwolle", term: "binnen twee weken" }, dropFrameFields: ["closing"] }));
    expect(frameOf(run)).toMatchObject({ place: "Zwolle", term: "binnen twee weken", closing: "" });
    const open = stageRecord(run.snapshot, S.DRAFT)!.items.filter(({ decision }) => decision === 0);
    expect(open.map(({ itemId }) => itemId)).toEqual(["frame"]);
    run.propose(drafted(run));
    expect(frameOf(run)).toMatchObject({
      place: "Zwolle",
      term: "binnen twee weken",
      closing: "",
      sender: ["Noor Fictief"],
    });
    expect(run.material.proposals.draft?.saidFrameFields).toEqual(["closing", "place", "term"]);
  });

  it("says nothing that the record has not, whoever says it", () => {
    const run = letter();
    run.propose(drafted(run, { frame: { closing: "Met groet, en betaal de € 9.999 van 31 mei 2031," } }));
    const findings = missingInputs(run.snapshot).filter(({ subjectId }) => subjectId === "frame:closing");
    expect(findings.length).toBeGreaterThan(0);
    run.confirmAll();
    expect(refusal(() => run.advance())).toBe("MISSING_INPUTS");
    run
      .propose(drafted(run, { frame: { closing: "Met vriendelijke groet," } }))
      .confirmAll()
      .advance();
    expect(run.events.at(-1)?.event.case).toBe("runFinalised");
  });

  it("stands in no event", () => {
    const run = letter();
    run.propose(drafted(run, { frame: { place: "Zwolle" } }));
    expect(
      JSON.stringify(run.events.at(-1), (_, value) => (typeof value === "bigint" ? Number(value) : value)),
    ).not.toMatch(/Zwolle|Zonnewijzer/u);
  });

  it("is not there where nobody knows from whom or to whom it goes", () => {
    const run = at({});
    run.propose(drafted(run));
    expect([frameOf(run), itemOf(run)]).toEqual([undefined, undefined]);
  });

  it("of a memo for UWV tells who is ill since when, who employs, and what is asked", () => {
    const run = at({ audience: "uwv" });
    run.propose(drafted(run, { frame: { firstDayIll: "2025-03-03", question: "Is genoeg gedaan?" } }));
    expect(frameOf(run)).toMatchObject({
      sender: ["Noor Fictief"],
      addressee: ["UWV"],
      employer: "Zonnewijzer B.V.",
      firstDayIll: "2025-03-03",
      question: "Is genoeg gedaan?",
    });
  });

  // The letter of an employer says who wrote it, and a memo for UWV was addressed to that writer.
  it("of a memo for UWV goes to UWV, and not to whoever wrote the letter that it speaks of", () => {
    const run = new TestRun().pinAnswered(letterPin(), letterText());
    const said = { addressee: ["Piet Verzonnen"], theirReference: "PZ/2025/0417", place: "Utrecht" };
    const frameSources = [
      { field: "addressee", locator: words("Piet Verzonnen") },
      { field: "their_reference", locator: words("PZ/2025/0417") },
    ];
    const value = { goal, parties, audience: "uwv", frame: said, frameSources };
    run.propose({ case: "intentSeed", value } as never, { confirm: true });
    runAt(S.DRAFT, run).propose(drafted(run));
    expect(frameOf(run)).toMatchObject({ addressee: ["UWV"], theirReference: "", place: "Utrecht" });
    expect(frameOf(run)?.sources).toEqual([]);
  });

  // A memo of one's own stood under the address of the other side, whose letter it speaks of, and greeted it.
  it("is not there where a memo is for oneself, whatever the letter says of its writer", () => {
    const framedFor = (audience: string) => {
      const run = new TestRun().pinAnswered(letterPin(), letterText());
      const frameSources = [{ field: "addressee", locator: words("Piet Verzonnen") }];
      const value = { goal, parties, audience, frame: { addressee: ["Piet Verzonnen"] }, frameSources };
      run.propose({ case: "intentSeed", value } as never, { confirm: true });
      runAt(S.DRAFT, run).propose(drafted(run));
      return frameOf(run)?.addressee;
    };
    expect(framedFor("self")).toBeUndefined();
    expect(framedFor("employer")).toEqual(["Piet Verzonnen"]);
  });

  // A subject that named the creditor, who was no party, and the customer number of the letter stopped the whole letter.
  it("names above the text what the answered letter names, with its words, and nobody else", () => {
    const own = `${written}\nBetreft: vordering Sportpaleis Elders B.V., lidnummer 40718`;
    const run = new TestRun().pinAnswered(letterPin(), letterText(own));
    run.propose({ case: "intentSeed", value: { goal, parties, frame } } as never, { confirm: true });
    runAt(S.DRAFT, run);
    const subjectIs = (subject: string) => {
      run.propose(drafted(run, { frame: { subject } }));
      return missingInputs(run.snapshot).filter(({ subjectId }) => subjectId === "frame:subject").length;
    };
    expect(subjectIs("Vordering Sportpaleis Elders B.V., lidnummer 40718")).toBe(0);
    const named = frameOf(run)?.named.filter(({ field }) => field === "subject") ?? [];
    expect(named.map(({ span }) => span?.excerpt)).toEqual(["vordering Sportpaleis Elders B.V., lidnummer 40718"]);
    expect(frameOf(run)?.sources).toEqual([]);
    expect(subjectIs("Vordering Sportpaleis Anders B.V., lidnummer 40718")).toBeGreaterThan(0);
    expect(subjectIs("Vordering Sportpaleis Elders B.V., lidnummer 40719")).toBeGreaterThan(0);
    // What somebody did is no subject, whoever is named in the letter.
    expect(subjectIs("Sportpaleis Elders B.V. heeft gelogen")).toBeGreaterThan(0);
  });

  it.each([
    ["a model says it", { frame: { place: "Zwolle" } }, model],
    ["a model empties it", { dropFrameFields: ["place"] }, model],
    ["it names sources", { frame: { place: "Zwolle", sources: [{ field: "place" }] } }, undefined],
    ["it names words of the letter", { frame: { place: "Zwolle", named: [{ field: "place" }] } }, undefined],
    ["its day is none", { frame: { date: "2025-02-30" } }, undefined],
    ["the first day of illness is none", { frame: { firstDayIll: "2025-02-30" } }, undefined],
  ])("is refused where %s", (_, said, actor) => {
    const run = letter();
    expect(refusal(() => run.propose(drafted(run, said), actor ? { actor } : {}))).toBe("PROPOSAL_INVALID");
  });
});
