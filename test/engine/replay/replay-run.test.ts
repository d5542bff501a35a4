import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { rulesVersion } from "../../../src/run/rules.ts";
import { gate, heldBy } from "../sample-tools.ts";
import { final, lawSearch, tools, vaultSearch } from "../scripted-model.ts";
import { failureOf, TestEngine } from "../support.ts";
import { replayed } from "./support.ts";

const asRecorded = { difference: undefined, taken: [] };

describe("a run derived again from its own journal", () => {
  it("comes out byte for byte, from its creation to its end", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.DRAFT);
    await run.settle();
    await run.advance();
    const report = await replayed(test, run.runId);
    expect(report).toMatchObject({ ...asRecorded, runId: run.runId, derived: report.events });
    expect(report.events).toBe(run.context.eventCount);
    expect(report.artifacts).toBeGreaterThan(30);
  });

  it("comes out with the turns of its model: searches, proposals, refusals, failures", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    test.model.say(tools(vaultSearch("opleiding", "slot:1"), lawSearch("goed werkgever")), final({ message: "Twee." }));
    await run.guide({ userPrompt: "Zoek de toezegging." });
    test.model.say(() => "no envelope at all");
    await failureOf(run.guide({ expectedVersion: "" }));
    test.model.say(() => {
      throw new Error("away");
    });
    await failureOf(run.guide({ expectedVersion: "" }));
    await run.refresh();
    test.model.say(final({ message: "Zonder." }));
    await run.guide({ skipTools: true, userPrompt: "Zonder zoeken." });
    test.model.say(tools(lawSearch("goed werkgever")), final());
    await run.guide({ allowedTools: ["lawbot.search"], requireTool: true });
    const report = await replayed(test, run.runId);
    expect(report).toMatchObject({ ...asRecorded, derived: report.events });
  });

  it("comes out from where these rules decide; what others decided is taken as recorded, and listed", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.EVIDENCE_BINDING);
    const older = run.context.eventCount;
    Object.assign(test.parts, { registerDigest: "b".repeat(64) });
    await test.restart();
    await run.settle();
    await run.advance();
    const { taken, difference, events, derived } = await replayed(test, run.runId, { registerDigest: "b".repeat(64) });
    expect(difference).toBeUndefined();
    expect(taken.map(({ seq }) => seq)).toEqual(Array.from({ length: older + 1 }, (_, at) => at + 1));
    expect(new Set(taken.map(({ why }) => why))).toEqual(
      new Set([
        `recorded under rules ${rulesVersion} with another register of law names`,
        "the run was taken over by newer rules here",
      ]),
    );
    expect(derived).toBe(events - older - 1);
    const all = await replayed(test, run.runId, { registerDigest: "c".repeat(64) });
    expect(all).toMatchObject({ difference: undefined, derived: 0 });
  });

  it("comes out with pins, notes, rewinds, rejected items and a new revision", async () => {
    const test = await TestEngine.open();
    const run = await test.newRun();
    await run.pin("vault:letter-a");
    await run.pin("law:BWBR0005290/7:611@2026-01-05").catch(() => undefined);
    await run.to(S.EVIDENCE_BINDING);
    await run.pin("vault:letter-b", "slot:1");
    await run.unpin("vault:letter-a");
    await run.rewind(S.SKELETON);
    await run.to(S.DRAFT);
    await run.settle();
    await run.advance();
    await run.rewind(S.DRAFT);
    await run.settle();
    await run.advance();
    const report = await replayed(test, run.runId);
    expect(report).toMatchObject({ ...asRecorded, derived: report.events });
  });

  it("comes out with proposals that were merged, quotes of a user's turn among them", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.SKELETON);
    const one = { sections: [{ title: "Eerst", claims: [{ text: "De werkgever schreef dat hij betaalt." }] }] };
    const two = { sections: [{ title: "Daarna", claims: [{ text: "De werknemer vroeg daarom." }] }] };
    await run.propose({ case: "skeleton", value: one });
    await run.propose({ case: "skeleton", value: two }, { merge: true });
    expect(run.context.items).toHaveLength(2);
    await run.to(S.SPAN_RESOLUTION);
    const bindingId = (await run.material()).needMap?.bindings[0]?.bindingId ?? "";
    const locator = { docUid: "letter-a", exactQuote: "wij betalen uw opleiding volledig" };
    const spans = [{ bindingId, span: { case: "locator", value: locator } as const }];
    await run.propose({ case: "citationLedger", value: { spans } }, { merge: true });
    const report = await replayed(test, run.runId);
    expect(report).toMatchObject({ ...asRecorded, derived: report.events });
  });

  it("comes out where the server was stopped in the middle of a turn", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    const held = gate();
    test.tools.instead(heldBy(held));
    test.model.say(tools(vaultSearch("opleiding", "slot:1")));
    const answer = run.guide();
    await held.arrived;
    test.engine.stop();
    await failureOf(answer);
    await test.restart();
    held.open();
    await run.refresh();
    await run.execute(run.context.pendingToolRequests[0]?.requestId ?? "");
    const waiting = gate();
    test.model.say(async (request, signal) => {
      await waiting.wait();
      return final()(request, signal);
    });
    const second = run.guide();
    await waiting.arrived;
    test.engine.stop();
    await failureOf(second);
    await test.restart();
    await run.refresh();
    await run.pin("vault:letter-a");
    const report = await replayed(test, run.runId);
    expect(report).toMatchObject({ ...asRecorded, derived: report.events });
  });

  it("comes out of a record that ends in the middle of a turn", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    const held = gate();
    test.model.say(tools(vaultSearch("opleiding", "slot:1")), async (request, signal) => {
      await held.wait();
      return final()(request, signal);
    });
    const answer = run.guide();
    await held.arrived;
    const report = await replayed(test, run.runId);
    expect(report).toMatchObject({ ...asRecorded, derived: report.events });
    held.open();
    await answer;
  });

  it("comes out where tools of a user ended in another order than they began", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    const params = { params: { case: "vaultSearch", value: { query: "opleiding" } } } as const;
    const first = (await run.requestTool("vault.search", params)).request?.id ?? "";
    const second = (await run.requestTool("vault.search", params)).request?.id ?? "";
    const held = gate();
    test.tools.instead(heldBy(held));
    const slow = run.execute(first);
    await held.arrived;
    await run.execute(second);
    held.open();
    await slow;
    const report = await replayed(test, run.runId);
    expect(report).toMatchObject({ ...asRecorded, derived: report.events });
  });
});
