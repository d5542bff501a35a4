import { create, fromBinary } from "@bufbuild/protobuf";
import { Bell } from "#kit/bell.ts";
import type { ArtifactInfo } from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import type { EvidenceSet } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type ConversationEntry, ConversationEntrySchema } from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import {
  type ConversationTurn,
  ConversationTurnSchema,
  type LateChange,
  type LatePaper,
  type LaterOnLetter,
  type ListCandidatesRequest,
  type ListCandidatesResponse,
  type RunSummary,
  RunSummarySchema,
  type WatchRunResponse,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type ToolCall, ToolCallSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { artifactLost } from "../../store/named-blob.ts";
import { erasedSpace } from "../run/erased.ts";
import { inOrder, seqOf } from "../run/index-space.ts";
import type { Runs } from "../run/runs.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";
import { infoOf, noSuchArtifact } from "./artifact-info.ts";
import { candidatesOf } from "./candidates.ts";
import { lateChanges } from "./late-changes.ts";
import { latePapers } from "./late-papers.ts";
import { laterOnLetter } from "./later-on-letter.ts";
import { type LineageOfRun, lineageOf } from "./lineage.ts";
import { nextOf, numberIn, partOf, seenRows } from "./list-cursor.ts";
import { ToldEvents } from "./told-events.ts";

/** A page of something, with the key after which the next one begins; undefined: no more. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | undefined;
}

/** GetRun stays bounded: so many calls that ended, the rest is in ListToolCalls. */
const endedCallsMax = 50;

/** The orchestrator's reads. Nothing here writes. */
export class Views {
  readonly #runs: Runs;
  readonly #tools: ToolCalls;
  readonly #told: ToldEvents;

  constructor(runs: Runs, tools: ToolCalls) {
    this.#runs = runs;
    this.#told = new ToldEvents(runs);
    this.#tools = tools;
  }

  /** Where a run stands. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async run(runId: string) {
    return this.#runs.context(await this.#runs.load(runId));
  }

  /** Where a run stands with its evidence, both of one moment. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async runWithEvidence(runId: string): Promise<{ runContext: RunContext; evidenceSet: EvidenceSet }> {
    const run = await this.#runs.load(runId);
    return { runContext: await this.#runs.context(run), evidenceSet: await this.#runs.evidenceOf(run) };
  }

  /** What may serve the slots of a run. Errors: RUN_NOT_FOUND, ITEM_UNKNOWN, STAGE_FORBIDS, REQUEST_INVALID, UPSTREAM_UNAVAILABLE. */
  candidates(request: ListCandidatesRequest, signal: AbortSignal): Promise<ListCandidatesResponse> {
    return candidatesOf(this.#runs, request, signal);
  }

  /** Papers that came after the passages of a run were chosen. Errors: RUN_NOT_FOUND, DATA_LOSS, UPSTREAM_UNAVAILABLE. */
  async latePapers(runId: string, signal: AbortSignal): Promise<LatePaper[]> {
    if (!(await this.#seesSources(runId))) return [];
    return latePapers(this.#runs, runId, signal);
  }

  /** What those papers change in what claims rest on. Errors: RUN_NOT_FOUND, DATA_LOSS, UPSTREAM_UNAVAILABLE. */
  async lateChanges(runId: string, signal: AbortSignal): Promise<LateChange[]> {
    if (!(await this.#seesSources(runId))) return [];
    return lateChanges(this.#runs, runId, signal);
  }

  /** What the writer of the answered letter wrote later of its parts. Errors: RUN_NOT_FOUND, DATA_LOSS, UPSTREAM_UNAVAILABLE. */
  async laterOnLetter(runId: string, signal: AbortSignal): Promise<LaterOnLetter[]> {
    if (!(await this.#seesSources(runId))) return [];
    return laterOnLetter(this.#runs, runId, signal);
  }

  /** Whether whoever is worked for may see the strand of a run, and not only what the run quotes of it. */
  async #seesSources(runId: string): Promise<boolean> {
    const sees = await this.#runs.parts.sight?.strands();
    return !sees || sees((await this.#runs.load(runId)).snapshot.strandId);
  }

  /** Runs, newest first. */
  async runs(before: string | undefined, limit: number): Promise<Page<RunSummary>> {
    const after = numberIn(before);
    const sees = await this.#runs.parts.sight?.runs();
    const own = sees && (await this.#runs.parts.sight?.ownRuns());
    const rows = own && (await this.#runs.index.runsOf(own));
    const found = await seenRows(
      (part) => (rows ? Promise.resolve(partOf(rows, part)) : this.#runs.index.runs(part)),
      { after, limit: limit + 1, newestFirst: true },
      sees && (({ key }) => sees(key)),
    );
    const summaries = await Promise.all(found.slice(0, limit).map(({ key }) => this.#summary(key)));
    return { rows: summaries, next: nextOf(found, limit) };
  }

  /** A line of the list; of a run that was erased, when. */
  async #summary(id: string): Promise<RunSummary> {
    try {
      const run = await this.#runs.load(id);
      const title = await this.#runs.titleOf(run);
      const { profileId } = await this.#runs.profileOf(run);
      const { runId, state, lifecycle, createdAtIso, updatedAtIso } = run.snapshot;
      return create(RunSummarySchema, { runId, title, state, lifecycle, createdAtIso, updatedAtIso, profileId });
    } catch (error) {
      const erasedAtIso = await this.#runs.index.get(erasedSpace, id);
      if (erasedAtIso === undefined) throw error;
      return create(RunSummarySchema, { runId: id, erasedAtIso });
    }
  }

  /** Events of a run after `afterSeq`, then each as it is committed, until the signal aborts. */
  async *watchRun(runId: string, afterSeq: number, signal: AbortSignal): AsyncIterable<WatchRunResponse> {
    await this.#runs.load(runId);
    // Asked for before the first read, so that nothing committed in between is missed.
    const bell = new Bell(signal);
    const unsubscribe = this.#runs.onCommit(runId, (committed) => {
      this.#told.committed(runId, committed);
      bell.ring();
    });
    try {
      for (let seq = afterSeq; !signal.aborted; ) {
        const told = await this.#told.after(runId, seq);
        for (const one of told) {
          seq = one.seq;
          yield one;
        }
        if (told.length > 0) continue;
        await bell.rung();
        // It may have been erased, which is no event of its own.
        await this.#runs.load(runId);
      }
    } finally {
      unsubscribe();
    }
  }

  /** Turns of a run, oldest first. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async conversation(runId: string, after: string | undefined, limit: number): Promise<Page<ConversationTurn>> {
    const { lists } = await this.#runs.recorded.of(runId);
    const turns: ConversationTurn[] = [];
    // The entries of a turn stand one behind the other: while it goes on, no other begins.
    for (let n = Number(after ?? 0); ; n++) {
      const ref = lists.said[n];
      if (!ref) return { rows: turns, next: undefined };
      const entry = await this.#runs.reader.read(ConversationEntrySchema, ref);
      const last = turns.at(-1);
      if (last?.turnId === entry.turnId) last.entries.push(entry);
      else if (turns.length === limit) return { rows: turns, next: String(n) };
      else turns.push(await this.#turn(entry, lists.requestsOfTurn.get(entry.turnId) ?? []));
    }
  }

  async #turn(entry: ConversationEntry, requests: readonly string[]): Promise<ConversationTurn> {
    const toolCalls = await Promise.all(requests.map(async (id) => (await this.#tools.byId(id)).call));
    return create(ConversationTurnSchema, { turnId: entry.turnId, entries: [entry], toolCalls });
  }

  /** Tool calls of a run, oldest first. */
  async toolCalls(runId: string, after: string | undefined, limit: number): Promise<Page<ToolCall>> {
    const { lists } = await this.#runs.recorded.of(runId);
    const page = pageOf(lists.requestsAfter(after?.slice(runId.length + 1), limit + 1, false), limit);
    const rows = await Promise.all(page.rows.map((id) => this.#toolCall(id)));
    return { rows, next: page.last && `${runId}/${page.last}` };
  }

  /** Tool calls of a run that ended, newest first, at most 50. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async endedToolCalls(runId: string): Promise<ToolCall[]> {
    const { lists } = await this.#runs.recorded.of(runId);
    const waiting = (await this.#runs.load(runId)).snapshot.pending.length;
    const newest = lists.requestsAfter(undefined, endedCallsMax + waiting, true);
    const calls = await Promise.all(newest.map((id) => this.#toolCall(id)));
    return calls.filter(({ result }) => result !== undefined).slice(0, endedCallsMax);
  }

  async #toolCall(requestId: string): Promise<ToolCall> {
    const { call } = await this.#tools.byId(requestId);
    return create(ToolCallSchema, call);
  }

  /** What is known of an artifact, by the run that recorded it first, as of its last record. Errors: ARTIFACT_NOT_FOUND, DATA_LOSS. */
  async artifact(digest: string): Promise<ArtifactInfo> {
    const [first] = await this.#runs.recorded.recorders(digest);
    const recorded = first?.last(digest);
    if (!recorded) throw (await this.#runs.isLost(digest)) ? artifactLost(digest) : noSuchArtifact(digest);
    return infoOf(recorded);
  }

  /** The bytes, hashed again. Errors: ARTIFACT_NOT_FOUND, DATA_LOSS. */
  content(digest: string): Promise<Uint8Array> {
    const { store, owner } = this.#runs.parts;
    return store.getBlob(owner, digest);
  }

  pieces(digest: string, offset: number): AsyncIterable<Uint8Array> {
    const { store, owner } = this.#runs.parts;
    return store.streamBlob(owner, digest, offset);
  }

  /** Artifacts of a run in order of appearance; of one kind, if one is named. */
  async artifacts(runId: string, kind: string, after: string | undefined, limit: number): Promise<Page<ArtifactInfo>> {
    const artifacts = await this.#runs.recorded.of(runId);
    const rows: ArtifactInfo[] = [];
    let last = after;
    for (let n = after === undefined ? 0 : artifacts.indexAfter(seqOf(after.slice(0, -9)), seqOf(after)); ; n++) {
      const one = artifacts.recorded[n];
      if (!one) return { rows, next: undefined };
      // What was recorded again (proposed, then accepted whole) is listed once, where it was recorded last.
      if (artifacts.last(one.ref.digest) !== one) continue;
      if (kind !== "" && one.ref.kind !== kind) continue;
      // One more than asked for says that there is a next page.
      if (rows.length === limit) return { rows, next: last };
      rows.push(infoOf(one));
      last = `${runId}/${inOrder(one.seq)}/${inOrder(one.at)}`;
    }
  }

  /** Artifacts as they are recorded, in order, after a position. */
  async *watchArtifacts(
    after: bigint,
    only: { readonly runId: string; readonly kind: string },
    signal: AbortSignal,
  ): AsyncIterable<{ position: bigint; artifacts: ArtifactInfo[] }> {
    const { store, owner } = this.#runs.parts;
    for await (const stored of store.watch(owner, { after, signal })) {
      if (only.runId !== "" && stored.stream !== only.runId) continue;
      const sees = await this.#runs.parts.sight?.runs();
      if (sees && !(await sees(stored.stream))) continue;
      const event = fromBinary(RunEventSchema, stored.body);
      const artifacts = event.artifacts
        .filter(({ ref }) => ref && (only.kind === "" || ref.kind === only.kind))
        .map(({ ref, role }) =>
          infoOf({ ...(ref ? { ref } : {}), role, runId: stored.stream, timeIso: event.timeIso }),
        );
      if (artifacts.length > 0) yield { position: stored.position, artifacts };
    }
  }

  /** Lineage within a run; for "", within the one that recorded it first. Errors: ARTIFACT_NOT_FOUND, RUN_NOT_FOUND. */
  lineage(digest: string, toChildren: boolean, depth: number, runId = ""): Promise<LineageOfRun> {
    return lineageOf(this.#runs, digest, runId, { toChildren, depth });
  }
}

/** A page of ids, of which one more than fits was read: its rows, and the last one if there are more. */
const pageOf = (ids: readonly string[], limit: number): { rows: readonly string[]; last: string | undefined } =>
  ids.length > limit ? { rows: ids.slice(0, limit), last: ids[limit - 1] } : { rows: ids, last: undefined };
