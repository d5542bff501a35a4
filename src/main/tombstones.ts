import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type Tombstone as Stored,
  type Tombstones as StoredTombstones,
  TombstoneSchema,
  TombstonesSchema,
} from "../../gen/pincite/erasure/v1/tombstones_pb.ts";
import type { Tombstone, Tombstones } from "../engine/erase/tombstones.ts";
import { writeSecret } from "../secret-file.ts";

/** Tombstones in a file for its owner alone. What cannot be read is as if it were not there: the journal of the runs names what it can again. */
export const tombstonesIn = (file: string): Tombstones => {
  const all = (): readonly Tombstone[] => readIn(file).tombstones.flatMap(read);
  return {
    all,
    add: (ones) => {
      const known = all();
      const others = ones.filter((one) => !known.some((other) => isSame(one, other)));
      if (others.length === 0) return;
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const tombstones = [...known, ...others].map(stored);
      writeSecret(file, toBinary(TombstonesSchema, create(TombstonesSchema, { tombstones })));
    },
  };
};

const readIn = (file: string): StoredTombstones => {
  try {
    return existsSync(file) ? fromBinary(TombstonesSchema, readFileSync(file)) : create(TombstonesSchema);
  } catch {
    return create(TombstonesSchema);
  }
};

const isSame = (one: Tombstone, other: Tombstone): boolean =>
  one.kind === other.kind && one.id === other.id && one.strandId === other.strandId;

const cases = { run: "runId", document: "docUid" } as const;

const stored = ({ kind, id, strandId, reason }: Tombstone): Stored =>
  create(TombstoneSchema, { target: { case: cases[kind], value: id }, strandId, reason });

const read = ({ target, strandId, reason }: Stored): Tombstone[] =>
  target.case === undefined
    ? []
    : [{ kind: target.case === "runId" ? "run" : "document", id: target.value, strandId, reason }];
