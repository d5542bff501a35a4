import { create, fromBinary } from "@bufbuild/protobuf";
import { Bell } from "#kit/bell.ts";
import { protoName } from "#kit/proto-name.ts";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type ArtifactInfo,
  ArtifactInfoSchema,
  type LineageEdge,
  LineageEdgeSchema,
} from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type ArtifactIndex, ArtifactIndexSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import {
  type RunSummary,
  RunSummarySchema,
  type WatchRunResponse,
  WatchRunResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { type ToolCall, ToolCallSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import { recordedAt } from "../run/run-index.ts";
import { versionOf } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";
import { describeEvent } from "./describe-event.ts";

/** A page of something, with the key after which the next one begins; undefined: no more. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | undefined;
}

/** The orchestrator's reads. Nothing here writes. */
export class Views {
  readonly #runs: Runs;
  readonly #tools: ToolCalls;

  constructor(runs: Runs, tools: ToolCalls) {
    this.#runs = runs;
    this.#tools = tools;
  }

  /** Where a run stands. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async run(runId: string) {
    return this.#runs.context(await this.#runs.load(runId));
  }

  /** Runs, newest first. */
  async runs(before: string | undefined, limit: number): Promise<Page<RunSummary>> {
    const page = await this.#page("run", "", before, limit, true);
    const rows = await Promise.all(
      page.rows.map(async ({ key }) => {
        const { snapshot } = await this.#runs.load(key);
        const { runId, title, state, lifecycle, createdAtIso, updatedAtIso } = snapshot;
        return create(RunSummarySchema, { runId, title, state, lifecycle, createdAtIso, updatedAtIso });
      }),
    );
    return { rows, next: page.next };
  }

  /** Events of a run after `afterSeq`, then each as it is committed, until the signal aborts. */
  async *watchRun(runId: string, afterSeq: number, signal: AbortSignal): AsyncIterable<WatchRunResponse> {
    await this.#runs.load(runId);
    // Asked for before the first read, so that nothing committed in between is missed.
    const bell = new Bell(signal);
    const unsubscribe = this.#runs.onCommit(runId, bell.ring);
    try {
      for (let seq = afterSeq; !signal.aborted; ) {
        const events = await this.#runs.events(runId, seq + 1, 100);
        for (const one of events) {
          seq = one.seq;
          yield create(WatchRunResponseSchema, {
            seq,
            eventType: protoName(one.event.event.case ?? ""),
            timeIso: one.event.timeIso,
            version: versionOf(one),
            artifacts: one.event.artifacts.flatMap((a) => (a.ref ? [a.ref] : [])),
            description: describeEvent(one.event),
          });
        }
        if (events.length === 0) await bell.rung();
      }
    } finally {
      unsubscribe();
    }
  }

  /** Tool calls of a run, oldest first. */
  async toolCalls(runId: string, after: string | undefined, limit: number): Promise<Page<ToolCall>> {
    await this.#runs.load(runId);
    const page = await this.#page("run-toolreq", `${runId}/`, after, limit, false);
    const rows = await Promise.all(
      page.rows.map(async ({ key }) => {
        const { call } = await this.#tools.byId(key.slice(runId.length + 1));
        return create(ToolCallSchema, call);
      }),
    );
    return { rows, next: page.next };
  }

  /** What is known of an artifact. Errors: ARTIFACT_NOT_FOUND. */
  async artifact(digest: string): Promise<ArtifactInfo> {
    const index = await this.#index(digest);
    if (!index)
      throw new DomainError(
        "ARTIFACT_NOT_FOUND",
        `There is no artifact ${digest}: ListArtifacts lists a run's artifacts.`,
        {
          digest,
        },
      );
    return infoOf(index);
  }

  /** The index entry of an artifact: in one run, or in the first that recorded it. */
  async #index(digest: string, runId = ""): Promise<ArtifactIndex | undefined> {
    const { store, owner } = this.#runs.parts;
    const [row] = await store.list(owner, "art", { prefix: `${digest}/${runId}`, limit: 1 });
    return row ? fromBinary(ArtifactIndexSchema, row.value) : undefined;
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
    await this.#runs.load(runId);
    const rows: ArtifactInfo[] = [];
    let last = after;
    for (let from = after; ; ) {
      const page = await this.#page("run-art", `${runId}/`, from, 200, false);
      for (const { key, value } of page.rows) {
        from = key;
        const index = await this.#index(Buffer.from(value).toString("hex"), runId);
        // What was recorded again (proposed, then accepted whole) is listed once, where it was recorded last.
        if (!index || !key.startsWith(recordedAt(runId, index.seq))) continue;
        if (kind !== "" && index.ref?.kind !== kind) continue;
        // One more than asked for says that there is a next page.
        if (rows.length === limit) return { rows, next: last };
        rows.push(infoOf(index));
        last = key;
      }
      if (page.next === undefined) return { rows, next: undefined };
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
      const event = fromBinary(RunEventSchema, stored.body);
      const artifacts = event.artifacts
        .filter(({ ref }) => ref && (only.kind === "" || ref.kind === only.kind))
        .map(({ ref, role }) =>
          infoOf({ ...(ref ? { ref } : {}), role, runId: stored.stream, timeIso: event.timeIso }),
        );
      if (artifacts.length > 0) yield { position: stored.position, artifacts };
    }
  }

  /** Lineage breadth first, each artifact once, at most 1,000. Errors: ARTIFACT_NOT_FOUND. */
  async lineage(digest: string, toChildren: boolean, depth: number) {
    const nodes = new Map<string, ArtifactInfo>([[digest, await this.artifact(digest)]]);
    const edges: LineageEdge[] = [];
    let frontier = [digest];
    for (let level = 0; level < depth && frontier.length > 0; level++) {
      const next: string[] = [];
      for (const from of frontier) {
        for (const to of await (toChildren ? this.#children(from) : this.#parents(from))) {
          const [child, parent] = toChildren ? [to, from] : [from, to];
          const edge = create(LineageEdgeSchema, { child, parent });
          if (nodes.has(to)) {
            edges.push(edge);
            continue;
          }
          const index = await this.#index(to);
          if (!index) continue;
          if (nodes.size >= lineageMax) return { nodes: [...nodes.values()], edges, truncated: true };
          edges.push(edge);
          nodes.set(to, infoOf(index));
          next.push(to);
        }
      }
      frontier = next;
    }
    return { nodes: [...nodes.values()], edges, truncated: false };
  }

  #parents(digest: string): Promise<string[]> {
    return this.#neighbours("par", digest);
  }

  #children(digest: string): Promise<string[]> {
    return this.#neighbours("kid", digest);
  }

  async #neighbours(space: string, digest: string): Promise<string[]> {
    const { store, owner } = this.#runs.parts;
    const rows = await store.list(owner, space, { prefix: `${digest}/`, limit: lineageMax });
    return rows.map(({ key }) => key.slice(digest.length + 1));
  }

  async #page(space: string, prefix: string, after: string | undefined, limit: number, reverse: boolean) {
    const { store, owner } = this.#runs.parts;
    const rows = await store.list(owner, space, {
      ...(prefix ? { prefix } : {}),
      ...(after === undefined ? {} : { after }),
      limit: limit + 1,
      reverse,
    });
    const more = rows.length > limit;
    const kept = more ? rows.slice(0, limit) : rows;
    return { rows: kept, next: more ? kept.at(-1)?.key : undefined };
  }
}

const lineageMax = 1000;

const infoOf = (index: { ref?: ArtifactRef | undefined; role: string; runId: string; timeIso: string }): ArtifactInfo =>
  create(ArtifactInfoSchema, {
    ...(index.ref ? { ref: index.ref } : {}),
    role: index.role,
    runId: index.runId,
    createdAtIso: index.timeIso,
    path: `${index.ref?.kind}/v${index.ref?.version}/${index.ref?.digest}.pb`,
  });
