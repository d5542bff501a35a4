import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { StoreStateSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { stateKey } from "./keys.ts";
import { seal } from "./seal.ts";

/** Version of the layout that this code reads and writes. */
export const formatVersion = 4;

/** The versions that a program must know to read what this one writes, and to write to it. */
const needed = { minReader: 4, minWriter: 4 };

/** StoreState as numbers to count with. The two roots are sums modulo 2^256; the sum of seals is taken modulo 2^64. */
export interface Totals {
  epoch: number;
  batch: bigint;
  eventCount: bigint;
  blobCount: bigint;
  idempotencyCount: bigint;
  headsRoot: bigint;
  blobsRoot: bigint;
  checkpointNumber: bigint;
  recordCount: bigint;
  sealsSum: bigint;
  commitCount: bigint;
  /** Keys given to scopes. */
  keyCount: number;
}

export const noTotals: Readonly<Totals> = {
  epoch: 0,
  batch: 0n,
  eventCount: 0n,
  blobCount: 0n,
  idempotencyCount: 0n,
  headsRoot: 0n,
  blobsRoot: 0n,
  checkpointNumber: 0n,
  recordCount: 0n,
  sealsSum: 0n,
  commitCount: 0n,
  keyCount: 0,
};

/** Returns a root after one hash was taken out and another put in; both hashes as 64 hex, zeros for "none". */
export const moved = (root: bigint, from: string, to: string): bigint =>
  BigInt.asUintN(256, root - BigInt(`0x${from}`) + BigInt(`0x${to}`));

/** Returns the sum after one seal was taken out and another put in; undefined for "none". */
export const resealed = (sum: bigint, from: bigint | undefined, to: bigint | undefined): bigint =>
  BigInt.asUintN(64, sum - (from ?? 0n) + (to ?? 0n));

export const rootBytes = (root: bigint): Uint8Array => Buffer.from(root.toString(16).padStart(64, "0"), "hex");

export const encodeTotals = (totals: Totals): Uint8Array =>
  seal(stateKey, toBinary(StoreStateSchema, create(StoreStateSchema, { formatVersion, ...needed, ...stored(totals) })));

/** Totals as stored, with what a program must know to open them. */
export type StoredTotals = Totals & { formatVersion: number; minReader: number; minWriter: number };

export const decodeTotals = (body: Uint8Array): StoredTotals => {
  const { $typeName: _, $unknown: __, headsRoot, blobsRoot, ...counts } = fromBinary(StoreStateSchema, body);
  return { ...counts, headsRoot: rootOf(headsRoot), blobsRoot: rootOf(blobsRoot) };
};

const stored = (totals: Totals) => ({
  ...totals,
  headsRoot: rootBytes(totals.headsRoot),
  blobsRoot: rootBytes(totals.blobsRoot),
});

const rootOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`);
