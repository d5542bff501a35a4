import { createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ErasureReason } from "../../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { ContainerMember_Keeping as Keeping } from "../../../gen/pincite/vault/v1/container_pb.ts";
import {
  VaultErasureService,
  RemainingDocument_Why as Why,
} from "../../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import { ImportedItem_Outcome as Outcome } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { vaultLongMethods, vaultRoutes } from "../../../src/vault/routes.ts";
import type { Vault } from "../../../src/vault/vault.ts";
import { fromConnectError } from "../../../src/wire/error.ts";
import { createInProcessTransport } from "../../../src/wire/in-process.ts";
import { reasonOf } from "../refusal.ts";
import { file, importAll, mail, openTestVault } from "../vault-fixture.ts";
import { mailbox, withAttachment } from "./letters.ts";

const eraserOf = (vault: Vault) =>
  createClient(VaultErasureService, createInProcessTransport(vaultRoutes(vault), { longMethods: vaultLongMethods }));

const reason = ErasureReason.ASKED_FOR;
const mine = mail(
  { From: "ank@example.org", Subject: "Loonsverhoging", "Message-ID": "<a@x>" },
  "Het zilveren aambeeld.",
);
const other = mail(
  { From: "bo@example.org", Subject: "Iets anders", "Message-ID": "<b@x>", "In-Reply-To": "<a@x>" },
  "Een gewone brief.",
);

const erased = async (vault: Vault, docUid: string, strandId = "") => {
  const eraser = eraserOf(vault);
  const { plan } = await eraser.planErasure({ strandId, docUid });
  const planDigest = plan!.digest;
  return eraser.commitErasure({ strandId, docUid, planDigest, reason, idempotencyKey: `key-${docUid}` });
};

describe("erasing a document of the Vault", () => {
  it("takes it out of lists, searches and threads, and says ERASED with the day when it is named", async () => {
    const { vault, search, docs, threads } = await openTestVault();
    const [gone, kept] = await importAll(vault, [file("a.eml", mine), file("b.eml", other)]);
    const answer = await erased(vault, gone!.docUid);
    expect(answer.docUids).toEqual([gone!.docUid]);
    expect(answer.corpusRevision).toBe((await vault.strand("")).revision);
    expect((await docs.listDocs({})).docs.map(({ docUid }) => docUid)).toEqual([kept!.docUid]);
    const found = async (query: string) => (await search.search({ query })).result;
    // One letter off, so that the word would be named as the nearest if it still stood anywhere.
    expect((await found("aambeelt"))?.refinedQuery).not.toContain("aambeeld");
    expect((await found("aambeeld"))?.candidates).toEqual([]);
    expect((await found("gewone"))?.candidates).toHaveLength(1);
    expect((await threads.listThreads({})).threads).toHaveLength(1);
    const refused = fromConnectError(await docs.getDoc({ docUid: gone!.docUid }).catch((error: unknown) => error));
    expect(refused).toMatchObject({ reason: "ERASED", message: expect.stringContaining("2026-01-02") });
    expect((await docs.getDocText({ docUid: kept!.docUid })).canonicalText?.text).toContain("gewone");
  });

  it("takes along what is attached to it alone, and tells of what another message has too", async () => {
    const { vault } = await openTestVault();
    const shared = "Bijlage die twee brieven hebben.";
    const first = withAttachment(mine, "gedeeld.txt", shared, "alleen.txt", "Alleen bij de eerste.");
    const second = withAttachment(other, "gedeeld.txt", shared);
    const rows = await importAll(vault, [file("a.eml", first), file("b.eml", second)]);
    const uidOf = (path: string) => rows.find((row) => row.path === path)!.docUid;
    const { plan } = await eraserOf(vault).planErasure({ docUid: uidOf("a.eml") });
    expect(plan!.documents.map(({ docUid }) => docUid)).toEqual([uidOf("a.eml"), uidOf("a.eml!/alleen.txt")]);
    expect(plan!.remaining.map(({ docUid, why }) => [docUid, why])).toEqual([
      [uidOf("a.eml!/gedeeld.txt"), Why.ATTACHED_ELSEWHERE],
      [uidOf("b.eml"), Why.SAME_THREAD],
    ]);
  });

  it("tells that a message holds the bytes of an attachment, and that a file was imported by itself", async () => {
    const { vault } = await openTestVault();
    const whole = withAttachment(mine, "bijlage.txt", "De bijlage.");
    const rows = await importAll(vault, [file("a.eml", whole), file("los.txt", Buffer.from("De bijlage."))]);
    const child = rows.find((row) => row.path === "a.eml!/bijlage.txt")!.docUid;
    const ofMail = await eraserOf(vault).planErasure({ docUid: rows.find((row) => row.path === "a.eml")!.docUid });
    expect(ofMail.plan!.remaining.map(({ docUid, why }) => [docUid, why])).toEqual([[child, Why.IMPORTED_BY_ITSELF]]);
    const ofChild = await eraserOf(vault).planErasure({ docUid: child });
    expect(ofChild.plan!.remaining.map(({ why }) => why)).toEqual([Why.HOLDS_ITS_BYTES]);
  });

  it("refuses a plan that is no longer true, and does nothing", async () => {
    const { vault, docs } = await openTestVault();
    const [first] = await importAll(vault, [file("a.eml", mine)]);
    const { docUid } = first!;
    const { plan } = await eraserOf(vault).planErasure({ docUid });
    await importAll(vault, [file("b.eml", other)]);
    const call = eraserOf(vault).commitErasure({ docUid, planDigest: plan!.digest, reason, idempotencyKey: "k" });
    expect(await reasonOf(call)).toBe("PLAN_CHANGED");
    expect((await docs.getDoc({ docUid })).doc?.summary?.title).toBe("Loonsverhoging");
  });

  it("gives the same key the same answer, and refuses it for another document", async () => {
    const { vault } = await openTestVault();
    const [first, second] = await importAll(vault, [file("a.eml", mine), file("b.eml", other)]);
    const answer = await erased(vault, first!.docUid);
    const { plan } = await eraserOf(vault).planErasure({ docUid: second!.docUid });
    const again = { reason, idempotencyKey: `key-${first!.docUid}` };
    const other2 = { docUid: second!.docUid, planDigest: plan!.digest, ...again };
    expect(await reasonOf(eraserOf(vault).commitErasure(other2))).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(answer.docUids).toHaveLength(1);
  });

  it("does not take the same bytes in again, not even from a mailbox, whose list keeps no word of them", async () => {
    const { vault, containers } = await openTestVault();
    const box = mailbox(mine, other);
    const rows = await importAll(vault, [file("box.mbox", box)]);
    const gone = rows[0]!;
    await erased(vault, gone.docUid);
    const digest = rows.at(-1)!.containerDigest;
    const { container } = await containers.getContainer({ digest });
    expect(container).toMatchObject({ isRebuildable: false, memberCount: 2n });
    const strand = await vault.strand("");
    const part = await strand.containers.part(container!.lastPartDigest);
    expect(part.members.map(({ keeping }) => keeping)).toEqual([Keeping.ERASED, Keeping.DOCUMENT]);
    expect(part.members[0]).toMatchObject({ name: "", sizeBytes: 0n, before: new Uint8Array() });
    const alone = Buffer.from(mine).toString("utf8").replaceAll("\r\n", "\n").concat("\n");
    const again = await importAll(vault, [file("a.eml", alone), file("box.mbox", box)]);
    expect(again.map(({ outcome }) => outcome)).toEqual([
      Outcome.REFUSED,
      Outcome.REFUSED,
      Outcome.DUPLICATE,
      Outcome.OPENED,
    ]);
    const read = await strand.containers.find(digest);
    expect((await strand.containers.part(read!.lastPartDigest)).members[0]).toMatchObject({ keeping: Keeping.ERASED });
  });

  it("leaves it in another strand that has it too, and takes the bytes with the last one", async () => {
    const { vault, docs } = await openTestVault();
    const [one] = await importAll(vault, [file("a.eml", mine)]);
    await importAll(vault, [file("a.eml", mine)], { strandId: "zaak" });
    const { docUid } = one!;
    const { plan } = await eraserOf(vault).planErasure({ docUid });
    expect(plan!.documents[0]!.otherStrandIds).toEqual(["zaak"]);
    await erased(vault, docUid);
    expect((await docs.getDocText({ strandId: "zaak", docUid })).canonicalText?.text).toContain("aambeeld");
    const { plan: last } = await eraserOf(vault).planErasure({ strandId: "zaak", docUid });
    const committed = { strandId: "zaak", docUid, planDigest: last!.digest, reason, idempotencyKey: "zaak" };
    await eraserOf(vault).commitErasure(committed);
    await expect(vault.store.getBlob("user-1", docUid)).rejects.toMatchObject({ reason: "ERASED" });
  });

  it("keeps what a person set and every later text of the documents that stay, and can be done again and again", async () => {
    const { vault, docs } = await openTestVault();
    const letters = [0, 1, 2, 3].map((n) => file(`${n}.eml`, mail({ Subject: `Brief ${n}` }, `Woorden ${n}.`)));
    const rows = await importAll(vault, letters);
    const kept = rows[3]!.docUid;
    await docs.setDoc({ docUid: kept, title: "Van mij", idempotencyKey: "set" });
    const before = await docs.getDoc({ docUid: kept });
    for (const { docUid } of rows.slice(0, 3)) await erased(vault, docUid);
    expect(await docs.getDoc({ docUid: kept })).toEqual(before);
    expect((await vault.strand("")).catalogue.allErased().map(({ docUid }) => docUid)).toEqual(
      rows.slice(0, 3).map(({ docUid }) => docUid),
    );
  });
});
