import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { GuideRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { commandKey } from "../../src/engine/run/command-key.ts";
import type { DomainError } from "../../src/error.ts";
import { dyingStore } from "./dying-store.ts";
import { indexTwice } from "./index-rows.ts";
import type { RunDriver } from "./run-driver.ts";
import { final, tools, vaultSearch } from "./scripted-model.ts";
import { failureOf, owner, TestEngine } from "./support.ts";

const key = { idempotencyKey: "the-key", expectedVersion: "" };

/** Calls whose commits a crash may fall between. `commits` is how many they take. */
const calls: readonly [name: string, call: (test: TestEngine, run: RunDriver) => Promise<unknown>, commits: number][] =
  [
    [
      "a turn with a search and a proposal",
      (test, run) => {
        const add = [{ claimId: "claim:1", description: "Nog een stuk", kind: "SLOT_KIND_QUOTE" }];
        test.model.say(tools(vaultSearch("opleiding", "slot:1")), final({ proposal: { evidenceNeeds: { add } } }));
        return run.guide(key);
      },
      6,
    ],
    ["a pin", (_, run) => run.pin("vault:letter-a", "slot:1"), 1],
    [
      "a tool that the user runs",
      async (_, run) => {
        const { request } = await run.requestTool("vault.search", {
          params: { case: "vaultSearch", value: { query: "x" } },
        });
        return run.execute(request?.id ?? "", { idempotencyKey: "run-it" });
      },
      4,
    ],
  ];

const points = calls.flatMap(([name, call, commits]) =>
  (["before", "after"] as const).flatMap((when) =>
    Array.from({ length: commits }, (_, at) => ({ name, call, when, at: at + 1 })),
  ),
);

describe("a crash at any commit", () => {
  it.each(points)("$when commit $at of $name leaves a run that goes on", async ({ call, when, at }) => {
    const { store, dieAt, heal } = await dyingStore();
    const test = await TestEngine.open({ store });
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    dieAt(at, when);
    await failureOf(call(test, run));
    heal();

    expect(await test.restart()).toBeLessThanOrEqual(1);
    const context = await run.refresh();
    expect(context).toMatchObject({ turnId: "", state: S.EVIDENCE_NEEDS });
    // What was begun and not ended is still there to be run, once.
    for (const { requestId } of context.pendingToolRequests) {
      const { toolResultLog } = await run.execute(requestId);
      expect(toolResultLog?.results).toHaveLength(1);
    }
    const finished = (await test.engine.runs.events(run.runId, 1, 1_000)).flatMap(({ event: { event } }) =>
      event.case === "toolFinished" ? [event.value.requestId] : [],
    );
    expect(new Set(finished).size).toBe(finished.length);
    const { kept, derived } = await indexTwice(store);
    expect(derived).toEqual(kept);
    await run.to(S.DRAFT);
  });

  it("has the turn's key answered or free, never hanging", async () => {
    for (let at = 1; at <= 6; at++)
      for (const when of ["before", "after"] as const) {
        const { store, dieAt, heal } = await dyingStore();
        const test = await TestEngine.open({ store });
        const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
        dieAt(at, when);
        const [, call] = calls[0]!;
        await failureOf(call(test, run));
        heal();
        await test.restart();
        const { scope } = commandKey(
          { runId: run.runId, person: owner, tenant: owner },
          key.idempotencyKey,
          GuideRequestSchema,
          create(GuideRequestSchema),
        );
        const state = await store.idempotency(owner, scope);
        if (state) expect(state.answer).toBeDefined();
        const told = await run.guide(key).then(
          () => "answered",
          (error: DomainError) => error.reason,
        );
        expect(["answered", "UPSTREAM_UNAVAILABLE"]).toContain(told);
      }
  });
});
