import type { Checkpoint } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { dataLoss } from "../refusals.ts";
import type { Head } from "../store.ts";
import { rootBytes, type Totals } from "./totals.ts";

/** The state that a checkpoint is compared with, in any layout. */
export interface Standing {
  /** Hash of an event; undefined where it was erased and is not the last of its stream. Errors: DATA_LOSS. */
  eventHash(owner: string, stream: string, seq: number): Promise<string | undefined>;
  head(owner: string, stream: string): Head;
  position(owner: string): bigint;
}

/**
 * Refuses a database that is older than its last checkpoint, or another one. `checkpoints` are the newest that could be
 * read, oldest first; none is right only for a database that was never opened. Errors: DATA_LOSS, with what to do.
 */
export const compareWithCheckpoints = async (
  totals: Totals,
  checkpoints: readonly Checkpoint[],
  standing: Standing,
): Promise<void> => {
  const checkpoint = checkpoints.at(-1);
  if (!checkpoint && totals.batch > 0n)
    throw dataLoss("the file of checkpoints is missing although the database has been used");
  if (!checkpoint) return;
  if (totals.checkpointNumber > checkpoint.number)
    throw dataLoss(
      `the file of checkpoints ends at ${checkpoint.number}, the database knows ${totals.checkpointNumber}`,
    );
  if (totals.batch < checkpoint.batch) throw rolledBack(totals, checkpoint);
  if (totals.batch === checkpoint.batch && !sameTotals(totals, checkpoint))
    throw dataLoss(`the database differs from checkpoint ${checkpoint.number}, which was taken at the same batch`);
  for (const head of checkpoints.flatMap(({ heads }) => heads)) await checkHead(head, standing);
  for (const { owner, position } of checkpoints.flatMap(({ positions }) => positions))
    if (standing.position(owner) < position) throw dataLoss(`the position of owner ${owner} is behind its checkpoint`);
};

const rolledBack = (totals: Totals, checkpoint: Checkpoint) =>
  dataLoss(
    `the database stands at batch ${totals.batch}, but batch ${checkpoint.batch} had been acknowledged: it is an older copy, or has lost commits`,
    { batch: String(totals.batch), checkpointBatch: String(checkpoint.batch) },
  );

const sameTotals = (totals: Totals, checkpoint: Checkpoint): boolean =>
  totals.eventCount === checkpoint.eventCount &&
  totals.blobCount === checkpoint.blobCount &&
  totals.recordCount === checkpoint.recordCount &&
  totals.sealsSum === checkpoint.sealsSum &&
  Buffer.compare(rootBytes(totals.headsRoot), checkpoint.headsRoot) === 0 &&
  Buffer.compare(rootBytes(totals.blobsRoot), checkpoint.blobsRoot) === 0;

const checkHead = async (
  { owner, stream, seq, hash }: Checkpoint["heads"][number],
  standing: Standing,
): Promise<void> => {
  const expected = Buffer.from(hash).toString("hex");
  const found = await standing.eventHash(owner, stream, seq);
  if ((found ?? expected) === expected && standing.head(owner, stream).seq >= seq) return;
  throw dataLoss(`event ${seq} of stream ${stream} of owner ${owner} is not the one its checkpoint names`);
};
