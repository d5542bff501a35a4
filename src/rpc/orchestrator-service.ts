import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  GetRunResponseSchema,
  ListConversationRequestSchema,
  ListConversationResponseSchema,
  ListRunsRequestSchema,
  ListRunsResponseSchema,
  type OrchestratorService,
  type WatchRunResponse,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { Engine } from "../engine/engine.ts";
import type { Views } from "../engine/read/views.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { capabilities, type ServerFacts } from "./capabilities.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { type Paging, pageSize } from "./paging.ts";
import { turnStream } from "./turn-stream.ts";

/** OrchestratorService: decode, ask the engine, encode. */
export const orchestratorService = (
  engine: Engine,
  views: Views,
  paging: Paging,
  facts: ServerFacts,
): ServiceImpl<typeof OrchestratorService> => ({
  createRun: (request) => engine.create(request),

  async getRun({ runId, withEvidenceSet, withToolCalls }) {
    const read = withEvidenceSet ? await views.runWithEvidence(runId) : { runContext: await views.run(runId) };
    const endedToolCalls = withToolCalls ? await views.endedToolCalls(runId) : [];
    return create(GetRunResponseSchema, {
      ...read,
      endedToolCalls,
      cursor: cursorAt(runId, read.runContext.eventCount),
    });
  },

  async listRuns(request) {
    const before = paging.decode(ListRunsRequestSchema, request);
    const { rows, next } = await views.runs(before, pageSize(request.pageSize));
    const nextPageToken = paging.encode(ListRunsRequestSchema, request, next);
    return create(ListRunsResponseSchema, { runs: [...rows], nextPageToken });
  },

  async listConversation(request) {
    const after = paging.decode(ListConversationRequestSchema, request);
    const { rows, next } = await views.conversation(request.runId, after, pageSize(request.pageSize));
    const nextPageToken = paging.encode(ListConversationRequestSchema, request, next);
    return create(ListConversationResponseSchema, { turns: [...rows], nextPageToken });
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
  pinEvidence: (request, { signal }) => engine.pin(request, signal),
  unpinEvidence: (request) => engine.unpin(request),
  listCandidates: (request, { signal }) => views.candidates(request, signal),
  chooseEvidence: (request, { signal }) => engine.choose(request, signal),
  advance: (request) => engine.advance(request),
  rewind: (request) => engine.rewind(request),
  getCapabilities: () => capabilities(facts),
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
