import { createHash } from "node:crypto";
import { ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ErrorInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import { ImportItem_Outcome } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { SpanResolution_Outcome, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { importMessages, type LawFile, openClients } from "./support/lawbot-client.ts";
import { otherLaw, smallLaw } from "./support/small-law.ts";
import { article, bytesOf, lawXml } from "./support/xml.ts";

const reasonOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => ConnectError.from(thrown),
  );
  return error?.findDetails(ErrorInfoSchema)[0]?.reason ?? `none: ${error?.message}`;
};

const loaded = async () => {
  const clients = await openClients();
  await clients.imports.import(importMessages("k", [...smallLaw, otherLaw]));
  return clients;
};

const docUid = "BWBR0005290@2004-01-01";

describe("LawBot with nothing loaded", () => {
  it("says so, and how to load a law, instead of 'no matches'", async () => {
    const { search, spans, laws, citations } = await openClients();
    expect(await reasonOf(search.search({ query: "goed werkgever" }))).toBe("NO_LAW_LOADED");
    expect(await reasonOf(spans.resolveSpans({ entries: [{ locator: { docUid, exactQuote: "goed" } }] }))).toBe(
      "NO_LAW_LOADED",
    );
    expect(await reasonOf(laws.getLaw({ lawId: "BWBR0005290" }))).toBe("NO_LAW_LOADED");
    expect((await laws.listLaws({})).hint).toMatch(/import a statute first/);
    const { resolutions } = await citations.resolveCitations({ citations: ["art. 7:611 BW"] });
    expect(resolutions[0]?.errors[0]?.reason).toBe("NO_LAW_LOADED");
  });

  it("reads citations all the same", async () => {
    const { citations } = await openClients();
    const text = "🙂 zie art. 7:611 BW";
    const { citations: found } = await citations.parseCitations({ text });
    expect(found).toMatchObject([
      { startChar: 6, endChar: 19, raw: "art. 7:611 BW", law: "BW", lawIds: ["BWBR0005290"], jurisdiction: "nl" },
    ]);
    expect(found[0]?.provisions).toMatchObject([{ number: "7:611", startChar: 11, endChar: 16 }]);
  });
});

describe("the words that LawBot publishes", () => {
  it("are none with nothing loaded, and those of texts and names otherwise, in order and under their digest", async () => {
    const { laws, imports } = await openClients();
    expect((await laws.getVocabulary({})).vocabulary?.words).toEqual([]);
    await imports.import(importMessages("k", [...smallLaw, otherLaw]));
    const { vocabulary } = await laws.getVocabulary({});
    const { words = [], digest, wordCount, corpusRevision } = vocabulary ?? {};
    expect(words).toContain("werkgever");
    expect(words).toEqual([...new Set(words)].toSorted());
    expect(words.every((word) => /^\p{Ll}{2,40}$/u.test(word))).toBe(true);
    expect(wordCount).toBe(words.length);
    const lines = words.map((word) => `${word}\n`).join("");
    expect(digest).toBe(createHash("sha256").update(lines).digest("hex"));
    expect(corpusRevision).toBe((await laws.listLaws({})).corpusRevision);
  });

  it("are not sent again to who has them, and are others once a law was imported", async () => {
    const { laws, imports } = await openClients();
    await imports.import(importMessages("k", smallLaw));
    const knownDigest = (await laws.getVocabulary({})).vocabulary?.digest ?? "";
    expect((await laws.getVocabulary({ knownDigest })).vocabulary).toBeUndefined();
    await imports.import(importMessages("l", [otherLaw]));
    expect((await laws.getVocabulary({ knownDigest })).vocabulary?.digest).not.toBe(knownDigest);
  });
});

describe("a text that stands in a loaded law", () => {
  const regulation: LawFile = {
    path: "regeling.xml",
    validFrom: "2004-01-01",
    bytes: bytesOf(
      lawXml(
        article("1", "<al>In deze regeling wordt verstaan onder wet: de Ziektewet;</al>") +
          article("2", "<al>Iets.</al>"),
      ).replaceAll("BWBR0005290", "BWBR0099001"),
    ),
  };

  it("is read with that law's own definitions", async () => {
    const { imports, citations } = await openClients();
    await imports.import(importMessages("k", [regulation]));
    const text = "bedoeld in artikel 29 van de wet";
    const lawsIn = async (inDocUid: string) =>
      (await citations.parseCitations({ text, inDocUid })).citations.map(({ lawIds, lawReadAs }) => [
        ...lawIds,
        lawReadAs,
      ]);
    expect(await lawsIn("BWBR0099001@2004-01-01")).toEqual([["BWBR0001888", "Ziektewet"]]);
    expect(await lawsIn("")).toEqual([[""]]);
    expect(await reasonOf(citations.parseCitations({ text, inDocUid: "BWBR0099001@2000-01-01" }))).toBe(
      "VERSION_NOT_FOUND",
    );
    expect(await reasonOf(citations.parseCitations({ text, inDocUid: "BWBR0000001@2000-01-01" }))).toBe(
      "LAW_NOT_FOUND",
    );
  });
});

describe("importing", () => {
  it("reports each file: imported, duplicate, refused with a reason; one does not undo the others", async () => {
    const { imports } = await openClients();
    const bad = { path: "stub.xml", validFrom: "2012-01-01", bytes: bytesOf("<error>x</error>") };
    const report = await imports.import(importMessages("k", [smallLaw[0], bad, smallLaw[0]], 100));
    expect(report.items.map((item) => [item.outcome, item.reason])).toEqual([
      [ImportItem_Outcome.IMPORTED, ""],
      [ImportItem_Outcome.REFUSED, "ERROR_STUB"],
      [ImportItem_Outcome.DUPLICATE, ""],
    ]);
    expect(report).toMatchObject({ importedCount: 1, duplicateCount: 1, refusedCount: 1 });
    expect(report.items[0]?.version).toMatchObject({
      docUid: "BWBR0005290@2000-01-01",
      articleCount: 3,
      unquotableArticleCount: 1,
    });
  });

  it("never replaces a loaded version by other bytes", async () => {
    const { imports } = await openClients();
    await imports.import(importMessages("a", [smallLaw[0]]));
    const other = { ...smallLaw[1], validFrom: smallLaw[0].validFrom };
    expect((await imports.import(importMessages("b", [other]))).items[0]).toMatchObject({
      outcome: ImportItem_Outcome.REFUSED,
      reason: "OTHER_BYTES",
    });
  });

  it("gives the earlier report when the idempotency key repeats, and refuses it for other files", async () => {
    const { imports, lawbot } = await openClients();
    const first = await imports.import(importMessages("k", [smallLaw[0]]));
    expect(await imports.import(importMessages("k", [smallLaw[0]]))).toEqual(first);
    expect(await reasonOf(imports.import(importMessages("k", [otherLaw])))).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(lawbot.versions.lawIds()).toEqual(["BWBR0005290"]);
  });

  it("imports two calls at once with the same law as one import and one duplicate", async () => {
    const { imports } = await openClients();
    const reports = await Promise.all(["a", "b"].map((key) => imports.import(importMessages(key, [smallLaw[0]]))));
    expect(reports.map((report) => report.items[0]?.outcome).sort()).toEqual([
      ImportItem_Outcome.IMPORTED,
      ImportItem_Outcome.DUPLICATE,
    ]);
  });

  it("refuses messages out of order, and an unknown date form by validation", async () => {
    const { imports } = await openClients();
    const chunk = { part: { case: "chunk" as const, value: new Uint8Array(1) } };
    const start = { part: { case: "start" as const, value: { idempotencyKey: "k" } } };
    const messages = (list: unknown[]) =>
      (async function* () {
        yield* list as never[];
      })();
    for (const list of [[chunk], [start, chunk], [start, start], []])
      expect(await reasonOf(imports.import(messages(list)))).toBe("REQUEST_INVALID");
    const dated = { ...smallLaw[0], validFrom: "1-1-2000" };
    expect(await reasonOf(imports.import(importMessages("k2", [dated])))).toBe("REQUEST_INVALID");
  });

  it("names the corpus by its content, in whatever order it came", async () => {
    const [one, two] = [await openClients(), await openClients()];
    await one.imports.import(importMessages("k", [...smallLaw, otherLaw]));
    await two.imports.import(importMessages("k", [otherLaw, smallLaw[1], smallLaw[0]]));
    expect(two.lawbot.versions.revision).toBe(one.lawbot.versions.revision);
  });
});

describe("resolving citations", () => {
  const resolve = async (citation: string, inForceOn = "") => {
    const { citations } = await loaded();
    return (await citations.resolveCitations({ citations: [citation], inForceOn })).resolutions[0];
  };

  it("gives evidence id, address and passages of the version in force on the day", async () => {
    const unit = (await resolve("artikel 7:629 lid 1 BW", "2003-06-01"))?.units[0];
    expect(unit).toMatchObject({
      evidenceId: "law:BWBR0005290@2000-01-01#/Boek7/Titeldeel10/Artikel629/Lid1",
      versionDate: "2000-01-01",
      unit: { address: "art. 7:629 lid 1 BW", headings: ["Boek 7", "Titel 10. Arbeidsovereenkomst", "Artikel 629"] },
    });
    expect(unit?.passages[0]).toMatchObject({
      docUid: "BWBR0005290@2000-01-01",
      voice: Voice.STATUTE,
      text: expect.stringContaining("52 weken"),
    });
    expect((await resolve("artikel 7:629 lid 1 BW", "2004-01-01"))?.units[0]?.versionDate).toBe("2004-01-01");
  });

  it("expands lists and ranges of articles, leden and items", async () => {
    const addresses = async (citation: string) => (await resolve(citation))?.units.map((unit) => unit.unit?.address);
    expect(await addresses("art. 7:611-7:629 BW")).toEqual(["art. 7:611 BW", "art. 7:629 BW"]);
    expect(await addresses("art. 7:629 lid 1 en 2 BW")).toEqual(["art. 7:629 lid 1 BW", "art. 7:629 lid 2 BW"]);
    expect(await addresses("art. 7:629 lid 2 onder a en b BW")).toEqual([
      "art. 7:629 lid 2 onder a BW",
      "art. 7:629 lid 2 onder b BW",
    ]);
    expect(await addresses("art. 3:2 en 3:46 Awb")).toEqual(["art. 3:2 Awb", "art. 3:46 Awb"]);
    expect(await addresses("art. 7:629 onder b BW")).toEqual(["art. 7:629 lid 2 onder b BW"]);
  });

  it("gives the words before the list along with 'aanhef en onder'", async () => {
    const unit = (await resolve("art. 7:629 lid 2, aanhef en onder a, BW"))?.units[0];
    expect(unit?.passages.map((passage) => passage.text)).toEqual([
      "Niet behoudt hij dat recht:",
      "indien hij de ziekte opzettelijk heeft veroorzaakt;",
    ]);
  });

  it("resolves repealed articles without passages", async () => {
    const unit = (await resolve("art. 7:630 BW"))?.units[0];
    expect(unit).toMatchObject({
      unit: { quotable: false, flags: expect.arrayContaining(["repealed"]) },
      passages: [],
    });
  });

  const wrong: [string, string, RegExp, string?][] = [
    ["art. 7:611 lid 1 BW", "UNKNOWN_UNIT", /has no leden/],
    ["art. 7:629 lid 9 BW", "UNKNOWN_UNIT", /it has lid 1, lid 2/],
    ["art. 7:612 BW", "UNKNOWN_UNIT", /near it are 611, 629, 630/],
    ["art. 3 lid 1 Awb", "UNKNOWN_UNIT", /has no article 3/],
    ["artt. 3 en 4 Awb", "UNKNOWN_UNIT", /has no article 3/],
    ["art. 7:629-7:611 BW", "UNKNOWN_UNIT", /turn the range round/],
    ["artikel 162 BW", "LAW_NOT_FOUND", /name the book/],
    ["artikel 9:1 BW", "LAW_NOT_FOUND", /no Boek 9/],
    ["art. 6:162 BW", "LAW_NOT_FOUND", /BWBR0005289 is not loaded/],
    ["art. 5 AVG", "LAW_NOT_FOUND", /CELEX 32016R0679/],
    ["art. 5 VWXU", "LAW_NOT_FOUND", /^of "VWXU" no version is known here/],
    ["art. 5", "LAW_NOT_FOUND", /names no law/],
    [
      "artikel 7 van Richtlijn 2003/88/EG",
      "LAW_NOT_FOUND",
      /^of "Richtlijn 2003\/88\/EG" no version is known here; import/,
    ],
    ["artikel 12 Onbekendewet", "LAW_NOT_FOUND", /^of "Onbekendewet" no version is known here/],
    ["Handboek WOR, artikel 3", "LAW_NOT_FOUND", /^of "Handboek WOR" no version is known here/],
    ["ECLI:NL:HR:2016:162", "LAW_NOT_FOUND", /is a ruling/],
    ["artikel 3 van die wet", "CITATION_INVALID", /refers back/],
    ["zomaar woorden", "CITATION_INVALID", /no citation/],
    ["art. 7:611 (oud) BW", "UNKNOWN_UNIT", /former wording/],
    ["art. 7:611 BW", "VERSION_NOT_FOUND", /earliest begins on 2000-01-01/, "1999-12-31"],
  ];
  for (const [citation, reason, message, day] of wrong) {
    it(`answers ${reason} to ${citation}${day ? ` on ${day}` : ""} and says what does exist`, async () => {
      const resolution = await resolve(citation, day);
      expect(resolution?.units).toEqual([]);
      expect(resolution?.errors[0]).toMatchObject({ reason, message: expect.stringMatching(message) });
    });
  }

  it("answers no units at all for a citation of which a part is wrong", async () => {
    const resolution = await resolve("art. 7:611 en 7:612 BW");
    expect(resolution?.units).toEqual([]);
    expect(resolution?.errors).toHaveLength(1);
    expect(resolution?.errors[0]?.part).toBe("art. 7:612 BW");
  });

  it("refuses a day that no calendar has", async () => {
    const { citations } = await loaded();
    expect(await reasonOf(citations.resolveCitations({ citations: ["art. 7:611 BW"], inForceOn: "2024-02-30" }))).toBe(
      "REQUEST_INVALID",
    );
  });
});

describe("searching", () => {
  it("finds an article by its number and by its words, with its version and address", async () => {
    const { search } = await loaded();
    for (const query of ["7:611 BW", "goed werkgever"]) {
      const { result } = await search.search({ query });
      expect(result?.candidates[0]).toMatchObject({
        evidenceId: `law:${docUid}#/Boek7/Titeldeel10/Artikel611`,
        docType: "statute",
        address: "art. 7:611 BW",
        versionDate: "2004-01-01",
        chunkUid: expect.stringMatching(`^${docUid}#1:`),
        sourceLink: "https://wetten.overheid.nl/BWBR0005290/2004-01-01#Boek7_Titeldeel10_Artikel611",
      });
    }
  });

  it("searches one version of each law: the one in force on the day", async () => {
    const { search } = await loaded();
    const found = async (query: string, inForceOn: string) =>
      (await search.search({ query, inForceOn })).result?.candidates.map((each) => each.evidenceId);
    expect(await found("+104 +weken", "2003-01-01")).toEqual([]);
    expect(await found("+52 +weken", "2003-01-01")).toEqual([
      "law:BWBR0005290@2000-01-01#/Boek7/Titeldeel10/Artikel629",
    ]);
    expect(await found("motivering", "1995-01-01")).toEqual(["law:BWBR0005537@1994-01-01#/Artikel3:46"]);
    expect(await reasonOf(search.search({ query: "loon", inForceOn: "1900-01-01" }))).toBe("VERSION_NOT_FOUND");
  });

  it("never finds repealed text", async () => {
    const { search } = await loaded();
    expect((await search.search({ query: "+7:630" })).result?.candidates).toEqual([]);
    expect((await search.search({ query: "+vervallen" })).result?.totalCount).toBe(0);
  });

  it("pages in one order, and refuses a token after an import or of another query", async () => {
    const { search, imports } = await openClients();
    await imports.import(importMessages("k", [...smallLaw]));
    const all = (await search.search({ query: "werknemer" })).result?.candidates.map((each) => each.evidenceId) ?? [];
    expect(all.length).toBeGreaterThan(1);
    const first = (await search.search({ query: "werknemer", pageSize: 1 })).result;
    const pageToken = first?.nextPageToken ?? "";
    const second = (await search.search({ query: "werknemer", pageSize: 1, pageToken })).result;
    expect([first, second].map((page) => page?.candidates[0]?.evidenceId)).toEqual(all.slice(0, 2));
    expect(await reasonOf(search.search({ query: "loon", pageToken }))).toBe("PAGE_TOKEN_INVALID");
    await imports.import(importMessages("l", [otherLaw]));
    expect(await reasonOf(search.search({ query: "werknemer", pageSize: 1, pageToken }))).toBe("CORPUS_CHANGED");
  });

  it("offers a wider query when nothing is found", async () => {
    const { search } = await loaded();
    const { result } = await search.search({ query: "+vergaarder" });
    expect(result).toMatchObject({ totalCount: 0, refinedQuery: expect.stringMatching(/^verg\S*\*$/) });
  });
});

describe("resolving spans", () => {
  it("resolves a quote to its lid, with voice, version and address", async () => {
    const { spans } = await loaded();
    const { results } = await spans.resolveSpans({
      entries: [{ locator: { docUid, exactQuote: "een tijdvak van 104 weken" } }],
    });
    const resolution = results[0]?.resolution;
    expect(resolution?.outcome).toBe(SpanResolution_Outcome.EXACT);
    expect(resolution?.spans[0]).toMatchObject({
      address: "art. 7:629 lid 1 BW",
      voice: Voice.STATUTE,
      versionDate: "2004-01-01",
      unitPath: "/Boek7/Titeldeel10/Artikel629/Lid1",
    });
  });

  it("keeps versions apart: a quote of the later one is not found in the earlier", async () => {
    const { spans } = await loaded();
    const locator = { docUid: "BWBR0005290@2000-01-01", exactQuote: "een tijdvak van 104 weken" };
    const { results } = await spans.resolveSpans({ entries: [{ locator }] });
    expect(results[0]?.resolution?.outcome).toBe(SpanResolution_Outcome.NOT_FOUND);
  });

  it("resolves every passage that a citation gives within its own chunk", async () => {
    const { spans, citations } = await loaded();
    const { resolutions } = await citations.resolveCitations({
      citations: ["art. 7:611 BW", "art. 7:629 lid 2 onder b BW"],
    });
    const passages = resolutions.flatMap((each) => each.units.flatMap((unit) => unit.passages));
    expect(passages).toHaveLength(2);
    for (const passage of passages) {
      const locator = { docUid: passage.docUid, chunkUid: passage.chunkUid, exactQuote: passage.text };
      const span = (await spans.resolveSpans({ entries: [{ locator }] })).results[0]?.resolution?.spans[0];
      expect(span).toMatchObject({
        startChar: passage.startChar,
        endChar: passage.endChar,
        sourceDigest: passage.sourceDigest,
        address: passage.address,
      });
    }
  });

  it("gives the best passages for a query without a quote, each with one article's address", async () => {
    const { spans } = await loaded();
    const { results } = await spans.resolveSpans({
      entries: [{ locator: { docUid }, query: "goed werkgever", passageLimit: 2 }],
    });
    expect(results[0]?.passages[0]).toMatchObject({
      address: "art. 7:611 BW",
      text: expect.stringContaining("goed werkgever"),
    });
  });

  it("refuses entries with neither or both, and documents that are not loaded", async () => {
    const { spans } = await loaded();
    const both = { locator: { docUid, exactQuote: "goed" }, query: "goed" };
    for (const entry of [both, { locator: { docUid } }])
      expect(await reasonOf(spans.resolveSpans({ entries: [entry] }))).toBe("LOCATOR_INVALID");
    const missing = (uid: string) =>
      reasonOf(spans.resolveSpans({ entries: [{ locator: { docUid: uid, exactQuote: "goed werkgever" } }] }));
    expect(await missing("BWBR0005290@2001-01-01")).toBe("VERSION_NOT_FOUND");
    expect(await missing("BWBR0001840@2001-01-01")).toBe("LAW_NOT_FOUND");
  });
});

describe("reading what is loaded", () => {
  it("lists laws with their versions, page by page", async () => {
    const { laws } = await loaded();
    const first = await laws.listLaws({ pageSize: 1 });
    expect(first).toMatchObject({ totalCount: 2, hint: "", laws: [{ lawId: "BWBR0005290", shortName: "BW" }] });
    expect(first.laws[0]?.versions.map((version) => version.validFrom)).toEqual(["2000-01-01", "2004-01-01"]);
    const second = await laws.listLaws({ pageSize: 1, pageToken: first.nextPageToken });
    expect(second).toMatchObject({ nextPageToken: "", laws: [{ shortName: "Awb" }] });
  });

  it("reads a unit with its parts, and names what exists when it does not", async () => {
    const { laws } = await loaded();
    const { unit, text } = await laws.getUnit({ lawId: "BWBR0005290", path: "/Boek7/Titeldeel10/Artikel629/Lid2" });
    expect(unit?.childPaths).toHaveLength(2);
    expect(text).toMatch(/^2 Niet behoudt hij dat recht:\na\. indien/);
    expect(await reasonOf(laws.getUnit({ lawId: "BWBR0005290", path: "/Boek7/Artikel1" }))).toBe("UNKNOWN_UNIT");
    expect(await reasonOf(laws.getUnit({ lawId: "BWBR0005290", path: "/x", inForceOn: "1990-01-01" }))).toBe(
      "VERSION_NOT_FOUND",
    );
  });

  it("gives the canonical text that its digest names", async () => {
    const { laws } = await loaded();
    const { canonicalText, sourceDigest, version } = await laws.getLawText({ lawId: "BWBR0005290" });
    const digest = await crypto.subtle.digest("SHA-256", bytesOf(canonicalText?.text ?? "").slice());
    expect(Buffer.from(digest).toString("hex")).toBe(sourceDigest);
    expect(canonicalText?.docUid).toBe(version?.docUid);
  });
});

describe("a number in front of another 'artikel'", () => {
  const parsed = async (text: string) => {
    const { citations } = await loaded();
    const { citations: found } = await citations.parseCitations({ text });
    return found.map(({ law, provisions, numbersReadAs }) => [
      law,
      provisions.map(({ number }) => number).join(" "),
      numbersReadAs,
    ]);
  };

  it("is read as one of the law behind that, and said to be, where the law has such an article", async () => {
    expect(await parsed("artikel 3:2 juncto artikel 3:46 van de Awb")).toEqual([
      ["Awb", "3:2 3:46", "3:2 as an article of Awb"],
    ]);
  });

  it("is of no law where the loaded law has none of that number", async () => {
    for (const joint of ["of", "en", "juncto", "alsmede"])
      expect(await parsed(`artikel 4:84 ${joint} artikel 3:46 van de Awb`)).toEqual([
        ["", "4:84", ""],
        ["Awb", "3:46", ""],
      ]);
    expect(await parsed("artikel 4:84, artikel 3:2 en artikel 3:46 van de Awb")).toEqual([
      ["", "4:84", ""],
      ["Awb", "3:2 3:46", "3:2 as an article of Awb"],
    ]);
  });

  it("stays a reading where the law is not loaded, and nobody can look", async () => {
    expect(await parsed("artikel 17 of artikel 26 van de WIA")).toEqual([["WIA", "17 26", "17 as an article of WIA"]]);
  });

  it("is told by the call that resolves, which gives no unit for the rest either", async () => {
    const { citations } = await loaded();
    const { resolutions } = await citations.resolveCitations({ citations: ["artikel 4:84 of artikel 3:46 Awb"] });
    expect(resolutions[0]).toMatchObject({ units: [], errors: [{ reason: "LAW_NOT_FOUND" }] });
  });
});
