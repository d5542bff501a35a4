import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageService } from "../../gen/pincite/usage/v1/usage_service_pb.ts";
import { startPincite } from "../../src/main.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { signInFile, startIssuer, type TestIssuer } from "../access/support/issuer.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { startCountingModel } from "./support/counting-model.ts";
import { clientsOf, importFiles } from "./support/server.ts";
import { note } from "./support/small-case.ts";

const folder = newFolder("quota");
let counted: Awaited<ReturnType<typeof startCountingModel>>;
const groupsOf = { mia: ["members"], max: ["members"], lea: ["lawyers"], ops: ["computers"] } as const;
type Name = keyof typeof groupsOf;
let issuer: TestIssuer;
let server: Awaited<ReturnType<typeof startPincite>>;
const open: { close(): void }[] = [];

const start = () => {
  const { endpoint } = counted;
  const signIn = join(folder, "sign-in.txtpb");
  const dataDir = join(folder, "data");
  return startPincite({ dataDir, port: 0, user: "account", log: "silent", signIn, endpoint, model: "counted" });
};
const wayOf = async (name: Name) => {
  const token = await issuer.token(name, { groups: [...groupsOf[name]] });
  return { token: () => token };
};
const clients = async (name: Name) => {
  const own = clientsOf(server.url, await wayOf(name));
  open.push(own);
  return own;
};
const newRun = async (name: Name) => {
  const { orchestrator } = await clients(name);
  const { profiles } = await orchestrator.getCapabilities({});
  const profileId = profiles.find((one) => one.profileId.endsWith("-model"))?.profileId ?? "";
  const asked = { idempotencyKey: crypto.randomUUID(), strandId: `of-${name}`, profileId };
  return (await orchestrator.createRun(asked)).runContext?.runId ?? "";
};
const turn = async (name: Name, runId: string): Promise<unknown> => {
  const said = { runId, idempotencyKey: crypto.randomUUID(), userPrompt: "Begin." };
  return (await clients(name)).orchestrator.guide(said).then(
    () => "a turn",
    (error: unknown) => error,
  );
};
const boundsOf = async (name: Name, month = "") => {
  const transport = ownTransport(server.url, await wayOf(name));
  open.push(transport);
  const { quotas } = await createClient(UsageService, transport).getUsage({ filter: { month } });
  return quotas.map(({ measure, who, bound, used }) => [
    measure,
    who.case,
    String(who.value),
    Number(bound),
    Number(used),
  ]);
};
const runs: Partial<Record<Name, string>> = {};

beforeAll(async () => {
  counted = await startCountingModel(10, 2);
  issuer = await startIssuer();
  const bounds = `
quotas { group: "members" turns: 3 }
quotas { each_person: true turns: 2 paper_bytes: ${note.bytes.length} open_runs: 1 }
quotas { everybody: true tool_calls: 1000 }`;
  writeFileSync(join(folder, "sign-in.txtpb"), signInFile(issuer) + bounds);
  server = await start();
  for (const name of ["mia", "max", "lea"] as const) runs[name] = await newRun(name);
});
afterAll(async () => {
  for (const one of open) one.close();
  await server?.stop();
  await issuer?.stop();
  await counted?.stop();
});

describe("bounds of the sign-in file", () => {
  it("let three people of two groups have what their own bound and their group's leave them", async () => {
    for (const name of ["mia", "mia", "lea", "lea"] as const) expect(await turn(name, runs[name] ?? "")).toBe("a turn");
    const ofHerself = await turn("mia", runs.mia ?? "");
    expect(ConnectError.from(ofHerself).code).toBe(Code.ResourceExhausted);
    expect(fromConnectError(ofHerself)).toMatchObject({
      reason: "QUOTA_EXCEEDED",
      message: expect.stringMatching(/turns .*2 of 2.* 20\d\d-\d\d-01 at midnight UTC/u),
    });
    expect(await turn("max", runs.max ?? "")).toBe("a turn");
    const ofGroup = fromConnectError(await turn("max", runs.max ?? ""));
    expect(ofGroup).toMatchObject({ reason: "QUOTA_EXCEEDED", facts: { whose: "members", bound: "3", used: "3" } });
    expect(fromConnectError(await turn("lea", runs.lea ?? ""))).toMatchObject({ facts: { whose: "lea", used: "2" } });
  });

  it("refuse a second open run and another import, and take nothing of them in", async () => {
    expect(fromConnectError(await newRun("mia").catch((error: unknown) => error))).toMatchObject({
      reason: "QUOTA_EXCEEDED",
      facts: { quota: "openRuns", bound: "1", used: "1" },
    });
    const mia = await clients("mia");
    await importFiles(mia, [note], "of-mia");
    const again = importFiles(mia, [{ ...note, path: "other.txt", bytes: Buffer.from("Iets anders.") }], "of-mia");
    expect(fromConnectError(await again.catch((error: unknown) => error))).toMatchObject({
      facts: { quota: "paperBytes", used: String(note.bytes.length) },
    });
    expect((await mia.docs.listDocs({ strandId: "of-mia" })).docs).toHaveLength(1);
  });

  it("stand beside what was used: their own for a person, all of the file for an operator, and the same after a restart", async () => {
    const own = [
      [1, "group", "members", 3, 3],
      [1, "subject", "mia", 2, 2],
      [4, "subject", "mia", note.bytes.length, note.bytes.length],
      [5, "subject", "mia", 1, 1],
      [3, "everybody", "true", 1000, 0],
    ];
    expect(await boundsOf("mia")).toEqual(own);
    expect(await boundsOf("ops")).toEqual([own[0], own[4]]);
    expect(await boundsOf("mia", "2001-01")).toEqual([]);
    await server.stop();
    server = await start();
    expect(await boundsOf("mia")).toEqual(own);
    expect(fromConnectError(await turn("max", runs.max ?? ""))).toMatchObject({ reason: "QUOTA_EXCEEDED" });
  });
});
