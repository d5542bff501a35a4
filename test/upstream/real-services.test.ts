import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { ToolOutcome } from "../../src/engine/run/ports.ts";
import { type LawBot, openLawBot } from "../../src/lawbot/lawbot.ts";
import { lawbotRoutes } from "../../src/lawbot/routes.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { createEvidenceDirectory } from "../../src/upstream/directory.ts";
import { createToolExecutor } from "../../src/upstream/executor.ts";
import type { Upstreams } from "../../src/upstream/ports.ts";
import { vaultRoutes } from "../../src/vault/routes.ts";
import { openVault, type Vault } from "../../src/vault/vault.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { describeWithData } from "../support/shared-data.ts";
import { toolRun, uid } from "./fakes.ts";

const clock = { now: () => Date.UTC(2026, 0, 2) };
const common = { owner: "user-1", clock, tokenKey: new Uint8Array(32).fill(7) };
const scope = { strandId: "case-7", referenceDate: "2025-12-09", caseLaw: false, signal: new AbortController().signal };

const searchResult = (outcome: ToolOutcome) => fromBinary(EvidenceSearchResultSchema, outcome.output!.bytes);

const letter = [
  "From: Personeelszaken <hr@example.com>",
  "To: Werknemer <w@example.com>",
  "Subject: Verlenging contract",
  "Message-ID: <a1@example.com>",
  "Date: Tue, 9 Dec 2025 09:14:00 +0000",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Beste collega,",
  "",
  "Wij zeggen toe dat uw contract wordt verlengd tot 1 juni 2026.",
  "",
].join("\r\n");

describe("the tools over the real Vault", () => {
  let vault: Vault;
  let upstreams: Upstreams;

  beforeAll(async () => {
    vault = await openVault({ ...common, store: await openMemoryStore(), indexDir: "memory" });
    upstreams = { vault: createInProcessTransport(vaultRoutes(vault)) };
    const file = { path: "brief.eml", mediaType: "", bytes: new TextEncoder().encode(letter) };
    for await (const _ of vault.importFiles("case-7", [file])) void _;
  });
  afterAll(() => vault.close());

  const search = (query: string, more: object = {}) =>
    createToolExecutor(upstreams).run(toolRun("vault.search", { case: "vaultSearch", value: { query, ...more } }));

  it("find a message, look it up, and resolve a quote of it", async () => {
    const executor = createToolExecutor(upstreams);
    const found = await search("verlengd", {
      fromIso: "2025-12-01",
      toIso: "2025-12-31T00:00:00+01:00",
      participants: ["Personeelszaken"],
    });
    expect(found).toMatchObject({ status: "OK", summary: expect.stringMatching(/^1 of 1 match in strand case-7, /) });
    const [candidate] = searchResult(found).candidates;

    const ids = { evidenceIds: [candidate!.evidenceId, `vault:${uid("0")}`], query: "contract" };
    const resolved = await executor.run(toolRun("vault.resolve_ids", { case: "vaultResolveIds", value: ids }));
    const { items } = fromBinary(ResolveOutputSchema, resolved.output!.bytes);
    expect(items.map((item) => [item.candidates.length, item.problem === ""])).toEqual([
      [1, true],
      [0, false],
    ]);
    expect(items[0]!.passages[0]!.text).toContain("uw contract wordt verlengd");

    const locator = { docUid: candidate!.evidenceId.slice(6), exactQuote: "uw contract wordt verlengd" };
    const queries = [
      { locator },
      { locator: { docUid: uid("0"), exactQuote: "x" } },
      { locator: { ...locator, exactQuote: "" }, query: "juni" },
    ];
    const spans = await executor.run(toolRun("vault.get_spans", { case: "vaultGetSpans", value: { queries } }));
    const { answers } = fromBinary(SpansOutputSchema, spans.output!.bytes);
    expect(answers[0]!.resolution).toMatchObject({
      outcome: SpanResolution_Outcome.EXACT,
      spans: [{ excerpt: locator.exactQuote }],
    });
    expect(answers[1]!.problem).toContain("no such document");
    expect(answers[2]!.passages[0]!.text).toContain("1 juni 2026");
  });

  it("see nothing of another strand", async () => {
    const run = toolRun("vault.search", { case: "vaultSearch", value: { query: "verlengd" } });
    expect(await createToolExecutor(upstreams).run({ ...run, strandId: "case-8" })).toMatchObject({ status: "EMPTY" });
    const id = searchResult(await search("verlengd")).candidates[0]!.evidenceId;
    const directory = createEvidenceDirectory(upstreams);
    expect(await directory.lookUp(id, scope)).toMatchObject({ evidenceId: id, title: "Verlenging contract" });
    expect(await directory.lookUp(id, { ...scope, strandId: "case-8" })).toBeUndefined();
  });

  it("find with the suggested query what the first one missed", async () => {
    const first = await search("contractverlenging");
    expect(first.status).toBe("EMPTY");
    let outcome = first;
    while (outcome.status === "EMPTY" && outcome.refinedQuery !== "") outcome = await search(outcome.refinedQuery);
    expect(outcome.status).toBe("OK");
  });

  it("give the same bytes for the same question", async () => {
    expect(await search("contract")).toEqual(await search("contract"));
  });
});

describe("the tools over a LawBot with nothing loaded", () => {
  it("say how to load law", async () => {
    const lawbot = await openLawBot({ ...common, store: await openMemoryStore(), indexFile: ":memory:" });
    const executor = createToolExecutor({ lawbot: createInProcessTransport(lawbotRoutes(lawbot)) });
    const searched = await executor.run(
      toolRun("lawbot.search", { case: "lawbotSearch", value: { query: "goed werkgever" } }),
    );
    const citations = { citations: ["art. 7:611 BW"] };
    const resolved = await executor.run(
      toolRun("lawbot.resolve_citations", { case: "lawbotResolveCitations", value: citations }),
    );
    for (const outcome of [searched, resolved])
      expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining("pincite law import") });
    lawbot.close();
  });
});

describeWithData("the tools over the real LawBot", "law-bwb-2012", (folder) => {
  let lawbot: LawBot;
  let upstreams: Upstreams;

  beforeAll(async () => {
    lawbot = await openLawBot({ ...common, store: await openMemoryStore(), indexFile: ":memory:" });
    const claim = { path: "BWBR0005290.xml", validFrom: "2012-10-01" };
    await lawbot.importer.importFile(claim, readFileSync(join(folder, claim.path)));
    upstreams = { lawbot: createInProcessTransport(lawbotRoutes(lawbot)) };
  });
  afterAll(() => lawbot.close());

  it("find an article, look its citation up, resolve a quote of it and pin it", async () => {
    const executor = createToolExecutor(upstreams);
    const value = { query: '"goed werkgever"' };
    const found = searchResult(await executor.run(toolRun("lawbot.search", { case: "lawbotSearch", value })));
    expect(found.candidates.map((candidate) => candidate.address)).toContain("art. 7:611 BW");

    const citations = ["art. 7:611 BW", "art. 7:9999 BW", "onzin"];
    const resolved = await executor.run(
      toolRun("lawbot.resolve_citations", { case: "lawbotResolveCitations", value: { citations } }),
    );
    const { items } = fromBinary(ResolveOutputSchema, resolved.output!.bytes);
    expect(items.map((item) => [item.candidates.length, item.problem === ""])).toEqual([
      [1, true],
      [0, false],
      [0, false],
    ]);
    const [candidate] = items[0]!.candidates;

    const locator = { docUid: "BWBR0005290@2012-10-01", exactQuote: "goed werkgever en een goed werknemer" };
    const queries = [{ locator }, { locator: { docUid: "BWBR0005290@1999-01-01", exactQuote: "x" } }];
    const spans = await executor.run(toolRun("lawbot.get_spans", { case: "lawbotGetSpans", value: { queries } }));
    const { answers } = fromBinary(SpansOutputSchema, spans.output!.bytes);
    expect(answers[0]!.resolution?.spans).toMatchObject([{ excerpt: locator.exactQuote, versionDate: "2012-10-01" }]);
    expect(answers[1]!.problem).toContain("no version that old");

    const directory = createEvidenceDirectory(upstreams);
    expect(await directory.lookUp(candidate!.evidenceId, scope)).toMatchObject({
      evidenceId: candidate!.evidenceId,
      address: "art. 7:611 BW",
      sourceDigest: candidate!.sourceDigest,
    });
    expect(await directory.lookUp(candidate!.evidenceId.replace("2012-10-01", "2013-01-01"), scope)).toBeUndefined();
    expect(await directory.lookUp("law:BWBR0005290@2012-10-01", scope)).toMatchObject({ versionDate: "2012-10-01" });
  });

  it("tell a date before every version from no matches", async () => {
    const executor = createToolExecutor(upstreams);
    const value = { query: "werkgever", inForceOn: "1990-01-01" };
    expect(await executor.run(toolRun("lawbot.search", { case: "lawbotSearch", value }))).toMatchObject({
      status: "ERROR",
      reason: expect.stringContaining("no version that old is loaded"),
    });
  });
});
