import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AccessService } from "../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../gen/pincite/access/v1/relation_pb.ts";
import { AccessDeed_Outcome as Outcome } from "../../gen/pincite/audit/v1/access_entry_pb.ts";
import { type AccessEntry, AuditService } from "../../gen/pincite/audit/v1/audit_service_pb.ts";
import { ProofService } from "../../gen/pincite/proof/v1/proof_service_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { startPincite } from "../../src/main.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { signInFile, startIssuer, type TestIssuer } from "../access/support/issuer.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { RunDriver } from "./support/run-driver.ts";
import { clientsOf, importFiles, startTestServer } from "./support/server.ts";
import { note } from "./support/small-case.ts";

const folder = newFolder("access-log");
let issuer: TestIssuer;
let server: Awaited<ReturnType<typeof startPincite>>;
const open: { close(): void }[] = [];
const groupsOf = { mia: "members", max: "members", lea: "lawyers", ops: "computers", ada: "auditors" } as const;
type Name = keyof typeof groupsOf;

const start = async () => {
  const signIn = join(folder, "sign-in.txtpb");
  writeFileSync(signIn, signInFile(issuer));
  server = await startPincite({ dataDir: join(folder, "data"), port: 0, user: "account", log: "silent", signIn });
};
const of = async (subject?: Name) => {
  const token = subject && (await issuer.token(subject, { groups: [groupsOf[subject]] }));
  const way = token === undefined ? {} : { token: () => token };
  const [clients, transport] = [clientsOf(server.url, way), ownTransport(server.url, way)];
  open.push(clients, transport);
  return {
    ...clients,
    access: createClient(AccessService, transport),
    log: createClient(AuditService, transport),
    proofs: createClient(ProofService, transport),
  };
};
type Filter = Parameters<Awaited<ReturnType<typeof of>>["log"]["listAccess"]>[0];
const listed = async (filter: Filter = {}, pageSize = 1_000): Promise<AccessEntry[]> => {
  const { log } = await of("ada");
  const found: AccessEntry[] = [];
  let pageToken = "";
  do {
    const page = await log.listAccess({ ...filter, pageSize, pageToken });
    found.push(...page.entries);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return found;
};
const line = ({ by, deed }: AccessEntry) =>
  [by?.subject ?? "-", deed?.method.split("/")[1], deed?.object.value ?? "", deed?.reason].join(" ");
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "",
    (error) => fromConnectError(error).reason,
  );
const absent = "run-01h00000000000000000000000";
let runId = "";
/** How many entries the way to the draft made. */
let before = 0;

beforeAll(async () => {
  issuer = await startIssuer();
  await start();
  const mia = await of("mia");
  const [row] = await importFiles(mia, [note], "of-mia");
  const driver = await RunDriver.create(mia, "of-mia");
  await driver.park(row?.docUid ?? "", OrchestratorState.DRAFT, StagePhase.CONFIRMED, true);
  runId = driver.runId;
  before = (await listed()).length;
});
afterAll(async () => {
  for (const one of open) one.close();
  await server?.stop();
  await issuer?.stop();
});

describe("the log of access", () => {
  it("says who read, who took out, who let whom in and who was refused what, and nothing of what it was", async () => {
    const [mia, max, ops, account] = [await of("mia"), await of("max"), await of("ops"), await of()];
    await mia.orchestrator.getRun({ runId });
    const digest = (await mia.artifacts.listArtifacts({ runId })).artifacts[0]?.ref?.digest ?? "";
    await mia.artifacts.getArtifact({ digest });
    for await (const _ of mia.memoExport.exportMemo({ runId, format: "md" }));
    for await (const _ of mia.memoExport.exportMemo({ runId, format: "md" }));
    const relation = {
      kind: Kind.READER,
      object: { case: "runId" as const, value: runId },
      who: { case: "person" as const, value: { issuer: issuer.name, subject: "max" } },
    };
    expect(await reasonOf(max.orchestrator.getRun({ runId }))).toBe("RUN_NOT_FOUND");
    expect(await reasonOf(max.orchestrator.getRun({ runId: absent }))).toBe("RUN_NOT_FOUND");
    expect(await reasonOf(max.orchestrator.getRun({ runId: "Dear Ms Jansen, you owe us" }))).toBe("RUN_NOT_FOUND");
    expect(await reasonOf(max.access.grant({ idempotencyKey: "no", relation }))).toBe("RUN_NOT_FOUND");
    expect((await max.docs.listDocs({ strandId: "of-mia" })).docs).toEqual([]);
    expect((await max.artifacts.batchGetArtifacts({ digests: [digest] })).artifacts[0]?.found).toBe(false);
    expect(await reasonOf(ops.orchestrator.getRun({ runId }))).toBe("RIGHT_MISSING");
    await mia.access.grant({ idempotencyKey: "g", relation });
    await mia.access.revoke({ idempotencyKey: "v", relation });
    for await (const _ of account.memoExport.exportMemo({ runId, format: "md" })) break;
    const all = await listed();
    const since = all.slice(0, -before).map(line).toReversed();
    expect(since.filter((one) => !/^mia (?:GetRun|ListArtifacts|GetArtifact) /u.test(one))).toEqual([
      ...Array(2).fill(`mia ExportMemo ${runId} `),
      `max GetRun ${runId} RUN_NOT_FOUND`,
      `max GetRun ${absent} RUN_NOT_FOUND`,
      "max GetRun  RUN_NOT_FOUND",
      `max Grant ${runId} RUN_NOT_FOUND`,
      "max ListDocs of-mia STRAND_NOT_FOUND",
      `max BatchGetArtifacts ${digest} ARTIFACT_NOT_FOUND`,
      `ops GetRun ${runId} RIGHT_MISSING`,
      `mia Grant ${runId} `,
      `mia Revoke ${runId} `,
      `- ExportMemo ${runId} `,
    ]);
    const told = all.map(line);
    for (const one of ["GetRun", "ListArtifacts"])
      expect(told.filter((read) => read === `mia ${one} ${runId} `)).toHaveLength(1);
    expect(told).toContain(`mia GetArtifact ${digest} `);
    expect(told.at(-1)).toBe("mia Grant of-mia ");
    expect(all[2]?.relation).toMatchObject({ kind: Kind.READER, who: { value: { subject: "max" } } });
    expect(all.find(({ by }) => by?.subject === "ops")?.deed).toMatchObject({ outcome: Outcome.REFUSED, count: 1 });
    expect(await listed({}, 2)).toEqual(all);
    const filtered = await listed({ subject: "max", object: { case: "runId", value: runId } });
    expect(filtered.map(line)).toEqual([`max Grant ${runId} RUN_NOT_FOUND`, `max GetRun ${runId} RUN_NOT_FOUND`]);
    expect(await listed({ beforeIso: all.at(-1)?.timeIso ?? "" })).toEqual([]);
  });

  it("is listed by an auditor and the account alone, and an auditor reads no run", async () => {
    const [ada, lea, mia, ops, account] = [
      await of("ada"),
      await of("lea"),
      await of("mia"),
      await of("ops"),
      await of(),
    ];
    for (const { log } of [lea, mia, ops]) expect(await reasonOf(log.listAccess({}))).toBe("RIGHT_MISSING");
    expect((await account.log.listAccess({})).entries.length).toBeGreaterThan(10);
    expect((await ada.log.listAccess({})).entries.length).toBeGreaterThan(10);
    const object = { object: { case: "runId" as const, value: runId } };
    const digest = "0".repeat(64);
    const calls = [
      () => ada.orchestrator.getRun({ runId }),
      () => ada.orchestrator.listRuns({}),
      () => ada.artifacts.getArtifact({ digest }),
      () => ada.audit.listEvents({ runId }),
      () => ada.docs.listDocs({ strandId: "of-mia" }),
      () => ada.access.list({ object }),
      () => ada.memoExport.exportMemo({ runId, format: "md" })[Symbol.asyncIterator]().next(),
      () => ada.proofs.makeProof({ runId })[Symbol.asyncIterator]().next(),
    ];
    for (const call of calls) expect(await reasonOf(call()), String(call)).toBe("RIGHT_MISSING");
    const refused = (await listed({ subject: "ada" })).map(line);
    expect(refused).toContain(`ada ListDocs of-mia RIGHT_MISSING`);
    expect(refused.some((one) => one.startsWith("ada MakeProof"))).toBe(true);
    const page = (await ada.log.listAccess({ pageSize: 1 })).nextPageToken;
    expect(await reasonOf(ada.log.listAccess({ pageToken: page, subject: "max" }))).toBe("PAGE_TOKEN_INVALID");
  });

  it("grows by one entry an hour, however often one person reads or is refused the same, and outlives the server", async () => {
    const [mia, max] = [await of("mia"), await of("max")];
    const reads = () => mia.orchestrator.getRun({ runId });
    const refusals = () => reasonOf(max.orchestrator.getRun({ runId: absent }));
    for (let n = 0; n < 25; n++)
      await Promise.all(Array.from({ length: 20 }, (_, m) => (m % 2 ? reads() : refusals())));
    const kept = async () => ({
      read: (await listed({ subject: "mia" })).filter((one) => line(one) === `mia GetRun ${runId} `),
      refused: (await listed({ subject: "max" })).filter((one) => line(one) === `max GetRun ${absent} RUN_NOT_FOUND`),
    });
    const first = await kept();
    for (const entries of Object.values(first)) {
      const hours = entries.map(({ timeIso }) => timeIso.slice(0, 13));
      expect(new Set(hours).size).toBe(hours.length);
    }
    const count = (entries: AccessEntry[]) => entries.reduce((sum, { deed }) => sum + (deed?.count ?? 0), 0);
    expect(count(first.refused)).toBe(251);
    for (let n = 0; n < 7; n++) await refusals();
    await server.stop();
    await start();
    const after = await kept();
    expect(after.read).toEqual(first.read);
    expect(count(after.refused)).toBe(258);
    expect(await reasonOf((await of("mia")).orchestrator.getRun({ runId: "access-log-1" }))).toBe("RUN_NOT_FOUND");
    expect(await reasonOf((await of()).audit.listEvents({ runId: "access-log-1" }))).toBe("RUN_NOT_FOUND");
  });

  it("is not there where nobody signs in", async () => {
    const alone = await startTestServer(undefined);
    const transport = ownTransport(alone.url);
    const refused = await reasonOf(createClient(AuditService, transport).listAccess({}));
    transport.close();
    await alone.stop();
    expect(refused).toBe("UNSUPPORTED");
  });
});
