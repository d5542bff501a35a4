import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { EventRecordSchema } from "../../gen/pincite/journal/v1/record_pb.ts";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { MemoProofSchema, ProofCode } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import {
  OrchestratorState,
  OrchestratorStateSchema,
  RunLifecycle,
  StagePhase,
} from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { projectRoot } from "../../scripts/import-rules.ts";
import { startPincite, verifyProof } from "../../src/main.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { signInFile, startIssuer, type TestIssuer } from "../access/support/issuer.ts";
import { cli } from "../cli/support/cli.ts";
import type { Forgery } from "../simulation/proof/forge.ts";
import { forged } from "../simulation/proof/forged.ts";
import { newFolder } from "../support/new-folder.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { RunDriver } from "./support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "./support/server.ts";
import { note, proposalFor, stages } from "./support/small-case.ts";

const folder = newFolder("four-eyes");
let issuer: TestIssuer;
let server: Awaited<ReturnType<typeof startPincite>>;
let docUid: string;
const open: { close(): void }[] = [];

const { INTENT_SEED, SKELETON, EVIDENCE_NEEDS, EVIDENCE_BINDING, SPAN_RESOLUTION, DRAFT } = OrchestratorState;

/** A kind of memo like the first that comes along, in which somebody else confirms. */
const kindOf = (id: string, fourEyes: string): void => {
  const text = readFileSync(join(import.meta.dirname, "../../profiles/10-email-reply.txtpb"), "utf8");
  const named = text
    .replace(/^profile_id: .*$/mu, `profile_id: "${id}"`)
    .replace(/^made_by: .*$/mu, 'made_by: "A firm"');
  writeFileSync(join(folder, "data", "profiles", `${id}.txtpb`), `${named}\nfour_eyes { ${fourEyes} }\n`);
};

beforeAll(async () => {
  issuer = await startIssuer();
  mkdirSync(join(folder, "data", "profiles"), { recursive: true });
  const all = stages.map((stage) => `stages: ${OrchestratorStateSchema.value[stage]?.name}`).join(" ");
  kindOf("every-stage", `${all} finalising: true`);
  kindOf("finalising", "finalising: true");
  kindOf("named", `stages: ORCHESTRATOR_STATE_INTENT_SEED people { issuer: "${issuer.name}" subject: "mila" }`);
  const signIn = join(folder, "sign-in.txtpb");
  writeFileSync(signIn, signInFile(issuer));
  server = await startPincite({
    dataDir: join(folder, "data"),
    port: 0,
    user: "account",
    log: "silent",
    signIn,
  });
  [docUid = ""] = (await importFiles(await of("noor"), [note])).map((one) => one.docUid);
});
afterAll(async () => {
  for (const one of open) one.close();
  await server?.stop();
  await issuer?.stop();
});

const of = async (subject: string, groups = ["lawyers"]): Promise<Clients> => {
  const token = await issuer.token(subject, { groups });
  const clients = clientsOf(server.url, { token: () => token });
  open.push(clients);
  return clients;
};

const account = (): Clients => {
  const clients = clientsOf(server.url);
  open.push(clients);
  return clients;
};

const begin = async (clients: Clients, profileId: string): Promise<RunDriver> => {
  const { runContext } = await clients.orchestrator.createRun({ idempotencyKey: crypto.randomUUID(), profileId });
  if (!runContext) throw new Error("a run without a context");
  return new RunDriver(clients, runContext);
};

/** The same run in the hands of somebody else. */
const handed = (run: RunDriver, clients: Clients): RunDriver => new RunDriver(clients, run.context);

const goal = (text: string) => create(StageProposalSchema, { proposal: { case: "intentSeed", value: { goal: text } } });

/** Why a call was refused. */
const refused = async (call: Promise<unknown>): Promise<string> => {
  const failed = await call.then(
    () => undefined,
    (error: unknown) => fromConnectError(error),
  );
  return failed?.reason ?? "it was taken";
};

/** Drives a run to a stage: one person puts forward, another confirms. */
const driven = async (author: Clients, second: Clients, to: OrchestratorState): Promise<RunDriver> => {
  let run = await begin(author, "every-stage");
  await run.pin(`vault:${docUid}`);
  for (const stage of stages) {
    run = handed(run, author);
    await run.propose(await proposalFor(stage, { driver: run, docUid }));
    if (stage === to) return run;
    run = handed(run, second);
    await run.confirmAll();
    await run.advance();
  }
  return run;
};

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("SKIPPED: proofs in a second language need python3, which is not here");

/** The proof of the memo of two people, unpacked. */
let honest: Uint8Array;

const actorOf = ({ events }: Forgery, is: (event: RunEvent) => boolean): Principal => {
  const actor = events.findLast(is)?.actor;
  if (!actor) throw new Error("an event without an actor");
  return actor;
};
const isDecision = ({ event }: RunEvent): boolean => event.case === "itemsDecided";
const isEnd = ({ event }: RunEvent): boolean => event.case === "runFinalised";

const lies: Readonly<Record<string, (forgery: Forgery) => void>> = {
  "whoever wrote it confirmed it": (forgery) => Object.assign(actorOf(forgery, isDecision), { name: "noor" }),
  "whoever wrote it finalised it": (forgery) => Object.assign(actorOf(forgery, isEnd), { name: "noor" }),
  "whoever confirmed it did not sign in": (forgery) =>
    Object.assign(actorOf(forgery, isDecision), { issuer: "", asserted: true }),
  "it was carried over from nobody": ({ events }) => {
    for (const { event } of events)
      if (event.case === "proposalRecorded")
        for (const item of event.value.items)
          Object.assign(item, { decision: ItemDecision.CONFIRM, carriedOver: true });
  },
};

describe("what one person put forward", () => {
  it("is confirmed by somebody else in every stage, is finalised by them, and the proof names both", async () => {
    const [noor, mila] = [await of("noor"), await of("mila")];
    let run = await driven(noor, mila, DRAFT);
    expect(run.context.secondPerson).toMatchObject({ notBy: [{ name: "noor" }], onlyBy: [], finalising: false });
    for (const { writtenBy } of run.context.items) expect(writtenBy.map(({ name }) => name)).toEqual(["noor"]);
    run = handed(run, mila);
    await run.confirmAll();
    expect(run.context.secondPerson).toMatchObject({ itemIds: [], finalising: true });
    expect(await refused(handed(run, noor).advance())).toBe("SECOND_PERSON_NEEDED");
    await run.advance();
    expect(run.context.lifecycle).toBe(RunLifecycle.FINALISED);
    const words = ["export", run.runId, "--format", "pincite", "-o", "memo.pincite"];
    const { code, err } = await cli(words, { cwd: folder, env: { PINCITE_URL: server.url } });
    expect(code, err).toBe(0);
    const file = readFileSync(join(folder, "memo.pincite"));
    const { events } = fromBinary(MemoProofSchema, await unpackedFile(file));
    const told = events.map((bytes) => fromBinary(RunEventSchema, fromBinary(EventRecordSchema, bytes).body));
    const deciders = told.filter(({ event }) => event.case === "itemsDecided").map(({ actor }) => actor?.name);
    expect(new Set(deciders)).toEqual(new Set(["mila"]));
    const { checks } = await verifyProof(file, undefined);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(checks.map(({ detail }) => detail).join()).toContain("none by whoever wrote it");
    honest = await unpackedFile(file);
  });

  // Whoever holds the server's key can sign any record: that nobody confirmed their own is held against the events themselves.
  it.each(Object.keys(lies))("breaks its proof where %s", async (told) => {
    const proof = forged(lies[told] ?? (() => {}), {}, undefined, honest);
    const broken = (await verifyProof(proof, undefined)).checks.filter(({ passed }) => !passed);
    expect(broken.map(({ code }) => code)).toContain(ProofCode.CONFIRMATIONS);
    if (!hasPython) return;
    writeFileSync(join(folder, "forged.pincite"), proof);
    const second = spawnSync("python3", [join(projectRoot, "docs/verify-proof.py"), join(folder, "forged.pincite")]);
    expect(second.stdout.toString()).toMatch(/BROKEN\s+CONFIRMATIONS/u);
  });

  // Each is a way to say yes to one's own words; what is refused is told by its reason.
  it.each(stages.filter((stage) => stage !== EVIDENCE_NEEDS))(
    "is not confirmed by whoever did, in stage %i",
    async (stage) => {
      const noor = await of("noor");
      const run = await driven(noor, await of("mila"), stage);
      expect(run.context.phase).toBe(StagePhase.PROPOSED);
      expect(await refused(run.confirmAll({ settles: false }))).toBe("SECOND_PERSON_NEEDED");
    },
  );

  it("is nobody's where the kernel makes it of what was confirmed: its slots may be confirmed by either", async () => {
    const run = await driven(await of("noor"), await of("mila"), EVIDENCE_NEEDS);
    expect(run.context.items.flatMap(({ writtenBy }) => writtenBy)).toEqual([]);
    await run.confirmAll();
    expect(run.context.phase).toBe(StagePhase.CONFIRMED);
  });

  it("is not confirmed in the same breath: it is put forward and waits", async () => {
    const run = await begin(await of("noor"), "every-stage");
    await run.propose(goal("A goal."), true);
    expect(run.context.phase).toBe(StagePhase.PROPOSED);
    expect(run.context.secondPerson).toMatchObject({ itemIds: ["intent"], notBy: [{ name: "noor" }] });
  });

  it("is not confirmed with a second token, other roles or over another connection of the same person", async () => {
    const run = await driven(await of("noor"), await of("mila"), SKELETON);
    for (const groups of [["lawyers"], ["lawyers", "computers"], ["trainees", "lawyers"]])
      expect(await refused(handed(run, await of("noor", groups)).confirmAll())).toBe("SECOND_PERSON_NEEDED");
  });

  it("is not confirmed by the account of the server, behind which nobody knows who stands, and not changed by it", async () => {
    const run = await driven(await of("noor"), await of("mila"), SKELETON);
    const own = handed(run, account());
    expect(await refused(own.confirmAll())).toBe("PERSON_NEEDED");
    expect(await refused(own.propose(await proposalFor(SKELETON, { docUid })))).toBe("PERSON_NEEDED");
    expect(await refused(own.rewind(INTENT_SEED))).toBe("PERSON_NEEDED");
    expect(await refused(begin(account(), "every-stage"))).toBe("PERSON_NEEDED");
    expect((await own.read()).runId).toBe(run.runId);
  });

  it("stays theirs when somebody else puts the same forward, and is no less theirs behind a rewind", async () => {
    const [noor, mila] = [await of("noor"), await of("mila")];
    const run = await driven(noor, mila, SKELETON);
    const second = handed(run, mila);
    await second.propose(await proposalFor(SKELETON, { docUid }));
    expect(second.context.items.map(({ writtenBy }) => writtenBy.map(({ name }) => name))).toEqual([["noor"]]);
    expect(await refused(handed(second, noor).confirmAll())).toBe("SECOND_PERSON_NEEDED");
    await second.rewind(INTENT_SEED);
    await second.advance();
    expect(second.context.state).toBe(SKELETON);
    expect(await refused(handed(second, noor).confirmAll())).toBe("SECOND_PERSON_NEEDED");
    await second.confirmAll();
    expect(second.context.phase).toBe(StagePhase.CONFIRMED);
  });

  it("is not carried over by a confirmation of whoever now writes it", async () => {
    const [noor, mila] = [await of("noor"), await of("mila")];
    // Mila confirms what Noor wrote; then it is dropped, and Mila writes it herself.
    const run = await driven(noor, mila, SKELETON);
    const hers = handed(run, mila);
    await hers.confirmAll();
    const other = { sections: [{ title: "Facts", claims: [{ text: "Nobody objected to the report." }] }] };
    const skeleton = create(StageProposalSchema, { proposal: { case: "skeleton", value: other } });
    await handed(hers, noor).propose(skeleton);
    await hers.read();
    await hers.propose(await proposalFor(SKELETON, { docUid }));
    expect(hers.context.items.map(({ writtenBy }) => writtenBy.map(({ name }) => name))).toEqual([["mila"]]);
    expect(hers.context.phase).toBe(StagePhase.PROPOSED);
    expect(await refused(hers.confirmAll())).toBe("SECOND_PERSON_NEEDED");
    const his = handed(hers, noor);
    await his.confirmAll();
    expect(his.context.phase).toBe(StagePhase.CONFIRMED);
  });

  it("is confirmed by nobody's turn: what the guide puts forward is theirs who had it do so", async () => {
    const run = await begin(await of("noor"), "every-stage");
    await run.clients.orchestrator.guide({
      ...run.command(),
      userPrompt: "Show that the report was delivered in time.",
    });
    await run.read();
    expect(run.context.items.map(({ writtenBy }) => writtenBy.map(({ name }) => name))).toEqual([["noor"]]);
    expect(await refused(run.confirmAll())).toBe("SECOND_PERSON_NEEDED");
  });

  it("is chosen: a passage is confirmed by somebody else than chose it, whoever goes on to its stage", async () => {
    const [noor, mila] = [await of("noor"), await of("mila")];
    const run = await driven(noor, mila, EVIDENCE_NEEDS);
    const slotId = run.context.slots[0]?.slotId ?? "";
    const evidence = { evidence: { case: "document" as const, value: { evidenceId: `vault:${docUid}` } } };
    const binding = { slotId, evidence, reason: "It says so." };
    await run.clients.orchestrator.chooseEvidence({
      ...run.command(),
      slotId,
      choice: { case: "binding", value: binding },
    });
    const second = handed(run, mila);
    await second.read();
    await second.confirmAll();
    await second.advance();
    expect(second.context.state).toBe(EVIDENCE_BINDING);
    expect(second.context.items.map(({ writtenBy }) => writtenBy.map(({ name }) => name))).toEqual([["noor"]]);
    expect(await refused(handed(second, noor).confirmAll())).toBe("SECOND_PERSON_NEEDED");
  });

  it("is not confirmed in a fork: who confirmed is carried along, and whoever wrote it stays refused", async () => {
    const [noor, mila] = [await of("noor"), await of("mila")];
    const run = await driven(noor, mila, SKELETON);
    const fork = { runId: run.runId, change: "another day" };
    const forked = await noor.orchestrator.createRun({ idempotencyKey: crypto.randomUUID(), fork });
    if (!forked.runContext) throw new Error("a fork without a context");
    const child = new RunDriver(noor, forked.runContext);
    // Mila confirmed this goal in the parent, and Noor wrote it: it holds. Written by Mila it would not.
    await child.propose(await proposalFor(INTENT_SEED, { docUid }));
    expect(child.context.phase).toBe(StagePhase.CONFIRMED);
    await child.advance();
    await child.propose(await proposalFor(SKELETON, { docUid }));
    expect(await refused(child.confirmAll())).toBe("SECOND_PERSON_NEEDED");
    const again = await mila.orchestrator.createRun({ idempotencyKey: crypto.randomUUID(), fork });
    if (!again.runContext) throw new Error("a fork without a context");
    const hers = new RunDriver(mila, again.runContext);
    await hers.propose(await proposalFor(INTENT_SEED, { docUid }));
    expect(hers.context.phase).toBe(StagePhase.PROPOSED);
  });

  it("may be rejected by whoever wrote it", async () => {
    const run = await driven(await of("noor"), await of("mila"), SKELETON);
    const { proposalDigest, items } = run.decisions();
    const rejected = items.map(({ itemId }) => ({ itemId, decision: ItemDecision.REJECT }));
    await run.clients.orchestrator.confirm({ ...run.command(), proposalDigest, items: rejected });
    expect((await run.read()).items.map(({ decision }) => decision)).toEqual([ItemDecision.REJECT]);
  });
});

describe("who the second person is", () => {
  it("may be named by the kind of memo: nobody else confirms, also not a third person", async () => {
    const noor = await of("noor");
    const run = await begin(noor, "named");
    await run.propose(goal("A goal."));
    expect(run.context.secondPerson).toMatchObject({ onlyBy: [{ name: "mila", issuer: issuer.name }] });
    const third = handed(run, await of("omar"));
    const failed = await third.confirmAll().catch(fromConnectError);
    expect(failed).toMatchObject({ reason: "SECOND_PERSON_NEEDED", facts: { named: "mila" } });
    const second = handed(run, await of("mila"));
    await second.confirmAll();
    await second.advance();
    // The other stages of this kind ask for nobody: she goes on alone.
    await second.propose(await proposalFor(SKELETON, { docUid }));
    await second.confirmAll();
    expect(second.context.phase).toBe(StagePhase.CONFIRMED);
  });

  it("is somebody who wrote nothing of the draft, where only finalising asks for one", async () => {
    const noor = await of("noor");
    const run = await begin(noor, "finalising");
    await run.park(docUid, DRAFT, StagePhase.CONFIRMED);
    expect(run.context.secondPerson).toMatchObject({ itemIds: [], notBy: [{ name: "noor" }], finalising: true });
    expect(await refused(run.advance())).toBe("SECOND_PERSON_NEEDED");
    const shown = await cli(["run", "show", run.runId], { cwd: folder, env: { PINCITE_URL: server.url } });
    expect(shown.out).toContain("somebody other than noor");
    const second = handed(run, await of("mila"));
    await second.advance();
    expect(second.context.lifecycle).toBe(RunLifecycle.FINALISED);
  });

  it("is a reader never: a role that may not change a run confirms nothing in it", async () => {
    const run = await driven(await of("noor"), await of("mila"), SPAN_RESOLUTION);
    expect(await refused(handed(run, await of("sem", ["trainees"])).confirmAll())).toBe("RIGHT_MISSING");
  });
});
