import { create, fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SearchNarrowing } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { WordsSchema } from "../../../gen/pincite/memo/v1/words_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { RunLifecycle, OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, NextAction_Kind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolResultSchema, ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { runContext } from "../../../src/run/run-context.ts";
import { finish, proposeMissing, runAt, settle } from "../drive.ts";
import { refused } from "../refusal.ts";
import { letterCandidate, letters } from "../sample-content.ts";
import { model, type TestRun } from "../support.ts";

const hits = letters.map(letterCandidate);
const [first, second] = hits.map(({ evidenceId }) => evidenceId) as [string, string];
const reason = "Dit gaat over een ander project.";
const both = [
  { evidenceId: second, reason },
  { evidenceId: first, reason: "Dit is een uitnodiging voor de lunch." },
];

const seen = ({ snapshot }: TestRun) => runContext(snapshot, "1", []);

/** A run in EVIDENCE_BINDING whose absence was searched for and found these. */
const searched = (candidates = hits, totalCount?: number) => {
  const run = runAt(S.EVIDENCE_NEEDS);
  const toolResultId = run.search("slot:3", candidates);
  const search = run.searches.get(toolResultId)!;
  if (totalCount !== undefined) run.searches.set(toolResultId, { ...search, totalCount });
  settle(run).advance();
  const bind = (dismissals: object[], more: object = {}) => ({
    case: "needMap" as const,
    value: {
      bindings: [
        {
          slotId: "slot:3",
          evidence: { evidence: { case: "search", value: { toolResultId, ...more } } } as const,
          dismissals,
        },
      ],
    } as never,
  });
  return { run, bind, toolResultId };
};

const bound = (run: TestRun) => {
  const binding = run.material.proposals.needMap?.bindings.find((one) => one.slotId === "slot:3");
  const evidence = binding?.evidence?.evidence;
  if (evidence?.case !== "search") throw new Error("no search is bound");
  return evidence.value;
};

describe("an absence over a search", () => {
  const looks = (query: string, narrowedBy: readonly SearchNarrowing[] = []) => {
    const { run, bind, toolResultId } = searched([], 0);
    const search = run.searches.get(toolResultId)!;
    run.searches.set(toolResultId, { ...search, query, narrowedBy });
    run.propose(bind([]));
    const slot = run.material.needs?.sections
      .flatMap(({ claims }) => claims)
      .flatMap(({ required }) => required)
      .find(({ slotId }) => slotId === "slot:3");
    const { bindingId } = run.material.proposals.needMap?.bindings.find((one) => one.slotId === "slot:3") ?? {};
    const item = seen(run).items.find(({ itemId }) => itemId === bindingId);
    return { codes: (item?.looks ?? []).map(({ code }) => code), cue: slot?.description ?? "" };
  };

  // A search for a nonsense word found nothing, and "nothing was found" was confirmed in bulk.
  it("has a look where no word of claim or slot was asked for, and none where one was, in whatever form", () => {
    expect(looks("qzxwv").codes).toEqual([LookCode.SEARCH_FOREIGN]);
    const { cue } = looks("qzxwv");
    expect(looks(cue).codes).toEqual([]);
    expect(looks("").codes).toEqual([]);
  });

  it("has a look where the search left papers or words out", () => {
    const { cue } = looks("");
    expect(looks(cue, [SearchNarrowing.DAYS]).codes).toEqual([LookCode.SEARCH_NARROWED]);
    expect(looks("qzxwv", [SearchNarrowing.WORDS]).codes).toEqual([LookCode.SEARCH_FOREIGN, LookCode.SEARCH_NARROWED]);
  });
});

describe("an absence over a search of nothing", () => {
  it("is refused: where no document was, finding none says nothing", () => {
    const { run, bind, toolResultId } = searched([], 0);
    const search = run.searches.get(toolResultId)!;
    run.searches.set(toolResultId, { ...search, nothingToSearch: true });
    const { reason: why, message } = refused(() => run.propose(bind([])));
    expect([why, message]).toEqual(["PROPOSAL_INVALID", expect.stringContaining("had no document to search")]);
    run.searches.set(toolResultId, search);
    run.propose(bind([]));
    expect(bound(run).toolResultId).toBe(toolResultId);
  });
});

// A damaged index of the law answered every search with nothing and its full scope: an absence rests on what was answered, and on no failure.
describe("an absence over a search that failed", () => {
  it.each(["INDEX_STALE", "DATA_LOSS", "UPSTREAM_UNAVAILABLE"])(
    "is refused: %s says nothing of what is there",
    (failure) => {
      const { run, bind, toolResultId } = searched([], 0);
      const search = run.searches.get(toolResultId)!;
      const failed = create(ToolResultSchema, { ...search.result, status: ToolResultStatus.ERROR, reason: failure });
      for (const result of [failed, create(ToolResultSchema, { ...failed, outputRef: undefined })]) {
        run.searches.set(toolResultId, { ...search, result });
        const { reason: why, message } = refused(() => run.propose(bind([])));
        expect([why, message]).toEqual(["PROPOSAL_INVALID", expect.stringContaining("no recorded search of this run")]);
      }
    },
  );
});

describe("an absence over a search with hits", () => {
  it("is taken once a person has dismissed every hit, and keeps each reason as an artifact", () => {
    const { run, bind } = searched();
    run.propose(bind(both));
    expect(bound(run)).toMatchObject({ reviewed: true, totalCount: 2, corpusRevision: "revision-1" });
    expect(bound(run).dismissals.map(({ evidenceId }) => evidenceId)).toEqual([first, second]);
    const words = bound(run).dismissals.map(({ reasonDigest }) => run.artifacts.get(reasonDigest)!);
    expect(words.map((bytes) => fromBinary(WordsSchema, bytes).text)).toEqual([both[1]!.reason, reason]);
    const event = JSON.stringify(run.events, (_, value) => (typeof value === "bigint" ? String(value) : value));
    expect(event).not.toContain("lunch");
  });

  it.each([
    ["none is dismissed", [], /found 2 hits, and an absence needs each dismissed/],
    ["one is left", both.slice(1), /vault:letter-b is not. Dismiss it, or search more narrowly/],
    ["a reason says nothing", [both[0]!, { evidenceId: first, reason: "  nee  " }], /at least 10 characters/],
    ["a hit never stood there", [...both, { evidenceId: "vault:other", reason }], /vault:other did not stand in/],
    ["a hit has two reasons", [...both, { evidenceId: first, reason }], /has two reasons/],
  ])("is refused where %s", (_, dismissals, says) => {
    const { run, bind } = searched();
    expect(refused(() => run.propose(bind(dismissals)))).toMatchObject({
      reason: "PROPOSAL_INVALID",
      message: expect.stringMatching(says),
    });
  });

  it("is refused on anybody's word that the hits were looked at", () => {
    for (const dismissals of [[], both]) {
      const { run, bind } = searched();
      for (const options of [{}, { actor: model }])
        expect(refused(() => run.propose(bind(dismissals, { reviewed: true }), options)).facts).toMatchObject({
          field: "bindings[0].evidence.search.reviewed",
        });
    }
  });

  it("is not for a model to dismiss", () => {
    const { run, bind } = searched();
    expect(refused(() => run.propose(bind(both), { actor: model })).message).toContain("Only a person may say");
    expect(refused(() => run.propose(bind([]), { actor: model })).message).toContain("dismissed by a person");
  });

  it("cannot be dismissed where more was found than is listed", () => {
    const { run, bind } = searched(hits, 40);
    expect(refused(() => run.propose(bind(both))).message).toContain("found 40 and lists 2");
  });

  it("is another binding under another reason, and asks its confirmation again", () => {
    const { run, bind } = searched();
    run.propose(bind(both), { confirm: true });
    const before = run.record?.items.map(({ itemId }) => itemId);
    run.propose(bind(both.map((one) => ({ ...one, reason: `${one.reason} Echt.` }))));
    expect(run.record?.items.map(({ itemId }) => itemId)).not.toEqual(before);
  });

  it("keeps its dismissals on the way back and forth", () => {
    const { run, bind } = searched();
    run.propose(bind(both), { confirm: true });
    const dismissed = bound(run).dismissals;
    run.rewind(S.SKELETON);
    runAt(S.EVIDENCE_BINDING, run);
    expect(bound(run).dismissals).toEqual(dismissed);
  });
});

describe("a hit dismissed where there is none", () => {
  it("is refused: of an empty search, and of what is no search", () => {
    const { run, bind } = searched([]);
    expect(refused(() => run.propose(bind(both))).message).toContain("did not stand in");
    run.propose(bind([]));
    expect(bound(run)).toMatchObject({ reviewed: false, totalCount: 0, dismissals: [] });
    const statement = { evidence: { case: "statement" as const, value: { text: "Ik was erbij." } } };
    const binding = { slotId: "slot:5", evidence: statement, dismissals: both };
    expect(refused(() => run.propose({ case: "needMap", value: { bindings: [binding] } as never })).message).toContain(
      "rests on no search",
    );
  });
});

describe("a memo that says that something is not in the documents", () => {
  const ready = () => settle(proposeMissing(runAt(S.DRAFT)));

  it("is finalised against the documents that were searched, and its event names them", () => {
    const last = finish(ready()).events.at(-1)?.event;
    expect(last).toMatchObject({ case: "runFinalised", value: { corpusRevision: "revision-1" } });
  });

  it("is not finalised once they have changed: it is rewound, searched again and bound again", () => {
    const run = ready();
    run.corpusRevision = "revision-2";
    run.advance();
    expect(seen(run)).toMatchObject({ state: S.DRAFT, lifecycle: RunLifecycle.ACTIVE });
    expect(seen(run).missingInputs.map(({ description }) => description)).toEqual([
      expect.stringContaining("documents have changed since the search"),
    ]);
    expect(seen(run).nextAction).toMatchObject({ kind: NextAction_Kind.REWIND, possible: true });
    expect(refused(() => run.advance()).reason).toBe("MISSING_INPUTS");
    run.rewind(S.EVIDENCE_BINDING);
    run.search("slot:3", []);
    const toolResultId = [...run.searches.keys()].at(-1) ?? "";
    const evidence = { evidence: { case: "search" as const, value: { toolResultId } } };
    run.propose({ case: "needMap", value: { bindings: [{ slotId: "slot:3", evidence }] } as never });
    expect(seen(run).items.flatMap(({ looks }) => looks)).toEqual([]);
    expect(finish(run).events.at(-1)?.event).toMatchObject({ value: { corpusRevision: "revision-2" } });
  });

  it("has a look on the binding that rests on the search, which a person may name, and a further change asks anew", () => {
    const run = ready();
    run.corpusRevision = "revision-2";
    run.advance().rewind(S.EVIDENCE_BINDING);
    const asked = () => seen(run).items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED);
    expect(asked().map(({ looks }) => looks.map(({ code }) => code))).toEqual([[LookCode.CORPUS_CHANGED]]);
    expect(seen(run).staleItems.map(({ itemId }) => itemId)).toEqual(asked().map(({ itemId }) => itemId));
    run.confirmAll();
    const last = () => run.events.at(-1)?.event;
    settle(runAt(S.DRAFT, run)).advance();
    expect(last()).toMatchObject({ case: "runFinalised", value: { corpusRevision: "revision-2" } });
    run.rewind(S.DRAFT);
    run.corpusRevision = "revision-3";
    run.advance();
    expect(last()).toMatchObject({ case: "corpusChanged", value: { searchedRevisions: ["revision-1"] } });
    expect(seen(run).lifecycle).toBe(RunLifecycle.ACTIVE);
  });

  it("does not ask for the strand where the search was of the law", () => {
    const run = runAt(S.EVIDENCE_NEEDS);
    run.search("slot:3", [], "lawbot.search");
    const done = settle(proposeMissing(runAt(S.DRAFT, run)));
    done.corpusRevision = "revision-2";
    expect(finish(done).events.at(-1)?.event).toMatchObject({ value: { corpusRevision: "" } });
  });
});
