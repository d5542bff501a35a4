import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type RunEvent, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ModelAttemptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { fieldPath } from "../../../src/engine/replay/difference.ts";
import type { RunRecording } from "../../../src/engine/replay/recording.ts";
import { type ReplayReport, replayRun } from "../../../src/engine/replay/replay-run.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { fixedSigner } from "../../support/receipt-signer.ts";
import { final, tools, vaultSearch } from "../scripted-model.ts";
import { TestEngine } from "../support.ts";
import { recordingOf, replayed, replayParts } from "./support.ts";

const withATurn = async () => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  test.model.say(tools(vaultSearch("opleiding", "slot:1")), final({ message: "Gevonden." }));
  await run.guide({ userPrompt: "Zoek." });
  return { test, run, recording: await recordingOf(test, run.runId) };
};

/** The seq of the nth event of a kind, from 0. */
const seqOf = ({ events }: RunRecording, name: string, nth = 0): number =>
  events.filter(({ event }) => event.event.case === name)[nth]?.seq ?? 0;

/** The record with other bytes under what an event recorded in a role: a store that lies, or an engine that changed. */
const withOther = (recording: RunRecording, seq: number, role: string, change: (bytes: Uint8Array) => Uint8Array) => {
  const ref = recording.events[seq - 1]?.event.artifacts.find((one) => one.role === role)?.ref;
  const known = recording.bytes(ref?.digest ?? "");
  if (!ref || !known) throw new Error(`event ${seq} has no ${role}`);
  return {
    ...recording,
    bytes: (digest: string) => (digest === ref.digest ? change(known) : recording.bytes(digest)),
  };
};

/** The record of an engine that made another artifact of it: other bytes under another digest. */
const withArtifact = (
  recording: RunRecording,
  seq: number,
  role: string,
  change: (bytes: Uint8Array) => Uint8Array,
) => {
  const found = recording.events[seq - 1]?.event.artifacts.find((one) => one.role === role)?.ref;
  const bytes = change(recording.bytes(found?.digest ?? "") ?? new Uint8Array());
  const digest = sha256Hex(bytes);
  const other = withEvent(recording, seq, (event) => {
    const ref = event.artifacts.find((one) => one.role === role)?.ref;
    if (ref) ref.digest = digest;
  });
  return { ...other, bytes: (named: string) => (named === digest ? bytes : recording.bytes(named)) };
};

/** The record with another event in one place. */
const withEvent = (recording: RunRecording, seq: number, change: (event: RunEvent) => void): RunRecording => {
  const events = recording.events.map((one) => {
    if (one.seq !== seq) return one;
    const event = fromBinary(RunEventSchema, one.body);
    change(event);
    return { seq, event, body: toBinary(RunEventSchema, event) };
  });
  return { ...recording, events };
};

const report = (recording: RunRecording): Promise<ReplayReport> => replayRun(recording, replayParts());

describe("a replay that comes to something else", () => {
  it("names event, artifact and field where a tool's output is another one", async () => {
    const { recording } = await withATurn();
    const seq = seqOf(recording, "toolFinished");
    const other = withOther(recording, seq, "tool_output", (bytes) => {
      const result = fromBinary(EvidenceSearchResultSchema, bytes);
      return toBinary(EvidenceSearchResultSchema, create(EvidenceSearchResultSchema, { ...result, totalCount: 99 }));
    });
    // What the record holds under that digest and what comes out are the same bytes; their digest is what differs.
    expect(await report(other)).toMatchObject({ derived: seq - 1, difference: { seq, role: "tool_output" } });
  });

  it("names the field where the kernel decides otherwise", async () => {
    const { recording } = await withATurn();
    const seq = seqOf(recording, "toolFinished");
    const other = withArtifact(recording, seq, "tool_result", (bytes) => {
      const result = fromBinary(ToolResultSchema, bytes);
      return toBinary(ToolResultSchema, create(ToolResultSchema, { ...result, executor: "somebody" }));
    });
    expect((await report(other)).difference).toMatchObject({
      ...{ seq, event: "toolFinished", role: "tool_result", path: "executor" },
    });
  });

  it("names the byte of what is no message, and the attempt it belongs to", async () => {
    const { recording } = await withATurn();
    const seq = seqOf(recording, "attemptRecorded");
    const other = withOther(recording, seq, "model_output", (bytes) => Buffer.concat([bytes, Buffer.from(" ")]));
    expect((await report(other)).difference).toMatchObject({ seq, event: "attemptRecorded", role: "model_output" });
  });

  it("names a field of the event itself", async () => {
    const { recording } = await withATurn();
    const seq = seqOf(recording, "toolFinished");
    const other = withEvent(recording, seq, ({ event }) => {
      if (event.case === "toolFinished") event.value.status = "ERROR";
    });
    const { difference } = await report(other);
    expect(difference).toMatchObject({ seq, role: "", path: "tool_finished.status" });
  });

  it("says so where another event comes out, and where none does", async () => {
    const { recording } = await withATurn();
    const seq = seqOf(recording, "attemptRecorded", 1);
    const left = { ...recording, events: recording.events.filter((one) => one.seq !== seq) };
    expect((await report(left)).difference).toMatchObject({ seq, event: "turnEnded" });
    const advance = seqOf(recording, "stageAdvanced");
    const wrong = withEvent(recording, advance - 1, ({ event }) => {
      if (event.case === "proposalRecorded") event.value.items = [];
    });
    expect((await report(wrong)).difference?.seq).toBe(advance - 1);
  });

  it("holds no text of the run", async () => {
    const { recording } = await withATurn();
    const seq = seqOf(recording, "attemptRecorded");
    const other = withArtifact(recording, seq, "model_attempt", (bytes) => {
      const attempt = fromBinary(ModelAttemptSchema, bytes);
      return toBinary(ModelAttemptSchema, create(ModelAttemptSchema, { ...attempt, firstFailure: "CANARY" }));
    });
    const { difference } = await report(other);
    expect(difference).toMatchObject({ role: "model_attempt", path: "first_failure" });
    expect(JSON.stringify(difference)).not.toContain("CANARY");
  });
});

describe("what older servers did not record", () => {
  it("is taken as recorded and listed: a user's proposals, when their words are not there", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    const recording = await recordingOf(test, run.runId);
    const older = recording.events.reduce(
      (made, { seq }) =>
        withEvent(made, seq, (event) => {
          event.artifacts = event.artifacts.filter(({ role }) => role !== "user_proposal");
        }),
      recording,
    );
    const { taken, difference, derived, events } = await report(older);
    expect(difference).toBeUndefined();
    expect(taken.map(({ event }) => event)).toEqual(["proposalRecorded", "proposalRecorded"]);
    expect(taken[0]?.why).toContain("what was proposed");
    expect(derived).toBe(events - 2);
  });
});

describe("receipts of a replay", () => {
  it("are signed again where their key is here, and otherwise have the signature of the record", async () => {
    const { test, run } = await withATurn();
    expect(await replayed(test, run.runId)).toMatchObject({ receiptsSignedAgain: 0, receiptsFromRecord: 1 });
    const here = await replayed(test, run.runId, { signer: fixedSigner() });
    expect(here).toMatchObject({ difference: undefined, receiptsSignedAgain: 1, receiptsFromRecord: 0 });
  });

  it("do not come out where a key of the same name signs otherwise", async () => {
    const { test, run, recording } = await withATurn();
    const forged = { ...fixedSigner(), sign: () => new Uint8Array(64) };
    const { difference } = await replayed(test, run.runId, { signer: forged });
    expect(difference).toMatchObject({
      ...{ seq: seqOf(recording, "toolFinished"), role: "receipt", path: "signatures[0].signature" },
    });
  });
});

describe("the path of a field", () => {
  const event = (...roles: string[]): RunEvent =>
    create(RunEventSchema, { timeIso: "x", artifacts: roles.map((role) => ({ role })) });

  it("leads through lists and messages to the first value that differs", () => {
    const with1 = event("a", "b");
    expect(fieldPath(RunEventSchema, with1, event("a", "c"))).toBe("artifacts[1].role");
    expect(fieldPath(RunEventSchema, with1, event("a"))).toBe("artifacts[1]");
    expect(fieldPath(RunEventSchema, with1, event())).toBe("artifacts");
    expect(fieldPath(RunEventSchema, with1, with1)).toBeUndefined();
  });
});
