import { create } from "@bufbuild/protobuf";
import {
  EvidenceCandidateSchema,
  type PassageCandidate,
  PassageCandidateSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { LawVocabularySchema } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import { AnsweredTextSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { type JudgePrompt, JudgePromptSchema } from "../../../gen/pincite/model/v1/judge_turn_pb.ts";
import {
  type ModelAttempt,
  ModelAttemptSchema,
  UserPromptSchema,
} from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { type AskedPassage, type RankPrompt, RankPromptSchema } from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import {
  ToolRequestSchema,
  type ToolResult,
  ToolResultSchema,
  ToolResultStatusSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type ModelOutput, type ModelProvider, ProviderError } from "../../model/provider.ts";
import type { SideModel } from "../../model/side-model.ts";
import type { LeavingWords } from "../../tool/leaving-words.ts";
import { wordsOfParams } from "../../tool/words-of-params.ts";
import type { EvidenceDirectory, LawVocabularySource, ToolExecutor, ToolOutcome } from "../run/ports.ts";
import { attemptRoles } from "../turn/side-attempt.ts";
import { lastEntry } from "./recorded-evidence.ts";
import { nextOf, type RecordedEvent, type RunRecording, recordedAs } from "./recording.ts";
import { isRecovery, type ReplayJournal } from "./replay-journal.ts";

/** What a port of a replay reads from, and waits on: nothing is answered before the record says that it was. */
export interface Replayed {
  readonly recording: RunRecording;
  readonly journal: ReplayJournal;
}

const untilCut = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

/** A failure of the provider as it was recorded: its sentence, and what had come before it. */
class RecordedFailure extends ProviderError {
  constructor(message: string, partial: ModelOutput | undefined) {
    super("replay", "not_recorded", partial);
    this.message = message;
  }
}

/**
 * Answers with what was recorded, byte for byte, and asks nobody. Calls are matched by their nonce, never by
 * prompt: what the engine makes of the same answers is exactly what a replay is to show.
 *
 * Errors of `generate`: ProviderError, as recorded, or `not_recorded`; the signal's reason.
 */
export const recordedProvider = ({ recording, journal }: Replayed): ModelProvider => {
  const attempts = new Map<string, { readonly seq: number; readonly attempt: ModelAttempt }>();
  for (const { seq, event } of recording.events) {
    for (const role of attemptRoles) {
      const attempt = recordedAs(recording, event, role, ModelAttemptSchema);
      if (attempt) attempts.set(callOf(attempt), { seq, attempt });
    }
  }
  return {
    name: "replay",
    async generate(request, signal) {
      const recorded = attempts.get(callOf(request));
      // The server that made the record ended while it waited; this one is about to.
      if (!recorded) return endsHere(journal) ? untilCut(signal) : notRecorded();
      await Promise.race([journal.reaches(recorded.seq - 1), untilCut(signal)]);
      const { rejectReason, firstFailure, rawOutput, inputTokens, outputTokens } = recorded.attempt;
      const raw = rawOutput && recording.bytes(rawOutput.digest);
      const output = raw && { raw, inputTokens, outputTokens };
      if (firstFailure === tooLong)
        return { raw: new Uint8Array(request.outputBytesMax + 1), inputTokens, outputTokens };
      if (rejectReason === "provider_error") throw new RecordedFailure(firstFailure, output);
      return output ?? notRecorded();
    },
  };
};

/** A guard's output that was too long was not kept: another one of that length comes to the same. */
const tooLong = "the output is too long";

const notRecorded = (): never => {
  throw new ProviderError("replay", "not_recorded");
};

/** Whether the record ends in the middle of this turn, or goes on with a new start of the server. */
const endsHere = ({ next }: ReplayJournal): boolean => next === undefined || isRecovery(next);

/** A step has one nonce for all its calls; a guard has one of its own for each. */
const callOf = ({ nonce, reformat }: { nonce: string; reformat: number }): string => `${nonce}/${reformat}`;

/** Gives each request the outcome it had, when the record has it, and runs nothing. */
export const recordedTools = ({ recording, journal }: Replayed, all: readonly string[]): ToolExecutor => {
  const finished = new Map<string, RecordedEvent>();
  for (const one of recording.events)
    if (one.event.event.case === "toolFinished") finished.set(one.event.event.value.requestId, one);
  const runs = new Map<string, number>();
  return {
    get tools() {
      return toolsOfTurn({ recording, journal }) ?? all;
    },
    async run({ request, signal }) {
      const run = (runs.get(request.id) ?? 0) + 1;
      runs.set(request.id, run);
      const recorded = finished.get(request.id);
      if (!recorded) return untilCut(signal);
      await Promise.race([journal.reaches(recorded.seq - 1), untilCut(signal)]);
      const result = recordedAs(recording, recorded.event, "tool_result", ToolResultSchema);
      // A run that a kill cut off brings nothing, whenever it ends: what was recorded is the last one's.
      if (!result || runs.get(request.id) !== run) return untilCut(signal);
      return outcomeOf(recording, result);
    },
  };
};

const outcomeOf = (recording: RunRecording, result: ToolResult): ToolOutcome => {
  const { summary, refinedQuery, reason, outputRef } = result;
  const bytes = outputRef && recording.bytes(outputRef.digest);
  return {
    status: ToolResultStatusSchema.value[result.status]?.localName as ToolOutcome["status"],
    summary,
    refinedQuery,
    reason,
    ...(outputRef && bytes ? { output: { kind: outputRef.kind, bytes } } : {}),
  };
};

/** What the server that made the record could run, as its turns say; undefined outside of turns and where none says so. */
const toolsOfTurn = ({ recording, journal }: Replayed): readonly string[] | undefined => {
  // A turn that waits is not the last that began where a model has ordered passages meanwhile.
  const began = recording.events
    .slice(0, journal.derived + 1)
    .findLast(({ event: { event } }) => event.case === "turnStarted" && !event.value.ranksCandidates);
  const prompt = began && recordedAs(recording, began.event, "user_prompt", UserPromptSchema);
  return prompt && prompt.availableTools.length > 0 ? prompt.availableTools : undefined;
};

/** Finds what was found: the candidate as the run's evidence has it after needs are next issued. */
export const recordedDirectory = ({ recording, journal }: Replayed): EvidenceDirectory => ({
  async lookUp(evidenceId) {
    const next = nextOf(recording, journal.derived, "needsIssued");
    const known = (lastEntry(recording, evidenceId, next?.seq) ?? lastEntry(recording, evidenceId))?.candidate;
    if (known) return known;
    // What a client delivered may rest on documents that became no candidates; they were known, or it had been refused.
    const delivered = journal.next?.event.event.case === "toolFinished";
    return delivered ? create(EvidenceCandidateSchema, { evidenceId }) : undefined;
  },
  /** The words that were kept with the pin that comes next. */
  async letter() {
    const next = nextOf(recording, journal.derived, "evidencePinned");
    return next && recordedAs(recording, next.event, "answered_text", AnsweredTextSchema);
  },
  /** A command that is replayed asks for none. */
  async cameAfter() {
    return [];
  },
  /** What the documents were when the run was finalised, or when it was not for their sake. */
  async revision() {
    const next = recording.events
      .slice(journal.derived)
      .find(({ event: { event } }) => event.case === "runFinalised" || event.case === "corpusChanged")?.event.event;
    return next?.case === "runFinalised" || next?.case === "corpusChanged" ? next.value.corpusRevision : "";
  },
  /** What was listed for the slots that the turn which comes next has ordered; no other command asks for sentences. */
  async sentences() {
    const prompt = sidePromptOf({ recording, journal });
    const slots = prompt?.$typeName === RankPromptSchema.typeName ? prompt.slots : [];
    return slots.map(({ passages }) => ({ candidates: passages.map(passageOf), sure: false }));
  },
  /** What was kept from the model beside the drafter whose turn comes next; no other command that was recorded was kept back. */
  async withHealth() {
    return sidePromptOf({ recording, journal })?.withheldEvidenceIds ?? [];
  },
});

/** A passage as it was listed, as far as a model that orders passages was shown it. */
const passageOf = ({ evidenceId, startChar, endChar, text, speaker, day, title }: AskedPassage): PassageCandidate =>
  create(PassageCandidateSchema, {
    evidence: { evidenceId, title },
    locator: { exactQuote: text },
    startChar,
    endChar,
    speaker,
    day,
  });

/** How the turn begins whose command comes next, where it is one of a model beside the drafter. */
const sidePromptOf = ({ recording, journal }: Replayed): JudgePrompt | RankPrompt | undefined => {
  const next = recording.events.slice(journal.derived).find(({ event: { event } }) => {
    const isBefore = event.case === "turnEnded" && event.value.outcome === "superseded";
    return !isBefore && event.case !== "rulesAdopted";
  });
  if (next?.event.event.case !== "turnStarted") return undefined;
  return (
    recordedAs(recording, next.event, "judge_prompt", JudgePromptSchema) ??
    recordedAs(recording, next.event, "rank_prompt", RankPromptSchema)
  );
};

/** Who was asked beside the drafter in the turn that comes next, and says again what was said. */
export const recordedSide = (replayed: Replayed, provider: ModelProvider): SideModel => ({
  get model() {
    return sidePromptOf(replayed)?.model ?? "";
  },
  // What it was not shown stands in the record.
  isLocal: false,
  provider,
});

/** What had been published when the turn that comes next began. */
export const recordedVocabulary = ({ recording, journal }: Replayed): LawVocabularySource => ({
  async read() {
    const next = nextOf(recording, journal.derived, "turnStarted");
    return next && recordedAs(recording, next.event, "law_vocabulary", LawVocabularySchema);
  },
});

/**
 * Which words left, waited or stayed, as the request that was recorded next says: whatever list of words the program has by now. One that
 * was recorded before anything was asked about left out what it left out, and let all other words go.
 */
export const recordedWords = ({ recording, journal }: Replayed): LeavingWords => ({
  of: () => {
    const next = nextOf(recording, journal.derived, "toolRequested");
    const request = next && recordedAs(recording, next.event, "tool_request", ToolRequestSchema);
    const { held = "", leftOut = [] } = request?.leaving ?? {};
    const [sent, kept] = [new Set(wordsOfParams(request?.params)), new Set(leftOut)];
    return ({ written, offered }) => {
      if (held === "words") return sent.has(offered) ? "ask" : "stays";
      return kept.has(written) ? "stays" : "leaves";
    };
  },
});
