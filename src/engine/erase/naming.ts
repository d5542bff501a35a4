import { CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Runs } from "../run/runs.ts";

/** What of a run names documents. */
export interface Naming {
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
export const namingIn = async (runs: Runs, runId: string, docUids: readonly string[]): Promise<Naming> => {
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
