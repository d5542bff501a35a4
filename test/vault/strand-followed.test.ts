import { createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { VaultErasureService } from "../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import { vaultLongMethods, vaultRoutes } from "../../src/vault/routes.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { openSharedMemory } from "../support/shared-store.ts";
import { reasonOf } from "./refusal.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

/** Two servers over one store, each of which has the strand open. */
const twoServers = async () => {
  const store = await openSharedMemory();
  const [here, there] = [await openTestVault({ store }), await openTestVault({ store })];
  const found = async ({ search }: typeof here, query: string) =>
    (await search.search({ query })).result?.candidates.length;
  for (const one of [here, there]) expect(await found(one, "aambeeld")).toBe(0);
  return { here, there, found };
};

describe("a strand that two servers have open", () => {
  it("is found with what the other one imported by the next call", async () => {
    const { here, there, found } = await twoServers();
    const [first] = await importAll(here.vault, [file("a.txt", "Een zilveren aambeeld.")]);
    expect(await found(there, "aambeeld")).toBe(1);
    expect((await there.docs.getDocText({ docUid: first!.docUid })).canonicalText?.text).toContain("zilveren");
    await importAll(there.vault, [file("b.txt", "Een gouden aambeeld.")]);
    expect(await found(here, "aambeeld")).toBe(2);
    expect((await here.vault.strand("")).revision).toBe((await there.vault.strand("")).revision);
  });

  it("no longer has what the other one erased, in lists, searches and by its id", async () => {
    const { here, there, found } = await twoServers();
    const [gone, kept] = await importAll(here.vault, [
      file("a.txt", "Een zilveren aambeeld."),
      file("b.txt", "Gewoon."),
    ]);
    expect(await found(there, "aambeeld")).toBe(1);
    const routes = vaultRoutes(here.vault);
    const eraser = createClient(
      VaultErasureService,
      createInProcessTransport(routes, { longMethods: vaultLongMethods }),
    );
    const { docUid } = gone!;
    const { plan } = await eraser.planErasure({ docUid });
    const reason = ErasureReason.ASKED_FOR;
    await eraser.commitErasure({ docUid, planDigest: plan!.digest, reason, idempotencyKey: "key" });
    expect(await found(there, "aambeeld")).toBe(0);
    expect((await there.docs.listDocs({})).docs.map((doc) => doc.docUid)).toEqual([kept!.docUid]);
    expect(await reasonOf(there.docs.getDoc({ docUid }))).toBe("ERASED");
    // And it goes on from there.
    await importAll(there.vault, [file("c.txt", "Een gouden aambeeld.")]);
    expect(await found(here, "aambeeld")).toBe(1);
  });
});
