import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolDecisionSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { grantsAt, pendingOf } from "../../src/run/pending.ts";
import { take } from "../../src/run/take.ts";
import { TestRun } from "./support.ts";
import { canTake } from "./taken.ts";

const { ALLOW, DENY, ALWAYS, ACKNOWLEDGE } = ToolDecision;
const digest = "d".repeat(64);
const id = "toolreq:1";

type Kind = { requiresUserConfirm?: boolean; clientExecuted?: boolean; mutating?: boolean };
const event = (one: RunEvent["event"]): RunEvent =>
  create(RunEventSchema, { timeIso: "2026-01-01T00:00:00.000Z", event: one });
const asked = (kind: Kind = {}, requestId = id) =>
  event({
    case: "toolRequested",
    value: { requestId, toolName: "vault.search", paramsDigest: digest, ...kind } as never,
  });
const decided = (decision: ToolDecision, more: object = {}) =>
  event({
    case: "toolDecided",
    value: { requestId: id, decision, toolName: "vault.search", paramsDigest: digest, ...more } as never,
  });
const started = event({ case: "toolStarted", value: { requestId: id } as never });
const finished = (status: string) => event({ case: "toolFinished", value: { requestId: id, status } as never });

const begun = new TestRun().snapshot;
const runAfter = (...events: readonly RunEvent[]): RunSnapshot => {
  let run = begun;
  for (const one of events) {
    const next = take(run, one);
    if (!next) throw new Error(`refused ${one.event.case}`);
    run = next;
  }
  return run;
};
const waits = (run: RunSnapshot) => pendingOf(run, id)?.waitsFor;

describe("a tool request that waits", () => {
  it.each([
    [{}, WaitsFor.EXECUTION],
    [{ requiresUserConfirm: true }, WaitsFor.DECISION],
    [{ clientExecuted: true }, WaitsFor.CLIENT],
    [{ clientExecuted: true, requiresUserConfirm: true }, WaitsFor.DECISION],
  ])("made as %j waits for %i", (kind, expected) => {
    expect(waits(runAfter(asked(kind)))).toBe(expected);
  });

  it("waits, once it is allowed, for whoever runs it", () => {
    expect(waits(runAfter(asked({ requiresUserConfirm: true }), decided(ALLOW)))).toBe(WaitsFor.EXECUTION);
    const client = { requiresUserConfirm: true, clientExecuted: true };
    expect(waits(runAfter(asked(client), decided(ALLOW)))).toBe(WaitsFor.CLIENT);
  });

  it("is asked for once", () => {
    expect(canTake(runAfter(asked()), asked())).toBe(false);
  });

  it.each([{ toolName: "vault.import" }, { paramsDigest: "e".repeat(64) }])(
    "is allowed only as it was shown: %j",
    (other) => {
      const run = runAfter(asked({ requiresUserConfirm: true }));
      for (const decision of [ALLOW, ALWAYS]) expect(canTake(run, decided(decision, other))).toBe(false);
    },
  );

  it("is allowed once", () => {
    const run = runAfter(asked({ requiresUserConfirm: true }), decided(ALLOW));
    for (const decision of [ALLOW, ALWAYS, DENY]) expect(canTake(run, decided(decision))).toBe(false);
  });

  it("does not begin while it waits for a decision, nor ever when a client runs it", () => {
    expect(canTake(runAfter(asked({ requiresUserConfirm: true })), started)).toBe(false);
    expect(canTake(runAfter(asked({ clientExecuted: true })), started)).toBe(false);
  });

  it("has one result", () => {
    const run = runAfter(asked(), started);
    expect(canTake(take(run, finished("OK"))!, finished("OK"))).toBe(false);
    expect(canTake(runAfter(asked()), finished("OK"))).toBe(false);
    expect(canTake(run, finished("REFUSED"))).toBe(false);
  });

  it("that changes something begins once; a read may begin again until it has a result", () => {
    expect(canTake(runAfter(asked(), started), started)).toBe(true);
    expect(canTake(runAfter(asked({ mutating: true }), started), started)).toBe(false);
  });

  it("that may or may not have acted stays until a person looked, and then is gone", () => {
    const run = runAfter(asked({ mutating: true }), started, finished("OUTCOME_UNKNOWN"));
    expect(waits(run)).toBe(WaitsFor.REVIEW);
    for (const next of [started, finished("OK"), finished("OUTCOME_UNKNOWN"), decided(ALLOW), decided(DENY)])
      expect(canTake(run, next)).toBe(false);
    expect(take(run, decided(ACKNOWLEDGE))?.pending).toEqual([]);
  });

  it("that nobody can have begun has no unknown outcome", () => {
    expect(canTake(runAfter(asked({ clientExecuted: true })), finished("OUTCOME_UNKNOWN"))).toBe(false);
  });

  it("of a journal from before decisions were recorded begins without one", () => {
    const old = event({ case: "toolRequested", value: { requestId: id, requiresUserConfirm: true } as never });
    expect(waits(runAfter(old, started))).toBe(WaitsFor.EXECUTION);
    expect(runAfter(old, started, finished("OK")).pending).toEqual([]);
  });

  it("that was declined never begins, whatever the journal then says", () => {
    const kinds = fc.record({
      requiresUserConfirm: fc.boolean(),
      clientExecuted: fc.boolean(),
      mutating: fc.boolean(),
    });
    const later = fc.constantFrom(
      started,
      ...["OK", "EMPTY", "ERROR", "REFUSED", "OUTCOME_UNKNOWN"].map(finished),
      ...ToolDecisionSchema.values.map(({ number }) => decided(number as ToolDecision)),
    );
    fc.assert(
      fc.property(kinds, fc.array(later, { maxLength: 12 }), (kind, events) => {
        let run = runAfter(asked(kind), decided(DENY), finished("REFUSED"));
        for (const one of events) {
          expect(canTake(run, one)).toBe(false);
          run = take(run, one) ?? run;
        }
      }),
    );
  });

  it("has at most one result and one decision, in every order of events that the machine takes", () => {
    const kinds = fc.record({
      requiresUserConfirm: fc.boolean(),
      clientExecuted: fc.boolean(),
      mutating: fc.boolean(),
    });
    const any = fc.constantFrom(
      started,
      ...["OK", "EMPTY", "ERROR", "REFUSED", "OUTCOME_UNKNOWN"].map(finished),
      ...[ALLOW, DENY, ALWAYS, ACKNOWLEDGE].map((decision) => decided(decision)),
    );
    fc.assert(
      fc.property(kinds, fc.array(any, { maxLength: 20 }), (kind, events) => {
        let run = runAfter(asked(kind));
        const taken: RunEvent[] = [];
        for (const one of events) {
          const next = take(run, one);
          if (next) taken.push(one);
          run = next ?? run;
        }
        const count = (name: string, where: (value: never) => boolean = () => true) =>
          taken.filter(({ event: { case: is, value } }) => is === name && where(value as never)).length;
        expect(count("toolFinished")).toBeLessThanOrEqual(1);
        expect(
          count("toolDecided", ({ decision }: { decision: ToolDecision }) => decision === ALLOW || decision === ALWAYS),
        ).toBeLessThanOrEqual(1);
        if (kind.mutating) expect(count("toolStarted")).toBeLessThanOrEqual(1);
        if (kind.clientExecuted) expect(count("toolStarted")).toBe(0);
        const allowed = count("toolDecided", ({ decision }: { decision: ToolDecision }) => decision !== DENY);
        if (kind.requiresUserConfirm && allowed === 0) expect(count("toolStarted")).toBe(0);
      }),
    );
  });
});

describe("a grant", () => {
  const always = (until: string) => decided(ALWAYS, { grantExpiresAtIso: until });

  it("is given with ALWAYS, holds until the instant it names, and ends when it is revoked", () => {
    const run = runAfter(asked({ requiresUserConfirm: true }), always("2026-01-02T00:00:00.000Z"));
    expect(grantsAt(run, "2026-01-01T23:59:59.999Z")).toEqual(["vault.search"]);
    expect(grantsAt(run, "2026-01-02T00:00:00.000Z")).toEqual([]);
    const revoked = event({ case: "toolGrantRevoked", value: { toolName: "vault.search" } as never });
    expect(take(run, revoked)?.toolGrants).toEqual([]);
    expect(canTake(runAfter(asked()), revoked)).toBe(false);
  });

  it("is not given with ALLOW", () => {
    expect(runAfter(asked({ requiresUserConfirm: true }), decided(ALLOW)).toolGrants).toEqual([]);
  });
});

describe("a suspended turn", () => {
  const turn = event({ case: "turnStarted", value: { turnId: "turn:1" } as never });
  const suspended = event({
    case: "turnSuspended",
    value: { turnId: "turn:1", requestIds: [id, "toolreq:2"] } as never,
  });
  const resumed = event({ case: "turnResumed", value: { turnId: "turn:1" } as never });

  it("goes on only when everything it waited for has come to something", () => {
    let run = runAfter(turn, asked({ clientExecuted: true }), asked({ clientExecuted: true }, "toolreq:2"), suspended);
    expect(canTake(run, resumed)).toBe(false);
    run = take(run, finished("OK"))!;
    expect(run.suspendedTurn?.requestIds).toEqual(["toolreq:2"]);
    expect(canTake(run, resumed)).toBe(false);
    run = take(run, event({ case: "toolFinished", value: { requestId: "toolreq:2", status: "REFUSED" } as never }))!;
    expect(take(run, resumed)).toMatchObject({ turnId: "turn:1", suspendedTurn: undefined });
  });

  it("that something else has taken the place of does not go on", () => {
    const run = runAfter(
      turn,
      asked({ clientExecuted: true }),
      suspended,
      event({ case: "turnEnded", value: { turnId: "turn:1", outcome: "superseded" } as never }),
    );
    expect(run.suspendedTurn).toBeUndefined();
    expect(canTake(take(run, finished("OK"))!, resumed)).toBe(false);
  });
});
