import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  AccessService,
  ExplainRequest_Deed as Deed,
  IssuedInvitation_State as State,
} from "../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../gen/pincite/access/v1/relation_pb.ts";
import { AuditService } from "../../gen/pincite/audit/v1/audit_service_pb.ts";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { startPincite } from "../../src/main.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { invite, newSecret } from "../access/support/invitations.ts";
import { signInFile, startIssuer, type TestIssuer } from "../access/support/issuer.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { RunDriver } from "./support/run-driver.ts";
import { clientsOf, importFiles } from "./support/server.ts";
import { note } from "./support/small-case.ts";

const folder = newFolder("invitation");
let issuer: TestIssuer;
let server: Awaited<ReturnType<typeof startPincite>>;
const open: { close(): void }[] = [];
const groupsOf = {
  mia: "members",
  eli: "members",
  max: "members",
  ann: "members",
  bea: "members",
  cas: "members",
  tess: "trainees",
  lea: "lawyers",
  lou: "lawyers",
  ops: "computers",
} as const;
type Name = keyof typeof groupsOf;
/** Clients of somebody, of who was let in too. */
const somebody = (token?: string) => {
  const options = token === undefined ? {} : { token: () => token };
  const transport = ownTransport(server.url, options);
  const own = {
    access: createClient(AccessService, transport),
    accessLog: createClient(AuditService, transport),
    erasures: createClient(ErasureService, transport),
  };
  const others = clientsOf(server.url, options);
  open.push(transport, others);
  return { ...others, ...own };
};
const people = {} as Record<Name | "account", ReturnType<typeof somebody>>;
let runId = "";

beforeAll(async () => {
  vi.stubEnv("PINCITE_ERASURE", "on");
  issuer = await startIssuer();
  const signIn = join(folder, "sign-in.txtpb");
  writeFileSync(signIn, signInFile(issuer));
  server = await startPincite({
    dataDir: join(folder, "data"),
    port: 0,
    user: "account",
    log: "silent",
    signIn,
  });
  people.account = somebody();
  for (const [name, group] of Object.entries(groupsOf)) {
    const token = await issuer.token(name, { groups: [group] });
    people[name as Name] = somebody(token);
  }
  runId = await runOf("mia");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const one of open) one.close();
  await server?.stop();
  await issuer?.stop();
});

const runOf = async (name: Name): Promise<string> => {
  const asked = { idempotencyKey: crypto.randomUUID(), strandId: `of-${name}` };
  return (await people[name].orchestrator.createRun(asked)).runContext?.runId ?? "";
};
const relation = (kind: Kind, id: string, subject: string) => ({
  kind,
  object: { case: "runId" as const, value: id },
  who: { case: "person" as const, value: { issuer: issuer.name, subject } },
});
const change = (what: "grant" | "revoke", kind: Kind, id: string, subject: string) =>
  people.account.access[what]({ idempotencyKey: crypto.randomUUID(), relation: relation(kind, id, subject) });
const refusal = (work: Promise<unknown>) => work.then(() => ({ reason: "", message: "", facts: {} }), fromConnectError);
const accept = (name: Name, link: { invitationId: string; secret: string }) =>
  people[name].access.acceptInvitation(link);
const takeBack = (name: Name, invitationId: string, id = runId) =>
  people[name].access.revokeInvitation({ idempotencyKey: crypto.randomUUID(), runId: id, invitationId });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe("an invitation", () => {
  it("lets whoever opens it first into the run, in the name of who made it, and lets nobody in twice", async () => {
    const link = await invite(people.mia.access, runId);
    expect(await refusal(people.ann.orchestrator.getRun({ runId }))).toMatchObject({ reason: "RUN_NOT_FOUND" });
    expect(await accept("ann", link)).toMatchObject({ runId, changed: true });
    expect((await people.ann.orchestrator.getRun({ runId })).runContext?.runId).toBe(runId);
    expect((await people.ann.orchestrator.listRuns({})).runs.map((run) => run.runId)).toEqual([runId]);
    // A link that is pressed twice by the same person leads to the same place.
    expect(await accept("ann", link)).toMatchObject({ runId, changed: false });
    expect(await refusal(accept("bea", link))).toMatchObject({
      reason: "INVITATION_OVER",
      facts: { why: "used" },
      message: expect.stringContaining("opened already"),
    });
    const { grounds } = await people.ann.access.explain({ object: { object: { case: "runId", value: runId } } });
    expect(grounds).toMatchObject([
      { why: { value: { kind: Kind.READER, by: { subject: "mia" }, invitationId: link.invitationId } } },
    ]);
    const edit = { runId, idempotencyKey: "x", expectedVersion: "1-0000000000000000" };
    const proposal = { proposal: { case: "intentSeed", value: { goal: "Hers." } } } as const;
    expect(await refusal(people.ann.orchestrator.propose({ ...edit, proposal }))).toMatchObject({
      reason: "RIGHT_MISSING",
    });
    const { entries } = await people.account.accessLog.listAccess({ object: { case: "runId", value: runId } });
    expect(entries.map(({ deed, by }) => [by?.subject, deed?.method.split("/")[1] ?? deed?.method])).toEqual(
      expect.arrayContaining([
        ["mia", expect.stringMatching(/Invite$/u)],
        ["ann", expect.stringMatching(/AcceptInvitation$/u)],
      ]),
    );
  });

  it("of an editor makes an editor of a reader", async () => {
    const id = await runOf("mia");
    await change("grant", Kind.READER, id, "bea");
    const link = await invite(people.mia.access, id, { kind: Kind.EDITOR });
    expect(await accept("bea", link)).toMatchObject({ changed: true });
    const object = { object: { case: "runId" as const, value: id } };
    expect(await people.bea.access.explain({ object, deed: Deed.EDIT })).toMatchObject({ may: true });
  });

  it("shows nothing of the strand that the run stands on", async () => {
    const [row] = await importFiles(people.mia, [note], "papers-of-mia");
    const driver = await RunDriver.create(people.mia, "papers-of-mia");
    await driver.park(row?.docUid ?? "", OrchestratorState.DRAFT, StagePhase.CONFIRMED, true);
    const link = await invite(people.mia.access, driver.runId);
    await accept("bea", link);
    const asked = { runId: driver.runId };
    expect((await people.bea.orchestrator.getRun(asked)).runContext?.strandId).toBe("papers-of-mia");
    expect(await refusal(people.bea.orchestrator.listCandidates(asked))).toMatchObject({ reason: "STRAND_NOT_FOUND" });
    const { docs } = await people.bea.docs.listDocs({ strandId: "papers-of-mia" });
    expect(docs).toEqual([]);
    const { strands } = await people.bea.docs.listStrands({});
    expect(strands.map(({ strandId }) => strandId)).not.toContain("papers-of-mia");
  });

  it("is opened by one of ten who open it at once", async () => {
    const id = await runOf("mia");
    const link = await invite(people.mia.access, id);
    const names: Name[] = ["ann", "bea", "cas", "eli", "max"];
    const said = await Promise.all([...names, ...names].map((name) => accept(name, link).catch(fromConnectError)));
    const { grounds } = await people.mia.access.list({ object: { object: { case: "runId", value: id } } });
    expect(grounds.filter(({ why }) => why.case === "granted")).toHaveLength(1);
    expect(said.filter((one) => "changed" in one && one.changed)).toHaveLength(1);
  });

  it("says that it ended, that it was taken back, and that whoever sent it owns the memo no more", async () => {
    const id = await runOf("mia");
    const untilIso = new Date(Date.now() + 1_500).toISOString();
    const late = await invite(people.mia.access, id, { untilIso });
    const back = await invite(people.mia.access, id);
    expect(await takeBack("mia", back.invitationId, id)).toMatchObject({ changed: true });
    expect(await takeBack("mia", back.invitationId, id)).toMatchObject({ changed: false });
    expect(await refusal(accept("cas", back))).toMatchObject({
      reason: "INVITATION_OVER",
      facts: { why: "taken-back" },
      message: expect.stringContaining("taken back"),
    });
    await change("grant", Kind.OWNER, id, "eli");
    const byEli = await invite(people.eli.access, id);
    await change("revoke", Kind.OWNER, id, "eli");
    expect(await refusal(accept("cas", byEli))).toMatchObject({ facts: { why: "taken-back" } });
    while (new Date().toISOString() <= untilIso) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await refusal(accept("cas", late))).toMatchObject({
      reason: "INVITATION_OVER",
      facts: { why: "late" },
      message: expect.stringContaining(untilIso.slice(0, 10)),
    });
    // What is over is not taken back.
    expect(await takeBack("mia", late.invitationId, id)).toMatchObject({ changed: false });
    const { invitations } = await people.mia.access.listInvitations({ runId: id });
    expect(invitations.map(({ state }) => state)).toEqual([State.OPEN, State.TAKEN_BACK, State.ENDED]);
    expect(invitations[0]?.by?.subject).toBe("eli");
  });

  it("says to whoever is walled off, and of a wrong secret, what it says of one that is not there", async () => {
    const id = await runOf("mia");
    const link = await invite(people.mia.access, id);
    await change("grant", Kind.WALLED, id, "lou");
    await change("grant", Kind.WALLED, id, "cas");
    const absent = { invitationId: `inv-${"0".repeat(32)}`, secret: link.secret };
    const told = async (name: Name, one: typeof absent) =>
      JSON.stringify(await refusal(accept(name, one))).replaceAll(one.invitationId, "inv");
    const notThere = await told("ann", absent);
    expect(notThere).toContain("INVITATION_NOT_FOUND");
    const { secret } = newSecret();
    expect(await told("ann", { ...link, secret })).toBe(notThere);
    expect(await told("lou", link)).toBe(notThere);
    expect(await told("cas", link)).toBe(notThere);
    await takeBack("mia", link.invitationId, id);
    expect(await told("cas", link)).toBe(notThere);
    // Whoever has no secret is not told what became of it either.
    expect(await told("ann", { ...link, secret })).toBe(notThere);
  });

  it("of a run that was erased leads nowhere", async () => {
    const id = await runOf("mia");
    const link = await invite(people.mia.access, id);
    const target = { target: { case: "runId" as const, value: id } };
    const { erasures } = people.account;
    const { digest: planDigest = "" } = (await erasures.planErasure({ target })).plan ?? {};
    const reason = ErasureReason.ASKED_FOR;
    await erasures.commitErasure({ target, planDigest, reason, idempotencyKey: "erase" });
    expect(await refusal(accept("cas", link))).toMatchObject({ reason: "INVITATION_NOT_FOUND" });
  });

  it("is for persons: the account needs none", async () => {
    const link = await invite(people.mia.access, runId);
    expect(await refusal(people.account.access.acceptInvitation(link))).toMatchObject({ reason: "PERSON_NEEDED" });
  });

  it("ends in a week where nobody says when, and in thirty days at most", async () => {
    const { secretSha256 } = newSecret();
    const asked = (untilIso: string) => ({
      ...{ idempotencyKey: crypto.randomUUID(), runId, kind: Kind.READER, untilIso, secretSha256 },
    });
    const { untilIso } = await people.mia.access.invite(asked(""));
    expect(untilIso.slice(0, 10)).toBe(inDays(7).slice(0, 10));
    for (const wrong of [inDays(-1), inDays(32), "tomorrow", "2026-13-45T00:00:00Z"])
      expect(await refusal(people.mia.access.invite(asked(wrong))), wrong).toMatchObject({ reason: "REQUEST_INVALID" });
    const again = { ...asked(inDays(30)), idempotencyKey: "again" };
    const first = await people.mia.access.invite(again);
    expect(await people.mia.access.invite(again)).toEqual(first);
    const other = await refusal(people.mia.access.invite({ ...again, kind: Kind.EDITOR }));
    expect(other).toMatchObject({ reason: "IDEMPOTENCY_KEY_REUSED" });
    for (const kind of [Kind.OWNER, Kind.WALLED, Kind.UNSPECIFIED])
      expect(await refusal(people.mia.access.invite({ ...asked(""), kind }))).toMatchObject({
        reason: "REQUEST_INVALID",
      });
  });
});

describe("invitations into a run", () => {
  it("are made, listed and taken back by its owner and the account, and by nobody else", async () => {
    const id = await runOf("mia");
    for (const [kind, name] of [
      [Kind.EDITOR, "eli"],
      [Kind.READER, "max"],
      [Kind.WALLED, "lou"],
    ] as const)
      await change("grant", kind, id, name);
    const expected: Readonly<Partial<Record<Name | "account", string>>> = {
      account: "",
      mia: "",
      eli: "RIGHT_MISSING",
      max: "RIGHT_MISSING",
      ann: "RUN_NOT_FOUND",
      lea: "RIGHT_MISSING",
      lou: "RUN_NOT_FOUND",
      ops: "RIGHT_MISSING",
    };
    const { invitationId } = await invite(people.mia.access, id);
    const absent = "run-01h00000000000000000000000";
    for (const [name, reason] of Object.entries(expected)) {
      const { access } = people[name as Name];
      const { secretSha256 } = newSecret();
      const calls = (at: string) => {
        const idempotencyKey = crypto.randomUUID();
        return [
          access.invite({ idempotencyKey, runId: at, kind: Kind.READER, secretSha256 }),
          access.listInvitations({ runId: at }),
          access.revokeInvitation({ idempotencyKey: crypto.randomUUID(), runId: at, invitationId }),
        ].map(refusal);
      };
      const said = await Promise.all(calls(id));
      expect(
        said.map((one) => one.reason),
        name,
      ).toEqual([reason, reason, reason]);
      // What may not be seen is answered as what is not there.
      if (reason !== "RUN_NOT_FOUND") continue;
      const notThere = await Promise.all(calls(absent));
      expect(JSON.stringify(said).replaceAll(id, absent)).toBe(JSON.stringify(notThere));
    }
  });

  it("are taken back in their own run alone", async () => {
    const own = await invite(people.mia.access, runId);
    const other = await runOf("mia");
    expect(await refusal(takeBack("mia", own.invitationId, other))).toMatchObject({ reason: "INVITATION_NOT_FOUND" });
  });

  it("are a hundred that are open at most", async () => {
    const id = await runOf("mia");
    for (let n = 0; n < 100; n++) await invite(people.mia.access, id);
    expect(await refusal(invite(people.mia.access, id))).toMatchObject({ reason: "LIMIT_EXCEEDED" });
    const { invitations } = await people.mia.access.listInvitations({ runId: id });
    await takeBack("mia", invitations[0]?.invitationId ?? "", id);
    await invite(people.mia.access, id);
  });
});
