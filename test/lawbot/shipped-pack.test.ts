import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@connectrpc/connect";
import { afterAll, describe, expect, it } from "vitest";
import { LawPackService } from "../../gen/pincite/lawbot/v1/law_pack_service_pb.ts";
import { buildPack } from "../../scripts/law-pack.ts";
import { lawbotLongMethods, lawbotRoutes } from "../../src/lawbot/routes.ts";
import type { PackFileShipped } from "../../src/lawbot/shipped-pack.ts";
import { shippedLaw } from "../../src/main/shipped-law.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { fromConnectError } from "../../src/wire/error.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { newFolder } from "../support/new-folder.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { article, lawXml } from "./support/xml.ts";

const folder = newFolder("shipped-pack");
afterAll(() => rmSync(folder, { recursive: true }));

const law = (id: string, words = "De eerste regel.") => lawXml(article("1", `<al>${words}</al>`), id);
const ids = ["BWBR0000001", "BWBR0000002"] as const;
const named = (id: string) => {
  const path = join(folder, `${id}.xml`);
  writeFileSync(path, law(id));
  return path;
};
const bytes = buildPack(ids.map(named), "2020-01-01");

/** A pack in a file of its own, with what the program knows of it. */
const shippedAs = (name: string, stored = bytes): PackFileShipped => {
  const at = join(folder, name);
  writeFileSync(at, stored);
  return { name, at: pathToFileURL(at), sha256: sha256Hex(bytes), sizeBytes: bytes.length };
};

const open = async (shipped?: PackFileShipped) => {
  const clients = await openClients();
  const routes = lawbotRoutes(clients.lawbot, undefined, undefined, [], shipped);
  const packs = createClient(LawPackService, createInProcessTransport(routes, { longMethods: lawbotLongMethods }));
  const reasonOf = (call: Promise<unknown>) =>
    call.then(
      () => "",
      (error: unknown) => fromConnectError(error).reason,
    );
  const loaded = async () => (await clients.laws.listLaws({})).laws.map(({ lawId }) => lawId);
  return { ...clients, packs, reasonOf, loaded };
};

describe("the law that comes with the program, over gRPC", () => {
  it("is told of with its day, its laws and its digest, and loaded whole by whoever names that digest", async () => {
    const shipped = shippedAs("a.lawpack");
    const { packs, loaded } = await open(shipped);
    const { pack } = await packs.getShippedPack({});
    expect(pack).toMatchObject({
      name: "a.lawpack",
      sha256: shipped.sha256,
      sizeBytes: bytes.length,
      textCount: 2,
      loadedTextCount: 0,
      usualValidFrom: "2020-01-01",
      usualCount: 2,
      lawIds: [...ids],
    });
    expect(await loaded()).toEqual([]);
    const asked = { idempotencyKey: "k", sha256: shipped.sha256 };
    const { report } = await packs.addShippedPack(asked);
    expect(report).toMatchObject({ importedCount: 2, refusedCount: 0 });
    expect(await loaded()).toEqual([...ids]);
    expect((await packs.getShippedPack({})).pack?.loadedTextCount).toBe(2);
    // The same key has the same report, another one a report of two that are there.
    expect((await packs.addShippedPack(asked)).report).toEqual(report);
    const again = await packs.addShippedPack({ ...asked, idempotencyKey: "l" });
    expect(again.report).toMatchObject({ importedCount: 0, duplicateCount: 2 });
  });

  it("is loaded once by calls that come together", async () => {
    const shipped = shippedAs("b.lawpack");
    const { packs } = await open(shipped);
    const calls = ["a", "b", "c"].map((idempotencyKey) =>
      packs.addShippedPack({ idempotencyKey, sha256: shipped.sha256 }),
    );
    const counts = (await Promise.all(calls)).map(({ report }) => report?.importedCount ?? 0);
    expect(counts.toSorted()).toEqual([0, 0, 2]);
  });

  it("is not loaded by whoever was shown another digest, nor where a text stands here from other bytes", async () => {
    const shipped = shippedAs("c.lawpack");
    const { packs, imports, reasonOf, loaded } = await open(shipped);
    for (const sha256 of ["0".repeat(64), "", "x".repeat(64), shipped.sha256.toUpperCase()])
      expect(await reasonOf(packs.addShippedPack({ idempotencyKey: "k", sha256 }))).toBe("REQUEST_INVALID");
    expect(await reasonOf(packs.addShippedPack({ idempotencyKey: "", sha256: shipped.sha256 }))).toBe(
      "REQUEST_INVALID",
    );
    const other = { path: "a.xml", validFrom: "2020-01-01", bytes: Buffer.from(law(ids[1], "Andere woorden.")) };
    await imports.import(importMessages("mine", [other]));
    const { report } = await packs.addShippedPack({ idempotencyKey: "m", sha256: shipped.sha256 });
    expect(report).toMatchObject({ refusedCount: 1 });
    expect(await loaded()).toEqual([ids[1]]);
  });

  it.each([
    ["has other bytes of the same size", bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1)],
    ["is cut", bytes.subarray(0, 200)],
    ["goes on", new Uint8Array([...bytes, 0])],
  ])("is neither told of nor loaded where its file %s", async (_, stored) => {
    const shipped = shippedAs("d.lawpack", new Uint8Array(stored));
    const { packs, reasonOf, loaded } = await open(shipped);
    expect(await reasonOf(packs.getShippedPack({}))).toBe("DATA_LOSS");
    expect(await reasonOf(packs.addShippedPack({ idempotencyKey: "k", sha256: shipped.sha256 }))).toBe("DATA_LOSS");
    expect(await loaded()).toEqual([]);
  });

  it("is not there on a server that has none", async () => {
    const { packs, reasonOf } = await open();
    expect((await packs.getShippedPack({})).pack).toBeUndefined();
    const asked = { idempotencyKey: "k", sha256: sha256Hex(bytes) };
    expect(await reasonOf(packs.addShippedPack(asked))).toBe("UNSUPPORTED");
  });

  it("is the file that lies beside the program", async () => {
    const { packs } = await open(shippedLaw);
    const { pack } = await packs.getShippedPack({});
    expect(pack).toMatchObject({ textCount: 64, usualValidFrom: "2012-10-06" });
    expect(pack?.lawIds).toHaveLength(61);
  });
});
