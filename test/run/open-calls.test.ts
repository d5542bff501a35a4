import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { ToolDecision } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { emptySnapshot, foldEvent } from "../../src/run/fold.ts";

type Init = Exclude<Parameters<typeof create<typeof RunEventSchema>>[1], undefined>["event"];

const anna = { kind: Principal_Kind.USER, name: "anna" };
const folded = (...events: NonNullable<Init>[]): RunSnapshot =>
  events.reduce<RunSnapshot>(
    (run, event) => foldEvent(run, create(RunEventSchema, { actor: anna, event })),
    emptySnapshot(),
  );

const requested = (requestId: string, more: { policy?: string; byGrant?: boolean; toolName?: string } = {}) =>
  ({ case: "toolRequested", value: { requestId, toolName: "t", policy: "ASK", ...more } }) as const;
const decided = (requestId: string, decision: ToolDecision) =>
  ({ case: "toolDecided", value: { requestId, decision, toolName: "t" } }) as const;
const finished = (requestId: string, digest = "") =>
  ({ case: "toolFinished", value: { requestId, ...(digest ? { receipt: { digest } } : {}) } }) as const;

describe("what the fold keeps for receipts", () => {
  it("is who asked, what the policy said and who decided in which event, until the call ends", () => {
    const run = folded(requested("a"), requested("b", { policy: "ALLOW" }), decided("a", ToolDecision.ALLOW));
    expect(run.openCalls).toMatchObject([
      {
        requestId: "a",
        policy: "ASK",
        requestedBy: anna,
        decision: { decision: ToolDecision.ALLOW, decidedBy: anna, seq: 3 },
      },
      { requestId: "b", policy: "ALLOW", requestedBy: anna },
    ]);
    expect(run.openCalls[1]?.decision).toBeUndefined();
    expect(folded(requested("a"), requested("b"), finished("a")).openCalls.map((call) => call.requestId)).toEqual([
      "b",
    ]);
  });

  it("is the last receipt and how many there were; a journal without receipts has none", () => {
    const run = folded(requested("a"), finished("a", "1"), requested("b"), finished("b", "2"));
    expect([run.receiptCount, run.lastReceipt?.digest]).toEqual([2, "2"]);
    const older = folded(requested("a"), finished("a"));
    expect([older.receiptCount, older.lastReceipt]).toEqual([0, undefined]);
  });

  it("is the newest decision behind a grant, for requests that ran under one", () => {
    const always = ToolDecision.ALWAYS;
    const run = folded(
      requested("a"),
      decided("a", always),
      requested("b"),
      decided("b", always),
      requested("c", { byGrant: true }),
    );
    expect(run.openCalls.at(-1)).toMatchObject({ requestId: "c", decision: { decision: always, seq: 4 } });
    expect(
      folded(requested("a"), decided("a", always), requested("c", { byGrant: true, toolName: "u" })).openCalls[1]
        ?.decision,
    ).toBeUndefined();
    expect(
      folded(requested("a"), decided("a", ToolDecision.ALLOW), requested("c", { byGrant: true })).openCalls[1]
        ?.decision,
    ).toBeUndefined();
  });
});
