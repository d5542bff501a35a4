import { describe, expect, it } from "vitest";
import { DomainError, reasons } from "../../src/error.ts";
import { createEvidenceDirectory } from "../../src/upstream/directory.ts";
import { failing, fakeLawbot, fakeVault, type Handlers, type LawHandlers, secret, uid } from "./fakes.ts";

const scope = { strandId: "case-7", referenceDate: "2025-12-09", caseLaw: false, signal: new AbortController().signal };
const setup = (vault: Handlers, lawbot: LawHandlers = {}) => {
  const [ofVault, ofLaw] = [fakeVault(vault), fakeLawbot(lawbot)];
  const directory = createEvidenceDirectory({ vault: ofVault.transport, lawbot: ofLaw.transport });
  return { lookUp: (id: string) => directory.lookUp(id, scope), vaultCalls: ofVault.calls, lawCalls: ofLaw.calls };
};

const document = `vault:${uid("a")}`;
const version = {
  docUid: "BWBR0005290@2012-10-01",
  lawId: "BWBR0005290",
  validFrom: "2012-10-01",
  title: "BW Boek 7",
  sourceDigest: "d",
};
const article = `law:${version.docUid}#/Boek7/Artikel611`;

describe("a pin of a document", () => {
  it("is looked up in the run's strand", async () => {
    const { lookUp, vaultCalls } = setup({
      resolveIds: () => ({ results: [{ candidate: { evidenceId: document, title: "Brief" } }] }),
    });
    expect(await lookUp(document)).toMatchObject({ evidenceId: document, title: "Brief" });
    expect(vaultCalls[0]!.request).toMatchObject({ strandId: "case-7", evidenceIds: [document] });
  });

  it.each(["EVIDENCE_NOT_FOUND", "DOCUMENT_NOT_FOUND"] as const)("is undefined for %s", async (reason) => {
    expect(await setup({ resolveIds: failing(reason) }).lookUp(document)).toBeUndefined();
  });
});

describe("a pin of law", () => {
  it("is the unit of exactly that version", async () => {
    const unit = { evidenceId: article, path: "/Boek7/Artikel611", address: "art. 7:611 BW", quotable: true };
    const { lookUp, lawCalls } = setup({}, { getUnit: () => ({ unit, version, text: "x".repeat(500) }) });
    expect(await lookUp(article)).toMatchObject({
      evidenceId: article,
      docType: "statute",
      title: "BW Boek 7",
      snippet: "x".repeat(200),
      versionDate: "2012-10-01",
      sourceDigest: "d",
      unitPath: "/Boek7/Artikel611",
      address: "art. 7:611 BW",
    });
    expect(lawCalls[0]!.request).toMatchObject({
      lawId: "BWBR0005290",
      path: "/Boek7/Artikel611",
      docUid: "BWBR0005290@2012-10-01",
    });
  });

  it("is undefined when only an older version is loaded, which LawBot would give for that date", async () => {
    const unit = { evidenceId: "law:BWBR0005290@2010-01-01#/Boek7/Artikel611", path: "/Boek7/Artikel611" };
    expect(await setup({}, { getUnit: () => ({ unit, version }) }).lookUp(article)).toBeUndefined();
  });

  it("is the whole version where no unit is named", async () => {
    const { lookUp } = setup(
      {},
      { getLaw: () => ({ law: { versions: [{ ...version, docUid: "BWBR0005290@2010-01-01" }, version] } }) },
    );
    expect(await lookUp(`law:${version.docUid}`)).toMatchObject({
      evidenceId: `law:${version.docUid}`,
      versionDate: "2012-10-01",
    });
    expect(await lookUp("law:BWBR0005290@2011-01-01")).toBeUndefined();
  });

  it.each(["NO_LAW_LOADED", "LAW_NOT_FOUND", "VERSION_NOT_FOUND", "UNKNOWN_UNIT"] as const)(
    "is undefined for %s",
    async (reason) => {
      expect(await setup({}, { getUnit: failing(reason) }).lookUp(article)).toBeUndefined();
    },
  );
});

describe("a pin", () => {
  it.each([
    "",
    "vault:",
    "vault:7",
    `vault:${uid("A")}`,
    "law:",
    "law:art. 7:611 BW",
    "law:ECLI:NL:HR:2020:1",
    "web:x",
    "__proto__",
    "law:a@2012-10-01#",
  ])("of %j is undefined without a call", async (id) => {
    const { lookUp, vaultCalls, lawCalls } = setup({});
    expect(await lookUp(id)).toBeUndefined();
    expect([...vaultCalls, ...lawCalls]).toEqual([]);
  });

  const notFound = ["EVIDENCE_NOT_FOUND", "DOCUMENT_NOT_FOUND"];
  it.each(reasons.filter((reason) => !notFound.includes(reason)))(
    "is UPSTREAM_UNAVAILABLE in our words when the Vault says %s",
    async (reason) => {
      const failed = await setup({ resolveIds: failing(reason) })
        .lookUp(document)
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      expect(failed).toBeInstanceOf(DomainError);
      expect(failed).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE" });
      const { message, facts } = failed as DomainError;
      expect(JSON.stringify([message, facts])).not.toContain(secret);
    },
  );

  it("needs the service it names", async () => {
    const directory = createEvidenceDirectory({});
    await expect(directory.lookUp(document, scope)).rejects.toMatchObject({ reason: "UPSTREAM_UNAVAILABLE" });
  });
});
