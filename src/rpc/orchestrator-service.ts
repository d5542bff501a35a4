import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { Queue } from "#kit/queue.ts";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import {
  type GetCapabilitiesResponse,
  GetCapabilitiesResponseSchema,
  GetRunResponseSchema,
  type GuideResponse,
  type GuideStreamResponse,
  GuideStreamResponseSchema,
  ListConversationRequestSchema,
  ListConversationResponseSchema,
  ListRunsRequestSchema,
  ListRunsResponseSchema,
  type OrchestratorService,
  type WatchRunResponse,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { Engine } from "../engine/engine.ts";
import type { Views } from "../engine/read/views.ts";
import type { Happened, TurnProgress } from "../engine/run/turn-progress.ts";
import { runCallsDefault, userCallsMax } from "../engine/tool/rate-limits.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { machineVersion } from "../run/machine.ts";
import { limits } from "../wire/limits.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import type { Paging } from "./paging.ts";

/** OrchestratorService: decode, ask the engine, encode. */
export const orchestratorService = (
  engine: Engine,
  views: Views,
  paging: Paging,
  facts: ServerFacts,
): ServiceImpl<typeof OrchestratorService> => ({
  createRun: (request) => engine.create(request),

  async getRun({ runId, withEvidenceSet, withToolCalls, withLatePapers, withLetterLater }, { signal }) {
    const read = withEvidenceSet ? await views.runWithEvidence(runId) : { runContext: await views.run(runId) };
    const endedToolCalls = withToolCalls ? await views.endedToolCalls(runId) : [];
    const latePapers = withLatePapers ? await views.latePapers(runId, signal) : [];
    const lateChanges = withLatePapers ? await views.lateChanges(runId, signal) : [];
    const letterLater = withLetterLater ? await views.laterOnLetter(runId, signal) : [];
    return create(GetRunResponseSchema, {
      ...read,
      endedToolCalls,
      latePapers,
      lateChanges,
      letterLater,
      cursor: cursorAt(runId, read.runContext.eventCount),
    });
  },

  async listRuns(request) {
    const { rows, nextPageToken } = await paging.page(ListRunsRequestSchema, request, (key, limit) =>
      views.runs(key, limit),
    );
    return create(ListRunsResponseSchema, { runs: rows, nextPageToken });
  },

  async listConversation(request) {
    const { rows, nextPageToken } = await paging.page(ListConversationRequestSchema, request, (key, limit) =>
      views.conversation(request.runId, key, limit),
    );
    return create(ListConversationResponseSchema, { turns: rows, nextPageToken });
  },

  async *watchRun({ runId, cursor }, { signal }) {
    const after = decodeCursor("run", runId, cursor);
    for await (const event of views.watchRun(runId, Number(after), signal)) yield withCursor(runId, event);
  },

  guide: (request) => engine.guide(request),
  guideStream: ({ guide }, { signal }) => {
    if (!guide) throw new DomainError("REQUEST_INVALID", worded("error.guide-it-is-required"));
    return turnStream((progress) => engine.guide(guide, progress), signal);
  },
  judgeDraft: (request) => engine.judgeDraft(request),

  rankCandidates: (request) => engine.rankCandidates(request),
  executeToolRequest: (request) => engine.execute(request),
  propose: (request) => engine.propose(request),
  confirm: (request) => engine.confirm(request),
  prepareAct: (request) => engine.prepareAct(request),
  pinEvidence: (request, { signal }) => engine.pin(request, signal),
  unpinEvidence: (request) => engine.unpin(request),
  listCandidates: (request, { signal }) => views.candidates(request, signal),
  chooseEvidence: (request, { signal }) => engine.choose(request, signal),
  advance: (request) => engine.advance(request),
  rewind: (request) => engine.rewind(request),
  getCapabilities: () => capabilities(facts, engine.runs.user),
});

/** Where a watch of a run goes on after so many events. */
const cursorAt = (runId: string, seq: number): string => encodeCursor("run", runId, BigInt(seq));

/** Events as they go out: all watchers of a run are told the very same ones. */
const sent = new WeakMap<WatchRunResponse, WatchRunResponse>();

const withCursor = (runId: string, event: WatchRunResponse): WatchRunResponse => {
  const known = sent.get(event);
  if (known) return known;
  const told = { ...event, cursor: cursorAt(runId, event.seq) };
  sent.set(event, told);
  return told;
};

/**
 * A turn as a stream: what happens in it, then its answer as the last message, or its error. The turn goes on when the
 * stream is cut. A slow reader gets everything except counts of received bytes that a later count has overtaken.
 *
 * Errors: those of the turn; the signal's reason (deadline, caller gone).
 */
async function* turnStream(
  guide: (progress: TurnProgress) => Promise<GuideResponse>,
  signal: AbortSignal,
): AsyncGenerator<GuideStreamResponse> {
  const line = new Queue<Happened>(signal);
  const ended = guide((happened) => add(line, happened)).then(
    (value) => line.put({ case: "finished", value }),
    (error: unknown) => line.fail(error),
  );
  // Whoever cut the stream hears nothing of how the turn ended, and its failure is recorded with the turn.
  void ended;
  for (let progress = await line.take(); progress; progress = await line.take()) {
    yield create(GuideStreamResponseSchema, { progress });
    if (progress.case === "finished") return;
  }
}

const add = (line: Queue<Happened>, happened: Happened): void => {
  const isOvertaken = happened.case === "modelAnswering" && line.last?.case === "modelAnswering";
  line.put(happened, isOvertaken ? "last" : "end");
};

/** What this server is made of, as far as clients may know. */
interface ServerFacts {
  readonly serverVersion: string;
  readonly profiles: readonly WorkflowProfile[];
  readonly providers: readonly string[];
  readonly user: string;
  /** What their issuer calls whoever makes the call that is worked for; absent: nobody signs in. */
  readonly callerName?: () => string;
  /** Who reads drafts a second time; absent: nobody. */
  readonly judge?: { readonly model: string; readonly isLocal: boolean };
  /** Who orders passages; absent: nobody. */
  readonly ranker?: { readonly model: string; readonly isLocal: boolean };
  readonly storeLimits: {
    readonly eventBytesMax: number;
    readonly blobBytesMax: number;
    readonly streamEventsMax: number;
  };
  /** What was found in the stores of this server behind its back; absent where nothing is on disk. */
  readonly scrubs?: () => readonly {
    readonly store: string;
    readonly checkedAtMs: number | undefined;
    readonly damages: number;
  }[];
}

/** The answer of GetCapabilities: the limits that are set, not those somebody wrote down. */
const capabilities = (facts: ServerFacts, caller: Principal): GetCapabilitiesResponse =>
  create(GetCapabilitiesResponseSchema, {
    serverVersion: facts.serverVersion,
    machineVersion,
    profiles: [...facts.profiles],
    providers: [...facts.providers],
    assertedUser: facts.user,
    caller,
    callerName: facts.callerName?.() ?? "",
    ...(facts.judge ? { secondReader: { model: facts.judge.model, local: facts.judge.isLocal } } : {}),
    ...(facts.ranker ? { candidateRanker: { model: facts.ranker.model, local: facts.ranker.isLocal } } : {}),
    stores: (facts.scrubs?.() ?? []).map(({ store, checkedAtMs, damages }) => ({
      store,
      checkedAtIso: checkedAtMs === undefined ? "" : new Date(checkedAtMs).toISOString(),
      damageCount: damages,
    })),
    limits: {
      eventBytesMax: facts.storeLimits.eventBytesMax,
      artifactBytesMax: facts.storeLimits.blobBytesMax,
      runEventsMax: facts.storeLimits.streamEventsMax,
      messageBytesMax: limits.messageBytesMax,
      connectionStreamsMax: limits.streamsMax,
      unaryDeadlineMs: limits.unaryDeadlineMs,
      longDeadlineMs: limits.longDeadlineMs,
      runToolCallsPerMinute: runCallsDefault,
      userToolCallsPerMinute: userCallsMax,
    },
  });
