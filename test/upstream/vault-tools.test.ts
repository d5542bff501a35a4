import { create, fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { SearchKind } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { createToolExecutor } from "../../src/upstream/executor.ts";
import { failing, fakeVault, type Handlers, secret, toolRun, uid } from "./fakes.ts";

const setup = (handlers: Handlers) => {
  const { transport, calls } = fakeVault(handlers);
  return { executor: createToolExecutor({ vault: transport }), calls };
};
const candidate = (letter: string) => ({ evidenceId: `vault:${uid(letter)}`, title: "RE: contract", snippet: secret });
const found =
  (letters: string[], totalCount = letters.length) =>
  () => ({
    result: {
      query: "q",
      candidates: letters.map(candidate),
      totalCount,
      nextPageToken: "token",
      corpusRevision: "r1",
    },
  });
const search = (value: object = {}) =>
  toolRun("vault.search", { case: "vaultSearch", value: { query: "contract", ...value } });

describe("the tool vault.search", () => {
  it("passes the strand and every filter, and its own deadline", async () => {
    const { executor, calls } = setup({ search: found(["a"]) });
    await executor.run(
      search({
        kinds: ["THREAD", "DOC"],
        fromIso: "2025-01-01",
        toIso: "2025-12-09T10:00:00+01:00",
        participants: ["jansen", " "],
        limit: 7,
      }),
    );
    expect(calls).toHaveLength(1);
    expect(calls[0]!.request).toMatchObject({
      query: "contract",
      strandId: "case-7",
      kinds: [SearchKind.THREAD, SearchKind.DOC],
      occurredFromIso: "2025-01-01",
      occurredToIso: "2025-12-09T09:00:00.000Z",
      participants: ["jansen"],
      pageSize: 7,
    });
    expect(calls[0]!.timeoutMs).toBeGreaterThan(0);
    expect(calls[0]!.timeoutMs).toBeLessThanOrEqual(20_000);
  });

  it("gives the whole result, without the page token, and a summary without evidence", async () => {
    const { executor } = setup({ search: found(["a", "b"], 12) });
    const outcome = await executor.run(search({ kinds: ["DOC"], fromIso: "2025-01-01", participants: ["Jansen"] }));
    expect(outcome).toMatchObject({ status: "OK", refinedQuery: "", reason: "" });
    expect(outcome.summary).toBe(
      "2 of 12 matches in strand case-7, kinds DOC, from 2025-01-01, filtered by 1 of the people concerned",
    );
    expect(outcome.output?.kind).toBe("pincite.evidence.v1.EvidenceSearchResult");
    const result = fromBinary(EvidenceSearchResultSchema, outcome.output!.bytes);
    expect(result).toMatchObject({ totalCount: 12, corpusRevision: "r1", nextPageToken: "" });
    expect(result.candidates.map((each) => each.evidenceId)).toEqual([`vault:${uid("a")}`, `vault:${uid("b")}`]);
  });

  it("is EMPTY with a wider query and a recorded result when nothing matched", async () => {
    const { executor } = setup({ search: found([]) });
    const outcome = await executor.run(search({ query: '"schriftelijke toezegging" -concept' }));
    expect(outcome).toMatchObject({
      status: "EMPTY",
      summary: "No matches in strand case-7, all kinds",
      refinedQuery: "schriftelijke toezegging",
    });
    const result = fromBinary(EvidenceSearchResultSchema, outcome.output!.bytes);
    expect(result).toMatchObject({ candidates: [], refinedQuery: "schriftelijke toezegging" });
  });

  it("says that there was nothing to search, and suggests no other query, where the strand is empty", async () => {
    const { executor } = setup({ search: () => ({ result: { corpusRevision: "r0", nothingToSearch: true } }) });
    expect(await executor.run(search({ query: '"schriftelijke toezegging"' }))).toMatchObject({
      status: "EMPTY",
      refinedQuery: "",
      reason: expect.stringMatching(/^there is no document to search: bring your documents/u),
    });
  });

  it.each(["yesterday", "2025-02-30", "2025", "2025-12-09T10:00:00", "\u0007"])(
    "refuses the date %j without a call",
    async (fromIso) => {
      const { executor, calls } = setup({ search: found(["a"]) });
      const outcome = await executor.run(search({ fromIso }));
      expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining("from_iso is no date") });
      expect(outcome.output).toBeUndefined();
      expect(calls).toEqual([]);
    },
  );

  it.each([
    ["evidence that is not of the Vault", { result: { candidates: [{ evidenceId: "law:BWBR0005290@2012-10-01" }] } }],
    ["an id in another form", { result: { candidates: [{ evidenceId: `vault:${"A".repeat(64)}` }] } }],
    ["more than was asked for", { result: { candidates: Array.from({ length: 11 }, () => candidate("a")) } }],
    ["no result", {}],
  ])("uses nothing of an answer with %s", async (_, answer) => {
    const { executor } = setup({ search: () => answer });
    const outcome = await executor.run(search());
    expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining("nothing of it was used") });
    expect(outcome.output).toBeUndefined();
  });
});

describe("a Vault that fails", () => {
  it.each([
    ["UPSTREAM_UNAVAILABLE", "did not answer", "contract"],
    ["SERVER_DRAINING", "shutting down", "contract"],
    ["DATA_LOSS", "a person must look", ""],
    ["REQUEST_INVALID", "does not take these parameters", ""],
    ["INTERNAL", "the Vault failed", ""],
    ["RUN_NOT_FOUND", "the Vault failed", ""],
  ] as const)("with %s is an ERROR in our words", async (reason, words, refinedQuery) => {
    const { executor } = setup({ search: failing(reason) });
    const outcome = await executor.run(search());
    expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining(words), refinedQuery });
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  it("with an error of no known form is an ERROR that does not repeat it", async () => {
    const { executor } = setup({
      search: () => {
        throw new Error(secret);
      },
    });
    const outcome = await executor.run(search());
    expect(outcome.status).toBe("ERROR");
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  it("is called once, never again by itself", async () => {
    const { executor, calls } = setup({ search: failing("UPSTREAM_UNAVAILABLE") });
    await executor.run(search());
    expect(calls).toHaveLength(1);
  });

  it("hears that the run was cancelled, and the tool says so", async () => {
    const abort = new AbortController();
    const heard = Promise.withResolvers<string>();
    const { executor } = setup({
      search: (_request, context) =>
        new Promise((_, reject) => {
          context.signal.addEventListener("abort", () => {
            heard.resolve("aborted");
            reject(context.signal.reason);
          });
          abort.abort();
        }),
    });
    const outcome = await executor.run(
      toolRun("vault.search", { case: "vaultSearch", value: { query: "x" } }, abort.signal),
    );
    expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining("was cancelled") });
    expect(await heard.promise).toBe("aborted");
  });
});

describe("the tool vault.resolve_ids", () => {
  const known = (id: string) => ({ candidate: { evidenceId: id }, passages: [{ docUid: id.slice(6), text: secret }] });
  const resolveIds: Handlers["resolveIds"] = ({ evidenceIds }) =>
    evidenceIds[0] === `vault:${uid("f")}` ? failing("EVIDENCE_NOT_FOUND")() : { results: evidenceIds.map(known) };
  const run = (ids: string[], query = "") =>
    toolRun("vault.resolve_ids", { case: "vaultResolveIds", value: { evidenceIds: ids, query } });

  it("answers each id in order, and an unknown or malformed one costs no other its answer", async () => {
    const { executor, calls } = setup({ resolveIds });
    const ids = [`vault:${uid("a")}`, `vault:${uid("f")}`, "vault:7", `vault:${uid("b")}`];
    const outcome = await executor.run(run(ids, "loon"));
    expect(outcome).toMatchObject({
      status: "OK",
      summary: "2 of 4 resolved, 2 passages, in strand case-7",
      refinedQuery: "",
    });
    const { items } = fromBinary(ResolveOutputSchema, outcome.output!.bytes);
    expect(
      items.map((item) => [item.asked, item.candidates.length, item.passages.length, item.problem === ""]),
    ).toEqual([
      [ids[0], 1, 1, true],
      [ids[1], 0, 0, false],
      [ids[2], 0, 0, false],
      [ids[3], 1, 1, true],
    ]);
    expect(items[1]!.problem).toContain("no such evidence");
    expect(items[2]!.problem).toContain("64 hexadecimal digits");
    expect(calls.map((call) => [call.request.strandId, call.request.query])).toEqual(Array(3).fill(["case-7", "loon"]));
  });

  it("is EMPTY when none is known", async () => {
    const outcome = await setup({ resolveIds }).executor.run(run([`vault:${uid("f")}`], "loon"));
    expect(outcome).toMatchObject({ status: "EMPTY", refinedQuery: "loon" });
    expect(outcome.output).toBeDefined();
  });

  it("uses nothing of an answer about another document", async () => {
    const { executor } = setup({ resolveIds: () => ({ results: [known(`vault:${uid("b")}`)] }) });
    expect(await executor.run(run([`vault:${uid("a")}`]))).toMatchObject({ status: "ERROR" });
  });

  it("fails as a whole when the Vault does", async () => {
    const { executor } = setup({ resolveIds: failing("UPSTREAM_UNAVAILABLE") });
    expect(await executor.run(run([`vault:${uid("a")}`]))).toMatchObject({ status: "ERROR" });
  });
});

describe("the tool vault.get_spans", () => {
  const { EXACT, AMBIGUOUS, NOT_FOUND } = SpanResolution_Outcome;
  const outcomes: Record<string, SpanResolution_Outcome> = { once: EXACT, twice: AMBIGUOUS, never: NOT_FOUND };
  const resolveSpans: Handlers["resolveSpans"] = ({ entries }) => {
    if (entries.some((entry) => entry.locator?.docUid === uid("f"))) failing("DOCUMENT_NOT_FOUND")();
    if (entries.some((entry) => entry.locator?.exactQuote === "…")) failing("LOCATOR_INVALID")();
    return {
      results: entries.map(({ locator, query }) =>
        locator?.exactQuote
          ? { resolution: { locator, outcome: outcomes[locator.exactQuote]!, spans: [{ docUid: locator.docUid }] } }
          : { passages: [{ docUid: locator!.docUid, text: query }] },
      ),
    };
  };
  const run = (queries: { doc: string; quote?: string; query?: string }[]) =>
    toolRun("vault.get_spans", {
      case: "vaultGetSpans",
      value: {
        queries: queries.map(({ doc, quote = "", query = "" }) => ({
          locator: { docUid: doc, exactQuote: quote },
          query,
        })),
      },
    });

  it("answers in the order asked, with one call a document, in the run's strand", async () => {
    const { executor, calls } = setup({ resolveSpans });
    const outcome = await executor.run(
      run([
        { doc: uid("a"), quote: "once", query: "ignored beside a quote" },
        { doc: uid("b"), query: "loon" },
        { doc: uid("a"), quote: "twice" },
      ]),
    );
    expect(outcome).toMatchObject({
      status: "OK",
      summary: "1 of 2 quotes verified, 1 ambiguous, 1 passage in strand case-7, 2 documents",
    });
    const { answers } = fromBinary(SpansOutputSchema, outcome.output!.bytes);
    expect(answers.map((answer) => answer.resolution?.outcome ?? answer.passages[0]!.text)).toEqual([
      EXACT,
      "loon",
      AMBIGUOUS,
    ]);
    expect(calls.map((call) => [call.request.strandId, call.request.entries.length])).toEqual([
      ["case-7", 2],
      ["case-7", 1],
    ]);
    expect(calls[0]!.request.entries[0].query).toBe("");
  });

  it("keeps the answers of the others when one document or one locator is wrong", async () => {
    const { executor } = setup({ resolveSpans });
    const outcome = await executor.run(
      run([
        { doc: uid("a"), quote: "once" },
        { doc: uid("a"), quote: "…" },
        { doc: uid("f"), quote: "once" },
        { doc: "vault:a", quote: "once" },
        { doc: uid("a") },
      ]),
    );
    const { answers } = fromBinary(SpansOutputSchema, outcome.output!.bytes);
    expect(answers.map((answer) => answer.problem.slice(0, 30))).toEqual([
      "",
      "the locator can mean nothing; ",
      "this part of the Vault has no ",
      "doc_uid is the 64 hexadecimal ",
      "it has neither a quote nor a q",
    ]);
    expect(answers[0]!.resolution?.outcome).toBe(EXACT);
    expect(outcome.summary).toContain("4 problems");
  });

  it("is EMPTY, with the suggestions kept, when no quote was found", async () => {
    const { executor } = setup({ resolveSpans });
    const outcome = await executor.run(run([{ doc: uid("a"), quote: "never" }]));
    expect(outcome).toMatchObject({ status: "EMPTY", refinedQuery: "neve*" });
    expect(fromBinary(SpansOutputSchema, outcome.output!.bytes).answers[0]!.resolution?.outcome).toBe(NOT_FOUND);
  });

  it.each([
    ["another document", { results: [{ resolution: { outcome: EXACT, spans: [{ docUid: uid("b") }] } }] }],
    ["passages where a quote was asked", { results: [{ passages: [{ docUid: uid("a") }] }] }],
    ["another number of answers", { results: [] }],
  ])("uses nothing of an answer with %s", async (_, answer) => {
    const { executor } = setup({ resolveSpans: () => answer });
    const outcome = await executor.run(run([{ doc: uid("a"), quote: "once" }]));
    expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining("nothing of it was used") });
  });
});

describe("a place asked of vault.get_spans", () => {
  const asked = { locator: { docUid: uid("a") }, place: { named: { case: "page" as const, value: 3 }, label: "p. 7" } };
  const run = (queries: object[]) => toolRun("vault.get_spans", { case: "vaultGetSpans", value: { queries } as never });
  const found = { ...asked.place, startChar: 4, endChar: 9, label: "p. 3", sourceDigest: uid("d") };
  const answering = (place: object) =>
    setup({ resolveSpans: ({ entries }) => ({ results: entries.map(() => ({ place })) }) });

  it("goes there by its name alone, and what was found is the answer", async () => {
    const { executor, calls } = answering({ place: found });
    const outcome = await executor.run(run([asked]));
    expect(calls[0]!.request.entries[0].place).toMatchObject({ named: asked.place.named, label: "" });
    expect(outcome).toMatchObject({ status: "OK", summary: "1 of 1 place found in strand case-7, 1 document" });
    const [answer] = fromBinary(SpansOutputSchema, outcome.output!.bytes).answers;
    expect(answer?.place?.place).toMatchObject({ label: "p. 3", startChar: 4, endChar: 9 });
  });

  it("is EMPTY, with what there is, when it is not there", async () => {
    const { executor } = answering({ available: [found], message: "There is no page 99." });
    const outcome = await executor.run(run([asked]));
    expect(outcome).toMatchObject({ status: "EMPTY", summary: "0 of 1 place found in strand case-7, 1 document" });
    expect(fromBinary(SpansOutputSchema, outcome.output!.bytes).answers[0]?.place?.available).toHaveLength(1);
  });

  it("is not sent beside a quote, and an answer without characters or label is not taken", async () => {
    const beside = await answering({ place: found }).executor.run(
      run([{ ...asked, locator: { docUid: uid("a"), exactQuote: "once" } }]),
    );
    expect(fromBinary(SpansOutputSchema, beside.output!.bytes).answers[0]?.problem).toContain("ask for one of them");
    for (const broken of [{ endChar: 4 }, { label: " " }, { sourceDigest: "" }])
      expect(await answering({ place: { ...found, ...broken } }).executor.run(run([asked]))).toMatchObject({
        status: "ERROR",
      });
  });
});

describe("the executor", () => {
  it("lists what it can run, and nothing of a service it has not got", () => {
    const { transport } = fakeVault({});
    expect(createToolExecutor({ vault: transport }).tools).toEqual([
      "vault.bundle.attach",
      "vault.bundle.inspect",
      "vault.get_spans",
      "vault.import",
      "vault.resolve_ids",
      "vault.search",
    ]);
    expect(createToolExecutor({ lawbot: transport }).tools).toEqual([
      "lawbot.case_get_spans",
      "lawbot.case_resolve_citations",
      "lawbot.case_search",
      "lawbot.get_spans",
      "lawbot.resolve_citations",
      "lawbot.search",
    ]);
    expect(createToolExecutor({}).tools).toEqual([]);
  });

  it.each([
    ["a tool it does not run", toolRun("vault.import", { case: "vaultImport", value: { path: "x" } })],
    ["a tool that does not exist", toolRun("vault.delete", { case: "vaultSearch", value: {} })],
    ["parameters of another tool", toolRun("vault.search", { case: "lawbotSearch", value: { query: "x" } })],
    ["no parameters", toolRun("vault.search", undefined)],
  ])("calls nobody for %s", async (_, run) => {
    const { executor, calls } = setup({ search: found(["a"]) });
    expect((await executor.run(run)).status).toBe("ERROR");
    expect(calls).toEqual([]);
  });

  it("encodes equal answers to equal bytes, and drops fields that it does not know", async () => {
    const unknown = create(EvidenceSearchResultSchema, { query: "q" });
    unknown.$unknown = [{ no: 99, wireType: 0, data: new Uint8Array([1]) }];
    const [plain, odd] = await Promise.all(
      [create(EvidenceSearchResultSchema, { query: "q" }), unknown].map((result) =>
        setup({ search: () => ({ result }) }).executor.run(search()),
      ),
    );
    expect(odd!.output).toEqual(plain!.output);
  });
});
