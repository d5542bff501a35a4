import { create } from "@bufbuild/protobuf";
import { describe, expect, it, vi } from "vitest";
import { ErasureReason } from "../../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { CommitErasureRequestSchema, ErasureTargetSchema } from "../../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { LawErasurePlanSchema } from "../../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { VaultErasurePlanSchema } from "../../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import { Erasures } from "../../../src/engine/erase/erasures.ts";
import { erasureStream } from "../../../src/engine/run/erased.ts";
import type { DocumentEraser, LawEraser } from "../../../src/engine/run/ports.ts";
import { DomainError, type Reason } from "../../../src/error.ts";
import { nobodyElse } from "../erase-run.ts";
import { TestEngine } from "../support.ts";

const { signal } = new AbortController();
const docUid = "d".repeat(64);
const target = create(ErasureTargetSchema, { target: { case: "docUid", value: docUid }, withRuns: true });

/** A Vault that has one document, and answers the next calls to erase it with these reasons before it does. */
const vaultFailing = (...reasons: Reason[]) => {
  const calls: string[] = [];
  const vault: DocumentEraser = {
    plan: () => Promise.resolve(create(VaultErasurePlanSchema, { documents: [{ docUid }], digest: "v".repeat(64) })),
    commit: ({ idempotencyKey }) => {
      calls.push(idempotencyKey);
      const reason = reasons.shift();
      return reason ? Promise.reject(new DomainError(reason, "as the test says")) : Promise.resolve([docUid]);
    },
  };
  return { vault, calls };
};

/** An engine with a run that names the document, as a person pinned it. */
const withRun = async (named = `vault:${docUid}`) => {
  const test = await TestEngine.open();
  const run = await test.newRun("a");
  const value = { goal: `Antwoord op ${named}.` };
  await run.propose({ case: "intentSeed", value } as never).catch(() => undefined);
  return { test, run };
};

const request = async (erasures: Erasures) =>
  create(CommitErasureRequestSchema, {
    target,
    planDigest: (await erasures.plan(target, signal)).digest,
    reason: ErasureReason.MISTAKE,
    idempotencyKey: "k",
  });

describe("an erasure that the Vault has a part in", () => {
  it("stays open while the Vault is away, leaves the runs as they are, and is ended by the next start", async () => {
    const { test, run } = await withRun();
    const { vault, calls } = vaultFailing("UPSTREAM_UNAVAILABLE", "UPSTREAM_UNAVAILABLE");
    const erasures = new Erasures(test.engine.runs, { ...nobodyElse, vault });
    await expect(erasures.commit(await request(erasures), signal)).rejects.toMatchObject({
      reason: "UPSTREAM_UNAVAILABLE",
    });
    expect((await test.engine.runs.load(run.runId)).snapshot.runId).toBe(run.runId);
    expect(await erasures.recover(signal)).toBe(0);
    expect(await erasures.recover(signal)).toBe(1);
    await expect(test.engine.runs.load(run.runId)).rejects.toMatchObject({ reason: "ERASED" });
    expect(new Set(calls).size).toBe(1);
    expect(await erasures.recover(signal)).toBe(0);
  });

  it("erases the runs too where the Vault says that the document is gone already, as after a crash between the two", async () => {
    const { test, run } = await withRun();
    const erasures = new Erasures(test.engine.runs, { ...nobodyElse, vault: vaultFailing("ERASED").vault });
    expect(await erasures.commit(await request(erasures), signal)).toMatchObject({
      runIds: [run.runId],
      docUids: [docUid],
    });
  });

  it.each(["PLAN_CHANGED", "DOCUMENT_NOT_FOUND"] as const)(
    "takes no run where the Vault refuses with %s, and goes on with nothing at the next start",
    async (refusal) => {
      const { test, run } = await withRun();
      const erasures = new Erasures(test.engine.runs, { ...nobodyElse, vault: vaultFailing(refusal).vault });
      await expect(erasures.commit(await request(erasures), signal)).rejects.toMatchObject({ reason: refusal });
      expect(await erasures.recover(signal)).toBe(0);
      expect((await test.engine.runs.load(run.runId)).snapshot.runId).toBe(run.runId);
    },
  );

  it("keeps no server from starting while it cannot be ended", async () => {
    const { test } = await withRun();
    const erasures = new Erasures(test.engine.runs, {
      ...nobodyElse,
      vault: vaultFailing("UPSTREAM_UNAVAILABLE", "UNSUPPORTED", "DATA_LOSS").vault,
    });
    await expect(erasures.commit(await request(erasures), signal)).rejects.toMatchObject({
      reason: "UPSTREAM_UNAVAILABLE",
    });
    for (const ended of [0, 0, 1]) expect(await erasures.recover(signal)).toBe(ended);
  });

  it("tells it in an event of ids, counts and digests alone", async () => {
    const { test } = await withRun();
    const erasures = new Erasures(test.engine.runs, { ...nobodyElse, vault: vaultFailing().vault });
    await erasures.commit(await request(erasures), signal);
    const { store, owner } = test.parts;
    const [event, ...more] = await store.read(owner, erasureStream);
    expect(more).toEqual([]);
    expect(event?.type).toBe("runErased");
    expect(Buffer.from(event?.body ?? []).toString("latin1")).not.toContain("Antwoord");
  });

  it("erases a text of LawBot, and the runs that name it where that is asked for", async () => {
    const { test, run } = await withRun("law:BWBR0002458@2000-01-01#/Artikel1");
    const asked: string[] = [];
    const laws: LawEraser = {
      plan: async (of) => create(LawErasurePlanSchema, { docUid: of.docUid, digest: "f".repeat(64) }),
      commit: async (of) => void asked.push(`${of.docUid} ${of.planDigest.slice(0, 1)}`),
    };
    const erasures = new Erasures(test.engine.runs, { ...nobodyElse, laws });
    const lawDocUid = "BWBR0002458@2000-01-01";
    const of = (withRuns: boolean) =>
      create(ErasureTargetSchema, { target: { case: "lawDocUid", value: lawDocUid }, withRuns });
    expect((await erasures.plan(of(false), signal)).remainingRuns.map(({ runId }) => runId)).toEqual([run.runId]);
    const plan = await erasures.plan(of(true), signal);
    expect(plan.runs.map(({ runId }) => runId)).toEqual([run.runId]);
    const answer = await erasures.commit(
      create(CommitErasureRequestSchema, {
        target: of(true),
        planDigest: plan.digest,
        reason: ErasureReason.OTHER,
        idempotencyKey: "law",
      }),
      signal,
    );
    expect(answer).toMatchObject({ runIds: [run.runId], docUids: [], lawDocUids: [lawDocUid] });
    expect(asked).toEqual([`${lawDocUid} f`]);
    await expect(test.engine.runs.load(run.runId)).rejects.toMatchObject({ reason: "ERASED" });
  });
});

// A plan was derived a second time when it was committed: half of what an erasure of a run reads.
describe("the plan of an erasure that is committed", () => {
  const planned = async () => {
    const { test, run } = await withRun();
    const { vault } = vaultFailing();
    const plan = vi.fn(vault.plan);
    const erasures = new Erasures(test.engine.runs, { ...nobodyElse, vault: { ...vault, plan } });
    const asked = await request(erasures);
    const { store } = test.engine.runs.parts;
    return { run, erasures, asked, plan, read: vi.spyOn(store, "getBlob"), sized: vi.spyOn(store, "blobSize") };
  };

  it("is the one that was shown, where nothing has changed since: no artifact is read for it again", async () => {
    const { run, erasures, asked, read, sized } = await planned();
    expect(await erasures.commit(asked, signal)).toMatchObject({ runIds: [run.runId] });
    expect([read.mock.calls.length, sized.mock.calls.length]).toEqual([0, 0]);
  });

  it("is made anew where an event came meanwhile, or where the Vault says otherwise, and then refuses", async () => {
    const { run, erasures, asked, sized } = await planned();
    await run.propose({ case: "intentSeed", value: { goal: "Een ander doel" } });
    await expect(erasures.commit(asked, signal)).rejects.toMatchObject({ reason: "PLAN_CHANGED" });
    expect(sized).toHaveBeenCalled();

    const other = await planned();
    other.plan.mockImplementation(async () =>
      create(VaultErasurePlanSchema, { documents: [{ docUid }], digest: "w".repeat(64) }),
    );
    await expect(other.erasures.commit(other.asked, signal)).rejects.toMatchObject({ reason: "PLAN_CHANGED" });
  });

  it("is refused where another target is named with its digest", async () => {
    const { erasures, asked } = await planned();
    const elsewhere = create(ErasureTargetSchema, { ...target, withRuns: false });
    await expect(erasures.commit({ ...asked, target: elsewhere }, signal)).rejects.toMatchObject({
      reason: "PLAN_CHANGED",
    });
  });
});
