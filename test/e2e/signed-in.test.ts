import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DescMethod, type DescService, fromBinary, getOption } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs, Right } from "../../gen/pincite/access/v1/right_pb.ts";
import { EventRecordSchema } from "../../gen/pincite/journal/v1/record_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { PageService } from "../../gen/pincite/page/v1/page_service_pb.ts";
import { MemoProofSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { startPincite, verifyProof } from "../../src/main.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { type Claims, signInFile, startIssuer, type TestIssuer } from "../access/support/issuer.ts";
import { cli } from "../cli/support/cli.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { RunDriver } from "./support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "./support/server.ts";
import { note } from "./support/small-case.ts";

const folder = newFolder("signed-in");
let issuer: TestIssuer;
let server: Awaited<ReturnType<typeof startPincite>>;
const open: { close(): void }[] = [];

beforeAll(async () => {
  issuer = await startIssuer();
  const signIn = join(folder, "sign-in.txtpb");
  writeFileSync(signIn, signInFile(issuer));
  server = await startPincite({ dataDir: join(folder, "data"), port: 0, user: "account", log: "silent", signIn });
});
afterAll(async () => {
  for (const one of open) one.close();
  await server?.stop();
  await issuer?.stop();
});

/** Clients of somebody who signed in. */
const of = async (subject: string, claims: Claims = {}, protocol: "grpc" | "connect" = "grpc"): Promise<Clients> => {
  const token = await issuer.token(subject, claims);
  const clients = clientsOf(server.url, { token: () => token, protocol });
  open.push(clients);
  return clients;
};

/** Every service that a server of ours may serve. */
const services = async (): Promise<DescService[]> => {
  const gen = join(import.meta.dirname, "../../gen/pincite");
  const files = readdirSync(gen, { recursive: true, encoding: "utf8" }).filter((name) =>
    /v1\/\w+_service_pb\.ts$/u.test(name),
  );
  const modules: Record<string, unknown>[] = await Promise.all(files.map((name) => import(join(gen, name))));
  const isService = (one: unknown): one is DescService => (one as DescService | undefined)?.kind === "service";
  return modules.flatMap((one) => Object.values(one)).filter(isService);
};

type AnyClient = Record<string, (message: unknown, options: { timeoutMs: number }) => unknown>;

/** Why a call with nothing in it fails; empty: it does not. A watch is ended after a while. */
const refusalOf = async (client: AnyClient, method: DescMethod): Promise<string> => {
  async function* nothing() {}
  const isMany = /^(client|bidi)/u.test(method.methodKind);
  try {
    const answer = client[method.localName]?.(isMany ? nothing() : {}, { timeoutMs: 2_000 });
    if (method.methodKind === "server_streaming" || method.methodKind === "bidi_streaming")
      for await (const _ of answer as AsyncIterable<unknown>) break;
    else await answer;
    return "";
  } catch (error) {
    return fromConnectError(error).reason;
  }
};

const held: Readonly<Record<string, readonly Right[]>> = {
  trainees: [Right.READ, Right.USAGE],
  lawyers: [Right.READ, Right.EDIT, Right.REVIEW, Right.USAGE],
  members: [Right.READ, Right.EDIT, Right.REVIEW, Right.USAGE],
  computers: [Right.OPERATE, Right.USAGE],
  auditors: [Right.AUDIT, Right.USAGE],
};

describe("a call of somebody who signed in", () => {
  it("lets no browser in, which would see and change everything in the account's name", async () => {
    const token = await issuer.token("sem", { groups: ["computers"] });
    const transport = ownTransport(server.url, { token: () => token });
    open.push(transport);
    const failed = await createClient(PageService, transport).createPageAddress({}).catch(fromConnectError);
    expect(failed).toMatchObject({ reason: "RIGHT_MISSING", facts: { needed: "RIGHT_ACCOUNT" } });
  });

  it.each(Object.keys(held))(
    "reaches what the role of %s covers, and nothing else, over all calls of all services",
    async (group) => {
      const token = await issuer.token("sem", { groups: [group] });
      const transport = ownTransport(server.url, { token: () => token });
      open.push(transport);
      const all = await services();
      expect(all.length).toBeGreaterThan(25);
      for (const service of all) {
        const client = createClient(service, transport) as AnyClient;
        for (const method of service.methods) {
          const refused = await refusalOf(client, method);
          const may = held[group]?.includes(getOption(method, needs));
          const told = `${service.typeName}/${method.name}: ${refused}`;
          if (may) expect(told).not.toMatch(/RIGHT_MISSING|UNAUTHENTICATED/u);
          else expect(told).toMatch(/: RIGHT_MISSING$/u);
        }
      }
    },
  );

  it.each(["grpc", "connect"] as const)("is refused over %s where nobody gave a role, with why", async (protocol) => {
    const clients = await of("sem", { groups: ["guests"] }, protocol);
    const failed = await clients.orchestrator.listRuns({}).catch(fromConnectError);
    expect(failed).toMatchObject({ reason: "UNAUTHENTICATED", message: expect.stringContaining("no role") });
  });

  it("says who calls", async () => {
    const { caller } = await (await of("mila", { groups: ["lawyers"] })).orchestrator.getCapabilities({});
    expect(caller).toMatchObject({ name: "mila", issuer: issuer.name, asserted: false });
    const named = await of("mila", { groups: ["lawyers"], name: "Mila de Boer" });
    expect((await named.orchestrator.getCapabilities({})).callerName).toBe("Mila de Boer");
    const account = clientsOf(server.url);
    open.push(account);
    const own = await account.orchestrator.getCapabilities({});
    expect(own.caller).toMatchObject({ name: "account", issuer: "", asserted: true });
    expect(own.callerName).toBe("");
  });
});

describe("a memo that two people made", () => {
  it("names in its record and its proof who did what, and verifies in both languages", async () => {
    const noor = await of("noor");
    const mila = await of("mila", { groups: ["lawyers"] }, "connect");
    const [imported] = await importFiles(noor, [note]);
    const begun = await RunDriver.create(noor);
    const { DRAFT } = OrchestratorState;
    await begun.park(imported?.docUid ?? "", DRAFT, StagePhase.PROPOSED);
    const second = new RunDriver(mila, begun.context);
    await second.confirmAll();
    await second.advance();
    const words = ["export", begun.runId, "--format", "pincite", "-o", "memo.pincite"];
    const { code, err } = await cli(words, { cwd: folder, env: { PINCITE_URL: server.url } });
    expect(code, err).toBe(0);
    const proof = fromBinary(MemoProofSchema, await unpackedFile(readFileSync(join(folder, "memo.pincite"))));
    const events = proof.events.map((bytes) => fromBinary(RunEventSchema, fromBinary(EventRecordSchema, bytes).body));
    const deciders = events.filter(({ event }) => event.case === "itemsDecided").map(({ actor }) => actor);
    expect(deciders.at(0)).toMatchObject({ name: "noor", issuer: issuer.name, asserted: false });
    expect(deciders.at(-1)).toMatchObject({ name: "mila", issuer: issuer.name, asserted: false });
    expect(events.at(-1)?.actor?.name).toBe("mila");
    const { checks } = await verifyProof(readFileSync(join(folder, "memo.pincite")), undefined);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    const script = join(import.meta.dirname, "../../docs/verify-proof.py");
    const said = execFileSync("python3", [script, "memo.pincite"], { cwd: folder, encoding: "utf8" });
    expect(said).toMatch(/holds +CONFIRMATIONS.*mila.*noor/u);
  });
});
