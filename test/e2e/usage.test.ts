import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AccessService } from "../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../gen/pincite/access/v1/relation_pb.ts";
import { ListUsageRequest_By as By, UsageService } from "../../gen/pincite/usage/v1/usage_service_pb.ts";
import { startPincite } from "../../src/main.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { signInFile, startIssuer, type TestIssuer } from "../access/support/issuer.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { startCountingModel } from "./support/counting-model.ts";
import { clientsOf, importFiles } from "./support/server.ts";
import { note } from "./support/small-case.ts";

const folder = newFolder("usage");
const model = "openai-compatible/counted";
let counted: Awaited<ReturnType<typeof startCountingModel>>;
let issuer: TestIssuer;
let server: Awaited<ReturnType<typeof startPincite>>;
const open: { close(): void }[] = [];

const groupsOf = { mia: ["members"], max: ["members"], ops: ["computers"], lea: ["lawyers"] } as const;
type Name = keyof typeof groupsOf;
const wayOf = async (name: Name) => {
  const token = await issuer.token(name, { groups: [...groupsOf[name]] });
  return { token: () => token };
};
const usageOf = async (name?: Name) => {
  const transport = name ? ownTransport(server.url, await wayOf(name)) : ownTransport(server.url);
  open.push(transport);
  return createClient(UsageService, transport);
};
const runs = { mia: "", max: "" };
const today = new Date().toISOString().slice(0, 10);
const month = today.slice(0, 7);

beforeAll(async () => {
  counted = await startCountingModel(1_000, 200);
  const { endpoint } = counted;
  issuer = await startIssuer();
  const [signIn, prices] = [join(folder, "sign-in.txtpb"), join(folder, "prices.txtpb")];
  writeFileSync(signIn, signInFile(issuer));
  const price = `from_day: "2020-01-01" currency: "EUR" input_per_million: "2.50" output_per_million: "10"`;
  writeFileSync(prices, `prices { model: "${model}" ${price} }`);
  const options = { dataDir: join(folder, "data"), port: 0, user: "account", log: "silent", signIn, prices } as const;
  server = await startPincite({ ...options, endpoint, model: "counted" });
  for (const name of ["mia", "max"] as const) {
    const clients = clientsOf(server.url, await wayOf(name));
    open.push(clients);
    await importFiles(clients, [note], `of-${name}`);
    const { profiles } = await clients.orchestrator.getCapabilities({});
    const profileId = profiles.find((one) => one.profileId.endsWith("-model"))?.profileId ?? "";
    const asked = { idempotencyKey: crypto.randomUUID(), strandId: `of-${name}`, profileId };
    const { runContext } = await clients.orchestrator.createRun(asked);
    runs[name] = runContext?.runId ?? "";
    const command = { runId: runs[name], expectedVersion: runContext?.version ?? "" };
    const said = { idempotencyKey: crypto.randomUUID(), userPrompt: "Begin." };
    const { turnId } = await clients.orchestrator.guide({ ...command, ...said });
    expect(turnId).not.toBe("");
  }
});
afterAll(async () => {
  for (const one of open) one.close();
  await server?.stop();
  await issuer?.stop();
  await counted?.stop();
});

const nothing = { turns: 0, modelCalls: 0, inputTokens: 0n, outputTokens: 0n, toolCalls: 0, paperBytes: 0n };
const plain = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

describe("what was used", () => {
  it("is read by whoever used it, with what it costs and from which day that price is", async () => {
    const { usage, ofEverybody, hasPrices } = await (await usageOf("mia")).getUsage({});
    const calls = usage?.modelCalls ?? 0;
    expect(calls).toBeGreaterThan(0);
    expect({ ofEverybody, hasPrices }).toEqual({ ofEverybody: false, hasPrices: true });
    expect(usage).toMatchObject({ turns: 1, inputTokens: BigInt(1_000 * calls), outputTokens: BigInt(200 * calls) });
    expect(usage?.paperBytes).toBe(BigInt(note.bytes.length));
    // 1,000 at 2.50 and 200 at 10 for a million: 4.5 thousandths.
    const amount = { currencyCode: "EUR", units: 0n, nanos: 4_500_000 * calls };
    expect(usage?.costs).toMatchObject([{ amount, priceDays: ["2020-01-01"] }]);
    expect(usage?.models).toMatchObject([{ model, calls, charges: [{ priceDay: "2020-01-01", amount }] }]);
    expect(usage?.unpricedModels).toEqual([]);
  });

  it("is no more than that to them: of another, and of a person whom nobody knows, it is nothing", async () => {
    const mia = await usageOf("mia");
    const { usages } = await mia.listUsage({});
    expect(usages.map(({ subject, issuer: by }) => [by, subject])).toEqual([[issuer.name, "mia"]]);
    const ofOne = async (subject: string) => {
      const asked = { filter: { subject } };
      return JSON.stringify([await mia.getUsage(asked), await mia.listUsage(asked)], plain).replaceAll(subject, "?");
    };
    expect((await mia.getUsage({ filter: { subject: "max" } })).usage).toMatchObject(nothing);
    expect(await ofOne("max")).toBe(await ofOne("nobody"));
    // Who may read everything there is reads what others used no more than that.
    expect((await (await usageOf("lea")).listUsage({})).usages).toEqual([]);
    expect((await (await usageOf("lea")).getUsage({ runId: runs.mia })).usage).toMatchObject(nothing);
    expect((await mia.listUsage({ by: By.RUN })).usages.map(({ runId }) => runId)).toEqual([runs.mia]);
  });

  it("is not told of a run that may not be read: it is answered as one that is not there", async () => {
    const absent = "run-01h00000000000000000000000";
    for (const name of ["mia", "ops"] as const) {
      const client = await usageOf(name);
      for (const call of [client.getUsage, client.listUsage]) {
        const [hidden, none] = await Promise.all(
          [runs.max, absent].map((runId) => call({ runId }).catch(fromConnectError)),
        );
        expect(hidden).toMatchObject({ reason: "RUN_NOT_FOUND" });
        expect(JSON.stringify(hidden).replaceAll(runs.max, absent)).toBe(JSON.stringify(none));
      }
    }
  });

  it("is everybody's for whoever looks after the installation, and by run of none that they may not read", async () => {
    const ops = await usageOf("ops");
    const first = await ops.listUsage({ pageSize: 1 });
    const second = await ops.listUsage({ pageSize: 1, pageToken: first.nextPageToken });
    expect([...first.usages, ...second.usages].map(({ subject }) => subject)).toEqual(["max", "mia"]);
    expect(second.nextPageToken).toBe("");
    const wrong = { pageSize: 1, pageToken: first.nextPageToken, by: By.MONTH };
    expect(await ops.listUsage(wrong).catch(fromConnectError)).toMatchObject({ reason: "PAGE_TOKEN_INVALID" });
    expect((await ops.listUsage({ by: By.RUN })).usages).toEqual([]);
    const all = await ops.getUsage({ filter: { month } });
    expect(all).toMatchObject({ ofEverybody: true, usage: { turns: 2, month } });
    expect(all.usage?.paperBytes).toBe(BigInt(2 * note.bytes.length));
    expect((await ops.getUsage({ filter: { month: "2019-01" } })).usage).toMatchObject(nothing);
  });

  it("is all of it for the account, by run and by month too", async () => {
    const account = await usageOf();
    const byRun = (await account.listUsage({ by: By.RUN })).usages;
    expect(byRun.map(({ runId, turns, paperBytes }) => [runId, turns, paperBytes])).toEqual([
      [runs.mia, 1, 0n],
      [runs.max, 1, 0n],
    ]);
    expect((await account.listUsage({ by: By.MONTH })).usages).toMatchObject([{ month, turns: 2 }]);
    expect((await account.getUsage({ runId: runs.max })).usage).toMatchObject({ turns: 1, runId: runs.max });
  });

  it("is reckoned with other prices where a call brings some, and says what has none", async () => {
    const account = await usageOf();
    const price = { currency: "USD", inputPerMillion: "0", outputPerMillion: "0" };
    const other = { prices: [{ ...price, model: "openai/other", fromDay: "2020-01-01" }] };
    const { usage } = await account.getUsage({ prices: other });
    expect(usage).toMatchObject({
      costs: [],
      unpricedModels: [model],
      models: [{ unpriced: { calls: usage?.modelCalls } }],
    });
    // What holds from a later day on does not hold yet.
    const tomorrow = new Date(Date.parse(today) + 2 * 86_400_000).toISOString().slice(0, 10);
    const later = { prices: [{ ...price, model, fromDay: tomorrow }] };
    expect((await account.getUsage({ prices: later })).usage?.unpricedModels).toEqual([model]);
    const wrong = { prices: [{ ...price, model, fromDay: "2026-02-30" }] };
    expect(await account.getUsage({ prices: wrong }).catch(fromConnectError)).toMatchObject({
      reason: "REQUEST_INVALID",
    });
  });

  it("is not theirs any more of a run that a wall stands before", async () => {
    const transport = ownTransport(server.url);
    open.push(transport);
    const who = { case: "person" as const, value: { issuer: issuer.name, subject: "max" } };
    const relation = { kind: Kind.WALLED, object: { case: "runId" as const, value: runs.max }, who };
    await createClient(AccessService, transport).grant({ idempotencyKey: crypto.randomUUID(), relation });
    const { usage } = await (await usageOf("max")).getUsage({});
    expect(usage).toMatchObject({ turns: 0, inputTokens: 0n, paperBytes: BigInt(note.bytes.length) });
    expect((await (await usageOf("ops")).getUsage({ filter: { subject: "max" } })).usage).toMatchObject({ turns: 1 });
  });
});
