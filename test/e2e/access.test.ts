import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AccessService, ExplainRequest_Deed } from "../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../gen/pincite/access/v1/relation_pb.ts";
import { needs, Right } from "../../gen/pincite/access/v1/right_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { startPincite } from "../../src/main.ts";
import { aboutOf } from "../../src/wire/about.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { requireRights } from "../../src/wire/rights.ts";
import { outcomeOf, requestFor, services } from "../access/support/calls.ts";
import { type Claims, signInFile, startIssuer, type TestIssuer } from "../access/support/issuer.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { RunDriver } from "./support/run-driver.ts";
import { clientsOf, importFiles } from "./support/server.ts";
import { note } from "./support/small-case.ts";

const folder = newFolder("access");
let issuer: TestIssuer;
let server: Awaited<ReturnType<typeof startPincite>>;
const open: { close(): void }[] = [];

/** Everybody of these tests, with the groups that they are in. */
const groupsOf = {
  mia: ["members"],
  max: ["members"],
  rex: ["members", "reviewers"],
  eli: ["members"],
  own: ["members"],
  wim: ["members"],
  tess: ["trainees"],
  tom: ["trainees", "walled"],
  lea: ["lawyers"],
  lou: ["lawyers"],
  ops: ["computers"],
} as const;
type Name = keyof typeof groupsOf;

const transportOf = async (subject: Name, claims: Claims = {}) => {
  const token = await issuer.token(subject, { groups: [...groupsOf[subject]], ...claims });
  const transport = ownTransport(server.url, { token: () => token });
  open.push(transport);
  return transport;
};
const of = async (subject: Name) => {
  const token = await issuer.token(subject, { groups: [...groupsOf[subject]] });
  const clients = clientsOf(server.url, { token: () => token });
  open.push(clients);
  return clients;
};
const accessOf = async (subject: Name) => createClient(AccessService, await transportOf(subject));
const ofAccount = () => {
  const transport = ownTransport(server.url);
  open.push(transport);
  return createClient(AccessService, transport);
};

type Grant = readonly [kind: Kind, run: "own" | "shared" | "walled" | "foreign", name: string, isGroup?: "group"];
/** What the account grants before all tests; each run is made by somebody, who owns it. */
const grants: readonly Grant[] = [
  [Kind.READER, "shared", "max"],
  [Kind.REVIEWER, "shared", "reviewers", "group"],
  [Kind.EDITOR, "shared", "eli"],
  [Kind.OWNER, "shared", "own"],
  [Kind.EDITOR, "walled", "wim"],
  [Kind.WALLED, "walled", "wim"],
  [Kind.WALLED, "walled", "walled", "group"],
  [Kind.WALLED, "walled", "lou"],
  // Her own, which she is walled off from all the same.
  [Kind.WALLED, "walled", "mia"],
];
const makers = { own: "mia", shared: "lea", walled: "mia", foreign: "lea" } as const;
type Run = keyof typeof makers;
const runs: Record<string, string> = {};

const relation = (kind: Kind, runId: string, name: string, isGroup = false) => ({
  kind,
  object: { case: "runId" as const, value: runId },
  who: isGroup
    ? { case: "group" as const, value: { issuer: issuer.name, name } }
    : { case: "person" as const, value: { issuer: issuer.name, subject: name } },
});
const grant = (kind: Kind, runId: string, name: string, isGroup = false) =>
  ofAccount().grant({ idempotencyKey: crypto.randomUUID(), relation: relation(kind, runId, name, isGroup) });

beforeAll(async () => {
  issuer = await startIssuer();
  const signIn = join(folder, "sign-in.txtpb");
  writeFileSync(signIn, signInFile(issuer));
  server = await startPincite({ dataDir: join(folder, "data"), port: 0, user: "account", log: "silent", signIn });
  for (const [run, maker] of Object.entries(makers)) {
    const strandId = `of-${maker}`;
    const made = await (await of(maker)).orchestrator.createRun({ idempotencyKey: run, strandId });
    runs[run] = made.runContext?.runId ?? "";
  }
  for (const [kind, run, name, group] of grants) await grant(kind, runs[run] ?? "", name, group !== undefined);
});
afterAll(async () => {
  for (const one of open) one.close();
  await server?.stop();
  await issuer?.stop();
});

/** What a person may do with a run, from the lists above alone. */
const naive = (name: Name, run: Run): Set<Right> => {
  const groups: readonly string[] = groupsOf[name];
  const own = grants.filter(([, on, who, isGroup]) => on === run && (isGroup ? groups.includes(who) : who === name));
  if (own.some(([kind]) => kind === Kind.WALLED)) return new Set();
  const may = new Set<Right>();
  const all =
    groups.includes("lawyers") || makers[run] === name || own.some(([k]) => k === Kind.EDITOR || k === Kind.OWNER);
  if (all || own.length > 0 || groups.includes("trainees")) may.add(Right.READ);
  if (all || own.some(([kind]) => kind === Kind.REVIEWER)) may.add(Right.REVIEW);
  if (all) may.add(Right.EDIT);
  return may;
};

const methodsAbout = async (...kinds: string[]): Promise<{ method: DescMethod; path: string }[]> =>
  (await services()).flatMap(({ methods }) =>
    methods.flatMap((method) => {
      const said = aboutOf(method).find(({ kind }) => kinds.includes(kind));
      if (!said) return [];
      const path = said.path.map((one) => one.replace(/[A-Z]/gu, (sign) => `_${sign.toLowerCase()}`)).join(".");
      return [{ method, path }];
    }),
  );
const absentRun = "run-01h00000000000000000000000";

describe("a call about one run", () => {
  it("says of a run that may not be seen what it says of one that is not there, over every method", async () => {
    const methods = await methodsAbout("run", "sources", "copies");
    expect(methods.length).toBeGreaterThan(25);
    const wrong: string[] = [];
    for (const name of Object.keys(groupsOf) as Name[]) {
      if (name === "ops") continue;
      const transport = await transportOf(name);
      const role: readonly string[] = groupsOf[name];
      const told = methods.map(async ({ method, path }) => {
        // A copy is made, and what was used is told, to whoever may read the run.
        const isRead = path === "fork.run_id" || getOption(method, needs) === Right.USAGE;
        const right = isRead ? Right.READ : getOption(method, needs);
        const client = createClient(method.parent, transport);
        const call = (id: string) => outcomeOf(client, method, requestFor(method, path, id));
        const absent = await call(absentRun);
        // Whose role has no such right at all is told so, before any run is looked for.
        const isBarred =
          role.includes("trainees") && !new Set<Right>([Right.READ, Right.USAGE]).has(getOption(method, needs));
        if (absent.reason !== (isBarred ? "RIGHT_MISSING" : "RUN_NOT_FOUND"))
          wrong.push(`${method.name} of one that is not there: ${absent.told}`);
        for (const run of Object.keys(makers) as Run[]) {
          const id = runs[run] ?? "";
          const { reason, told } = await call(id);
          const may = naive(name, run);
          const expected =
            isBarred || !may.has(Right.READ) ? absent.told : may.has(right) ? "reached" : "RIGHT_MISSING";
          const isReached = !["RUN_NOT_FOUND", "RIGHT_MISSING", "UNAUTHENTICATED", "INTERNAL"].includes(reason);
          const found = told.replaceAll(id, absentRun) === absent.told ? absent.told : isReached ? "reached" : reason;
          if (found !== expected) wrong.push(`${name} ${method.name} ${run}: ${found || told}, not ${expected}`);
        }
      });
      await Promise.all(told);
    }
    expect(wrong).toEqual([]);
  });

  // One name stood in all keys, the server's: whoever guessed the key of another's call was given its answer, the run whole.
  it("is answered anew where another person has used its key", async () => {
    const asked = { idempotencyKey: "letter-1", strandId: "of-lea", title: "A letter" };
    const [lea, lou] = [await of("lea"), await of("lou")];
    const made = await Promise.all([lea, lou, lea].map((who) => who.orchestrator.createRun(asked)));
    const ids = made.map(({ runContext }) => runContext?.runId);
    expect(ids[2]).toBe(ids[0]);
    expect(ids[1]).not.toBe(ids[0]);
  });

  it("lists, tells and lets in for its owner, and for nobody else but the account", async () => {
    const [mia, lea, eli] = [await accessOf("mia"), await accessOf("lea"), await accessOf("eli")];
    const own = relation(Kind.READER, runs.own ?? "", "eli");
    const key = crypto.randomUUID();
    expect(await mia.grant({ idempotencyKey: key, relation: own })).toMatchObject({ changed: true });
    // The same call again has the same answer; the same key for another call has none.
    expect(await mia.grant({ idempotencyKey: key, relation: own })).toMatchObject({ changed: true });
    const other = { ...own, kind: Kind.OWNER };
    const reused = await mia.grant({ idempotencyKey: key, relation: other }).catch(fromConnectError);
    expect(reused).toMatchObject({ reason: "IDEMPOTENCY_KEY_REUSED" });
    expect(await mia.grant({ idempotencyKey: crypto.randomUUID(), relation: own })).toMatchObject({ changed: false });
    // A lawyer reads and changes it by her role, which is not to let others in.
    const refused = await lea.grant({ idempotencyKey: crypto.randomUUID(), relation: other }).catch(fromConnectError);
    expect(refused).toMatchObject({ reason: "RIGHT_MISSING", facts: { needed: "owner" } });
    const object = { object: own.object };
    const { grounds, letsIn } = await eli.list({ object });
    const said = [letsIn, (await mia.list({ object })).letsIn, (await ofAccount().list({ object })).letsIn];
    expect(said).toEqual([false, true, true]);
    expect(grounds.map(({ who, why }) => [who.value?.$typeName.split(".").at(-1), why.case])).toEqual([
      ["PersonName", "granted"],
      ["PersonName", "madeIt"],
      ["GroupName", "role"],
      ["GroupName", "role"],
      ["PersonName", "role"],
    ]);
    expect(grounds[0]?.why.value).toMatchObject({ kind: Kind.READER, by: { subject: "mia", issuer: issuer.name } });
    expect(await eli.explain({ object })).toMatchObject({ may: true, grounds: [{ why: { case: "granted" } }] });
    expect(await eli.explain({ object, deed: ExplainRequest_Deed.EDIT })).toMatchObject({ may: false, grounds: [] });
    const person = { issuer: issuer.name, subject: "eli" };
    expect(await mia.explain({ object, person })).toMatchObject({ may: true });
    const walled = { object: { case: "runId" as const, value: runs.walled ?? "" } };
    const told = await ofAccount().explain({
      object: walled,
      person: { ...person, subject: "tom" },
      groups: ["walled"],
    });
    expect(told).toMatchObject({ may: false, grounds: [{ why: { case: "granted", value: { kind: Kind.WALLED } } }] });
    expect(await mia.revoke({ idempotencyKey: crypto.randomUUID(), relation: own })).toMatchObject({ changed: true });
    const gone = await eli.list({ object }).catch(fromConnectError);
    expect(gone).toMatchObject({ reason: "RUN_NOT_FOUND" });
  });

  // An owner may be the very one whom a wall keeps from letting somebody in.
  it("keeps a wall until whoever raised it, or the account, lifts it", async () => {
    const [lea, noor] = [await accessOf("lea"), await of("lea")];
    const { runId } = (await RunDriver.create(noor)).context;
    const wall = relation(Kind.WALLED, runId, "eli");
    const lift = (by: { revoke: typeof lea.revoke }) =>
      by.revoke({ idempotencyKey: crypto.randomUUID(), relation: wall }).catch(fromConnectError);
    await grant(Kind.WALLED, runId, "eli");
    expect(await lift(lea)).toMatchObject({ reason: "RIGHT_MISSING", facts: { needed: "account" } });
    expect(await lift(ofAccount())).toMatchObject({ changed: true });
    await lea.grant({ idempotencyKey: crypto.randomUUID(), relation: wall });
    expect(await lift(lea)).toMatchObject({ changed: true });
  });
});

/** A strand with a paper in it, of mia's; nobody else was let in but for who is named here. */
describe("a strand that may not be seen", () => {
  let docUid = "";
  const strandId = "of-mia";
  beforeAll(async () => {
    const [row] = await importFiles(await of("mia"), [note], strandId);
    docUid = row?.docUid ?? "";
    const strand = (kind: Kind, subject: string) => ({
      kind,
      object: { case: "strandId" as const, value: strandId },
      who: { case: "person" as const, value: { issuer: issuer.name, subject } },
    });
    for (const [kind, name] of [
      [Kind.READER, "max"],
      [Kind.EDITOR, "eli"],
      [Kind.WALLED, "lou"],
      [Kind.WALLED, "tess"],
    ] as const)
      await ofAccount().grant({ idempotencyKey: crypto.randomUUID(), relation: strand(kind, name) });
  });
  const may: Readonly<Partial<Record<Name, readonly Right[]>>> = {
    mia: [Right.READ, Right.EDIT],
    max: [Right.READ],
    eli: [Right.READ, Right.EDIT],
    lea: [Right.READ, Right.EDIT],
    tom: [Right.READ],
  };

  it("answers as one that nothing was put into, over every method", async () => {
    const methods = await methodsAbout("strand");
    expect(methods.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const name of ["mia", "max", "rex", "eli", "lea", "lou", "tess", "tom"] as const) {
      const transport = await transportOf(name);
      await Promise.all(
        methods.map(async ({ method, path }) => {
          const right = getOption(method, needs);
          const isBarred = groupsOf[name].some((group) => group === "trainees") && right !== Right.READ;
          const client = createClient(method.parent, transport);
          const call = async (id: string) => {
            const { reason, told, answer } = await outcomeOf(client, method, requestFor(method, path, id, { docUid }));
            return { reason, told: (told || JSON.stringify(answer, plain)).replaceAll(id, "strand") };
          };
          const [absent, here] = [await call("of-nobody"), await call(strandId)];
          const rights = may[name] ?? [];
          const expected = isBarred
            ? "RIGHT_MISSING"
            : !rights.includes(Right.READ)
              ? "absent"
              : rights.includes(right)
                ? "here"
                : "RIGHT_MISSING";
          const isAbsent = here.told === absent.told;
          const found = here.reason === "RIGHT_MISSING" ? here.reason : isAbsent ? "absent" : "here";
          // Some say the same of every strand that has not what is asked for.
          if (found !== expected && !(expected === "here" && isAbsent && !told.has(method.name)))
            wrong.push(`${name} ${method.name}: ${found}, not ${expected}: ${here.told} / ${absent.told}`);
        }),
      );
    }
    expect(wrong).toEqual([]);
  });
  /** What tells a strand with this paper from an empty one, by these requests. */
  const told = new Set(["ListDocs", "GetDoc", "GetDocText", "GetOriginal", "Search", "FindKnown", "LocateOnPages"]);
  const plain = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

  it("is begun by whoever comes first, is theirs, and takes nothing of others", async () => {
    const [rex, max] = [await of("rex"), await of("max")];
    const { summary } = await rex.vaultImport.importFile({ strandId: "of-rex", path: "a.txt", content: note.bytes });
    expect(summary?.importedCount).toBe(1);
    const refused = (work: Promise<unknown>) => work.then(() => undefined, fromConnectError);
    const file = { strandId: "of-rex", path: "b.txt", content: Buffer.from("Nothing.\n") };
    expect(await refused(max.vaultImport.importFile(file))).toMatchObject({ reason: "STRAND_NOT_FOUND" });
    expect(await refused(importFiles(max, [note], "of-rex"))).toMatchObject({ reason: "STRAND_NOT_FOUND" });
    const run = { idempotencyKey: crypto.randomUUID(), strandId: "of-rex" };
    expect(await refused(max.orchestrator.createRun(run))).toMatchObject({ reason: "STRAND_NOT_FOUND" });
    // What she may read is enough to begin a run on, and not to put something into.
    const { runContext } = await max.orchestrator.createRun({ ...run, strandId });
    expect(runContext?.strandId).toBe(strandId);
    expect(await refused(max.vaultImport.importFile({ ...file, strandId }))).toMatchObject({ reason: "RIGHT_MISSING" });
    const strands = async (name: Name) =>
      (await (await of(name)).docs.listStrands({ pageSize: 1 })).strands.map((one) => one.strandId);
    expect(await Promise.all((["max", "rex", "wim", "lou"] as const).map(strands))).toEqual([
      ["of-mia"],
      ["of-rex"],
      [],
      ["of-rex"],
    ]);
  });

  // Whoever may change a run on it may have the run's tools put a paper there.
  it("takes nothing from the tools of a run of somebody who may only read it", async () => {
    const [max, mia] = [await of("max"), await of("mia")];
    const { runContext } = await max.orchestrator.createRun({ idempotencyKey: crypto.randomUUID(), strandId });
    const params = { case: "vaultImport", value: { path: "b.txt", content: Buffer.from("Nothing.\n") } } as const;
    const asked = await max.tools.requestTool({
      ...{ runId: runContext?.runId ?? "", idempotencyKey: crypto.randomUUID(), toolName: "vault.import" },
      ...{ expectedVersion: runContext?.version ?? "", params: { params } },
    });
    const call = { requestId: asked.request?.id ?? "", confirmed: true };
    const { toolResultLog } = await max.orchestrator.executeToolRequest(call);
    expect(toolResultLog?.results[0]?.reason).toContain("RIGHT_EDIT");
    expect((await mia.docs.listDocs({ strandId })).docs).toHaveLength(1);
  });

  it("is not read through a run that may be read, which keeps what it quotes", async () => {
    const [mia, wim] = [await of("mia"), await of("wim")];
    const driver = await RunDriver.create(mia, strandId);
    await driver.park(docUid, OrchestratorState.DRAFT, StagePhase.CONFIRMED, true);
    const { runId } = driver;
    await grant(Kind.EDITOR, runId, "wim");
    const refusalOf = (work: Promise<unknown>) =>
      work.then(
        () => "",
        (error) => fromConnectError(error).reason,
      );
    const { runContext, evidenceSet } = await wim.orchestrator.getRun({
      runId,
      withEvidenceSet: true,
      withLatePapers: true,
    });
    expect(runContext?.title).toBe(driver.context.title);
    expect(JSON.stringify(evidenceSet, plain)).toContain(docUid);
    const exported = async (format: string) => {
      let size = 0;
      for await (const { part } of wim.memoExport.exportMemo({ runId, format }))
        size += part.value instanceof Uint8Array ? part.value.length : 0;
      if (size === 0) throw new Error("nothing came");
    };
    expect(await refusalOf(exported("md"))).toBe("");
    expect(await refusalOf(exported("zip"))).toBe("STRAND_NOT_FOUND");
    expect(await refusalOf(wim.orchestrator.listCandidates({ runId }))).toBe("STRAND_NOT_FOUND");
    expect(await refusalOf(wim.docs.getDoc({ strandId, docUid }))).toBe("DOCUMENT_NOT_FOUND");
    // Artifacts by digest: those of runs that one may read, and a wall takes them away.
    const digest = runContext?.current[0]?.ref?.digest ?? "";
    expect((await wim.artifacts.getArtifact({ digest })).info?.runId).toBe(runId);
    const max = await of("max");
    const absent = "0".repeat(64);
    const notThere = await max.artifacts.getArtifact({ digest: absent }).catch(fromConnectError);
    const notHers = await max.artifacts.getArtifact({ digest }).catch(fromConnectError);
    expect(JSON.stringify(notHers).replaceAll(digest, absent)).toBe(JSON.stringify(notThere));
    const both = await max.artifacts.batchGetArtifacts({ digests: [digest, absent] });
    expect(both.artifacts.map(({ found }) => found)).toEqual([false, false]);
    expect(await refusalOf(max.artifacts.getLineage({ digest }))).toBe("ARTIFACT_NOT_FOUND");
    const { receipts } = await wim.audit.listReceipts({ runId });
    const id = receipts[0]?.receipt?.receiptId ?? "";
    expect((await wim.audit.getReceipt({ id })).receipt?.runId).toBe(runId);
    expect(await refusalOf(max.audit.getReceipt({ id }))).toBe("RECEIPT_NOT_FOUND");
    expect(await refusalOf(max.tools.explainToolCall({ id: receipts[0]?.receipt?.requestId ?? "" }))).toBe(
      "TOOL_REQUEST_NOT_FOUND",
    );
  });
});

describe("a list", () => {
  it("holds what its reader may see, page by page, and counts no more", async () => {
    const all = await clientsOf(server.url);
    open.push(all);
    const list = async (clients: Awaited<ReturnType<typeof of>>) => {
      const found: string[] = [];
      let pageToken = "";
      do {
        const page = await clients.orchestrator.listRuns({ pageSize: 1, pageToken });
        expect(page.runs.length).toBe(1);
        found.push(page.runs[0]?.runId ?? "");
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      return found;
    };
    const everything = await list(all);
    expect(everything.length).toBeGreaterThan(4);
    for (const name of ["mia", "max", "rex", "lea", "lou", "tom"] as const) {
      const clients = await of(name);
      const readable: string[] = [];
      for (const runId of everything)
        if (
          await clients.orchestrator.getRun({ runId }).then(
            () => true,
            () => false,
          )
        )
          readable.push(runId);
      expect(await list(clients), name).toEqual(readable);
      expect((await clients.audit.getTelemetry({})).runs, name).toBe(readable.length);
    }
    expect((await (await of("wim")).tools.listPending({})).pending).toEqual([]);
  });
});

describe("a watch", () => {
  it("ends as that of a run that is not there when a wall is raised, and tells nothing of runs behind one", async () => {
    const [mia, max] = [await of("mia"), await of("max")];
    const { runId } = (await RunDriver.create(mia, "of-mia")).context;
    await grant(Kind.READER, runId, "max");
    const artifacts = max.artifacts.watchArtifacts({}, { timeoutMs: 60_000 })[Symbol.asyncIterator]();
    const seen: string[] = [];
    const first = await artifacts.next();
    if (!first.done) seen.push(...first.value.artifacts.map((one) => one.runId));
    const events = max.orchestrator.watchRun({ runId }, { timeoutMs: 60_000 })[Symbol.asyncIterator]();
    expect((await events.next()).value).toMatchObject({ seq: 1 });
    const waiting = events.next().catch(fromConnectError);
    await grant(Kind.WALLED, runId, "max");
    const absent = await max.orchestrator.getRun({ runId: absentRun }).catch(fromConnectError);
    expect(JSON.stringify(await waiting).replaceAll(runId, absentRun)).toBe(JSON.stringify(absent));
    await artifacts.return?.();
    const may = await Promise.all(
      seen.map((id) =>
        max.orchestrator.getRun({ runId: id }).then(
          () => true,
          () => id === runId,
        ),
      ),
    );
    expect(may).not.toContain(false);
  });
});

it("starts no server with a method that says nothing of what its calls are about", async () => {
  const all = (await services()).flatMap(({ methods }) => methods.map((method) => ({ method })));
  const ours = all.filter(({ method }) => !method.parent.typeName.startsWith("pincite.model"));
  expect(() => requireRights({ handlers: ours } as never)).not.toThrow();
  const [{ method } = { method: undefined }] = ours.filter((one) => one.method.name === "GetRun");
  const options = { ...method?.proto.options, $unknown: method?.proto.options?.$unknown?.slice(0, 1) };
  const silent = { ...method, proto: { ...method?.proto, options } };
  expect(() => requireRights({ handlers: [{ method: silent }] } as never)).toThrow(
    "nothing of what its calls are about",
  );
});
