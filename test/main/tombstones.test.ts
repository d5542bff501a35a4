import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import type { Tombstone } from "../../src/engine/erase/tombstones.ts";
import { tombstonesIn } from "../../src/main/tombstones.ts";
import { newFolder } from "../support/new-folder.ts";

const reason = ErasureReason.ASKED_FOR;
const run: Tombstone = { kind: "run", id: "run-1", strandId: "", reason };
const paper: Tombstone = { kind: "document", id: "ab".repeat(32), strandId: "mine", reason };

it("keeps what was erased over a restart, each once, for its owner alone", () => {
  const file = join(newFolder("tombstones"), "of-a-folder", "erased");
  expect(tombstonesIn(file).all()).toEqual([]);
  tombstonesIn(file).add([run]);
  tombstonesIn(file).add([run, paper]);
  expect(tombstonesIn(file).all()).toEqual([run, paper]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("goes on from nothing where the file is damaged", () => {
  const file = join(newFolder("tombstones"), "erased");
  tombstonesIn(file).add([run]);
  writeFileSync(file, readFileSync(file).subarray(1));
  expect(tombstonesIn(file).all()).toEqual([]);
  tombstonesIn(file).add([paper]);
  expect(tombstonesIn(file).all()).toEqual([paper]);
});
