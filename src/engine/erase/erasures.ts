import { create, equals, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import {
  type CommitErasureRequest,
  CommitErasureRequestSchema,
  type CommitErasureResponse,
  CommitErasureResponse_Remains,
  CommitErasureResponseSchema,
  type ErasurePlan,
  ErasurePlanSchema,
  type ErasureTarget,
  ErasureTargetSchema,
} from "../../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type OpenErasure, OpenErasureSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { refuseBusy } from "../../run/refusals.ts";
import { sha256Hex } from "../../sha256.ts";
import type { Store } from "../../store/store.ts";
import { type CommandKey, commandKey } from "../run/command-key.ts";
import { pendingList } from "../run/decision-spaces.ts";
import { erasureStream, isErased, openErasureList } from "../run/erased.ts";
import {
  answerSpace,
  quotaOpenRunSpace,
  quotaRunSpace,
  snapshotSpace,
  telemetrySpace,
  usageSpace,
} from "../run/kept-spaces.ts";
import type { Runs } from "../run/runs.ts";
import { indexEntries, indexRecords } from "../run/spaces.ts";
import { type Erasers, planErasure } from "./plan-erasure.ts";
import { noTombstones, type Tombstone, type Tombstones } from "./tombstones.ts";

/** What is attached to a refusal must fit with the rest into the trailers that clients accept. */
const attachedBytesMax = 4 * 1024;
const answersAtOnce = 500;
const eventsAtOnce = 1_000;
/** So many are gone on with at a start. */
const openMax = 100;
/** Plans kept for whoever commits one; of others it is made again. */
const shownMax = 20;

/**
 * Erases runs, documents of the Vault and texts of LawBot. What is to be done is written down before anything is, so that a crash anywhere leaves
 * nothing half done: the next start, or the same call, goes on.
 */
export class Erasures {
  readonly #runs: Runs;
  readonly #elsewhere: Erasers;
  readonly #tombstones: Tombstones;

  /** Plans that were given out, by digest, with the position of the tenant's journal that each is as of. */
  readonly #shown = new Recent<string, { readonly plan: ErasurePlan; readonly position: bigint }>(shownMax);

  constructor(runs: Runs, elsewhere: Erasers, tombstones: Tombstones = noTombstones) {
    this.#runs = runs;
    this.#elsewhere = elsewhere;
    this.#tombstones = tombstones;
  }

  /** As `ErasureService.PlanErasure` says. */
  async plan(target: ErasureTarget, signal: AbortSignal): Promise<ErasurePlan> {
    const position = await this.#position();
    const plan = await planErasure(this.#runs, this.#elsewhere, target, signal);
    this.#shown.set(plan.digest, { plan, position });
    return plan;
  }

  /** As `ErasureService.CommitErasure` says. */
  async commit(request: CommitErasureRequest, signal: AbortSignal): Promise<CommitErasureResponse> {
    const key = this.#keyOf(request);
    // One at a time: an erasure changes what the plan of another says.
    return this.#runs.alone(erasureStream, async () => {
      const { store, owner } = this.#runs.parts;
      const known = await store.idempotency(owner, key.scope);
      if (known && known.payloadDigest !== key.payloadDigest) throw reused();
      if (known?.answer) return asOfNow(fromBinary(CommitErasureResponseSchema, known.answer), store);
      const begun = await store.entry(owner, openErasureList.name, key.scope);
      if (begun) return this.#goOn(key, openErasureList.value.decode(begun.value), signal);
      const plan = await this.#planAsShown(request.target as ErasureTarget, request.planDigest, signal);
      if (plan.digest !== request.planDigest) throw planChanged(plan);
      return this.#alone(
        plan.runs.map(({ runId }) => runId),
        () => this.#begin(key, request, plan, signal),
      ).catch(async (error: unknown) => {
        // Somebody wrote to one of the runs after the plan was looked at.
        if (!(error instanceof DomainError) || error.reason !== "RUN_VERSION_STALE") throw error;
        throw planChanged(await this.plan(request.target as ErasureTarget, signal));
      });
    });
  }

  /** Goes on with what a stop or a crash cut off; what cannot be now, as while the Vault or LawBot is away, stays open. Gives how many it ended. */
  async recover(signal: AbortSignal): Promise<number> {
    let ended = 0;
    for (const { key: scope, value } of await this.#runs.index.listed(openErasureList, { limit: openMax }))
      ended += await this.#runs.alone(erasureStream, () => this.#ended(scope, value, signal));
    return ended;
  }

  /**
   * Erases again what was erased of this folder and is there again, since a store of before was put in its place. Gives how many;
   * what cannot be now, as while the Vault or LawBot is away, is tried at the next start. Call behind `recover`.
   */
  async again(signal: AbortSignal): Promise<number> {
    this.#tombstones.add(await this.#erasedRuns());
    let count = 0;
    for (const tombstone of this.#tombstones.all()) if (await this.#again(tombstone, signal)) count++;
    return count;
  }

  async #again({ kind, id, strandId, reason }: Tombstone, signal: AbortSignal): Promise<boolean> {
    const target = create(ErasureTargetSchema, { target: { case: targetCases[kind], value: id }, strandId });
    try {
      const { digest: planDigest } = await this.plan(target, signal);
      // By the plan, which is another after each store that was put back: an answer of before is none of this call.
      const idempotencyKey = `again-${planDigest}`;
      await this.commit(create(CommitErasureRequestSchema, { target, planDigest, reason, idempotencyKey }), signal);
      return true;
    } catch (error) {
      if (error instanceof DomainError && !error.reason.startsWith("STORE_")) return false;
      throw error;
    }
  }

  /** Runs that the journal says are erased: of those that went alone, a crash may have left no tombstone. */
  async #erasedRuns(): Promise<Tombstone[]> {
    const { store, owner } = this.#runs.parts;
    const found: Tombstone[] = [];
    for (let fromSeq = 1; ; fromSeq += eventsAtOnce) {
      const events = await store.read(owner, erasureStream, { fromSeq, limit: eventsAtOnce });
      for (const { body } of events) {
        const { event } = fromBinary(RunEventSchema, body);
        if (event.case === "runErased") found.push(ofRun(event.value.runId, event.value.reason));
      }
      if (events.length < eventsAtOnce) return found;
    }
  }

  async #ended(scope: string, open: OpenErasure, signal: AbortSignal): Promise<number> {
    try {
      await this.#goOn({ scope, payloadDigest: open.payloadDigest }, open, signal);
      return 1;
    } catch (error) {
      // It stays open for the next start or the next call, and keeps nobody from starting; a store that fails does.
      if (error instanceof DomainError && !error.reason.startsWith("STORE_")) return 0;
      throw error;
    }
  }

  /** The plan that was shown, where all that it rests on stands as it did then; else a new one. */
  async #planAsShown(target: ErasureTarget, digest: string, signal: AbortSignal): Promise<ErasurePlan> {
    const shown = this.#shown.get(digest);
    const isAsShown =
      shown?.plan.target !== undefined &&
      equals(ErasureTargetSchema, shown.plan.target, target) &&
      shown.position === (await this.#position()) &&
      (await this.#isSameElsewhere(shown.plan, signal));
    return isAsShown ? shown.plan : this.plan(target, signal);
  }

  /** What Vault and LawBot say is not in the journal of runs. */
  async #isSameElsewhere({ target, vault, law }: ErasurePlan, signal: AbortSignal): Promise<boolean> {
    const docUid = target?.target.case === "runId" ? "" : (target?.target.value ?? "");
    const elsewhere = this.#elsewhere;
    if (vault)
      return (await elsewhere.vault.plan({ strandId: target?.strandId ?? "", docUid, signal })).digest === vault.digest;
    return !law || (await elsewhere.laws.plan({ docUid, signal })).digest === law.digest;
  }

  /** Every event of a run moves it. */
  async #position(): Promise<bigint> {
    const { store, owner } = this.#runs.parts;
    return (await store.commit({ owner })).position;
  }

  async #begin(
    key: CommandKey,
    { planDigest, reason }: CommitErasureRequest,
    plan: ErasurePlan,
    signal: AbortSignal,
  ): Promise<CommitErasureResponse> {
    const runIds = plan.runs.map(({ runId }) => runId);
    for (const runId of runIds) refuseBusy((await this.#runs.load(runId)).snapshot);
    const { target, strandId = "" } = plan.target ?? {};
    const open = create(OpenErasureSchema, {
      payloadDigest: key.payloadDigest,
      planDigest,
      reason,
      runIds,
      docUid: target?.case === "docUid" ? target.value : "",
      lawDocUid: target?.case === "lawDocUid" ? target.value : "",
      strandId,
      vaultPlanDigest: (plan.vault ?? plan.law)?.digest ?? "",
      beganAtIso: this.#runs.nowIso(),
    });
    // Runs alone go in one commit. Vault and LawBot have stores of their own: what is to be done in both is written down first.
    if (open.docUid !== "" || open.lawDocUid !== "") {
      const { store, owner } = this.#runs.parts;
      await store.commit({ owner, entries: [openErasureList.set(key.scope, open)] });
    }
    return this.#goOn(key, open, signal);
  }

  /** What was done before is the same a second time. */
  async #goOn(key: CommandKey, open: OpenErasure, signal: AbortSignal): Promise<CommitErasureResponse> {
    const docUids = await this.#eraseElsewhere(key, open, signal);
    const { reason, strandId } = open;
    const { store } = this.#runs.parts;
    // Before what is under way is no longer written down.
    this.#tombstones.add(docUids.map((id): Tombstone => ({ kind: "document", id, strandId, reason })));
    const answer = create(CommitErasureResponseSchema, {
      runIds: open.runIds,
      docUids: [...docUids],
      lawDocUids: open.lawDocUid === "" ? [] : [open.lawDocUid],
      erasedAtIso: open.beganAtIso,
      remains: store.erasesByRotation
        ? CommitErasureResponse_Remains.PENDING_ROTATION
        : CommitErasureResponse_Remains.UNSPECIFIED,
      wrapKey: store.wrapKey ?? "",
    });
    await this.#eraseRuns(key, open, toBinary(CommitErasureResponseSchema, answer));
    this.#tombstones.add(open.runIds.map((runId) => ofRun(runId, reason)));
    this.#runs.forget(open.runIds);
    return answer;
  }

  /** Vault or LawBot go first: where they refuse, no run has gone. Gives the documents of the Vault that are gone. */
  async #eraseElsewhere(key: CommandKey, open: OpenErasure, signal: AbortSignal): Promise<readonly string[]> {
    const { docUid, lawDocUid, strandId, vaultPlanDigest: planDigest, reason } = open;
    if (docUid === "" && lawDocUid === "") return [];
    // The key is a name of the runs' store; to others it is an id of this call and nothing else.
    const idempotencyKey = `erase-${sha256Hex(Buffer.from(key.scope))}`;
    const asked = { planDigest, reason, idempotencyKey, signal };
    const { vault, laws } = this.#elsewhere;
    try {
      if (docUid !== "") return await vault.commit({ ...asked, docUid, strandId });
      await laws.commit({ ...asked, docUid: lawDocUid });
      return [];
    } catch (error) {
      // It is gone, by this call before a crash or by somebody else's: the runs that were to go with it go all the same.
      if (isErased(error)) return docUid === "" ? [] : [docUid];
      if (error instanceof DomainError && refusedReasons.has(error.reason)) await this.#giveUp(key);
      throw error;
    }
  }

  /** Nothing was erased: whoever repeats the call plans anew. */
  async #giveUp(key: CommandKey): Promise<void> {
    const { store, owner } = this.#runs.parts;
    await store.commit({ owner, entries: [openErasureList.drop(key.scope)] });
  }

  /** Runs, what is listed of them, the events that tell it and the answer of the call: all or nothing. */
  async #eraseRuns(key: CommandKey, open: OpenErasure, answer: Uint8Array): Promise<void> {
    const { store, owner } = this.#runs.parts;
    const gone = await Promise.all(open.runIds.map((runId) => this.#goneOf(runId, open)));
    const at = await store.head(owner, erasureStream);
    const answers = await Promise.all(open.runIds.map((runId) => this.#answersOf(runId)));
    const indexed = gone.map(({ event }, nth) => ({ seq: at.seq + 1 + nth, event }));
    await store.commit({
      owner,
      ...(gone.length === 0 ? {} : { stream: erasureStream, expect: at }),
      events: gone.map(({ event }) => ({ type: "runErased", body: toBinary(RunEventSchema, event) })),
      records: [
        ...indexed.flatMap(({ seq, event }) => indexRecords(erasureStream, seq, event)),
        ...open.runIds.flatMap((runId) => [
          snapshotSpace.drop(runId),
          telemetrySpace.drop(runId),
          usageSpace.drop(runId),
          quotaRunSpace.drop(runId),
          quotaOpenRunSpace.drop(runId),
        ]),
        ...answers.flat().map((key) => answerSpace.drop(key)),
      ],
      entries: [
        ...indexed.flatMap(({ seq, event }) => indexEntries(erasureStream, seq, event)),
        ...gone.flatMap(({ waiting }) => waiting.map((requestId) => pendingList.drop(requestId))),
        openErasureList.drop(key.scope),
      ],
      erase: gone.map(({ scope, expect }) => ({ scope, expect })),
      idempotency: { key: key.scope, payloadDigest: key.payloadDigest, answer },
    });
  }

  /** Keys of the answers that are records of their own. */
  async #answersOf(runId: string): Promise<string[]> {
    const keys: string[] = [];
    for (let after: string | undefined; ; ) {
      const rows = await this.#runs.index.page(answerSpace, { after, limit: answersAtOnce }, `${runId}/`);
      keys.push(...rows.map(({ key }) => key));
      if (rows.length < answersAtOnce) return keys;
      after = rows.at(-1)?.key;
    }
  }

  /** What goes with a run, and the event that tells it. */
  async #goneOf(runId: string, { reason, planDigest, beganAtIso }: OpenErasure) {
    const { snapshot, head: expect } = await this.#runs.load(runId);
    const value = { runId, eventCount: expect.seq, headHash: expect.hash, reason, planDigest };
    const actor = this.#runs.user;
    const event = create(RunEventSchema, { timeIso: beganAtIso, actor, event: { case: "runErased", value } });
    return { scope: runId, expect, event, waiting: snapshot.pending.map(({ requestId }) => requestId) };
  }

  #alone<T>(runIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const [first, ...rest] = runIds;
    return first === undefined ? work() : this.#runs.alone(first, () => this.#alone(rest, work));
  }

  #keyOf(request: CommitErasureRequest): CommandKey {
    const { user: person, owner: tenant } = this.#runs.parts;
    return commandKey({ runId: "erase", person, tenant }, request.idempotencyKey, CommitErasureRequestSchema, request);
  }
}

const targetCases = { run: "runId", document: "docUid" } as const;

const ofRun = (id: string, reason: Tombstone["reason"]): Tombstone => ({ kind: "run", id, strandId: "", reason });

/** After these Vault or LawBot have not begun: the plan is no longer true. */
const refusedReasons: ReadonlySet<string> = new Set([
  "PLAN_CHANGED",
  "DOCUMENT_NOT_FOUND",
  "LAW_NOT_FOUND",
  "REQUEST_INVALID",
]);
const reused = (): DomainError =>
  new DomainError("IDEMPOTENCY_KEY_REUSED", worded("erasure-error.this-idempotency-key-was-used-for-another"));

const planChanged = (plan: ErasurePlan): DomainError => {
  const value = toBinary(ErasurePlanSchema, plan);
  const attached = value.length <= attachedBytesMax ? [{ typeName: ErasurePlanSchema.typeName, value }] : [];
  return new DomainError(
    "PLAN_CHANGED",
    worded("erasure-error.what-the-plan-says-is-no-longer-so-and"),
    { plan_digest: plan.digest },
    { attached },
  );
};

/** The answer of then, with what remains now: a rotation since ends what an erasure had left. */
const asOfNow = (answer: CommitErasureResponse, { wrapKey = "" }: Store): CommitErasureResponse => {
  const { PENDING_ROTATION, ROTATED } = CommitErasureResponse_Remains;
  const isRotated = answer.remains === PENDING_ROTATION && answer.wrapKey !== "" && answer.wrapKey !== wrapKey;
  return isRotated ? { ...answer, remains: ROTATED } : answer;
};
