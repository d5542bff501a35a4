import { create, toBinary } from "@bufbuild/protobuf";
import {
  type ErasurePlan,
  ErasurePlanSchema,
  type ErasureTarget,
  type RunInPlan,
  RunInPlanSchema,
} from "../../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import type { DocumentEraser, LawEraser } from "../run/ports.ts";
import type { Runs } from "../run/runs.ts";

/** What an erasure takes and leaves, as of now. Errors: RUN_NOT_FOUND, DOCUMENT_NOT_FOUND, LAW_NOT_FOUND, ERASED, those of the Vault and of LawBot. */
export const planErasure = async (
  runs: Runs,
  { vault, laws }: Erasers,
  target: ErasureTarget,
  signal: AbortSignal,
): Promise<ErasurePlan> => {
  const plan = await planOf(runs, { vault, laws }, target, signal);
  return create(ErasurePlanSchema, { ...plan, digest: sha256Hex(toBinary(ErasurePlanSchema, plan)) });
};

/** Who erases what lies elsewhere. */
export interface Erasers {
  readonly vault: DocumentEraser;
  readonly laws: LawEraser;
}

const planOf = async (
  runs: Runs,
  { vault, laws }: Erasers,
  target: ErasureTarget,
  signal: AbortSignal,
): Promise<ErasurePlan> => {
  const { strandId, target: of } = target;
  if (of.case === "docUid") {
    const planned = await vault.plan({ strandId, docUid: of.value, signal });
    const docUids = planned.documents.map(({ docUid }) => docUid);
    return create(ErasurePlanSchema, { ...(await withNaming(runs, target, docUids)), vault: planned });
  }
  if (of.case === "lawDocUid") {
    const law = await laws.plan({ docUid: of.value, signal });
    return create(ErasurePlanSchema, { ...(await withNaming(runs, target, [of.value])), law });
  }
  return runPlan(runs, target, of.value ?? "");
};

const runPlan = async (runs: Runs, target: ErasureTarget, runId: string): Promise<ErasurePlan> => {
  const run = await inPlan(runs, runId);
  return create(ErasurePlanSchema, { target, runs: [await withForks(runs, run, new Set([runId]))] });
};

/** The plan with the runs that name what goes. */
const withNaming = async (runs: Runs, target: ErasureTarget, docUids: readonly string[]): Promise<ErasurePlan> => {
  const concerned: RunInPlan[] = [];
  for await (const runId of runs.index.runIds()) {
    const naming = await namingIn(runs, runId, docUids);
    if (naming.count > 0)
      concerned.push(await inPlan(runs, runId, naming.count, await rests(runs, runId, naming.ledgers)));
  }
  if (!target.withRuns) return create(ErasurePlanSchema, { target, remainingRuns: concerned });
  const going = new Set(concerned.map(({ runId }) => runId));
  const withTheirs: RunInPlan[] = [];
  for (const run of concerned) withTheirs.push(await withForks(runs, run, going));
  return create(ErasurePlanSchema, { target, runs: withTheirs });
};

/** A run with what it holds. Errors: RUN_NOT_FOUND, ERASED. */
const inPlan = async (runs: Runs, runId: string, namingCount = 0, cites = false): Promise<RunInPlan> => {
  const { store, owner } = runs.parts;
  const run = await runs.load(runId);
  const artifacts = await store.artifactsOf(owner, runId);
  const sizes = await Promise.all(artifacts.map((digest) => store.blobSize(owner, digest)));
  return create(RunInPlanSchema, {
    runId,
    title: await runs.titleOf(run),
    eventCount: run.head.seq,
    artifactCount: artifacts.length,
    sizeBytes: BigInt(sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)),
    isFinalised: run.snapshot.lifecycle === RunLifecycle.FINALISED,
    namingCount,
    cites,
  });
};

/** Names the forks of a run that do not go with it: what they took over is theirs. */
const withForks = async (runs: Runs, run: RunInPlan, going: ReadonlySet<string>): Promise<RunInPlan> => {
  const forkRunIds: string[] = [];
  for await (const runId of runs.index.runIds()) {
    if (going.has(runId)) continue;
    const [first] = await runs.events(runId, 1, 1);
    const event = first?.event.event;
    if (event?.case === "runCreated" && event.value.fork?.runId === run.runId) forkRunIds.push(runId);
  }
  return create(RunInPlanSchema, { ...run, forkRunIds });
};

/** Whether the ledger that counts now is among those that name a document. */
const rests = async (runs: Runs, runId: string, ledgers: ReadonlySet<string>): Promise<boolean> => {
  const { recorded } = await runs.recorded.of(runId);
  const last = recorded.findLast(({ ref }) => ref.kind === CitationLedgerSchema.typeName);
  return last !== undefined && ledgers.has(last.ref.digest);
};

/** What of a run names documents. */
interface Naming {
  /** Artifacts and events that do. */
  readonly count: number;
  /** Digests of the ledgers of citations among them. */
  readonly ledgers: ReadonlySet<string>;
}

const eventsAtOnce = 500;

/**
 * Looks for the ids of documents in every byte that a run holds. Whatever a tool gave, a model answered or a person pinned names
 * its document by this id, of whatever kind the artifact is: a kind that comes later is found too. Errors: RUN_NOT_FOUND, DATA_LOSS.
 */
const namingIn = async (runs: Runs, runId: string, docUids: readonly string[]): Promise<Naming> => {
  const { store, owner } = runs.parts;
  const wanted = docUids.map((docUid) => Buffer.from(docUid));
  const names = (bytes: Uint8Array): boolean => {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return wanted.some((uid) => view.includes(uid));
  };
  let count = 0;
  for (let fromSeq = 1; ; fromSeq += eventsAtOnce) {
    const events = await store.read(owner, runId, { fromSeq, limit: eventsAtOnce });
    count += events.filter(({ body }) => names(body)).length;
    if (events.length < eventsAtOnce) break;
  }
  const { recorded } = await runs.recorded.of(runId);
  const kinds = new Map(recorded.map(({ ref }) => [ref.digest, ref.kind]));
  const ledgers = new Set<string>();
  for (const digest of await store.artifactsOf(owner, runId)) {
    if (!names(await store.getBlob(owner, digest))) continue;
    count += 1;
    if (kinds.get(digest) === CitationLedgerSchema.typeName) ledgers.add(digest);
  }
  return { count, ledgers };
};
