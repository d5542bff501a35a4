import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { restoreStream } from "../../src/engine/run/erased.ts";
import { openInstallation } from "../../src/installation.ts";
import { startPincite, storeFolders } from "../../src/main.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { cli } from "../cli/support/cli.ts";
import { key } from "../e2e/support/run-driver.ts";
import { clientsOf, importFiles } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";

// Yesterday's copy of a folder, or a Vault that was deleted, started in silence, while runs cited its documents.

/** Where all tests work, since an anchor outside goes by the path of its folder; and what two days left there, kept aside. */
let folder: string;
let twoDays: string;
let dataDir: string;
let copy: string;
let before: string | undefined;
beforeAll(async () => {
  before = process.env.PINCITE_ANCHOR_DIR;
  [folder, twoDays] = [newFolder("rolled"), newFolder("two-days")];
  [dataDir, copy] = [join(folder, "data"), join(folder, "copy")];
  process.env.PINCITE_ANCHOR_DIR = join(folder, "elsewhere");
  await day("gisteren");
  cpSync(dataDir, copy, { recursive: true });
  expect(await day("vandaag")).toBe(2);
  cpSync(folder, twoDays, { recursive: true });
});
beforeEach(() => {
  rmSync(folder, { recursive: true });
  cpSync(twoDays, folder, { recursive: true });
  dataDir = join(folder, "data");
});
afterAll(() => {
  if (before === undefined) delete process.env.PINCITE_ANCHOR_DIR;
  else process.env.PINCITE_ANCHOR_DIR = before;
  for (const dir of [folder, twoDays]) rmSync(dir, { recursive: true, force: true });
});

/** Starts a server, makes a run and takes a document in, and stops it. Gives how many runs there are. */
const day = async (title: string): Promise<number> => {
  const server = await startPincite({ dataDir, port: 0, user: "tester", log: "silent" });
  const clients = clientsOf(server.url);
  await clients.orchestrator.createRun({ idempotencyKey: key(), title });
  await importFiles(clients, [{ path: `${title}.txt`, bytes: Buffer.from(`Toezegging van ${title}.\n`) }]);
  const { runs } = await clients.orchestrator.listRuns({});
  clients.close();
  await server.stop();
  return runs.length;
};

const putBack = (...parts: readonly string[]) => {
  for (const part of parts) {
    rmSync(join(dataDir, part), { recursive: true });
    if (existsSync(join(copy, part))) cpSync(join(copy, part), join(dataDir, part), { recursive: true });
  }
};

/** What the journal of the runs says of stores that were accepted: each by a person, by name and at a time of this hour. */
const acts = async () => {
  const store = await openLevelStore({
    dir: join(dataDir, "runs"),
    clock: { now: () => Date.now() },
    signer: openInstallation(dataDir).signer,
  });
  const [owner = ""] = await store.owners();
  const events = (await store.read(owner, restoreStream)).map(({ body }) => fromBinary(RunEventSchema, body));
  await store.close();
  return events.map(({ actor, timeIso, event }) => {
    expect(actor?.name).toMatch(/./);
    expect(Math.abs(Date.parse(timeIso) - Date.now())).toBeLessThan(3_600_000);
    if (event.case !== "storeAccepted") throw new Error(`an event of another kind: ${event.case}`);
    const { store: name, checkpointKept, checkpointFound } = event.value;
    return { store: name, kind: actor?.kind, behind: checkpointFound < checkpointKept };
  });
};

const refusal = () =>
  startPincite({ dataDir, port: 0, user: "tester", log: "silent" }).catch((error: unknown) => error);

describe("a store that is behind what was kept of it", () => {
  it.each<[string, () => void, string]>([
    ["yesterday's copy of the whole folder", () => putBack("."), "runs"],
    ["yesterday's runs alone", () => putBack("runs"), "runs"],
    ["yesterday's Vault alone", () => putBack("vault"), "vault"],
    ["a Vault that is gone", () => rmSync(join(dataDir, "vault"), { recursive: true }), "vault"],
  ])("is refused with what to do: %s", async (_what, change, store) => {
    change();
    const refused = await refusal();
    expect(refused).toMatchObject({ reason: "DATA_LOSS", facts: { store } });
    expect((refused as Error).message).toContain("pincite store accept-restore");
    // A refused start changes nothing: the next one is refused as well.
    expect(await refusal()).toMatchObject({ reason: "DATA_LOSS", facts: { store } });
  });

  it("is told by the anchor outside alone where the folder's own went back too, and by the folder's where that is lost", async () => {
    rmSync(join(folder, "elsewhere"), { recursive: true });
    putBack("runs");
    expect(await refusal()).toMatchObject({ reason: "DATA_LOSS", facts: { store: "runs" } });
  });

  it("is taken as it is once a person accepted it, which stays noted", async () => {
    putBack(".");
    const { code, out } = await cli(["store", "accept-restore", "--data", dataDir], { storeFolders });
    expect({ code, lines: out.match(/accepted at checkpoint/g)?.length }).toEqual({ code: 0, lines: 3 });
    expect(readFileSync(join(dataDir, "anchors", "accepted"), "utf8")).toMatch(
      /^(?:\S+Z (?:runs|vault|law) \d+ \d+\n){3}$/,
    );
    expect(await acts()).toEqual(
      ["runs", "vault", "law"].map((store) => ({ store, kind: Principal_Kind.USER, behind: true })),
    );
    expect(await day("morgen")).toBe(2);
    const again = await cli(["store", "accept-restore", "--data", dataDir], { storeFolders });
    expect(again.out).toContain("no store is behind");
  });

  it("may be gone once a person accepted that", async () => {
    rmSync(join(dataDir, "vault"), { recursive: true });
    expect((await cli(["store", "accept-restore", "--data", dataDir], { storeFolders })).out).toContain("vault");
    expect((await acts()).map(({ store }) => store)).toEqual(["vault"]);
    expect(await day("morgen")).toBe(3);
    expect(await storeFolders.rebuild(dataDir)).toMatchObject({ removed: 0 });
  });
});

describe("a store of which nothing readable is kept", () => {
  it.each([
    ["damaged", (path: string) => writeFileSync(path, "rubbish")],
    ["gone", (path: string) => rmSync(path)],
  ])("is taken and told in the journal: %s", async (_what, spoil) => {
    const before = (await acts()).length;
    const kept = [join(dataDir, "anchors"), join(folder, "elsewhere")].flatMap((dir) =>
      readdirSync(dir, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith("runs.pb"))
        .map((name) => join(dir, name)),
    );
    expect(kept.length).toBe(2);
    for (const path of kept) spoil(path);
    await day("morgen");
    expect((await acts()).slice(before)).toEqual([{ store: "runs", kind: Principal_Kind.KERNEL, behind: false }]);
    await day("overmorgen");
    expect((await acts()).length).toBe(before + 1);
  });
});

describe("a store that is not behind", () => {
  it("starts: after a stop, after another, and where the folder was moved", async () => {
    renameSync(dataDir, `${dataDir}-moved`);
    dataDir = `${dataDir}-moved`;
    expect(await day("morgen")).toBe(3);
  });

  it("starts where a new installation takes the place of one that was deleted whole", async () => {
    rmSync(dataDir, { recursive: true });
    expect(await day("nieuw")).toBe(1);
  });
});
