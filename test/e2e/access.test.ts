import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AccessService, ExplainRequest_Deed } from "../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../gen/pincite/access/v1/relation_pb.ts";
import { needs, Right } from "../../gen/pincite/access/v1/right_pb.ts";
import { startPincite } from "../../src/main.ts";
import { aboutOf } from "../../src/wire/about.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { requireRights } from "../../src/wire/rights.ts";
import { outcomeOf, requestFor, services } from "../access/support/calls.ts";
import { type Claims, signInFile, startIssuer, type TestIssuer } from "../access/support/issuer.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { clientsOf } from "./support/server.ts";

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
        const right = path === "fork.run_id" ? Right.READ : getOption(method, needs);
        const client = createClient(method.parent, transport);
        const call = (id: string) => outcomeOf(client, method, requestFor(method, path, id));
        const absent = await call(absentRun);
        // Whose role has no such right at all is told so, before any run is looked for.
        const isBarred = role.includes("trainees") && getOption(method, needs) !== Right.READ;
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
    const { grounds } = await eli.list({ object });
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
