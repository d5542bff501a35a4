import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { RunSnapshotSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { SentenceKind, SentenceProposalSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { MissingInput_Kind, MissingInputSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { draws } from "../support/draws.ts";
import { finish, intentProposal, proposeMissing, runAt, settle } from "./drive.ts";
import { edits } from "./edits.ts";
import { encodedEvents, replayedFrom, replaysAlike } from "./journeys.ts";
import { refusal } from "./refusal.ts";
import { letterCandidate, letters, sampleOutline } from "./sample-content.ts";
import { type ProposalInit, TestRun } from "./support.ts";
import { canTake, replay } from "./taken.ts";

describe("replay", () => {
  it("of the stored events gives the live snapshot, byte for byte, whatever the run went through", () => {
    fc.assert(replaysAlike(2), { numRuns: draws(15) });
  });

  it("can go on from a stored snapshot", () => {
    const run = finish(new TestRun());
    const half = Math.floor(run.events.length / 2);
    const stored = toBinary(RunSnapshotSchema, replayedFrom(encodedEvents(run).slice(0, half)));
    const rest = encodedEvents(run)
      .slice(half)
      .map((one) => fromBinary(RunEventSchema, one));
    expect(replay(rest, fromBinary(RunSnapshotSchema, stored))).toEqual(run.snapshot);
  });

  it("of a journal with an event left out is refused, or gives another snapshot", () => {
    const events = finish(new TestRun()).events;
    const whole = toBinary(RunSnapshotSchema, replay(events));
    for (let gap = 0; gap < events.length; gap++) {
      const others = events.filter((_, at) => at !== gap);
      const told = refusedOr(() => toBinary(RunSnapshotSchema, replay(others)));
      expect([gap, told === "refused" || !equal(told, whole)]).toEqual([gap, true]);
    }
  });

  it("counts every event it took", () => {
    const run = finish(new TestRun());
    expect(run.snapshot.eventCount).toBe(run.events.length);
    expect(canTake(run.snapshot, run.events[0]!)).toBe(false);
  });
});

const refusedOr = (work: () => Uint8Array): Uint8Array | "refused" => {
  try {
    return work();
  } catch {
    return "refused";
  }
};

const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

describe("the journal", () => {
  it("holds no word of the evidence, of a query, of a claim, of a sentence or of a note", () => {
    const run = new TestRun();
    run.pin(letterCandidate(letters[0]!), "", "CANARY-NOTE");
    finish(run);
    for (const edit of edits) {
      runAt(edit.state, run.rewind(edit.state));
      edit.make(run, 1);
      finish(run);
    }
    const words = [
      ...["LETTER-A", "LETTER-B", "TITLE", "SNIPPET", "STATUTE", "STATEMENT", "QUERY", "NOTE"].map(
        (one) => `CANARY-${one}`,
      ),
      ...letters.map((letter) => letter.quotes[0]!),
      ...sampleOutline.flatMap((section) => [section.title, ...section.claims.map((claim) => claim.text)]),
      "opleiding toegezegd",
      "Betaling van de opleiding",
      "als een goed werkgever",
    ];
    const journal = Buffer.concat([...encodedEvents(run), toBinary(RunSnapshotSchema, run.snapshot)]).toString(
      "latin1",
    );
    const stored = Buffer.concat([...run.artifacts.values()]).toString("utf8");
    for (const word of words) {
      expect([word, journal.includes(Buffer.from(word).toString("latin1"))]).toEqual([word, false]);
      expect([word, stored.includes(word)]).toEqual([word, true]);
    }
  });
});

const eventMax = 256 * 1024;
const largest = (run: TestRun): number => Math.max(...encodedEvents(run).map((one) => one.length));
const letter = (n: number): string => String.fromCharCode(97 + n);
/** As many claims as leave room for one sentence that makes none. */
const bigOutline = (text: string) =>
  ({
    case: "skeleton",
    value: {
      sections: Array.from({ length: 25 }, (_, s) => ({
        title: `Deel ${s}`,
        // Told apart by letters: a number would be one that the evidence has to have.
        claims: Array.from({ length: s < 24 ? 10 : 9 }, (__, c) => ({ text: `${text} ${letter(s)}${letter(c)}` })),
      })),
    },
  }) as const;

/** A memo of so many sentences that cite so many entries between them. */
const memo = (run: TestRun, sentences: number, citations: number): ProposalInit => {
  const ids = run.material.ledger?.entries.map((one) => one.entryId) ?? [];
  const share = (at: number) =>
    Math.floor(((at + 1) * citations) / sentences) - Math.floor((at * citations) / sentences);
  const sentence = (at: number) =>
    create(SentenceProposalSchema, {
      text: `Zin ${at}.`,
      kind: SentenceKind.ARGUMENT,
      claimId: `claim:${(at % 249) + 1}`,
      entryIds: Array.from({ length: share(at) }, (_, n) => ids[(at + n) % ids.length] ?? ""),
    });
  const all = Array.from({ length: sentences }, (_, at) => sentence(at));
  return { case: "draftText", value: { sections: [{ sectionId: "section:1", sentences: all }] } };
};

describe("at the limits", () => {
  it("an event about 249 claims, slots, bindings, quotes or 250 sentences, all changed at once, stays below 256 KiB", () => {
    const finding = create(MissingInputSchema, {
      kind: MissingInput_Kind.DRAFT_CHECK,
      subjectId: "sentence:250",
      description: "x".repeat(5000),
    });
    let findings = 0;
    const run = new TestRun({
      checkDraft: () => ({
        ...{ refused: Array.from({ length: findings }, () => finding), looks: [] },
        ...{ marks: new Map(), derivations: new Map(), reworded: new Set() },
      }),
    });
    runAt(S.SKELETON, run).propose(bigOutline("Over de opleiding")).confirmAll().advance();
    const links = run.snapshot.slots.map(({ slotId }) => ({ slotId, evidenceId: "vault:letter-a" }));
    run.pin(letterCandidate(letters[0]!)).propose({ case: "evidenceNeeds", value: { links } });
    finish(run);
    run.rewind(S.INTENT_SEED).propose(intentProposal("Een heel ander doel"), { confirm: true });
    findings = 3000;
    for (let step = 0; run.snapshot.state < S.DRAFT && step < 12; step++) settle(run).advance();
    expect(refusal(() => run.propose(memo(run, 251, 251)))).toBe("PROPOSAL_INVALID");
    expect(refusal(() => run.propose(memo(run, 250, 601)))).toBe("PROPOSAL_INVALID");
    run.propose(memo(run, 250, 600));
    expect(run.record?.items).toHaveLength(250);
    expect(run.snapshot.stale.length).toBeGreaterThanOrEqual(100);
    expect(largest(run)).toBeLessThan(eventMax);
    expect(largest(run)).toBeGreaterThan(eventMax / 2);
  });

  it("an event about 249 quotes that each have a look stays below 256 KiB", () => {
    const run = runAt(S.SKELETON).propose(bigOutline("Over vakantiedagen")).confirmAll().advance();
    const links = run.snapshot.slots.map(({ slotId }) => ({ slotId, evidenceId: "vault:letter-a" }));
    run.pin(letterCandidate(letters[0]!)).propose({ case: "evidenceNeeds", value: { links } });
    while (run.snapshot.state < S.SPAN_RESOLUTION) settle(run).advance();
    proposeMissing(run);
    const looks = run.record?.items.flatMap((item) => item.looks.map(({ code }) => code)) ?? [];
    // Some letters are a word of English by chance, and words of two languages are not compared.
    expect(looks.length).toBeGreaterThan(240);
    expect(new Set(looks)).toEqual(new Set([LookCode.NO_COMMON_WORD]));
    expect(largest(run)).toBeLessThan(eventMax);
  });
});
