import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { LawErasureService } from "../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { lawbotLongMethods, lawbotRoutes } from "../../src/lawbot/routes.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { newFolder, openIn } from "../store/folders.ts";
import { reasonOf } from "../vault/refusal.ts";
import { openCases, rulingXml } from "./support/case-client.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { article, bytesOf, lawXml } from "./support/xml.ts";

const reason = ErasureReason.MISTAKE;
const word = "kwabbelartikel";
const law = (text: string, validFrom: string) => ({
  path: "law.xml",
  validFrom,
  bytes: bytesOf(lawXml(article("1", `<al>${text}</al>`), "BWBR0002458")),
});
const docUid = "BWBR0002458@2000-01-01";

/** LawBot over a folder, with two versions of one law of which the older has the word. */
const inFolder = async () => {
  const dir = newFolder();
  const store = await openIn(join(dir, "law"));
  const clients = await openClients({ store, indexFile: join(dir, "law-index.sqlite") });
  const erasures = createClient(
    LawErasureService,
    createInProcessTransport(lawbotRoutes(clients.lawbot), { longMethods: lawbotLongMethods }),
  );
  const files = [law(`Een ${word} dat verdwijnt.`, "2000-01-01"), law("Een gewone zin die blijft.", "2010-01-01")];
  await clients.imports.import(importMessages("k", files));
  return { ...clients, dir, store, erasures, files };
};

/** Hits on a day on which the version of the word is in force; with none loaded for that day, on a later one. */
const hits = async ({ search }: Awaited<ReturnType<typeof inFolder>>, inForceOn: string): Promise<number> =>
  (await search.search({ query: word, inForceOn })).result?.totalCount ?? 0;

/** Files of a folder in which the word stands. */
const holders = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && readFileSync(join(each.parentPath, each.name)).includes(word))
    .map(({ name }) => name);

describe("a version of a statute that is erased", () => {
  it("is planned, erased as planned, and stands in no file any more", async () => {
    const at = await inFolder();
    expect(await hits(at, "2005-01-01")).toBe(1);
    // Store and index are encrypted: the word stands in no file before either.
    expect(holders(at.dir)).toEqual([]);
    const { plan } = await at.erasures.planErasure({ docUid });
    expect(plan).toMatchObject({ docUid, fileName: "law.xml", titleStays: true });
    expect(Number(plan?.sizeBytes)).toBe(at.files[0]?.bytes.length);
    const request = { docUid, planDigest: plan?.digest ?? "", reason, idempotencyKey: "e" };
    const first = await at.erasures.commitErasure(request);
    expect(await at.erasures.commitErasure(request)).toEqual(first);
    expect(await hits(at, "2015-01-01")).toBe(0);
    expect(holders(at.dir)).toEqual([]);
    expect(await reasonOf(at.laws.getLawText({ lawId: "BWBR0002458", docUid }))).toBe("VERSION_NOT_FOUND");
    expect((await at.laws.getLaw({ lawId: "BWBR0002458" })).law?.versions).toHaveLength(1);
    expect((await at.store.verify()).damages).toEqual([]);
    expect(await reasonOf(at.erasures.planErasure({ docUid }))).toBe("ERASED");
    await at.store.close();
  });

  it("is gone after a restart too, also where the index was not made anew or the list is damaged, and can be imported again", async () => {
    const at = await inFolder();
    const { plan } = await at.erasures.planErasure({ docUid });
    await at.erasures.commitErasure({ docUid, planDigest: plan?.digest ?? "", reason, idempotencyKey: "e" });
    at.lawbot.close();
    const again = await openClients({ store: at.store, indexFile: join(at.dir, "law-index.sqlite") });
    expect((await again.laws.getLaw({ lawId: "BWBR0002458" })).law?.versions).toHaveLength(1);
    await again.imports.import(importMessages("k2", [at.files[0]!]));
    expect((await again.laws.getLaw({ lawId: "BWBR0002458" })).law?.versions).toHaveLength(2);
    expect((await again.laws.getLawText({ lawId: "BWBR0002458", docUid })).canonicalText?.text).toContain(word);
    expect((await at.store.verify()).damages).toEqual([]);
    await at.store.close();
  });

  it("is refused where the plan is another, the key was used, or there is no such text; nothing is done", async () => {
    const at = await inFolder();
    const { plan } = await at.erasures.planErasure({ docUid });
    const request = { docUid, planDigest: "0".repeat(64), reason, idempotencyKey: "e" };
    expect(await reasonOf(at.erasures.commitErasure(request))).toBe("PLAN_CHANGED");
    expect(await hits(at, "2005-01-01")).toBe(1);
    await at.erasures.commitErasure({ ...request, planDigest: plan?.digest ?? "" });
    expect(await reasonOf(at.erasures.commitErasure({ ...request, docUid: "BWBR0002458@2010-01-01" }))).toBe(
      "IDEMPOTENCY_KEY_REUSED",
    );
    expect(await reasonOf(at.erasures.planErasure({ docUid: "BWBR9999999@2010-01-01" }))).toBe("LAW_NOT_FOUND");
    await at.store.close();
  });
});

describe("a ruling that is erased", () => {
  it("goes with all that the journal says of it, and can be imported again", async () => {
    const store = await openIn(newFolder());
    const { cases, client: rulings } = await openCases({ store });
    const { lawbot } = await openClients({ store });
    const transport = createInProcessTransport(lawbotRoutes(lawbot, cases), { longMethods: lawbotLongMethods });
    const erasures = createClient(LawErasureService, transport);
    const ecli = "ECLI:NL:HR:2020:1";
    const file = { path: "ruling.xml", validFrom: "", bytes: bytesOf(rulingXml("<para>De man heet Kwabbel.</para>")) };
    await rulings.importRulings(importMessages("k", [file]));
    expect((await rulings.getRuling({ ecli })).ruling?.ecli).toBe(ecli);
    const { plan } = await erasures.planErasure({ docUid: ecli });
    expect(plan).toMatchObject({ docUid: ecli, titleStays: false });
    await erasures.commitErasure({ docUid: ecli, planDigest: plan?.digest ?? "", reason, idempotencyKey: "e" });
    expect(await reasonOf(rulings.getRuling({ ecli }))).toBe("NO_LAW_LOADED");
    expect(await reasonOf(store.read("law", `case/${ecli}`))).toBe("ERASED");
    await rulings.importRulings(importMessages("k2", [file]));
    expect((await rulings.getRuling({ ecli })).ruling?.ecli).toBe(ecli);
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
  });
});
