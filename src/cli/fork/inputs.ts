import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { EvidenceEntrySchema, EvidenceSetSchema, type PinRole } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type BindingProposal, BindingProposalSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { WordsSchema } from "../../../gen/pincite/memo/v1/words_pb.ts";
import { type UserPrompt, UserPromptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type ToolRequest, ToolRequestSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { fetchAll } from "../../client/artifact-store.ts";
import type { Connection } from "../../client/connection.ts";

/** Something a person put into a run, as its journal has it. What was confirmed is not among it: that is not used again. */
export type Input = { readonly seq: number } & (
  | { readonly kind: "propose"; readonly proposal: StageProposal; readonly merge: boolean }
  | { readonly kind: "guide"; readonly prompt: UserPrompt; readonly turnId: string }
  | {
      readonly kind: "pin";
      readonly evidenceId: string;
      readonly slotId: string;
      readonly role: PinRole;
      readonly note: string;
    }
  | { readonly kind: "unpin"; readonly evidenceId: string }
  | { readonly kind: "choose"; readonly slotId: string; readonly binding?: BindingProposal | undefined }
  | { readonly kind: "tool"; readonly request: ToolRequest }
  | { readonly kind: "advance" }
  | { readonly kind: "rewind"; readonly toState: OrchestratorState; readonly reason: string }
);

/** A run as others may read it: its events, and the bytes of what they recorded. */
export interface ReadRun {
  readonly runId: string;
  readonly events: readonly { readonly seq: number; readonly event: RunEvent }[];
  /** The artifact an event recorded in a role, decoded. */
  recorded<D extends DescMessage>(event: RunEvent, role: string, schema: D): MessageShape<D> | undefined;
  /** All artifacts an event recorded in a role, decoded. */
  recordedAll<D extends DescMessage>(event: RunEvent, role: string, schema: D): MessageShape<D>[];
}

/** The roles of what a fork is made from. */
const wanted = [
  "user_proposal",
  "user_choice",
  "user_prompt",
  "tool_request",
  "tool_result",
  "evidence_entry",
  "evidence_set",
  "proposal",
  "words",
];

/** As many artifacts as one call gives. */
const atOnce = 100;

/** Reads a run over the RPCs anybody may call. Errors: RUN_NOT_FOUND. */
export const readRunEvents = async (connection: Connection, runId: string): Promise<ReadRun> => {
  const events: { seq: number; event: RunEvent }[] = [];
  for (let pageToken = ""; ; ) {
    const page = await connection.audit.listEvents({ runId, pageSize: 1_000, pageToken });
    for (const { seq, event } of page.events) if (event) events.push({ seq, event });
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  const refs = events.flatMap(({ event }) =>
    event.artifacts.flatMap(({ ref, role }) => (ref && wanted.includes(role) ? [ref] : [])),
  );
  const bytes = new Map<string, Uint8Array>();
  for (let at = 0; at < refs.length; at += atOnce)
    for (const [digest, content] of await fetchAll(connection, refs.slice(at, at + atOnce))) bytes.set(digest, content);
  const recordedAll: ReadRun["recordedAll"] = (event, role, schema) =>
    event.artifacts.flatMap(({ ref, role: one }) => {
      const found = one === role && ref?.kind === schema.typeName ? bytes.get(ref.digest) : undefined;
      return found ? [fromBinary(schema, found)] : [];
    });
  return {
    runId,
    events,
    recordedAll,
    recorded: (event, role, schema) => recordedAll(event, role, schema)[0],
  };
};

/** What a person put in, in order. The end is left out: finalising is for a person who has read what they finalise. */
export const inputsOf = (run: ReadRun): Input[] =>
  run.events.flatMap(({ seq, event }, at) => {
    const input = inputOf(run, at, event);
    return input ? [{ seq, ...input } as Input] : [];
  });

const inputOf = (run: ReadRun, at: number, event: RunEvent) => {
  const proposal = run.recorded(event, "user_proposal", StageProposalSchema);
  const { event: one } = event;
  // A proposal with quotes is recorded twice: as it was given, when its turn began, and with its quotes resolved.
  if (proposal && !(one.case === "proposalRecorded" && endsTurnOfUser(run, at)))
    return { kind: "propose", proposal, merge: mergedAt(run, at) };
  switch (one.case) {
    case "turnStarted": {
      const prompt = run.recorded(event, "user_prompt", UserPromptSchema);
      return prompt && { kind: "guide", prompt, turnId: one.value.turnId };
    }
    case "evidencePinned":
      return { kind: "pin", ...one.value, note: noteOf(run, at, one.value.evidenceId) };
    case "evidenceUnpinned":
      return { kind: "unpin", evidenceId: one.value.evidenceId };
    case "evidenceChosen":
      return {
        kind: "choose",
        slotId: one.value.slotId,
        binding: run.recorded(event, "user_choice", BindingProposalSchema),
      };
    case "toolRequested": {
      const request = run.recorded(event, "tool_request", ToolRequestSchema);
      const isOwn = request?.requestedBy === "user" && request.turnId === "";
      return isOwn ? { kind: "tool", request } : undefined;
    }
    case "stageAdvanced":
      return { kind: "advance" };
    case "runRewound":
      // Journals of rules 1 hold the reason in the event itself.
      return {
        kind: "rewind",
        toState: one.value.to,
        reason: run.recorded(event, "words", WordsSchema)?.text ?? one.value.reason,
      };
    default:
      return undefined;
  }
};

/** Whether what was put forward here was merged into what there was: the event that puts it under review says so. */
const mergedAt = ({ events }: ReadRun, at: number): boolean => {
  const put = events.slice(at).find(({ event }) => event.event.case === "proposalRecorded")?.event.event;
  return put?.case === "proposalRecorded" && put.value.merged;
};

const endsTurnOfUser = ({ events }: ReadRun, at: number): boolean => {
  const before = events.slice(0, at).findLast(({ event }) => /^turn(Started|Ended)$/.test(event.event.case ?? ""));
  const began = before?.event.event.case === "turnStarted" && before.event.actor?.kind === Principal_Kind.USER;
  return began && !before.event.artifacts.some(({ role }) => role === "user_prompt");
};

/** A pin's note stands in the entry that the pin changed. */
const noteOf = (run: ReadRun, at: number, evidenceId: string): string => {
  const next = run.events[at + 1]?.event;
  if (!next) return "";
  // Journals from before entries were artifacts of their own name the set whole.
  const [set] = run.recordedAll(next, "evidence_set", EvidenceSetSchema);
  const entries = [...run.recordedAll(next, "evidence_entry", EvidenceEntrySchema), ...(set?.entries ?? [])];
  return entries.find(({ candidate }) => candidate?.evidenceId === evidenceId)?.note ?? "";
};
