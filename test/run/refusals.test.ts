import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind, SpanResolution_Outcome as Outcome, SpanRefSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { decideCreate } from "../../src/run/decide/create.ts";
import { decideUnpin } from "../../src/run/decide/evidence.ts";
import { decideTurnStarted } from "../../src/run/decide/turn.ts";
import { EventDraft } from "../../src/run/kernel.ts";
import { refuseBusy } from "../../src/run/refusals.ts";
import { allStates, draftProposal, finish, intentProposal, outlineProposal, proposeMissing, runAt } from "./drive.ts";
import { refusal, refused } from "./refusal.ts";
import { lawCandidate, letterCandidate, letters, spanOf } from "./sample-content.ts";
import { type ProposalInit, TestRun } from "./support.ts";

const letter = letters[0]!;
const other = letters[1]!;
const quote = letter.quotes[0]!;

/** A proposal of each stage that is well formed wherever it is put. */
const proposals: Record<number, ProposalInit> = {
  [S.INTENT_SEED]: intentProposal(),
  [S.SKELETON]: outlineProposal(),
  [S.EVIDENCE_NEEDS]: { case: "evidenceNeeds", value: {} },
  [S.EVIDENCE_BINDING]: { case: "needMap", value: { bindings: [] } },
  [S.SPAN_RESOLUTION]: { case: "citationLedger", value: { spans: [] } },
  [S.DRAFT]: { case: "draftText", value: { sections: [] } },
};

describe("a proposal for another stage", () => {
  it.each(allStates)("is refused in stage %i, and the refusal names both", (state) => {
    const run = runAt(state);
    for (const [of, proposal] of Object.entries(proposals).filter(([one]) => Number(one) !== state)) {
      const error = refused(() => run.propose(proposal));
      expect([of, error.reason]).toEqual([of, "PROPOSAL_WRONG_STAGE"]);
      expect(error.facts.proposal_for).not.toBe(error.facts.state);
    }
  });

  it("is refused when it holds nothing at all", () => {
    expect(refusal(() => new TestRun().propose({ case: undefined }))).toBe("PROPOSAL_INVALID");
  });
});

/** What each stage refuses of its own proposals, and at which field. */
const invalid: readonly [name: string, state: S, field: string, proposal: (run: TestRun) => ProposalInit][] = [
  ["a goal of white space", S.INTENT_SEED, "goal", () => intentProposal(" \n ")],
  [
    "a day that does not exist",
    S.INTENT_SEED,
    "reference_date",
    () => ({ case: "intentSeed", value: { goal: "x", referenceDate: "2025-02-30" } }),
  ],
  [
    "an unknown section",
    S.SKELETON,
    "sections[0].section_id",
    () => ({ case: "skeleton", value: { sections: [{ sectionId: "section:9", title: "x" }] } }),
  ],
  [
    "an unknown claim",
    S.SKELETON,
    "sections[0].claims[0].claim_id",
    () => ({ case: "skeleton", value: { sections: [{ title: "x", claims: [{ claimId: "claim:9", text: "y" }] }] } }),
  ],
  [
    "an unknown claim kind",
    S.SKELETON,
    "sections[0].claims[0].claim_kind",
    () => ({ case: "skeleton", value: { sections: [{ title: "x", claims: [{ text: "y", claimKind: "z" }] }] } }),
  ],
  [
    "more claims than fit",
    S.SKELETON,
    "sections",
    () => ({
      case: "skeleton",
      value: {
        sections: Array.from({ length: 6 }, (_, s) => ({
          title: `Deel ${s}`,
          claims: Array.from({ length: 50 }, (__, c) => ({ text: `Stelling ${s}.${c}` })),
        })),
      },
    }),
  ],
  [
    "a slot for an unknown claim",
    S.EVIDENCE_NEEDS,
    "add[0].claim_id",
    () => ({
      case: "evidenceNeeds",
      value: { add: [{ claimId: "claim:9", description: "x", kind: SlotKind.QUOTE }] },
    }),
  ],
  [
    "an unknown slot to drop",
    S.EVIDENCE_NEEDS,
    "drop_slot_ids",
    () => ({ case: "evidenceNeeds", value: { dropSlotIds: ["slot:99"] } }),
  ],
  [
    "an unknown slot to loosen",
    S.EVIDENCE_NEEDS,
    "make_optional_slot_ids",
    () => ({ case: "evidenceNeeds", value: { makeOptionalSlotIds: ["slot:99"] } }),
  ],
  [
    "a link to an unknown slot",
    S.EVIDENCE_NEEDS,
    "links",
    () => ({ case: "evidenceNeeds", value: { links: [{ slotId: "slot:99", evidenceId: "vault:x" }] } }),
  ],
  [
    "a link to what nobody found",
    S.EVIDENCE_NEEDS,
    "links[0].evidence_id",
    () => ({ case: "evidenceNeeds", value: { links: [{ slotId: "slot:1", evidenceId: "vault:x" }] } }),
  ],
  ["an unknown slot to bind", S.EVIDENCE_BINDING, "bindings[0].slot_id", () => bind("slot:99", statement)],
  ["a statement for a quote", S.EVIDENCE_BINDING, "bindings[0].evidence", () => bind("slot:1", statement)],
  ["a document for an absence", S.EVIDENCE_BINDING, "bindings[0].evidence", () => bind("slot:3", document("letter-a"))],
  [
    "a document that nobody found",
    S.EVIDENCE_BINDING,
    "bindings[0].evidence.evidence_id",
    () => bind("slot:1", document("letter-x")),
  ],
  [
    "a document for a slot of law",
    S.EVIDENCE_BINDING,
    "bindings[0].evidence.evidence_id",
    () => bind("slot:4", document("letter-a")),
  ],
  [
    "a search that never ran",
    S.EVIDENCE_BINDING,
    "bindings[0].evidence.tool_result_id",
    () => bind("slot:3", { case: "search", value: { toolResultId: "toolres:none" } }),
  ],
  [
    "an unknown binding to quote for",
    S.SPAN_RESOLUTION,
    "spans[0].binding_id",
    () => resolved("binding:9:x", "toolres:none"),
  ],
  [
    "a quote for what needs none",
    S.SPAN_RESOLUTION,
    "spans[0].binding_id",
    (run) => resolved(bindingOf(run, "slot:5"), "toolres:none"),
  ],
  [
    "a result that is not on record",
    S.SPAN_RESOLUTION,
    "spans[0].tool_result_id",
    (run) => resolved(bindingOf(run, "slot:1"), "toolres:none"),
  ],
  [
    "a locator that no source resolved",
    S.SPAN_RESOLUTION,
    "spans[0].locator",
    (run) => ({
      case: "citationLedger",
      value: {
        spans: [{ bindingId: bindingOf(run, "slot:1"), span: { case: "locator", value: { docUid: "letter-a" } } }],
      },
    }),
  ],
  ["an ambiguous answer", S.SPAN_RESOLUTION, "spans[0].answer_index", (run) => withSpan(run, {}, Outcome.AMBIGUOUS)],
  [
    "an answer that was not found",
    S.SPAN_RESOLUTION,
    "spans[0].answer_index",
    (run) => withSpan(run, {}, Outcome.NOT_FOUND),
  ],
  ["a span with a false hash", S.SPAN_RESOLUTION, "spans[0]", (run) => withSpan(run, { excerpt: quote.toUpperCase() })],
  ["a span of a false length", S.SPAN_RESOLUTION, "spans[0]", (run) => withSpan(run, { endChar: 1000 })],
  ["a span of another letter", S.SPAN_RESOLUTION, "spans[0]", (run) => withSpan(run, { docUid: other.docUid })],
  [
    "a span of another version",
    S.SPAN_RESOLUTION,
    "spans[0]",
    (run) => withSpan(run, { sourceDigest: "0".repeat(64) }),
  ],
  [
    "a span that is only near",
    S.SPAN_RESOLUTION,
    "spans[0]",
    (run) => withSpan(run, { matchKind: MatchKind.UNSPECIFIED }),
  ],
  [
    "a section the outline has not",
    S.DRAFT,
    "sections[0].section_id",
    () => ({ case: "draftText", value: { sections: [{ sectionId: "section:9" }] } }),
  ],
  [
    "a claim the outline has not",
    S.DRAFT,
    "sections[0].sentences[0].claim_id",
    () => sentence({ text: "x", kind: 1, claimId: "claim:9" }),
  ],
  [
    "an entry the ledger has not",
    S.DRAFT,
    "sections[0].sentences[0].entry_ids",
    () => sentence({ text: "x", kind: 1, entryIds: ["entry:9"] }),
  ],
];

const statement = { case: "statement", value: { text: "Ik weet het." } } as const;
const document = (uid: string) => ({ case: "document", value: { evidenceId: `vault:${uid}` } }) as const;
type Evidence = typeof statement | ReturnType<typeof document> | { case: "search"; value: { toolResultId: string } };
const bind = (slotId: string, evidence: Evidence): ProposalInit => ({
  case: "needMap",
  value: { bindings: [{ slotId, evidence: { evidence } }] },
});
const bindingOf = (run: TestRun, slotId: string): string =>
  run.material.needMap?.bindings.find((one) => one.slotId === slotId)?.bindingId ?? "";
const resolved = (bindingId: string, toolResultId: string): ProposalInit => ({
  case: "citationLedger",
  value: { spans: [{ bindingId, span: { case: "resolved", value: { toolResultId } } }] },
});
const withSpan = (run: TestRun, change: object, outcome: Outcome = Outcome.EXACT): ProposalInit => {
  const span = create(SpanRefSchema, { ...spanOf(letter, quote), ...change });
  return resolved(bindingOf(run, "slot:1"), run.getSpans([span], outcome));
};
const sentence = (one: { text: string; kind: number; claimId?: string; entryIds?: string[] }): ProposalInit => ({
  case: "draftText",
  value: { sections: [{ sectionId: "section:1", sentences: [one as never] }] },
});

describe("a proposal that does not fit", () => {
  it.each(invalid)("is refused for %s, at its field, and changes nothing", (_, state, field, proposal) => {
    const run = runAt(state);
    const made = proposal(run);
    const before = run.events.length;
    const error = refused(() => run.propose(made));
    expect([error.reason, error.facts.field]).toEqual(["PROPOSAL_INVALID", field]);
    expect(error.violations.map((one) => one.subject)).toEqual([field]);
    expect(run.events).toHaveLength(before);
  });

  it("is refused where one claim stands twice", () => {
    const run = runAt(S.SKELETON).propose(outlineProposal());
    const claims = [
      { claimId: "claim:1", text: "a" },
      { claimId: "claim:1", text: "b" },
    ];
    const error = refused(() => run.propose({ case: "skeleton", value: { sections: [{ title: "x", claims }] } }));
    expect(error.facts.field).toBe("sections[0].claims[1].claim_id");
  });

  it("says in words which kind of slot wants which kind of evidence, and how an answer ended", () => {
    expect(refused(() => runAt(S.EVIDENCE_BINDING).propose(bind("slot:1", statement))).message).toBe(
      "slot:1 is a QUOTE slot: bind it to document or law.",
    );
    const run = runAt(S.SPAN_RESOLUTION);
    const made = withSpan(run, {}, Outcome.AMBIGUOUS);
    expect(refused(() => run.propose(made)).message).toContain("That answer is AMBIGUOUS");
  });
});

describe("a confirmation", () => {
  it.each(allStates.filter((state) => state === S.INTENT_SEED || state === S.SKELETON || state === S.DRAFT))(
    "of nothing is refused in stage %i",
    (state) => {
      const run = runAt(state);
      expect(refusal(() => run.confirm({}))).toBe("NOTHING_PROPOSED");
    },
  );

  it("of a proposal that is no longer current is refused, and names the one that is", () => {
    const run = runAt(S.SKELETON).propose(outlineProposal());
    const shown = run.shown;
    run.propose({ case: "skeleton", value: { sections: [{ title: "x", claims: [{ text: "y" }] }] } });
    const error = refused(() => run.confirm({ "claim:1": ItemDecision.CONFIRM }, shown));
    expect([error.reason, error.facts.current_digest]).toEqual(["PROPOSAL_SUPERSEDED", run.shown]);
  });

  it("of an item that is not there is refused as a whole", () => {
    const run = runAt(S.SKELETON).propose(outlineProposal());
    const decisions = { "claim:1": ItemDecision.CONFIRM, "claim:99": ItemDecision.CONFIRM };
    expect(refusal(() => run.confirm(decisions))).toBe("ITEM_UNKNOWN");
    expect(run.record?.items[0]?.decision).toBe(ItemDecision.UNSPECIFIED);
  });
});

describe("Advance", () => {
  it.each(allStates)("out of stage %i is refused while inputs are missing, and lists them all", (state) => {
    const run = runAt(state);
    const error = refused(() => run.advance());
    expect(error.reason).toBe("MISSING_INPUTS");
    expect(error.facts.missing_count).toBe(String(error.violations.length));
    for (const { type, subject, description } of error.violations)
      expect([/^[A-Z_]+$/.test(type), subject !== "", description !== ""]).toEqual([true, true, true]);
  });
});

describe("what a stage forbids", () => {
  it("is a rewind to a stage that is not earlier", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    for (const to of [S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING, S.DRAFT, S.UNSPECIFIED])
      expect([to, refusal(() => run.rewind(to))]).toEqual([to, "STAGE_FORBIDS"]);
  });

  it("is a pin once EVIDENCE_BINDING is left, until the run is rewound", () => {
    const run = proposeMissing(runAt(S.EVIDENCE_BINDING)).pin(lawCandidate("655"));
    run.confirmAll();
    run.advance();
    expect(refusal(() => run.pin(letterCandidate(letter)))).toBe("STAGE_FORBIDS");
    expect(refusal(() => run.do((input) => decideUnpin(input, lawCandidate("655").evidenceId)))).toBe("STAGE_FORBIDS");
    expect(refusal(() => run.rewind(S.EVIDENCE_NEEDS).pin(letterCandidate(letter)))).toBe("accepted");
  });

  it("is to link a pin to a slot that is not there, or to take back what was never pinned", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    expect(refusal(() => run.pin(letterCandidate(letter), "slot:99"))).toBe("ITEM_UNKNOWN");
    expect(refusal(() => run.do((input) => decideUnpin(input, "vault:letter-a")))).toBe("PIN_NOT_FOUND");
  });
});

describe("a finalised run", () => {
  it("takes nothing but a rewind", () => {
    const run = finish(new TestRun());
    const turn = () => run.do((input) => decideTurnStarted(input, "turn:1", new EventDraft(input)));
    const tries = [
      () => run.propose(draftProposal(run)),
      () => run.confirm({}),
      () => run.advance(),
      () => run.pin(letterCandidate(letter)),
      turn,
    ];
    expect(tries.map(refusal)).toEqual(tries.map(() => "RUN_FINALISED"));
    expect(refusal(() => run.search("slot:1", []))).toBe("STAGE_FORBIDS");
    expect(refusal(() => run.rewind(S.DRAFT))).toBe("accepted");
  });
});

describe("a turn under way", () => {
  it("refuses a second one and every other writer with its id", () => {
    const run = runAt(S.SKELETON);
    const turn = (id: string) => run.do((input) => decideTurnStarted(input, id, new EventDraft(input)));
    turn("turn:1");
    for (const busy of [() => turn("turn:2"), () => refuseBusy(run.snapshot)]) {
      const error = refused(busy);
      expect([error.reason, error.facts.turn_id]).toEqual(["RUN_BUSY", "turn:1"]);
    }
  });
});

describe("the birth of a run", () => {
  it("needs a reference date that exists", () => {
    const run = new TestRun();
    const birth = { runId: "run-2", owner: "o", title: "t", strandId: "s", locale: "nl", referenceDate: "2025-13-01" };
    expect(refusal(() => decideCreate(run.input, birth))).toBe("REQUEST_INVALID");
  });

  it("happens once", () => {
    const run = new TestRun();
    const birth = { runId: "run-2", owner: "o", title: "t", strandId: "s", locale: "nl", referenceDate: "2025-12-09" };
    expect(refusal(() => run.do((input) => decideCreate(input, birth)))).toBe("STAGE_FORBIDS");
  });
});
