import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { NotJudged } from "../../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import { RunLifecycle, OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type ItemState } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { readJudgeTurn } from "../../../src/model/providers/judge-envelope.ts";
import { decideJudged, decideTurnStarted } from "../../../src/run/decide.ts";
import { stageRecord } from "../../../src/run/fold.ts";
import { type SentenceUnderJudgement, sentencesUnderJudgement } from "../../../src/run/judge/asked-sentences.ts";
import { cutAnswer, notJudged } from "../../../src/run/judge/cut-answer.ts";
import { type DecisionInput, EventDraft } from "../../../src/run/kernel.ts";
import { sha256 } from "../../../src/sha256.ts";
import "../../support/seed.ts";
import { TestEngine } from "../../engine/support.ts";

// Whatever a second reader answers, it can only raise looks: ten thousand answers, honest, lying and no answers at all.

const runs = 10_000;
const nonce = "the-nonce";
const reader = create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: "stand-in/small" });

/** A draft of which everything is confirmed, within a turn. */
let input: DecisionInput;
let sentences: readonly SentenceUnderJudgement[];
beforeAll(async () => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.DRAFT);
  await run.settle();
  const settled = await test.engine.runs.input(await test.engine.runs.load(run.runId), test.engine.runs.user);
  input = decideTurnStarted(settled, "turn:1", new EventDraft(settled)).input;
  sentences = sentencesUnderJudgement(input);
  expect(sentences.length).toBeGreaterThan(1);
});

const verdict = fc.constantFrom("SAID", "NOT_SAID", "OTHERWISE", "OTHER_SPEAKER", "UNSPECIFIED", "APPROVED");
const offset = fc.oneof(fc.nat(60), fc.nat(5_000), fc.integer({ min: -3, max: 3 }), fc.constant(4_294_967_296));

/** An answer about these sentences: mostly of the right form, and of any content. */
const answers = () => {
  const ids = sentences.map(({ asked }) => asked.sentenceId);
  const entries = sentences.flatMap(({ asked }) => asked.excerpts.map(({ entryId }) => entryId));
  const anyId = (known: readonly string[]) =>
    fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...known) }, fc.string());
  const wild = fc.record({
    startChar: offset,
    endChar: offset,
    verdict: verdict.map((one) => `SENTENCE_VERDICT_${one}`),
    entryId: fc.oneof(fc.constant(""), anyId(entries)),
    excerptStartChar: offset,
    excerptEndChar: offset,
  });
  const plain = fc
    .tuple(fc.nat(5), fc.integer({ min: 1, max: 9 }), fc.constantFrom("SAID", "NOT_SAID", "OTHERWISE"))
    .map(([start, length, word]) => ({
      startChar: start,
      endChar: start + length,
      verdict: `SENTENCE_VERDICT_${word}`,
    }));
  const atoms = fc.oneof({ weight: 3, arbitrary: fc.array(plain, { maxLength: 1 }) }, fc.array(wild, { maxLength: 4 }));
  const said = fc.record({ sentenceId: anyId(ids), atoms });
  const formed = fc.record({
    nonce: fc.oneof({ weight: 9, arbitrary: fc.constant(nonce) }, fc.constant("other")),
    sentences: fc.uniqueArray(said, { maxLength: 4, selector: (one) => one.sentenceId }),
  });
  return fc.oneof({ weight: 8, arbitrary: formed.map((one) => JSON.stringify(one)) }, fc.json(), fc.string());
};

/** What the turn comes to when this is answered. */
const judged = (from: DecisionInput, answer: string) => {
  const ids = sentences.map(({ asked }) => asked.sentenceId);
  const turn = readJudgeTurn(new TextEncoder().encode(answer), nonce, ids);
  return decideJudged(
    from,
    reader,
    sentences.map((one) =>
      typeof turn === "string"
        ? notJudged(one, NotJudged.ANSWER_REFUSED, sha256)
        : cutAnswer(
            one,
            turn.sentences.find(({ sentenceId }) => sentenceId === one.asked.sentenceId),
            sha256,
          ),
    ),
  );
};

const itemsOf = ({ snapshot }: DecisionInput): ItemState[] => stageRecord(snapshot, S.DRAFT)?.items ?? [];
const looksOf = (from: DecisionInput): string[] =>
  itemsOf(from).flatMap(({ itemId, looks }) => looks.map(({ fingerprint }) => `${itemId} ${fingerprint}`));
const undecided = (from: DecisionInput): string[] =>
  itemsOf(from).flatMap(({ itemId, decision }) => (decision === ItemDecision.CONFIRM ? [] : [itemId]));

const idsOf = (from: DecisionInput): string =>
  itemsOf(from)
    .map(({ itemId }) => itemId)
    .join();

/** What was there and is not any more. */
const gone = (before: readonly string[], after: readonly string[]): string[] => {
  const now = new Set(after);
  return before.filter((one) => !now.has(one));
};

describe("ten thousand answers of a second reader", () => {
  it("only ever add looks and open items, one reading upon another; nothing is confirmed, moved or ended by them", () => {
    let from = input;
    let [raised, refused, count] = [0, 0, 0];
    fc.assert(
      fc.property(answers(), (answer) => {
        const { decision, judgement } = judged(from, answer);
        const after = decision.input;
        expect(gone(looksOf(from), looksOf(after))).toEqual([]);
        expect(gone(undecided(from), undecided(after))).toEqual([]);
        expect(idsOf(after)).toBe(idsOf(from));
        const { state, lifecycle, turnId } = after.snapshot;
        expect([state, lifecycle, turnId]).toEqual([S.DRAFT, RunLifecycle.ACTIVE, "turn:1"]);
        const cases = decision.changes.events.map(({ event }) => event.case).join();
        expect(["draftJudged", "draftJudged,proposalRecorded"]).toContain(cases);
        const more = looksOf(after).length - looksOf(from).length;
        raised += more;
        if (judgement.sentences.every(({ notJudged: why }) => why !== NotJudged.UNSPECIFIED)) refused++;
        // Ten readings stand each on the ones before; then it begins again.
        from = ++count % 10 === 0 ? input : after;
      }),
      { numRuns: runs },
    );
    expect(raised).toBeGreaterThan(500);
    expect(refused).toBeGreaterThan(500);
  });
});
