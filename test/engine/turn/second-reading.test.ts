import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import type { EvidenceRef } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { NotJudged, SentenceVerdict } from "../../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import { ContextManifestSchema, ModelAttemptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as S, StagePhase } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ProviderError } from "../../../src/model/provider.ts";
import { blind, contrary, literal, type Say, ScriptedJudge, saying, whole } from "../judges.ts";
import { replayed } from "../replay/support.ts";
import { gate } from "../sample-tools.ts";
import { failureOf, TestEngine } from "../support.ts";

/** A run with everything of its draft confirmed, and a second reader. */
const drafted = async (say: Say) => {
  const judge = new ScriptedJudge(say);
  const test = await TestEngine.open({ judge });
  const run = await (await test.newRun()).to(S.DRAFT);
  await run.settle();
  return { test, run, judge };
};

type Drafted = Awaited<ReturnType<typeof drafted>>;

const decisions = ({ run }: Drafted) => run.context.items.map(({ itemId, decision }) => ({ itemId, decision }));
const looks = ({ run }: Drafted) => run.context.items.flatMap((item) => item.looks);
const reworded = ({ run }: Drafted) => run.context.items.filter((item) => item.compareDigests.length > 0);

/** The last events, each with the content of an artifact of this role. */
const recorded = async ({ test, run }: Drafted, role: string) => {
  const events = await test.engine.runs.events(run.runId, 1, 500);
  const refs = events.flatMap(({ event }) => event.artifacts.filter((one) => one.role === role)).map(({ ref }) => ref);
  return Promise.all(refs.map((ref) => test.engine.runs.reader.bytes(ref?.digest ?? "")));
};

describe("a second reading", () => {
  it("that finds everything said changes nothing of what was decided, and says what it judged", async () => {
    const made = await drafted(blind);
    const before = decisions(made);
    const { judgement, turnId } = await made.run.judge();
    expect(reworded(made).length).toBeGreaterThan(1);
    expect(decisions(made)).toEqual(before);
    expect(made.run.context).toMatchObject({ phase: StagePhase.CONFIRMED, turnId: "" });
    expect(turnId).toMatch(/^turn:/);
    expect(judgement).toMatchObject({ model: "stand-in/small", earlier: [] });
    expect(judgement?.sentences.map(({ sentenceId }) => sentenceId)).toEqual(
      reworded(made).map(({ itemId }) => itemId),
    );
    await made.run.advance();
  });

  it("that doubts asks the sentences concerned again, also where they were confirmed, and no other item", async () => {
    const made = await drafted(contrary);
    const { judgement } = await made.run.judge();
    const judged = judgement?.sentences.filter(({ atoms }) => atoms.length > 0) ?? [];
    const asked = made.run.context.items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED);
    expect(asked.map(({ itemId }) => itemId)).toEqual(judged.map(({ sentenceId }) => sentenceId));
    expect(asked.flatMap((item) => item.looks)).toHaveLength(judged.length);
    expect(asked[0]?.looks[0]).toMatchObject({
      code: LookCode.SECOND_READER_NOT_SAID,
      startChar: 0,
      spanDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(made.run.context.phase).toBe(StagePhase.PROPOSED);
    expect(made.run.context.staleItems.map(({ itemId }) => itemId)).toEqual(judged.map(({ sentenceId }) => sentenceId));
    await failureOf(made.run.advance());
    await failureOf(made.run.decideItems([{ ...asked[0], looks: [] } as never]));
    await made.run.confirm();
    await made.run.advance();
  });

  it("cannot take back what one before it doubted", async () => {
    const made = await drafted(contrary);
    await made.run.judge();
    const doubted = looks(made);
    made.judge.say = blind;
    const { judgement } = await made.run.judge();
    expect(looks(made)).toEqual(doubted);
    expect(judgement?.earlier.length).toBe(doubted.length);
    made.judge.say = saying(whole("OTHERWISE"));
    await made.run.judge();
    expect(looks(made).length).toBe(2 * doubted.length);
  });

  it("stays on a sentence that is put forward again as it was, and goes with its words", async () => {
    const made = await drafted(contrary);
    await made.run.judge();
    const before = looks(made).length;
    const { draft } = (await made.run.material()).proposals;
    const sections = (draft?.sections ?? []).map(({ sectionId, sentences }) => ({
      sectionId,
      sentences: sentences.map(({ text, kind, claimId, entryIds }) => ({ text, kind, claimId, entryIds })),
    }));
    await made.run.propose({ case: "draftText", value: { sections } });
    expect(looks(made).length).toBe(before);
    await made.run.rewind(S.SPAN_RESOLUTION);
    await made.run.advance();
    expect(looks(made).length).toBe(before);
    const [first] = reworded(made);
    const other = sections.map(({ sectionId, sentences }) => ({
      sectionId,
      sentences: sentences.map((one) => ({
        ...one,
        text: one.text.replace("De werkgever heeft", "Mijn werkgever heeft"),
      })),
    }));
    await made.run.propose({ case: "draftText", value: { sections: other } });
    expect(first).toBeDefined();
    expect(looks(made).length).toBeLessThan(before);
  });

  it("shows the sentences with what they cite, as data, and lists what it showed", async () => {
    const made = await drafted(literal);
    await made.run.judge();
    const [asked] = made.judge.asked;
    const { ledger, draft } = (await made.run.material()).proposals;
    expect(asked?.prompt).toContain("TOOL_CONTEXT_START\nSentence: sentence:");
    for (const { excerpts, text } of asked?.context?.askedSentences ?? []) {
      expect(asked?.prompt).toContain(`  | ${text}`);
      for (const one of excerpts)
        expect(ledger?.entries.flatMap(({ span, evidence }) => [span?.excerpt, statementOf(evidence)])).toContain(
          one.text,
        );
    }
    expect(asked?.context).toMatchObject({ userPrompt: "", conversation: [], toolContexts: [] });
    expect(asked?.modelId).toBe("small");
    expect(asked?.prompt).not.toContain(draft?.title);
    const [manifest] = (await recorded(made, "context_manifest")).map((bytes) =>
      fromBinary(ContextManifestSchema, bytes),
    );
    expect(manifest?.entries.map(({ reason }) => reason)).toEqual(["judged-draft", "bound-evidence"]);
    expect(manifest?.parts.map(({ name }) => name)).toEqual([
      "role",
      "rules",
      "answer form",
      ...(asked?.context?.askedSentences ?? []).map(({ sentenceId }) => sentenceId),
    ]);
  });

  const refused: readonly [string, Say, NotJudged][] = [
    ["prose", () => "All is well.", NotJudged.ANSWER_REFUSED],
    [
      "a wrong nonce",
      (request, signal) => ({ ...(blind(request, signal) as object), nonce: "x" }),
      NotJudged.ANSWER_REFUSED,
    ],
    [
      "a sentence that was not asked about",
      ({ nonce }) => ({ nonce, sentences: [{ sentenceId: "sentence:99", atoms: [] }] }),
      NotJudged.ANSWER_REFUSED,
    ],
    ["more than fits", () => "x".repeat(70_000), NotJudged.ANSWER_REFUSED],
    ["nothing of them", ({ nonce }) => ({ nonce, sentences: [] }), NotJudged.LEFT_OUT],
    ["no parts", saying(() => []), NotJudged.LEFT_OUT],
    [
      "a range past the end",
      saying((one) => [{ ...whole("NOT_SAID")(one)[0], endChar: 5_000 }]),
      NotJudged.RANGE_INVALID,
    ],
    ["an empty range", saying((one) => [{ ...whole("NOT_SAID")(one)[0], endChar: 0 }]), NotJudged.RANGE_INVALID],
    [
      "ranges that overlap",
      saying((one) => [...whole("SAID")(one), ...whole("NOT_SAID")(one)]),
      NotJudged.RANGE_INVALID,
    ],
    [
      "an entry that the sentence does not cite",
      saying((one) => [{ ...whole("NOT_SAID")(one)[0], entryId: "entry:99" }]),
      NotJudged.RANGE_INVALID,
    ],
    [
      "a range outside the excerpt",
      saying((one) => [{ ...whole("NOT_SAID")(one)[0], excerptStartChar: 1, excerptEndChar: 9_999 }]),
      NotJudged.RANGE_INVALID,
    ],
    [
      "an address that is away",
      () => {
        throw new ProviderError("stand-in", "unreachable");
      },
      NotJudged.NO_ANSWER,
    ],
    [
      "an error of its own",
      () => {
        throw new Error("away");
      },
      NotJudged.NO_ANSWER,
    ],
  ];
  it.each(refused)("that answers %s is recorded as not judged and stops nothing", async (_, say, why) => {
    const made = await drafted(say);
    const before = decisions(made);
    const { judgement } = await made.run.judge();
    const asked = judgement?.sentences.filter(({ notJudged }) => notJudged !== NotJudged.NO_WORDS) ?? [];
    expect(new Set(asked.map(({ notJudged }) => notJudged))).toEqual(new Set([why]));
    expect(decisions(made)).toEqual(before);
    expect(looks(made).filter(({ code }) => code >= LookCode.SECOND_READER_NOT_SAID)).toEqual([]);
    const attempts = (await recorded(made, "judge_attempt")).map((bytes) => fromBinary(ModelAttemptSchema, bytes));
    expect(attempts.at(-1)?.model).toBe("stand-in/small");
    expect(attempts.at(-1)?.firstFailure === "").toBe(why === NotJudged.LEFT_OUT || why === NotJudged.RANGE_INVALID);
    await made.run.advance();
    const report = await replayed(made.test, made.run.runId);
    expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
  });

  it("comes out byte for byte with nobody to ask, its doubts included", async () => {
    const made = await drafted(literal);
    await made.run.judge();
    made.judge.say = contrary;
    await made.run.judge();
    await made.run.confirm();
    await made.run.advance();
    const asked = made.judge.asked.length;
    const report = await replayed(made.test, made.run.runId);
    expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
    expect(made.judge.asked.length).toBe(asked);
  });

  it("keeps others from writing while it is under way, and answers a repeated call with what came of it", async () => {
    const { wait, open } = gate();
    const made = await drafted(async (request, signal) => {
      await wait();
      return contrary(request, signal);
    });
    const call = made.run.command();
    const first = made.run.judge(call);
    await expect.poll(() => made.judge.asked.length).toBe(1);
    expect((await failureOf(made.run.advance())).reason).toBe("RUN_BUSY");
    const second = made.run.judge(call);
    open();
    expect(await second).toEqual(await first);
    expect(made.judge.asked).toHaveLength(1);
  });

  it("is not shown papers marked as holding health data unless it is on this machine", async () => {
    const made = await drafted(contrary);
    made.test.directory.withHealth = async (ids: readonly string[] = []) => [...ids];
    const { judgement } = await made.run.judge();
    const withheld = judgement?.sentences.filter(({ notJudged }) => notJudged === NotJudged.HEALTH) ?? [];
    expect(withheld.length).toBeGreaterThan(0);
    const ids = made.judge.asked.flatMap((one) => one.context?.askedSentences ?? []).map((one) => one.sentenceId);
    expect(ids).not.toEqual(expect.arrayContaining(withheld.map(({ sentenceId }) => sentenceId)));
    const report = await replayed(made.test, made.run.runId);
    expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
    made.test.directory.withHealth = () => Promise.reject(new Error("away"));
    const unknown = await made.run.judge();
    expect(unknown.judgement?.sentences.map(({ notJudged }) => notJudged)).toEqual(
      judgement?.sentences.map(({ notJudged }) => notJudged),
    );
    made.judge.isLocal = true;
    const local = await made.run.judge();
    expect(local.judgement?.sentences.map(({ notJudged }) => notJudged)).not.toContain(NotJudged.HEALTH);
  });

  it("is refused without a second reader, by the drafter's own, before there is a draft and after the end", async () => {
    const made = await drafted(blind);
    made.judge.draftsAs = "scripted";
    expect(await failureOf(made.run.judge())).toMatchObject({
      reason: "UNSUPPORTED",
      facts: { model: "stand-in/small" },
    });
    made.judge.draftsAs = "another";
    await made.run.judge();
    await made.run.advance();
    expect((await failureOf(made.run.judge())).reason).toBe("RUN_FINALISED");
    await made.run.rewind(S.SKELETON);
    expect((await failureOf(made.run.judge())).reason).toBe("STAGE_FORBIDS");
    const bare = await (await TestEngine.open()).newRun();
    await bare.to(S.DRAFT);
    expect((await failureOf(bare.judge())).reason).toBe("NOTHING_PROPOSED");
    await bare.settle();
    expect((await failureOf(bare.judge())).reason).toBe("UNSUPPORTED");
  });

  it("that was cut off by the end of the server is recorded as interrupted, and raises nothing", async () => {
    const made = await drafted(
      (_, signal) => new Promise((_resolve, reject) => signal.addEventListener("abort", reject)),
    );
    const cut = made.run.judge().catch((error: unknown) => error);
    await expect.poll(() => made.judge.asked.length).toBe(1);
    await made.test.engine.stop();
    await cut;
    expect(await made.test.restart()).toBe(1);
    await made.run.refresh();
    expect(made.run.context).toMatchObject({ turnId: "", phase: StagePhase.CONFIRMED });
    const report = await replayed(made.test, made.run.runId);
    expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
  });

  it("keeps a verdict with its words in the sentence and in the excerpt", async () => {
    const made = await drafted(
      saying(({ excerpts, text }) => [
        {
          startChar: 3,
          endChar: Math.min(12, [...text].length),
          verdict: "SENTENCE_VERDICT_OTHER_SPEAKER",
          entryId: excerpts[0]?.entryId ?? "",
          excerptStartChar: 2,
          excerptEndChar: 8,
        },
      ]),
    );
    const { judgement } = await made.run.judge();
    const [first] = judgement?.sentences.filter(({ atoms }) => atoms.length > 0) ?? [];
    expect(first?.atoms).toMatchObject([{ verdict: SentenceVerdict.OTHER_SPEAKER, excerptStartChar: 2 }]);
    const look = looks(made).find(({ code }) => code === LookCode.SECOND_READER_OTHER_SPEAKER);
    expect(look).toMatchObject({ startChar: 3, spanStartChar: 2, spanEndChar: 8 });
  });
});

const statementOf = (evidence: EvidenceRef | undefined): string =>
  evidence?.evidence.case === "statement" ? evidence.evidence.value.text : "";
