import { type DescMessage, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  AdvanceResponseSchema,
  ConfirmResponseSchema,
  CreateRunResponseSchema,
  ExecuteToolRequestResponseSchema,
  GuideResponseSchema,
  PinEvidenceResponseSchema,
  ProposeResponseSchema,
  RewindResponseSchema,
  UnpinEvidenceResponseSchema,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState, RunLifecycle, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { RequestToolResponseSchema } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { paramsOf } from "./support/matrix-case.ts";
import { reasonOf, refusalOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import type { TestServer } from "./support/server.ts";
import { proposalFor } from "./support/small-case.ts";
import { startSmallServer } from "./support/small-server.ts";
import { type StandInServer, startStandIn } from "./support/stand-in.ts";

const { INTENT_SEED, SKELETON, EVIDENCE_NEEDS, SPAN_RESOLUTION, DRAFT } = OrchestratorState;
const { OPEN, PROPOSED, CONFIRMED } = StagePhase;

let server: TestServer;
let docUid: string;
beforeAll(async () => {
  ({ server, docUid } = await startSmallServer());
});
afterAll(() => server.stop());

const at = async (state: OrchestratorState, phase: StagePhase): Promise<RunDriver> =>
  (await RunDriver.create(server)).park(docUid, state, phase);

/** A command prepared so that it can be sent as often as one likes, and with another payload under the same key. */
interface Prepared {
  readonly run: RunDriver;
  readonly send: (change?: { other?: boolean; version?: string; newKey?: boolean }) => Promise<Uint8Array>;
  /** Events that one such command records. */
  readonly events: number;
}

const bytesOf = async <D extends DescMessage>(schema: D, call: Promise<unknown>): Promise<Uint8Array> =>
  toBinary(schema, (await call) as never);

type Build = () => Promise<Prepared>;

const command = (run: RunDriver) => {
  const { runId, idempotencyKey, expectedVersion } = run.command();
  return ({ version, newKey }: { version?: string; newKey?: boolean } = {}) => ({
    runId,
    idempotencyKey: newKey ? key() : idempotencyKey,
    expectedVersion: version ?? expectedVersion,
  });
};

const builds: Readonly<Record<string, Build>> = {
  Propose: async () => {
    const run = await at(SKELETON, OPEN);
    const head = command(run);
    const proposal = await proposalFor(SKELETON, { driver: run, docUid });
    const send: Prepared["send"] = (change = {}) =>
      bytesOf(
        ProposeResponseSchema,
        server.orchestrator.propose({ ...head(change), proposal, confirm: change.other ?? false }),
      );
    return { run, send, events: 1 };
  },
  "Propose with a quote to resolve": async () => {
    const run = await at(SPAN_RESOLUTION, OPEN);
    const head = command(run);
    const proposal = await proposalFor(SPAN_RESOLUTION, { driver: run, docUid });
    const send: Prepared["send"] = (change = {}) =>
      bytesOf(
        ProposeResponseSchema,
        server.orchestrator.propose({ ...head(change), proposal, confirm: change.other ?? false }),
      );
    // A turn of its own: started, tool requested, started and finished, evidence issued, the proposal, ended.
    return { run, send, events: 0 };
  },
  Confirm: async () => {
    const run = await at(SKELETON, PROPOSED);
    const head = command(run);
    const { proposalDigest, items } = run.decisions();
    const send: Prepared["send"] = (change = {}) =>
      bytesOf(
        ConfirmResponseSchema,
        server.orchestrator.confirm({
          ...head(change),
          proposalDigest,
          items: items.map((item) => (change.other ? { ...item, decision: ItemDecision.REJECT } : item)),
        }),
      );
    return { run, send, events: 1 };
  },
  Advance: async () => {
    const run = await at(INTENT_SEED, CONFIRMED);
    const head = command(run);
    const send: Prepared["send"] = (change = {}) => {
      const expectedVersion = change.other ? "another" : head(change).expectedVersion;
      return bytesOf(AdvanceResponseSchema, server.orchestrator.advance({ ...head(change), expectedVersion }));
    };
    return { run, send, events: 1 };
  },
  Rewind: async () => {
    const run = await at(DRAFT, OPEN);
    const head = command(run);
    const send: Prepared["send"] = (change = {}) =>
      bytesOf(
        RewindResponseSchema,
        server.orchestrator.rewind({ ...head(change), toState: change.other ? INTENT_SEED : SKELETON }),
      );
    return { run, send, events: 1 };
  },
  PinEvidence: async () => {
    const run = await at(SKELETON, OPEN);
    const head = command(run);
    const send: Prepared["send"] = (change = {}) =>
      bytesOf(
        PinEvidenceResponseSchema,
        server.orchestrator.pinEvidence({
          ...head(change),
          evidenceId: `vault:${docUid}`,
          note: change.other ? "b" : "a",
        }),
      );
    return { run, send, events: 2 };
  },
  UnpinEvidence: async () => {
    const run = await at(SKELETON, OPEN);
    const head = command(run);
    const send: Prepared["send"] = (change = {}) =>
      bytesOf(
        UnpinEvidenceResponseSchema,
        server.orchestrator.unpinEvidence({ ...head(change), evidenceId: `vault:${change.other ? "b" : docUid}` }),
      );
    return { run, send, events: 2 };
  },
  Guide: async () => {
    const run = await at(SKELETON, OPEN);
    const head = command(run);
    const send: Prepared["send"] = (change = {}) =>
      bytesOf(
        GuideResponseSchema,
        server.orchestrator.guide({ ...head(change), userPrompt: change.other ? "No." : "Go on." }),
      );
    // Started, one attempt, the proposal, ended.
    return { run, send, events: 4 };
  },
  RequestTool: async () => {
    const run = await at(EVIDENCE_NEEDS, PROPOSED);
    const head = command(run);
    const send: Prepared["send"] = (change = {}) =>
      bytesOf(
        RequestToolResponseSchema,
        server.tools.requestTool({
          ...head(change),
          toolName: "vault.search",
          params: paramsOf("vault.search", docUid),
          reason: change.other ? "because" : "",
        }),
      );
    return { run, send, events: 1 };
  },
  ExecuteToolRequest: async () => {
    const run = await at(EVIDENCE_NEEDS, PROPOSED);
    const params = paramsOf("vault.search", docUid);
    const { request } = await server.tools.requestTool({ ...run.command(), toolName: "vault.search", params });
    await run.read();
    const head = command(run);
    const send: Prepared["send"] = (change = {}) => {
      const { idempotencyKey, expectedVersion } = head(change);
      const call = { requestId: request?.id ?? "", idempotencyKey, expectedVersion, confirmed: change.other ?? false };
      return bytesOf(ExecuteToolRequestResponseSchema, server.orchestrator.executeToolRequest(call));
    };
    // Started, finished, the needs issued anew and so put forward anew.
    return { run, send, events: 4 };
  },
};

describe.each(Object.entries(builds))("%s", (_, build) => {
  it("answers ten concurrent calls under one key with equal bytes, and acts once", async () => {
    const { run, send, events } = await build();
    const before = run.context.eventCount;
    const answers = await Promise.all(Array.from({ length: 10 }, () => send()));
    for (const answer of answers) expect(Buffer.compare(answer, answers[0]!)).toBe(0);
    const after = await run.read();
    if (events > 0) expect(after.eventCount - before).toBe(events);
    expect(Buffer.compare(await send(), answers[0]!), "and gives that answer later too").toBe(0);
    expect((await run.read()).version).toBe(after.version);
  });

  it("refuses the same key for another payload, before and after it looks at the version", async () => {
    const { run, send } = await build();
    await send();
    const { version } = await run.read();
    expect(await reasonOf(send({ other: true }))).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(await reasonOf(send({ other: true, version }))).toBe("IDEMPOTENCY_KEY_REUSED");
    expect((await run.read()).version).toBe(version);
  });

  it("refuses a stale version with the current one, and nothing is recorded", async () => {
    const { run, send } = await build();
    const version = run.context.version;
    const refusal = await refusalOf(send({ version: `1-${"0".repeat(16)}`, newKey: true }));
    expect(refusal).toMatchObject({ code: "Aborted", reason: "RUN_VERSION_STALE" });
    expect(refusal?.message).toContain(version);
    expect((await run.read()).version).toBe(version);
  });
});

describe("ten callers who saw the same version", () => {
  it("and send ten different commands at once: one is taken, the others are told to read again", async () => {
    const run = await at(SKELETON, OPEN);
    const proposal = await proposalFor(SKELETON, { driver: run, docUid });
    const calls = Array.from({ length: 10 }, () =>
      reasonOf(server.orchestrator.propose({ ...run.command(), proposal })),
    );
    const reasons = (await Promise.all(calls)).toSorted();
    expect(reasons).toEqual(["OK", ...Array.from({ length: 9 }, () => "RUN_VERSION_STALE")]);
    const before = run.context.eventCount;
    expect((await run.read()).eventCount).toBe(before + 1);
  });
});

describe("ten callers who finalise one draft at once", () => {
  it("finalise it once: one is answered, the others are told to read again, and there is one proof", async () => {
    const run = await at(DRAFT, CONFIRMED);
    const before = run.context.eventCount;
    const calls = Array.from({ length: 10 }, () => reasonOf(server.orchestrator.advance(run.command())));
    const reasons = (await Promise.all(calls)).toSorted();
    expect(reasons).toEqual(["OK", ...Array.from({ length: 9 }, () => "RUN_VERSION_STALE")]);
    const after = await run.read();
    expect([after.lifecycle, after.eventCount]).toEqual([RunLifecycle.FINALISED, before + 1]);
    const { events } = await server.audit.listEvents({ runId: run.runId, pageSize: 1000 });
    expect(events.filter(({ event }) => event?.event.case === "runFinalised")).toHaveLength(1);
    // Whoever read again is told that there is nothing left to finalise.
    expect(await reasonOf(server.orchestrator.advance(run.command()))).toBe("RUN_FINALISED");
  });
});

describe("CreateRun", () => {
  it("creates one run for ten concurrent calls under one key, and refuses the key for another run", async () => {
    const idempotencyKey = key();
    const title = `Once ${idempotencyKey}`;
    const send = (more = {}) =>
      bytesOf(CreateRunResponseSchema, server.orchestrator.createRun({ idempotencyKey, title, ...more }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => send()));
    for (const answer of answers) expect(Buffer.compare(answer, answers[0]!)).toBe(0);
    const { runs } = await server.orchestrator.listRuns({ pageSize: 1000 });
    expect(runs.filter((run) => run.title === title)).toHaveLength(1);
    expect(await reasonOf(send({ locale: "en" }))).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  it("keeps one key apart for creating a run and for commands on it", async () => {
    const idempotencyKey = key();
    const { runContext } = await server.orchestrator.createRun({ idempotencyKey });
    const { runId = "", version = "" } = runContext ?? {};
    const proposal = await proposalFor(INTENT_SEED, { docUid });
    const call = server.orchestrator.propose({ runId, idempotencyKey, expectedVersion: version, proposal });
    expect(await reasonOf(call)).toBe("OK");
  });
});

describe("while a turn is under way", () => {
  let standIn: StandInServer;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn.stop());

  it("every other writer gets RUN_BUSY, readers are served, and the same commands pass once it has ended", async () => {
    const run = await RunDriver.create(standIn);
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const begun = new Promise<void>((resolve) => {
      standIn.say = async () => {
        resolve();
        await held;
        return { case: "final", value: { message: "Done.", nextAction: run.context.nextAction?.label ?? "" } };
      };
    });
    const turn = standIn.orchestrator.guide({ ...run.command(), userPrompt: "Take your time." });
    await begun;
    const busy = await run.read();
    expect(busy.turnId).toMatch(/^turn:/);
    const proposal = await proposalFor(INTENT_SEED, { docUid });
    const goal = run.command();
    const refused = {
      propose: standIn.orchestrator.propose({ ...goal, proposal }),
      confirm: standIn.orchestrator.confirm({
        ...run.command(),
        proposalDigest: "0".repeat(64),
        items: [{ itemId: "intent", decision: ItemDecision.CONFIRM }],
      }),
      advance: standIn.orchestrator.advance(run.command()),
      pin: standIn.orchestrator.pinEvidence({ ...run.command(), evidenceId: "vault:x" }),
      unpin: standIn.orchestrator.unpinEvidence({ ...run.command(), evidenceId: "vault:x" }),
      guide: standIn.orchestrator.guide({ ...run.command(), userPrompt: "And this." }),
      tool: standIn.tools.requestTool({
        ...run.command(),
        toolName: "vault.import",
        params: paramsOf("vault.import", "a"),
      }),
      rewind: standIn.orchestrator.rewind({ ...run.command(), toState: INTENT_SEED }),
    };
    const reasons = Object.fromEntries(
      await Promise.all(Object.entries(refused).map(async ([name, call]) => [name, await reasonOf(call)] as const)),
    );
    expect(reasons).toEqual(Object.fromEntries(Object.keys(refused).map((name) => [name, "RUN_BUSY"])));
    expect((await run.read()).version).toBe(busy.version);
    finish();
    await turn;
    await run.read();
    const again = { ...goal, expectedVersion: run.context.version, idempotencyKey: key(), proposal };
    expect(await reasonOf(standIn.orchestrator.propose(again))).toBe("OK");
  });

  it("ten concurrent Guides under one key are one turn and one call of the model", async () => {
    const run = await RunDriver.create(standIn);
    let calls = 0;
    standIn.say = async () => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { case: "final", value: { message: "Done.", nextAction: run.context.nextAction?.label ?? "" } };
    };
    const request = { ...run.command(), userPrompt: "Once." };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => bytesOf(GuideResponseSchema, standIn.orchestrator.guide(request))),
    );
    for (const answer of answers) expect(Buffer.compare(answer, answers[0]!)).toBe(0);
    expect(calls).toBe(1);
  });
});
