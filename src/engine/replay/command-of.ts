import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type BindingProposal, BindingProposalSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { WordsSchema } from "../../../gen/pincite/memo/v1/words_pb.ts";
import { WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { JudgePromptSchema } from "../../../gen/pincite/model/v1/judge_turn_pb.ts";
import { UserPromptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { RankPromptSchema } from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import * as calls from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ActSignatureSchema } from "../../../gen/pincite/run/v1/signed_act_pb.ts";
import { ToolRequestSchema, ToolResultSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  DecideToolRequestRequestSchema,
  RequestToolRequestSchema,
  RevokeToolGrantRequestSchema,
  SubmitToolResultRequestSchema,
} from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { givenChoiceRole } from "../../run/choices.ts";
import { signatureRole } from "../../run/signed-act.ts";
import type { Engine } from "../engine.ts";
import { lastEntry } from "./recorded-evidence.ts";
import { type RecordedEvent, type RunRecording, recordedAs, recordedUnder } from "./recording.ts";

/** A command given to the engine anew. */
export type Command = (engine: Engine, call: { readonly key: string; readonly version: string }) => Promise<unknown>;

/**
 * The command whose first event this is, made again from what was recorded of it; undefined for an event that follows
 * from a command under way, and where not enough of its command was recorded.
 */
export const commandOf = (recording: RunRecording, recorded: RecordedEvent): Command | undefined => {
  const { runId } = recording;
  const { event } = recorded.event;
  const base = ({ key, version }: { key: string; version: string }) => ({
    runId,
    idempotencyKey: key,
    expectedVersion: version,
  });
  const signed = recordedAs(recording, recorded.event, signatureRole, ActSignatureSchema);
  const signature = signed ? { signature: signed } : {};
  switch (event.case) {
    case "runCreated": {
      const { strandId, locale, referenceDate, profile, fork } = event.value;
      if (fork) return undefined;
      const title = wordsOf(recording, event.value.titleWords);
      const { profileId } = recordedUnder(recording, WorkflowProfileSchema, profile?.digest);
      const request = { title, strandId, locale, referenceDate, profileId };
      return (engine, { key }) =>
        engine.create(create(calls.CreateRunRequestSchema, { ...request, idempotencyKey: key }));
    }
    case "turnStarted":
      return turnOf(recording, recorded);
    case "proposalRecorded":
    case "needsIssued": {
      const proposal = recordedAs(recording, recorded.event, "user_proposal", StageProposalSchema);
      return proposal && proposing(runId, proposal, mannerOf(recording, recorded));
    }
    case "itemsDecided": {
      const { proposalDigest, items } = event.value;
      const decided = items.map(({ itemId, decision, lookFingerprints, shownDigests }) => ({
        itemId,
        decision,
        lookFingerprints,
        shownDigests,
      }));
      return (engine, call) =>
        engine.confirm(
          create(calls.ConfirmRequestSchema, { ...base(call), proposalDigest, items: decided, ...signature }),
        );
    }
    case "evidencePinned": {
      const { evidenceId, slotId, role } = event.value;
      const pin = { evidenceId, slotId, role, note: noteOf(recording, recorded.seq, evidenceId) };
      return (engine, call) =>
        engine.pin(create(calls.PinEvidenceRequestSchema, { ...base(call), ...pin }), new AbortController().signal);
    }
    case "evidenceUnpinned": {
      const { evidenceId } = event.value;
      return (engine, call) => engine.unpin(create(calls.UnpinEvidenceRequestSchema, { ...base(call), evidenceId }));
    }
    case "evidenceChosen": {
      const { slotId } = event.value;
      const binding = recordedAs(recording, recorded.event, givenChoiceRole, BindingProposalSchema);
      return choosing(runId, slotId, binding);
    }
    case "toolRequested": {
      const request = recordedAs(recording, recorded.event, "tool_request", ToolRequestSchema);
      if (!request?.params || request.requestedBy !== "user") return undefined;
      const { toolName, params, reason, slotId, retryOf } = request;
      const asked = { toolName, params, reason, slotId, retryOf };
      return (engine, call) => engine.requestTool(create(RequestToolRequestSchema, { ...base(call), ...asked }));
    }
    case "toolStarted": {
      const { requestId } = event.value;
      return (engine) => engine.execute(create(calls.ExecuteToolRequestRequestSchema, { requestId, confirmed: true }));
    }
    case "toolDecided":
      return decisionOf(recording, recorded);
    case "toolGrantRevoked": {
      const { toolName } = event.value;
      return (engine, call) => engine.revokeGrant(create(RevokeToolGrantRequestSchema, { ...base(call), toolName }));
    }
    case "toolFinished":
      return submissionOf(recording, recorded);
    case "turnResumed":
    case "turnEnded": {
      // A server that stopped between the last decision and this let whoever asked next carry on with it.
      const requestId = lastRequestBefore(recording, recorded.seq);
      return (engine) => engine.execute(create(calls.ExecuteToolRequestRequestSchema, { requestId }));
    }
    case "stageAdvanced":
    case "corpusChanged":
    case "runFinalised":
      return (engine, call) => engine.advance(create(calls.AdvanceRequestSchema, { ...base(call), ...signature }));
    case "runRewound": {
      const { to } = event.value;
      const reason = wordsOf(recording, event.value.reasonWords);
      return (engine, call) => engine.rewind(create(calls.RewindRequestSchema, { ...base(call), toState: to, reason }));
    }
    default:
      return undefined;
  }
};

/** A turn of the model, of a second reader or of one that orders passages, or the short one in which a user's locators are resolved, proposed or chosen. */
const turnOf = (recording: RunRecording, { seq, event }: RecordedEvent): Command | undefined => {
  const { runId } = recording;
  const proposal = recordedAs(recording, event, "user_proposal", StageProposalSchema);
  if (proposal) return proposing(runId, proposal, mannerLater(recording, seq));
  const words = recordedAs(recording, event, givenChoiceRole, BindingProposalSchema);
  if (words) return choosing(runId, words.slotId, words);
  if (recordedAs(recording, event, "judge_prompt", JudgePromptSchema))
    return (engine, { key, version }) =>
      engine.judgeDraft(
        create(calls.JudgeDraftRequestSchema, { runId, idempotencyKey: key, expectedVersion: version }),
      );
  const ranking = recordedAs(recording, event, "rank_prompt", RankPromptSchema);
  if (ranking)
    return (engine, { key, version }) => {
      const { slotIds } = ranking;
      const asked = { runId, idempotencyKey: key, expectedVersion: version, slotIds };
      return engine.rankCandidates(create(calls.RankCandidatesRequestSchema, asked));
    };
  const prompt = recordedAs(recording, event, "user_prompt", UserPromptSchema);
  if (!prompt) return undefined;
  const { text, allowedTools, skipTools, requireTool } = prompt;
  const asked = { userPrompt: text, allowedTools, skipTools, requireTool };
  return (engine, { key, version }) =>
    engine.guide(create(calls.GuideRequestSchema, { runId, idempotencyKey: key, expectedVersion: version, ...asked }));
};

/** A person's decision; a confirmed ExecuteToolRequest records the same one. */
const decisionOf = (recording: RunRecording, { event: { event, timeIso } }: RecordedEvent): Command | undefined => {
  if (event.case !== "toolDecided") return undefined;
  const { runId } = recording;
  const { requestId, decision, toolName, paramsDigest, seenVersion, grantExpiresAtIso } = event.value;
  const reason = wordsOf(recording, event.value.reasonWords);
  const grantMs = grantExpiresAtIso === "" ? 0 : Date.parse(grantExpiresAtIso) - Date.parse(timeIso);
  const made = { requestId, decision, toolName, paramsDigest, reason, grantSeconds: Math.round(grantMs / 1_000) };
  return (engine, { key: idempotencyKey }) =>
    engine.answerToolRequest(
      create(DecideToolRequestRequestSchema, { runId, idempotencyKey, expectedVersion: seenVersion, ...made }),
    );
};

/** What a person said, as the run keeps it; empty where nothing was said. */
const wordsOf = (recording: RunRecording, ref: ArtifactRef | undefined): string =>
  ref ? recordedUnder(recording, WordsSchema, ref.digest).text : "";

/** What a client delivered. */
const submissionOf = (recording: RunRecording, { event }: RecordedEvent): Command | undefined => {
  const result = recordedAs(recording, event, "tool_result", ToolResultSchema);
  if (result?.executor !== "client") return undefined;
  const { requestId, status, summary, reason, refinedQuery, outputRef } = result;
  const output = recording.bytes(outputRef?.digest ?? "") ?? new Uint8Array();
  const delivered = { status, summary, reason, refinedQuery, output, outputType: outputRef?.kind ?? "" };
  const { runId } = recording;
  return (engine, { key: idempotencyKey }) =>
    engine.submitToolResult(
      create(SubmitToolResultRequestSchema, { runId, requestId, idempotencyKey, ...delivered }),
      new AbortController().signal,
    );
};

const lastRequestBefore = ({ events }: RunRecording, seq: number): string => {
  const finished = events.slice(0, seq - 1).findLast(({ event }) => event.event.case === "toolFinished")?.event.event;
  return finished?.case === "toolFinished" ? finished.value.requestId : "";
};

const proposing =
  (runId: string, proposal: StageProposal, manner: Manner): Command =>
  (engine, { key, version }) =>
    engine.propose(
      create(calls.ProposeRequestSchema, { runId, idempotencyKey: key, expectedVersion: version, proposal, ...manner }),
    );

const choosing =
  (runId: string, slotId: string, binding: BindingProposal | undefined): Command =>
  (engine, { key, version }) => {
    const choice = binding
      ? ({ case: "binding", value: binding } as const)
      : ({ case: "withdrawn", value: true } as const);
    const asked = { runId, idempotencyKey: key, expectedVersion: version, slotId, choice };
    return engine.choose(create(calls.ChooseEvidenceRequestSchema, asked), new AbortController().signal);
  };

/** How a user's proposal was made. */
type Manner = Pick<calls.ProposeRequest, "confirm" | "merge">;

const mannerOf = (recording: RunRecording, recorded: RecordedEvent): Manner => {
  const { event } = recorded.event;
  const merge = event.case === "proposalRecorded" && event.value.merged;
  return { confirm: isConfirmed(recording, recorded), merge };
};

/** Whether a user confirmed in the same breath: then items stand confirmed that no earlier confirmation carried. */
const isConfirmed = (recording: RunRecording, { seq, event }: RecordedEvent): boolean => {
  const next = event.event.case === "needsIssued" ? recording.events[seq]?.event : event;
  if (next?.event.case !== "proposalRecorded" || next.actor?.kind === Principal_Kind.MODEL) return false;
  return next.event.value.items.some((item) => item.decision === ItemDecision.CONFIRM && !item.carriedOver);
};

/** The same, of the proposal that a user's turn ends with. */
const mannerLater = (recording: RunRecording, seq: number): Manner => {
  const proposal = recording.events.slice(seq).find(({ event }) => event.event.case === "proposalRecorded");
  return proposal === undefined ? { confirm: false, merge: false } : mannerOf(recording, proposal);
};

/** A pin's note stands in the entry that the pin led to: the needs that are issued with it are the next event. */
const noteOf = (recording: RunRecording, seq: number, evidenceId: string): string =>
  lastEntry(recording, evidenceId, seq + 1)?.note ?? "";
