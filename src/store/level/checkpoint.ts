import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type Checkpoint,
  CheckpointSchema,
  SignedCheckpointSchema,
} from "../../../gen/pincite/journal/v1/record_pb.ts";
import type { CheckpointSigner } from "../checkpoint-signer.ts";
import { dataLoss } from "../refusals.ts";
import type { Head } from "../store.ts";
import { rootBytes, type Totals } from "./totals.ts";

/** Names so many moved heads and positions at most; the root covers the rest. */
const namedMax = 1_000;

/** The heads and positions that moved since the last checkpoint. */
export class Moved {
  readonly heads = new Map<string, { owner: string; stream: string; head: Head }>();
  readonly positions = new Map<string, bigint>();

  clear(): void {
    this.heads.clear();
    this.positions.clear();
  }
}

export const checkpointOf = (number: bigint, totals: Totals, moved: Moved, nowMs: number): Checkpoint =>
  create(CheckpointSchema, {
    number,
    batch: totals.batch,
    eventCount: totals.eventCount,
    blobCount: totals.blobCount,
    headsRoot: rootBytes(totals.headsRoot),
    blobsRoot: rootBytes(totals.blobsRoot),
    heads: [...moved.heads.values()].slice(0, namedMax).map(({ owner, stream, head: { seq, hash } }) => ({
      owner,
      stream,
      seq,
      hash: Buffer.from(hash, "hex"),
    })),
    positions: [...moved.positions].slice(0, namedMax).map(([owner, position]) => ({ owner, position })),
    recordCount: totals.recordCount,
    sealsSum: totals.sealsSum,
    createTime: timestampFromMs(nowMs),
  });

export const signCheckpoint = async (checkpoint: Checkpoint, signer?: CheckpointSigner): Promise<Uint8Array> => {
  const bytes = toBinary(CheckpointSchema, checkpoint);
  const signed = signer ? { keyId: signer.keyId, signature: await signer.sign(bytes) } : {};
  return toBinary(SignedCheckpointSchema, create(SignedCheckpointSchema, { checkpoint: bytes, ...signed }));
};

/** Decodes what the side file held. Errors: DATA_LOSS when the signature does not fit and a signer is there to tell. */
export const openCheckpoint = async (entry: Uint8Array, signer?: CheckpointSigner): Promise<Checkpoint> => {
  const { checkpoint, keyId, signature } = fromBinary(SignedCheckpointSchema, entry);
  if (signer?.verify && !(await signer.verify(keyId, checkpoint, signature)))
    throw dataLoss(`the last checkpoint is not signed by key ${keyId || "(none)"}`, { keyId });
  return fromBinary(CheckpointSchema, checkpoint);
};

export type { Checkpoint };
