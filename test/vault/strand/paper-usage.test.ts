import { create, fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Principal_Kind as Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { ErasureReason } from "../../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { UsageRecordSchema } from "../../../gen/pincite/usage/v1/usage_record_pb.ts";
import { CommitErasureRequestSchema } from "../../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import type { Store } from "../../../src/store/store.ts";
import { streamOf } from "../../../src/vault/strand/chain.ts";
import { PaperUsage } from "../../../src/vault/strand/paper-usage.ts";
import type { Vault } from "../../../src/vault/vault.ts";
import { file, importAll, mail, openTestVault } from "../vault-fixture.ts";

const owner = "user-1";
const at = "default";
const mails = ["a", "b"].map((name) =>
  mail({ From: `${name}@example.org`, Subject: name, "Message-ID": `<${name}@x>` }, `Brief ${name}.`),
);
const [a, b] = mails as [Uint8Array, Uint8Array];
const sizeOf = (...of: readonly Uint8Array[]) => BigInt(of.reduce((sum, { length }) => sum + length, 0));

/** A Vault into which people put papers, one after the other. */
const opened = async () => {
  const who = { name: "mia" };
  const principal = () => create(PrincipalSchema, { kind: Kind.USER, name: who.name, issuer: "https://login.example" });
  const test = await openTestVault({ takenInBy: principal });
  return { ...test, who };
};
const kept = async (store: Store) => {
  const bytes = await store.record(owner, "vault-usage", at);
  return bytes && fromBinary(UsageRecordSchema, bytes);
};
const asked = async (store: Store) => {
  const found = [];
  for await (const { days } of new PaperUsage(store, owner).all()) found.push(...days);
  return found.map(({ subject, paperBytes }) => [subject, paperBytes]);
};
const erase = async (vault: Vault, docUid: string) => {
  const { digest: planDigest } = await vault.planErasure(at, docUid);
  const said = { strandId: at, docUid, planDigest, reason: ErasureReason.ASKED_FOR, idempotencyKey: docUid };
  await vault.eraseDocument(create(CommitErasureRequestSchema, said));
};

describe("bytes of papers", () => {
  it("are counted on disk with the papers, before anybody asked for them", async () => {
    const { vault, store, who } = await opened();
    await importAll(vault, [file("a.eml", a)]);
    who.name = "max";
    await importAll(vault, [file("b.eml", b)]);
    const head = await store.head(owner, streamOf(at));
    const record = await kept(store);
    expect(record).toMatchObject({ seq: head.seq, headHash: head.hash });
    expect(record?.days.map(({ subject, paperBytes }) => [subject, paperBytes])).toEqual([
      ["max", sizeOf(b)],
      ["mia", sizeOf(a)],
    ]);
    await store.commit({ owner, records: [{ space: "vault-usage", key: at, value: undefined }] });
    expect(await asked(store)).toEqual([
      ["max", sizeOf(b)],
      ["mia", sizeOf(a)],
    ]);
    expect(await kept(store)).toEqual(record);
  });

  it("go from disk with what is erased, and what stays is still of whoever took it in", async () => {
    const { vault, store, who } = await opened();
    const [gone] = await importAll(vault, [file("a.eml", a)]);
    who.name = "max";
    await importAll(vault, [file("b.eml", b)]);
    who.name = "ops";
    await erase(vault, gone!.docUid);
    expect(await kept(store)).toBeUndefined();
    expect(await asked(store)).toEqual([["max", sizeOf(b)]]);
    who.name = "mia";
    const c = mail({ From: "c@example.org", Subject: "c", "Message-ID": "<c@x>" }, "Brief c.");
    await importAll(vault, [file("c.eml", c)]);
    expect((await kept(store))?.days.map(({ subject }) => subject)).toEqual(["max", "mia"]);
  });
});
