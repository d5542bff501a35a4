import { NotJudged } from "../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import type { AskedSentence, JudgeTurn } from "../../gen/pincite/model/v1/judge_turn_pb.ts";
import {
  buildJudgeRequest,
  charsShown,
  judgeBatches,
  readJudgeTurn,
  shownCharsMax,
} from "../../src/model/judge-request.ts";
import { judgeFromEnvironment } from "../../src/model/providers/from-environment.ts";
import type { SentenceJudge } from "../../src/model/sentence-judge.ts";
import { cutAnswer } from "../../src/run/decide.ts";
import { doubtsIn } from "../../src/run/doubts.ts";
import { askedSentence } from "../../src/run/judge/asked-sentences.ts";
import { sha256 } from "../../src/sha256.ts";
import { createClientTransport } from "../../src/wire/client.ts";
import { blind, contrary, literal, ScriptedJudge } from "../engine/judges.ts";
import type { CaseFolder } from "../support/cases/read-case.ts";
import { examineDraft } from "../support/draft-check.ts";
import { type Asked, ask, draftInput } from "./gate/measure.ts";
import { gateCases } from "./gate/sets.ts";

/** What a second reader made of one kind of sentences: those worded anew, by what is wrong with them. */
export interface JudgedCount {
  all: number;
  doubted: number;
  notJudged: number;
  /** Of those that no rule refuses and no look of a rule stands on. */
  passed: number;
  passedAndDoubted: number;
}

const noModels: Readonly<Record<string, () => SentenceJudge>> = {
  // The words that stand in no excerpt: what string matching comes to, and the ends of the scale.
  literal: () => new ScriptedJudge(literal),
  blind: () => new ScriptedJudge(blind),
  contrary: () => new ScriptedJudge(contrary),
};

/**
 * Asks a second reader about every sentence of `cases/` that is worded anew, honest and bad, and prints by class how many it doubts: never a
 * sentence. `judge [--provider NAME] [--model ID] [--url ADDRESS] [--case NAME]`; what is left out is as the environment has it. True
 * where somebody answered.
 */
export const simulateJudge = async (args: readonly string[]): Promise<boolean> => {
  const option = (name: string): string | undefined =>
    args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined;
  const judge = judgeNamed(option);
  const cases = gateCases.filter(({ name }) => (option("case") ?? name) === name);
  if (!judge || cases.length === 0) {
    process.stderr.write(
      `usage: judge --provider anthropic|openai-compatible|remote|${Object.keys(noModels).join("|")}`,
    );
    process.stderr.write(" [--model ID] [--url ADDRESS] [--case NAME], with a case of cases/ that has sentences\n");
    return false;
  }
  const counts = new Map<string, JudgedCount>();
  for (const one of cases) await measureJudge(judge, one, counts);
  const sum = (kind: (name: string) => boolean, name: string) =>
    summed(
      [...counts].filter(([key]) => kind(key)),
      name,
    );
  for (const [name, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) say(name, count);
  const total = [sum((name) => name !== honest, "bad in all"), sum((name) => name === honest, "honest in all")];
  process.stdout.write(`${judge.model}:\n`);
  for (const [name, count] of total) say(name, count);
  return total.some(([, { all, notJudged }]) => all > notJudged);
};

const honest = "honest";

const judgeNamed = (option: (name: string) => string | undefined): SentenceJudge | undefined => {
  const given = { PROVIDER: option("provider"), MODEL: option("model"), URL: option("url") };
  const scripted = noModels[given.PROVIDER ?? ""];
  if (scripted) return scripted();
  const named = Object.entries(given).flatMap(([name, value]) => (value ? [[`PINCITE_JUDGE_${name}`, value]] : []));
  return judgeFromEnvironment({ ...process.env, ...Object.fromEntries(named) }, createClientTransport);
};

const say = (name: string, { all, doubted, notJudged, passed, passedAndDoubted }: JudgedCount): void =>
  void process.stdout.write(
    `${name}: doubted ${doubted} of ${all}, of those that rules pass ${passedAndDoubted} of ${passed}; not judged ${notJudged}\n`,
  );

const summed = (counts: readonly (readonly [string, JudgedCount])[], name: string): readonly [string, JudgedCount] => [
  name,
  counts.reduce<JudgedCount>((sum, [, one]) => {
    for (const key of Object.keys(sum) as (keyof JudgedCount)[]) sum[key] += one[key];
    return sum;
  }, emptyCount()),
];

const emptyCount = (): JudgedCount => ({ all: 0, doubted: 0, notJudged: 0, passed: 0, passedAndDoubted: 0 });

/** Adds what a second reader makes of the sentences of one case to the counts. */
export const measureJudge = async (
  judge: SentenceJudge,
  { dossier, bad }: CaseFolder,
  counts: Map<string, JudgedCount>,
): Promise<void> => {
  for (const [sentences, classOf] of [
    [dossier.honest, () => honest],
    [bad, (at: number) => bad[at]?.class ?? ""],
  ] as const) {
    const input = draftInput(dossier, sentences);
    const { reworded } = examineDraft(input);
    const drafted = input.draft.sections.flatMap((section) => section.sentences);
    const asked = drafted
      .filter(({ sentenceId }) => reworded.has(sentenceId))
      .map((one) => askedSentence(one, input.ledger.entries))
      .filter((one) => one.excerpts.length > 0 && charsShown(one) <= shownCharsMax);
    const doubted = await doubtedBy(judge, asked);
    const rules = ask(dossier, sentences as readonly Asked[]);
    for (const { sentenceId } of asked) {
      const at = drafted.findIndex((one) => one.sentenceId === sentenceId);
      const count = counts.get(classOf(at)) ?? emptyCount();
      counts.set(classOf(at), count);
      const isPassed = (rules[at]?.rules.length ?? 0) + (rules[at]?.looks.length ?? 0) === 0;
      const isDoubted = doubted.get(sentenceId);
      count.all += 1;
      count.doubted += isDoubted ? 1 : 0;
      count.notJudged += isDoubted === undefined ? 1 : 0;
      count.passed += isPassed ? 1 : 0;
      count.passedAndDoubted += isPassed && isDoubted ? 1 : 0;
    }
  }
};

/** Whether each sentence is doubted, by sentence_id; undefined: not judged. */
const doubtedBy = async (judge: SentenceJudge, asked: readonly AskedSentence[]) => {
  const found = new Map<string, boolean | undefined>();
  for (const [step, batch] of judgeBatches(asked).entries()) {
    const turn = await answerOf(judge, batch, step);
    for (const one of batch) {
      const answer = turn?.sentences.find(({ sentenceId }) => sentenceId === one.sentenceId);
      const digests = new Map(one.excerpts.map(({ entryId }) => [entryId, entryId]));
      const judged = cutAnswer({ asked: one, compareDigests: [], digests, documents: [] }, answer, sha256);
      const isJudged = judged.notJudged === NotJudged.UNSPECIFIED;
      found.set(one.sentenceId, isJudged ? doubtsIn(judged).length > 0 : undefined);
    }
  }
  return found;
};

const answerOf = async (
  { model, provider }: SentenceJudge,
  batch: readonly AskedSentence[],
  step: number,
): Promise<JudgeTurn | undefined> => {
  const nonce = `campaign-${step}`;
  const at = {
    runId: "run-campaign",
    turnId: "turn:campaign",
    step,
    nonce,
    modelId: model.slice(model.indexOf("/") + 1),
  };
  const { request } = buildJudgeRequest(batch, at, { draft: undefined, ledger: undefined }, sha256);
  try {
    const { raw } = await provider.generate(request, AbortSignal.timeout(request.timeoutMs));
    const said = readJudgeTurn(
      raw,
      nonce,
      batch.map(({ sentenceId }) => sentenceId),
    );
    return typeof said === "string" ? undefined : said;
  } catch {
    return undefined;
  }
};
