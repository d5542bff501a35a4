import { setImmediate } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ProposeRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { RunDriver } from "./run-driver.ts";
import { gate } from "./sample-tools.ts";
import { final } from "./scripted-model.ts";
import { failureOf, owner, TestEngine } from "./support.ts";
import { importParams } from "./waiting-tools.ts";

const seconds = 1_000;

/** Several servers over one store, each with a timer that a test lets run. */
const servers = async () => {
  const time = { now: Date.UTC(2026, 0, 5) };
  const clock = { now: () => time.now };
  const store = await openMemoryStore({ clock });
  const counters = { id: 0 };
  const ids = { next: () => `01${String(++counters.id).padStart(24, "0")}` };
  const open = async (holder: string) => {
    const works: (() => Promise<void>)[] = [];
    const timer = (_: number, work: () => Promise<void>) => {
      works.push(work);
      return () => void works.splice(works.indexOf(work), 1);
    };
    const test = await TestEngine.open({ store, clock, ids, instance: { holder, timer } });
    const recovered = await test.engine.recover();
    /** What the timer does every few seconds. */
    const tick = async () => {
      for (const work of [...works]) await work();
    };
    return { test, tick, recovered, works };
  };
  return { store, open, time };
};

type Server = Awaited<ReturnType<Awaited<ReturnType<typeof servers>>["open"]>>;

const events = async ({ test }: Server, runId: string) =>
  (await test.engine.runs.events(runId, 1, 1_000)).map(({ event }) => event.event);
const ends = async (server: Server, runId: string) =>
  (await events(server, runId)).flatMap((event) => (event.case === "turnEnded" ? [event.value.outcome] : []));

/** A turn at server A whose model has not answered yet, and a server B. */
const thinking = async () => {
  const { store, open, time } = await servers();
  const [a, b] = [await open("a"), await open("b")];
  const run = await (await a.test.newRun()).to(S.EVIDENCE_NEEDS);
  const held = gate();
  a.test.model.say(async (request, signal) => {
    await held.wait();
    return final({ message: "Thought about it." })(request, signal);
  });
  const key = { idempotencyKey: "turn", expectedVersion: "" };
  const answer = run.guide(key);
  answer.catch(() => undefined);
  await held.arrived;
  const there = new RunDriver(() => b.test.engine, run.context, "there");
  return { store, open, time, a, b, run, there, held, key, answer };
};

describe("a turn at one of two servers", () => {
  it("is left alone by the other while its lease runs, and ends as it does", async () => {
    const { a, b, run, there, held, answer, time } = await thinking();
    time.now += 29 * seconds;
    await b.tick();
    expect(await ends(b, run.runId)).toEqual([]);
    expect(await failureOf(there.guide({ expectedVersion: "" }))).toMatchObject({ reason: "RUN_BUSY" });
    held.open();
    expect((await answer).conversationLog?.entries.at(-1)?.text).toBe("Thought about it.");
    expect(await ends(a, run.runId)).toEqual(["completed"]);
  });

  it("has its lease renewed for as long as it takes", async () => {
    const { a, b, run, held, answer, time } = await thinking();
    for (let waited = 0; waited < 300; waited += 25) {
      time.now += 25 * seconds;
      await a.tick();
      await b.tick();
    }
    expect(await ends(b, run.runId)).toEqual([]);
    held.open();
    await answer;
  });

  it("is left alone by a server that starts meanwhile", async () => {
    const { open, run } = await thinking();
    const c = await open("c");
    expect(c.recovered).toBe(0);
    expect(await ends(c, run.runId)).toEqual([]);
  });

  it("is ended by the other once its lease has run out, and what it brings then is refused by its fence", async () => {
    const { store, a, b, run, there, held, key, answer, time } = await thinking();
    time.now += 30 * seconds;
    await b.tick();
    expect(await ends(b, run.runId)).toEqual(["interrupted"]);
    const before = await store.head(owner, run.runId);
    held.open();
    expect(await failureOf(answer)).toMatchObject({
      reason: "FENCED",
      message: expect.stringContaining("another one ended"),
    });
    expect(await store.head(owner, run.runId)).toEqual(before);
    for (const server of [a, b]) {
      await server.tick();
      expect(await ends(server, run.runId)).toEqual(["interrupted"]);
    }
    expect(await failureOf(there.guide(key))).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE" });
    await there.refresh();
    await there.pin("vault:letter-a");
    expect((await store.verify()).damages).toEqual([]);
  });

  it("is ended though another one that was left cannot be", async () => {
    const { store, a, b, run, answer, time } = await thinking();
    const other = await (await a.test.newRun("create-2")).to(S.EVIDENCE_NEEDS);
    const held = gate();
    a.test.model.say(async (request, signal) => {
      await held.wait();
      return final({ message: "Too late." })(request, signal);
    });
    const late = other.guide({ idempotencyKey: "other", expectedVersion: "" });
    await held.arrived;
    time.now += 30 * seconds;
    const { commit } = b.test.parts.store;
    b.test.parts.store.commit = (change) =>
      change.stream === run.runId ? Promise.reject(new Error("no room")) : commit.call(store, change);
    await expect(b.tick()).rejects.toThrow("no room");
    expect(await ends(b, run.runId)).toEqual([]);
    expect(await ends(b, other.runId)).toEqual(["interrupted"]);
    for (const one of [answer, late]) one.catch(() => undefined);
  });

  it("is not brought back by a late renewal", async () => {
    const { a, b, run, held, answer, time } = await thinking();
    time.now += 30 * seconds;
    await b.tick();
    await a.tick();
    held.open();
    expect(await failureOf(answer)).toMatchObject({ reason: "FENCED" });
    expect(await ends(b, run.runId)).toEqual(["interrupted"]);
  });

  it("is ended by the other at once when its server was stopped, which then looks after nothing any more", async () => {
    const { a, b, run, answer } = await thinking();
    await a.test.engine.stop();
    expect(await failureOf(answer)).toMatchObject({ reason: "SERVER_DRAINING" });
    expect(a.works).toEqual([]);
    await b.tick();
    expect(await ends(b, run.runId)).toEqual(["interrupted"]);
  });

  it("is waited for by the same call at the other server, which is given the one answer", async () => {
    const { b, run, there, held, key, answer } = await thinking();
    const same = there.guide(key);
    same.catch(() => undefined);
    await setImmediate();
    held.open();
    expect(await same).toEqual(await answer);
    expect(await ends(b, run.runId)).toEqual(["completed"]);
  });

  it("is answered as interrupted to the same call at the other server once its own is gone", async () => {
    const { a, b, run, there, key, time } = await thinking();
    const same = failureOf(there.guide(key));
    await setImmediate();
    time.now += 30 * seconds;
    await b.tick();
    expect(await same).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE", message: expect.stringContaining("stopped") });
    expect(await ends(a, run.runId)).toEqual(["interrupted"]);
  });

  it("is one, whichever of two servers hears the same call at the same moment", async () => {
    const { open } = await servers();
    const [a, b] = [await open("a"), await open("b")];
    const run = await (await a.test.newRun()).to(S.EVIDENCE_NEEDS);
    for (const { test } of [a, b]) test.model.say(final({ message: "Once." }));
    const there = new RunDriver(() => b.test.engine, run.context, "there");
    const key = { idempotencyKey: "both", expectedVersion: run.context.version };
    const [one, two] = await Promise.all([run.guide(key), there.guide(key)]);
    expect(one).toEqual(two);
    expect(await ends(a, run.runId)).toEqual(["completed"]);
    expect((await events(a, run.runId)).filter((event) => event.case === "turnStarted")).toHaveLength(1);
  });

  it("leaves nothing behind when it has ended: the next one may be at the other server at once", async () => {
    const { b, run, there, held, answer } = await thinking();
    held.open();
    await answer;
    b.test.model.say(final({ message: "Here too." }));
    await there.refresh();
    expect((await there.guide()).conversationLog?.entries.at(-1)?.text).toBe("Here too.");
    expect(await ends(b, run.runId)).toEqual(["completed", "completed"]);
  });

  it("leaves no lease behind when it could not begin", async () => {
    const { open } = await servers();
    const [a, b] = [await open("a"), await open("b")];
    const run = await (await a.test.newRun()).to(S.EVIDENCE_NEEDS);
    const commit = a.test.parts.store.commit.bind(a.test.parts.store);
    a.test.parts.store.commit = (change) => (change.events ? Promise.reject(new Error("no room")) : commit(change));
    await expect(run.guide()).rejects.toThrow("no room");
    a.test.parts.store.commit = commit;
    const there = new RunDriver(() => b.test.engine, run.context, "there");
    b.test.model.say(final());
    await there.guide();
  });
});

describe("a command of one commit, at two servers at once", () => {
  it("is carried out once and answered at both", async () => {
    const { open } = await servers();
    const [a, b] = [await open("a"), await open("b")];
    const run = await a.test.newRun();
    const there = new RunDriver(() => b.test.engine, run.context, "there");
    const key = { idempotencyKey: "advance", expectedVersion: run.context.version };
    const before = (await events(a, run.runId)).length;
    const asked = {
      ...key,
      runId: run.runId,
      proposal: { proposal: { case: "intentSeed", value: { goal: "Once" } } },
    } as const;
    const [one, two] = await Promise.all(
      [run, there].map(({ engine }) => engine.propose(create(ProposeRequestSchema, asked))),
    );
    expect(one).toEqual(two);
    expect((await events(b, run.runId)).length).toBe(before + 1);
  });
});

describe("a call that only reads, left by a server that is gone", () => {
  it("runs again at the other one, and one result is recorded", async () => {
    const { open } = await servers();
    const [a, b] = [await open("a"), await open("b")];
    const run = await (await a.test.newRun()).to(S.EVIDENCE_NEEDS);
    const { request } = await run.requestTool("vault.search", {
      params: { case: "vaultSearch", value: { query: "notice" } },
    });
    const held = gate();
    const outcome = (summary: string) => ({ status: "OK", summary, refinedQuery: "", reason: "" }) as const;
    a.test.tools.instead(async () => {
      await held.wait();
      return outcome("too late");
    });
    b.test.tools.instead(async () => outcome("again"));
    const id = request?.id ?? "";
    const left = run.execute(id);
    await held.arrived;
    const there = new RunDriver(() => b.test.engine, run.context, "there");
    await there.refresh();
    expect((await there.execute(id)).toolResultLog?.results[0]?.summary).toBe("again");
    held.open();
    expect((await left).toolResultLog?.results[0]?.summary).toBe("again");
    const ended = (await events(a, run.runId)).filter((event) => event.case === "toolFinished");
    expect(ended).toHaveLength(1);
  });
});

describe("a call that may change something, at one of two servers", () => {
  const importing = async () => {
    const { open, time, store } = await servers();
    const [a, b] = [await open("a"), await open("b")];
    for (const { test } of [a, b]) test.tools.tools.push("vault.import");
    const run = await (await a.test.newRun()).to(S.EVIDENCE_NEEDS);
    const { request } = await run.requestTool("vault.import", importParams());
    const held = gate();
    const answer = { status: "OK", summary: "imported", refinedQuery: "", reason: "" } as const;
    a.test.tools.instead(async () => {
      await held.wait();
      return answer;
    });
    const id = request?.id ?? "";
    const done = run.execute(id, { confirmed: true });
    done.catch(() => undefined);
    await held.arrived;
    return { store, a, b, time, run, id, held, done, there: new RunDriver(() => b.test.engine, run.context, "there") };
  };
  const results = async (server: Server, runId: string) =>
    (await events(server, runId)).flatMap((event) => (event.case === "toolFinished" ? [event.value.status] : []));

  it("is not taken to be cut off while its lease runs, neither by the timer nor by who asks for it again", async () => {
    const { b, run, id, held, done, there, time } = await importing();
    time.now += 29 * seconds;
    await b.tick();
    await there.refresh();
    const joined = there.execute(id, { confirmed: true });
    joined.catch(() => undefined);
    expect(await results(b, run.runId)).toEqual([]);
    held.open();
    expect((await done).toolResultLog?.results[0]?.status).toBe(ToolResultStatus.OK);
    expect((await joined).toolResultLog).toEqual((await done).toolResultLog);
    expect(await results(b, run.runId)).toEqual(["OK"]);
  });

  it("gives whoever waits for it at the other server what that one records once its lease has run out", async () => {
    const { b, run, id, there, time } = await importing();
    await there.refresh();
    const joined = there.execute(id, { confirmed: true });
    joined.catch(() => undefined);
    await setImmediate();
    time.now += 30 * seconds;
    await b.tick();
    expect((await joined).toolResultLog?.results[0]?.status).toBe(ToolResultStatus.OUTCOME_UNKNOWN);
    expect(await results(b, run.runId)).toEqual(["OUTCOME_UNKNOWN"]);
  });

  it("is waited for by nobody once the server that was asked stops", async () => {
    const { b, id, there } = await importing();
    await there.refresh();
    const joined = failureOf(there.execute(id, { confirmed: true }));
    await setImmediate();
    await b.test.engine.stop();
    expect(await joined).toMatchObject({ reason: "RUN_BUSY" });
  });

  it("has an unknown outcome once its lease has run out, and what it brings then counts no more", async () => {
    const { a, b, run, held, done, time } = await importing();
    time.now += 30 * seconds;
    await b.tick();
    expect(await results(b, run.runId)).toEqual(["OUTCOME_UNKNOWN"]);
    held.open();
    expect((await done).toolResultLog?.results[0]?.status).toBe(ToolResultStatus.OUTCOME_UNKNOWN);
    await a.tick();
    expect(await results(a, run.runId)).toEqual(["OUTCOME_UNKNOWN"]);
  });
});
