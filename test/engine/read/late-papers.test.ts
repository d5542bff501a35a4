import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CreateRunRequestSchema } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { paperOf } from "../../../src/run/choices.ts";
import { RunDriver } from "../run-driver.ts";
import { TestEngine } from "../support.ts";

/** A run on its way, into whose strand papers come by name. */
const opened = async () => {
  const test = await TestEngine.open();
  const run = await test.newRun();
  const comes = (evidenceId: string): void => {
    const importedAtIso = new Date(test.parts.clock.now()).toISOString();
    test.directory.came.push({ evidenceId, title: evidenceId, day: "", importedAtIso });
  };
  const late = async (of = run): Promise<string[]> => {
    const papers = await test.views.latePapers(of.runId, new AbortController().signal);
    return papers.map(({ evidenceId }) => evidenceId);
  };
  return { test, run, comes, late };
};

// Every stranger that walked met it: a paper that was imported a day after the passages were chosen stood on no screen, and changed the case.
describe("papers that came after the passages of a run were chosen", () => {
  it("are told from when its passages are chosen on, what came last first, and stay told in every later stage", async () => {
    const { run, comes, late } = await opened();
    comes("vault:early");
    await run.to(S.SKELETON);
    comes("vault:before");
    expect(await late()).toEqual([]);
    await run.to(S.EVIDENCE_NEEDS);
    expect(await late()).toEqual([]);
    comes("vault:tuesday");
    comes("vault:wednesday");
    for (const state of [S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION, S.DRAFT]) {
      await run.to(state);
      expect([state, await late()]).toEqual([state, ["vault:wednesday", "vault:tuesday"]]);
    }
  });

  it("are not those that the run rests on or that a person pinned", async () => {
    const { run, comes, late } = await opened();
    await run.to(S.EVIDENCE_NEEDS);
    comes("vault:letter-b");
    expect(await late()).toEqual(["vault:letter-b"]);
    await run.pin("vault:letter-b");
    expect(await late()).toEqual([]);
    await run.to(S.SPAN_RESOLUTION);
    const { bindings = [] } = (await run.material()).needMap ?? {};
    const papers = new Set(bindings.flatMap((one) => paperOf(one) ?? []));
    expect(papers.size).toBeGreaterThan(0);
    for (const evidenceId of [...papers, "vault:unread"]) comes(evidenceId);
    expect(await late()).toEqual(["vault:unread"]);
  });

  // A stranger went back to change a passage, and was told no more of a mail that took her claim back.
  it("stay told after any step back, however often the run goes on from its passages", async () => {
    const { run, comes, late } = await opened();
    await run.to(S.DRAFT);
    comes("vault:late");
    for (const back of [S.SPAN_RESOLUTION, S.EVIDENCE_BINDING, S.EVIDENCE_NEEDS]) {
      await run.rewind(back);
      expect(await late()).toEqual(["vault:late"]);
      await run.to(S.DRAFT);
      expect(await late()).toEqual(["vault:late"]);
    }
  });

  it("wait for the passages where a step back goes further than these", async () => {
    const { run, comes, late } = await opened();
    await run.to(S.EVIDENCE_BINDING);
    comes("vault:late");
    await run.rewind(S.SKELETON);
    expect(await late()).toEqual([]);
    await run.to(S.EVIDENCE_BINDING);
    expect(await late()).toEqual(["vault:late"]);
  });

  it("are counted in a fork from when it chooses itself, in a strand that it shares", async () => {
    const { test, run, comes, late } = await opened();
    await run.to(S.EVIDENCE_BINDING);
    comes("vault:late");
    const request = { idempotencyKey: "fork", fork: { runId: run.runId, change: "anders" } };
    const { runContext } = await test.engine.create(create(CreateRunRequestSchema, request));
    const fork = await new RunDriver(() => test.engine, runContext!, "fork").to(S.EVIDENCE_NEEDS);
    comes("vault:later");
    expect([await late(fork), await late()]).toEqual([["vault:later"], ["vault:later", "vault:late"]]);
  });

  it("are the same for a server that folds the journal anew", async () => {
    const { test, run, comes, late } = await opened();
    await run.to(S.DRAFT);
    comes("vault:late");
    await test.restart();
    expect(await late()).toEqual(["vault:late"]);
  });
});
