import { describe, expect, it } from "vitest";
import type { DraftTextProposal } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { mergedList } from "../../../src/run/build/merge.ts";
import { bindingFor, draftProposal, findEvidence, outlineProposal, quoteFor, runAt, settle } from "../drive.ts";
import { model, type ProposalInit, type TestRun } from "../support.ts";

const ids = (run: TestRun): string[] => (run.record?.items ?? []).map(({ itemId }) => itemId);
const decisions = (run: TestRun) => new Map((run.record?.items ?? []).map((one) => [one.itemId, one.decision]));

const bind = (run: TestRun, slotIds: readonly string[], choice = 0): ProposalInit =>
  ({ case: "needMap", value: { bindings: slotIds.map((id) => bindingFor(run, id, choice)) } }) as never;

/** A run with every required slot bound and nothing decided yet. */
const bound = (): { run: TestRun; slots: readonly string[] } => {
  const run = findEvidence(runAt(S.EVIDENCE_BINDING));
  const slots = run.snapshot.slots.filter(({ required }) => required).map(({ slotId }) => slotId);
  run.propose(bind(run, slots));
  return { run, slots };
};

describe("a binding that is merged", () => {
  it("leaves the undecided bindings of other slots as they are", () => {
    const { run, slots } = bound();
    const before = ids(run);
    run.propose(bind(run, slots.slice(0, 1), 1), { merge: true });
    expect(ids(run)).toHaveLength(before.length);
    expect(ids(run).filter((id) => before.includes(id))).toHaveLength(before.length - 1);
  });

  it("lets a rejected binding go", () => {
    const { run, slots } = bound();
    const [, rejected = ""] = ids(run);
    run.confirm({ [rejected]: ItemDecision.REJECT });
    run.propose(bind(run, slots.slice(0, 1), 1), { merge: true });
    expect(ids(run)).not.toContain(rejected);
  });

  it("is all there is where it is not merged", () => {
    const { run, slots } = bound();
    run.propose(bind(run, slots.slice(0, 1)));
    expect(ids(run)).toHaveLength(1);
  });

  it("is a user's to ask for: a model's proposal stands beside what is confirmed alone", () => {
    const { run, slots } = bound();
    run.propose(bind(run, slots.slice(0, 1)), { merge: true, actor: model });
    expect(ids(run)).toHaveLength(1);
    expect(lastMerged(run)).toBe(false);
  });
});

describe("a quote that is merged", () => {
  it("leaves the undecided quotes of other bindings as they are", () => {
    const { run } = bound();
    const document = run.material.proposals.needMap!.bindings.find(
      ({ evidence }) => evidence?.evidence.case === "document",
    )!;
    const second = {
      case: "needMap",
      value: { bindings: [bindingFor(run, document.slotId), bindingFor(run, document.slotId, 1)] },
    };
    run.propose(second as never, { merge: true });
    settle(run).advance();
    const quoted = run.material.needMap!.bindings.filter(({ slotId }) => slotId === document.slotId);
    const spans = quoted.map(({ bindingId }) => quoteFor(run, bindingId));
    run.propose({ case: "citationLedger", value: { spans } });
    const before = ids(run);
    const again = [quoteFor(run, quoted[0]!.bindingId, 1)];
    run.propose({ case: "citationLedger", value: { spans: again } }, { merge: true });
    expect(quoted.length).toBeGreaterThan(1);
    expect(ids(run).filter((id) => before.includes(id))).toHaveLength(before.length - 1);
  });
});

describe("an outline that is merged", () => {
  const outlined = (): TestRun => runAt(S.SKELETON).propose(outlineProposal());

  it("keeps the claims it does not name, in their places, and puts a new one behind the one before it", () => {
    const run = outlined();
    const { sections } = run.material.proposals.skeleton!;
    const [section] = sections;
    const [first] = section!.claims;
    const claims = [
      { claimId: first!.claimId, text: "Anders gezegd.", claimKind: first!.claimKind },
      { text: "En nog iets.", claimKind: first!.claimKind },
    ];
    run.propose(
      { case: "skeleton", value: { sections: [{ sectionId: section!.sectionId, title: section!.title, claims }] } },
      { merge: true },
    );
    const merged = run.material.proposals.skeleton!.sections;
    expect(merged.map(({ sectionId }) => sectionId)).toEqual(sections.map(({ sectionId }) => sectionId));
    expect(merged[0]!.claims.map(({ text }) => text)).toEqual([
      "Anders gezegd.",
      "En nog iets.",
      ...section!.claims.slice(1).map(({ text }) => text),
    ]);
    expect(merged.slice(1)).toEqual(sections.slice(1));
  });

  it("moves a claim that is named in another section, and adds a section that is new", () => {
    const run = outlined();
    const moved = run.material.proposals.skeleton!.sections[0]!.claims[0]!;
    const { claimId, text, claimKind } = moved;
    run.propose(
      { case: "skeleton", value: { sections: [{ title: "Slot", claims: [{ claimId, text, claimKind }] }] } },
      { merge: true },
    );
    const homes = run.material.proposals.skeleton!.sections.filter(({ claims }) =>
      claims.some((one) => one.claimId === claimId),
    );
    expect(homes.map(({ title }) => title)).toEqual(["Slot"]);
  });
});

describe("a draft that is merged", () => {
  const drafted = (): TestRun => {
    const run = runAt(S.DRAFT);
    return run.propose(draftProposal(run));
  };

  it("keeps sentences, their decisions and the title, and takes one sentence in its place", () => {
    const run = drafted();
    run.confirmAll();
    const before = run.material.proposals.draft!;
    const section = before.sections.at(-1)!;
    const closing = section.sentences.at(-1)!;
    const sentences = [{ sentenceId: closing.sentenceId, text: "Ik hoor graag van u.", kind: closing.kind }];
    const part = { sections: [{ sectionId: section.sectionId, sentences }] } as unknown as DraftTextProposal;
    run.propose({ case: "draftText", value: part }, { merge: true });
    const after = run.material.proposals.draft!;
    expect(after.title).toBe(before.title);
    expect(ids(run)).toEqual(before.sections.flatMap(({ sentences: all }) => all.map((one) => one.sentenceId)));
    const open = [...decisions(run)].filter(([, decision]) => decision === ItemDecision.UNSPECIFIED);
    expect(open.map(([itemId]) => itemId)).toEqual([closing.sentenceId]);
    expect(lastMerged(run)).toBe(true);
  });

  it("lets a rejected sentence go", () => {
    const run = drafted();
    const rejected = ids(run).at(-1)!;
    run.confirm({ [rejected]: ItemDecision.REJECT });
    const [section] = run.material.proposals.draft!.sections;
    const [first] = section!.sentences;
    const part = {
      sections: [{ sectionId: section!.sectionId, sentences: [{ ...first!, text: `${first!.text}` }] }],
    } as unknown as DraftTextProposal;
    run.propose({ case: "draftText", value: part }, { merge: true });
    expect(ids(run)).not.toContain(rejected);
  });
});

describe("a list with a part put forward anew", () => {
  const merged = (former: string, made: string) =>
    mergedList([...former], [...made], (one) => one.toLowerCase()).join("");

  it("has named ones in their places and new ones behind the one before them, or last", () => {
    expect(merged("abc", "B")).toBe("aBc");
    expect(merged("abc", "Bx")).toBe("aBxc");
    expect(merged("abc", "x")).toBe("abcx");
    expect(merged("abc", "xyA")).toBe("Abcxy");
    expect(merged("", "xy")).toBe("xy");
    expect(merged("abc", "")).toBe("abc");
  });
});

const lastMerged = (run: TestRun): boolean | undefined => {
  const last = run.events.findLast(({ event }) => event.case === "proposalRecorded")?.event;
  return last?.case === "proposalRecorded" ? last.value.merged : undefined;
};
