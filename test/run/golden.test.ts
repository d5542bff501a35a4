import { readdirSync, readFileSync } from "node:fs";
import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { RunSnapshotSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { replay } from "../../src/run/machine.ts";
import { readJournal } from "./golden-run.ts";

const folder = new URL("../golden/journal/", import.meta.url);
const journals = readdirSync(folder).filter((name) => name.endsWith(".events.binpb"));

describe("recorded journals", () => {
  it.each(journals)("%s still folds to the snapshot it was recorded with", (name) => {
    const events = readJournal(readFileSync(new URL(name, folder)));
    const recorded = readFileSync(new URL(name.replace(".events.", ".snapshot."), folder));
    expect(replay(events)).toEqual(fromBinary(RunSnapshotSchema, recorded));
  });

  it("hold every kind of event of rules 1 but a model's attempt, which the turns' own recordings have", () => {
    const seen = new Set(
      journals.flatMap((name) => readJournal(readFileSync(new URL(name, folder)))).map((e) => e.event.case),
    );
    const all = RunEventSchema.oneofs[0]?.fields.map((field) => field.localName) ?? [];
    expect(all.filter((name) => !seen.has(name as never))).toEqual(["attemptRecorded", "rulesAdopted"]);
  });
});
