import { createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { CaseLawService } from "../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { LawErasureService } from "../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { LawImportService } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { LawSearchService } from "../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import { LawsService } from "../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { readConfig } from "../../src/config.ts";
import { openLawBotPart } from "../../src/main/lawbot-part.ts";
import type { Store } from "../../src/store/store.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { openSharedMemory } from "../support/shared-store.ts";
import { reasonOf } from "../vault/refusal.ts";
import { rulingXml } from "./support/case-client.ts";
import { importMessages } from "./support/lawbot-client.ts";
import { article, bytesOf, lawXml } from "./support/xml.ts";

const law = (text: string, validFrom: string) => ({
  path: "law.xml",
  validFrom,
  bytes: bytesOf(lawXml(article("1", `<al>${text}</al>`), "BWBR0002458")),
});
const older = "BWBR0002458@2000-01-01";
const ecli = "ECLI:NL:HR:2020:1";

/** One of several servers over a store, as it is put together where it runs. */
const server = async (store: Store) => {
  const config = readConfig({}, {});
  const { routes, longMethods } = await openLawBotPart(
    { store, owner: "law", tokenKey: new Uint8Array(32), config },
    [],
  );
  const transport = createInProcessTransport(routes, { longMethods });
  const imports = createClient(LawImportService, transport);
  const search = createClient(LawSearchService, transport);
  const erasures = createClient(LawErasureService, transport);
  const cases = createClient(CaseLawService, transport);
  return {
    laws: createClient(LawsService, transport),
    cases,
    take: (key: string, ...files: Parameters<typeof importMessages>[1]) => imports.import(importMessages(key, files)),
    hits: async (query: string, inForceOn: string) =>
      (await search.search({ query, inForceOn })).result?.totalCount ?? 0,
    rulings: async (query: string) => (await cases.searchCases({ query })).result?.totalCount ?? 0,
    erase: async (docUid: string) => {
      const { plan } = await erasures.planErasure({ docUid });
      const request = { docUid, planDigest: plan!.digest, reason: ErasureReason.MISTAKE, idempotencyKey: docUid };
      await erasures.commitErasure(request);
    },
  };
};

describe("laws and rulings that another server imports", () => {
  it("are listed, given and found by the next call, and no longer once the other one erased them", async () => {
    const store = await openSharedMemory();
    const [here, there] = [await server(store), await server(store)];
    expect((await there.laws.listLaws({})).totalCount).toBe(0);
    await here.take("one", law("Een kwabbelartikel.", "2000-01-01"));
    expect(await there.hits("kwabbelartikel", "2005-01-01")).toBe(1);
    expect((await there.laws.getLawText({ lawId: "BWBR0002458" })).canonicalText?.text).toContain("kwabbel");
    await there.take("two", law("Een hobbelartikel.", "2010-01-01"));
    expect(await here.hits("hobbelartikel", "2015-01-01")).toBe(1);
    const revision = async ({ laws }: typeof here) => (await laws.listLaws({})).corpusRevision;
    expect(await revision(here)).toBe(await revision(there));

    await there.erase(older);
    expect(await here.hits("kwabbelartikel", "2015-01-01")).toBe(0);
    expect((await here.laws.getLaw({ lawId: "BWBR0002458" })).law?.versions).toHaveLength(1);

    const ruling = bytesOf(rulingXml("<parablock><nr>1</nr><al>Een wiebeloordeel.</al></parablock>"));
    await here.take("three", { path: "ruling.xml", validFrom: "", bytes: ruling });
    expect(await there.rulings("wiebeloordeel")).toBe(1);
    await here.erase(ecli);
    expect(await reasonOf(there.cases.getRuling({ ecli }))).toBe("NO_LAW_LOADED");
  });

  it("are not asked for where one process holds the store alone", async () => {
    const store = Object.assign(await openSharedMemory(), { isShared: false });
    const [here, there] = [await server(store), await server(store)];
    await here.take("one", law("Een kwabbelartikel.", "2000-01-01"));
    expect((await there.laws.listLaws({})).totalCount).toBe(0);
  });
});
