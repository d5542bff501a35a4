import { type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  SearchKind,
  type SearchRequestSchema,
  SearchResponseSchema,
} from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { readDocumentLink } from "../../src/kit/document-link.ts";
import { refineQuery } from "../../src/vault/refine-query.ts";
import { reasonOf } from "./refusal.ts";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

const letter = (n: number, subject: string, body: string, from = "ank@example.org") =>
  file(
    `${n}.eml`,
    mail(
      {
        From: from,
        To: "jan@example.org",
        Date: `${n} Dec 2025 10:00:00 +0100`,
        Subject: subject,
        "Message-ID": `<${n}@x>`,
      },
      body,
    ),
  );

const corpus = [
  letter(1, "Loon", "Wij hebben een toezegging gedaan."),
  letter(2, "Re-integratie", "De toezeggingen over reïntegratie staan in de brief."),
  letter(3, "Vakantie", "Geen woord daarover.", "Eva Smit <eva@example.org>"),
  file("nota.txt", "Notitie over de toezegging van de werkgever."),
];
const opened = async () => {
  const made = await openTestVault();
  await importAll(made.vault, corpus);
  return made;
};
const titles = (response: { result?: { candidates: { title: string }[] } | undefined }) =>
  response.result?.candidates.map((candidate) => candidate.title) ?? [];

describe("a search", () => {
  it("says whether there was anything to search", async () => {
    const { search, vault } = await openTestVault();
    expect((await search.search({ query: "toezegging" })).result?.nothingToSearch).toBe(true);
    await importAll(vault, corpus.slice(2, 3));
    const { result } = await search.search({ query: "toezegging" });
    expect([result?.totalCount, result?.nothingToSearch]).toEqual([0, false]);
  });

  it("merges messages and documents in one order of score, date and id, inflections included", async () => {
    const { search } = await opened();
    const { result } = await search.search({ query: "toezegging" });
    expect(result?.totalCount).toBe(3);
    expect(result?.candidates.at(-1)?.title).toBe("Re-integratie");
    const keys =
      result?.candidates.map((one) => [-Number(one.scoreMicros), one.occurredAtIso, one.evidenceId] as const) ?? [];
    const sorted = [...keys].sort(
      (a, b) => a[0] - b[0] || (a[1] < b[1] ? 1 : a[1] > b[1] ? -1 : 0) || (a[2] < b[2] ? -1 : 1),
    );
    expect(keys).toEqual(sorted);
  });

  it("says of each candidate what it is, where it matches and what its text's digest is", async () => {
    const { search, docs } = await opened();
    const { result } = await search.search({ query: "reintegratie" });
    const [candidate] = result?.candidates ?? [];
    expect(candidate).toMatchObject({
      docType: "email",
      title: "Re-integratie",
      occurredAtIso: "2025-12-02T10:00:00.000+01:00",
      versionDate: "2025-12-02",
    });
    expect(candidate?.participants).toEqual(["ank@example.org", "jan@example.org"]);
    expect(candidate?.threadId).toMatch(/^thread:[0-9a-f]{64}$/);
    expect(candidate?.snippet).toContain("De toezeggingen over reïntegratie staan in de brief.");
    const docUid = candidate?.evidenceId.slice("vault:".length) ?? "";
    expect(readDocumentLink(candidate?.sourceLink ?? "")).toEqual({
      strandId: "default",
      docUid,
      chunkUid: candidate?.chunkUid,
    });
    const text = await docs.getDocText({ docUid });
    expect(candidate?.sourceDigest).toBe(text.sourceDigest);
    expect(text.canonicalText?.chunks.map((chunk) => chunk.chunkUid)).toContain(candidate?.chunkUid);
  });

  it("gives the same bytes for the same query and revision, also from another Vault over other import calls", async () => {
    const [one, two] = [await opened(), await openTestVault()];
    for (const given of corpus) await importAll(two.vault, [given]);
    const bytes = async (search: typeof one.search) => {
      const answer = await search.search({ query: "toezegging loon" });
      if (answer.result) answer.result.corpusRevision = "";
      return toBinary(SearchResponseSchema, answer);
    };
    expect(await bytes(one.search)).toEqual(await bytes(one.search));
    expect(await bytes(one.search)).toEqual(await bytes(two.search));
  });

  it("filters by kind, period and people", async () => {
    const { search } = await opened();
    expect(titles(await search.search({ query: "toezegging", kinds: [SearchKind.DOC] }))).toEqual(["nota.txt"]);
    expect(titles(await search.search({ kinds: [SearchKind.THREAD] }))).toEqual(["Vakantie", "Re-integratie", "Loon"]);
    expect(titles(await search.search({ kinds: [SearchKind.EVENT] }))).toEqual([]);
    expect(titles(await search.search({ occurredFromIso: "2025-12-02", occurredToIso: "2025-12-02" }))).toEqual([
      "Re-integratie",
    ]);
    expect(titles(await search.search({ occurredToIso: "2025-12-01T09:00:00Z" }))).toEqual(["Loon"]);
    expect(titles(await search.search({ participants: ["Eva Smit"] }))).toEqual(["Vakantie"]);
  });

  it("that finds nothing says what was searched and what might find more", async () => {
    const { search } = await opened();
    const { result } = await search.search({ query: '"loon betaald"', occurredFromIso: "2025-01-01" });
    expect(result).toMatchObject({ totalCount: 0, refinedQuery: "loon betaald" });
    expect(result?.scope).toBe('Vault, strand "default", 4 documents: every kind, from 2025-01-01');
  });

  it("of a word that stands nowhere is answered with the nearest one where that is asked for, and says so", async () => {
    const { vault, search } = await openTestVault();
    await importAll(vault, corpus);
    const asked = { query: "toezegginng" };
    const plain = (await search.search(asked)).result;
    expect(plain).toMatchObject({ totalCount: 0, candidates: [], suggestedQuery: "toezegging", answeredQuery: "" });
    const { result } = await search.search({ ...asked, orSuggested: true });
    const meant = (await search.search({ query: "toezegging" })).result;
    expect(result).toMatchObject({ query: "toezegginng", answeredQuery: "toezegging", totalCount: meant?.totalCount });
    expect(result?.candidates).toEqual(meant?.candidates);
    expect((await search.search({ query: "toezegging", orSuggested: true })).result?.answeredQuery).toBe("");
    expect((await search.search({ query: "qqqqqq", orSuggested: true })).result?.totalCount).toBe(0);
  });

  it("gives every candidate once over its pages", async () => {
    const { search } = await opened();
    const seen: string[] = [];
    let pageToken = "";
    do {
      const { result } = await search.search({ query: "toezegging", pageSize: 1, pageToken });
      seen.push(...(result?.candidates.map((candidate) => candidate.evidenceId) ?? []));
      pageToken = result?.nextPageToken ?? "";
    } while (pageToken !== "");
    const whole = await search.search({ query: "toezegging" });
    expect(seen).toEqual(whole.result?.candidates.map((candidate) => candidate.evidenceId));
  });

  it("refuses the token of another query, and one of before an import", async () => {
    const { search, vault } = await opened();
    const pageToken = (await search.search({ query: "toezegging", pageSize: 1 })).result?.nextPageToken ?? "";
    expect(await reasonOf(search.search({ query: "loon", pageToken }))).toBe("PAGE_TOKEN_INVALID");
    expect(await reasonOf(search.search({ query: "toezegging", pageToken }))).toBe("answered");
    await importAll(vault, [file("nieuw.txt", "nog een toezegging")]);
    expect(await reasonOf(search.search({ query: "toezegging", pageToken }))).toBe("CORPUS_CHANGED");
  });

  const broken: MessageInitShape<typeof SearchRequestSchema>[] = [
    { query: "x".repeat(1001) },
    { kinds: [0] },
    { kinds: [9 as SearchKind] },
    { occurredFromIso: "gisteren" },
    { strandId: "../x" },
    { participants: [""] },
  ];
  for (const request of broken) {
    it(`refuses ${JSON.stringify(request).slice(0, 40)}`, async () => {
      const { search } = await openTestVault();
      expect(await reasonOf(search.search(request))).toBe("REQUEST_INVALID");
    });
  }
});

describe("a refined query", () => {
  const cases: [string, string][] = [
    ['"een zin" loon', "een zin loon"],
    ["+loon -brief", "loon"],
    ["werkgeversverklaring", "werkgeversverk*"],
    ["loon brief", "loon brie*"],
    ["loon", ""],
    ["", ""],
  ];
  for (const [query, wider] of cases) {
    it(`widens ${query || "nothing"} to ${wider || "nothing"}`, () => expect(refineQuery(query)).toBe(wider));
  }
});
