import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { createToolExecutor } from "../../src/upstream/executor.ts";
import { failing, fakeLawbot, type LawHandlers, secret, toolRun } from "./fakes.ts";

const setup = (handlers: LawHandlers) => {
  const { transport, calls } = fakeLawbot(handlers);
  return { executor: createToolExecutor({ lawbot: transport }), calls };
};
const version = "BWBR0005290@2012-10-01";
const article = `law:${version}#/Boek7/Artikel611`;
const search = (value: object) =>
  toolRun("lawbot.search", { case: "lawbotSearch", value: { query: "goed werkgever", ...value } });
const found = (evidenceIds: string[]) => () => ({
  result: {
    query: "q",
    candidates: evidenceIds.map((evidenceId) => ({ evidenceId, snippet: secret })),
    totalCount: evidenceIds.length,
  },
});

describe("the tool lawbot.search", () => {
  it("reads the law on the run's reference date", async () => {
    const { executor, calls } = setup({ search: found([article]) });
    const outcome = await executor.run(search({}));
    expect(calls[0]!.request).toMatchObject({ query: "goed werkgever", inForceOn: "2025-12-09", pageSize: 10 });
    expect(outcome).toMatchObject({ status: "OK", summary: "1 of 1 match in statutes in force on 2025-12-09" });
    expect(fromBinary(EvidenceSearchResultSchema, outcome.output!.bytes).candidates[0]!.evidenceId).toBe(article);
    expect(calls[0]!.timeoutMs).toBeLessThanOrEqual(20_000);
  });

  it("reads it on the date asked for instead", async () => {
    const { executor, calls } = setup({ search: found([article]) });
    const outcome = await executor.run(search({ inForceOn: "2013-01-01" }));
    expect(calls[0]!.request.inForceOn).toBe("2013-01-01");
    expect(outcome.summary).toContain("in force on 2013-01-01");
  });

  it("leaves the date to LawBot as long as the run has none", async () => {
    const { executor, calls } = setup({ search: found([]) });
    const outcome = await executor.run({ ...search({}), referenceDate: "" });
    expect(calls[0]!.request.inForceOn).toBe("");
    expect(outcome).toMatchObject({
      status: "EMPTY",
      summary: "No matches in statutes in force today",
      refinedQuery: "goed* werkge*",
    });
  });

  it("says that no law is loaded and how to load it, which is not the same as no matches", async () => {
    const outcome = await setup({ search: failing("NO_LAW_LOADED") }).executor.run(search({}));
    expect(outcome).toMatchObject({
      status: "ERROR",
      reason: expect.stringMatching(/^no law is loaded.*pincite law import/),
    });
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  it.each([
    ["more than 300 characters", { query: "a".repeat(301) }, "at most 300 characters"],
    ["a control character", { query: "werkgever\u001b[2J" }, "control or invisible"],
    ["an invisible character", { query: "werk\u200bgever" }, "control or invisible"],
    ["a date that is none", { inForceOn: "vandaag" }, "in_force_on is no date"],
    ["a date that does not exist", { inForceOn: "2025-02-30" }, "in_force_on is no date"],
  ])("sends nothing of %s", async (_, value, words) => {
    const { executor, calls } = setup({ search: found([article]) });
    expect(await executor.run(search(value))).toMatchObject({
      status: "ERROR",
      reason: expect.stringContaining(words),
    });
    expect(calls).toEqual([]);
  });

  it.each([`vault:${"a".repeat(64)}`, "law:ECLI:NL:HR:2020:1", "law:BWBR0005290", ""])(
    "uses nothing of an answer with %j",
    async (id) => {
      const outcome = await setup({ search: found([article, id]) }).executor.run(search({}));
      expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining("nothing of it was used") });
    },
  );
});

const unit = (evidenceId: string, quotable = true) => ({
  evidenceId,
  unit: { evidenceId, path: evidenceId.split("#")[1] ?? "", address: "art. 7:611 BW", quotable },
  versionDate: "2012-10-01",
  sourceDigest: "d".repeat(64),
  lawTitle: "Burgerlijk Wetboek Boek 7",
  passages: quotable ? [{ docUid: version, chunkUid: `${version}#1:4`, text: "De werkgever en de werknemer" }] : [],
});

describe("the tool lawbot.resolve_citations", () => {
  const run = (citations: string[], inForceOn = "") =>
    toolRun("lawbot.resolve_citations", { case: "lawbotResolveCitations", value: { citations, inForceOn } });
  const unknown = (reason: string, existing: string[] = []) => ({ errors: [{ reason, message: secret, existing }] });

  it("gives candidates as a search would, with passages, in one call on the reference date", async () => {
    const { executor, calls } = setup({ resolveCitations: () => ({ resolutions: [{ units: [unit(article)] }] }) });
    const outcome = await executor.run(run(["art. 7:611 BW"]));
    expect(outcome).toMatchObject({
      status: "OK",
      summary: "1 of 1 resolved, 1 passage, in statutes in force on 2025-12-09",
    });
    expect(calls.map((call) => call.request)).toMatchObject([
      { citations: ["art. 7:611 BW"], inForceOn: "2025-12-09" },
    ]);
    const { items } = fromBinary(ResolveOutputSchema, outcome.output!.bytes);
    expect(items).toMatchObject([{ asked: "art. 7:611 BW", problem: "", passages: [{ chunkUid: `${version}#1:4` }] }]);
    expect(items[0]!.candidates).toMatchObject([
      {
        evidenceId: article,
        docType: "statute",
        title: "Burgerlijk Wetboek Boek 7",
        snippet: "De werkgever en de werknemer",
        sourceDigest: "d".repeat(64),
        versionDate: "2012-10-01",
        unitPath: "/Boek7/Artikel611",
        address: "art. 7:611 BW",
        chunkUid: `${version}#1:4`,
      },
    ]);
  });

  it("says under which name a law was found that the citation writes otherwise", async () => {
    const parsed = (lawReadAs: string) => ({ parsed: [{ lawReadAs }], units: [unit(article)] });
    const { executor } = setup({
      resolveCitations: () => ({
        resolutions: [parsed("Wet op de ondernemingsraden"), parsed(""), parsed("x".repeat(500))],
      }),
    });
    const outcome = await executor.run(run(["a", "b", "c"]));
    const { items } = fromBinary(ResolveOutputSchema, outcome.output!.bytes);
    expect(items.map((item) => item.note)).toEqual([
      'the law is read as "Wet op de ondernemingsraden"; check that it is meant',
      "",
      `the law is read as "${"x".repeat(200)}"; check that it is meant`,
    ]);
  });

  it("says in our words why a citation names nothing, and what does exist", async () => {
    const existing = ["7:610", "7:612", `${secret}; drop\u0007`, "x".repeat(200)];
    const { executor } = setup({
      resolveCitations: () => ({
        resolutions: [{ units: [unit(article)] }, unknown("UNKNOWN_UNIT", existing), unknown("NEW_REASON"), {}],
      }),
    });
    const outcome = await executor.run(run(["a", "b", "c", "d"]));
    const { items } = fromBinary(ResolveOutputSchema, outcome.output!.bytes);
    expect(items.map((item) => item.problem)).toEqual([
      "",
      "the law is loaded and has no such article or part; correct the citation; there is: 7:610; 7:612",
      "LawBot failed; its own log says why",
      "no citation could be read in it; write it out, such as `art. 7:611 BW`",
    ]);
    expect(new TextDecoder().decode(outcome.output!.bytes)).not.toContain(secret);
  });

  it.each([
    ["art. 7:669 lid 3 onder g BW", "art. 7:669 BW"],
    ["artikel 7:669, derde lid, onderdeel g, BW", "artikel 7:669 BW"],
    ["art. 3:4 lid 2 Awb", "art. 3:4 Awb"],
    ["art. 7:611 BW", ""],
  ])("suggests for %s, when it names nothing, %j", async (citation, refinedQuery) => {
    const { executor } = setup({ resolveCitations: () => ({ resolutions: [unknown("UNKNOWN_UNIT")] }) });
    expect(await executor.run(run([citation]))).toMatchObject({ status: "EMPTY", refinedQuery });
  });

  it("tells of a unit that cannot be quoted", async () => {
    const { executor } = setup({ resolveCitations: () => ({ resolutions: [{ units: [unit(article, false)] }] }) });
    const outcome = await executor.run(run(["art. 7:611 BW"]));
    expect(fromBinary(ResolveOutputSchema, outcome.output!.bytes).items[0]).toMatchObject({
      candidates: [{ evidenceId: article }],
      problem: expect.stringContaining("cannot be quoted"),
    });
  });

  it("is an ERROR that says how to load law when none is loaded", async () => {
    const { executor } = setup({
      resolveCitations: () => ({ resolutions: [unknown("NO_LAW_LOADED"), unknown("NO_LAW_LOADED")] }),
    });
    expect(await executor.run(run(["art. 7:611 BW", "art. 3:4 Awb"]))).toMatchObject({
      status: "ERROR",
      reason: expect.stringContaining("no law is loaded"),
    });
  });

  it("sends only the citations that may leave, and answers all in order", async () => {
    const { executor, calls } = setup({
      resolveCitations: ({ citations }) => ({ resolutions: citations.map(() => ({ units: [unit(article)] })) }),
    });
    const outcome = await executor.run(run(["art. 1\u0000", "art. 7:611 BW", "x".repeat(301)]));
    expect(calls.map((call) => call.request.citations)).toEqual([["art. 7:611 BW"]]);
    const { items } = fromBinary(ResolveOutputSchema, outcome.output!.bytes);
    expect(items.map((item) => item.candidates.length)).toEqual([0, 1, 0]);
    expect(items[2]!.problem).toContain("at most 300 characters");
  });

  it("uses nothing of an answer with a ruling in it, or of another length", async () => {
    const ruling = { resolutions: [{ units: [unit("law:ECLI:NL:HR:2020:1")] }] };
    for (const answer of [ruling, { resolutions: [] }])
      expect(await setup({ resolveCitations: () => answer }).executor.run(run(["a"]))).toMatchObject({
        status: "ERROR",
      });
  });
});

describe("the tool lawbot.get_spans", () => {
  const resolveSpans: LawHandlers["resolveSpans"] = ({ entries }) => {
    if (entries.some((entry) => entry.locator?.docUid.startsWith("BWBR0000001"))) failing("VERSION_NOT_FOUND")();
    return {
      results: entries.map(({ locator, query }) =>
        locator?.exactQuote
          ? { resolution: { outcome: SpanResolution_Outcome.EXACT, spans: [{ docUid: locator.docUid }] } }
          : { passages: [{ docUid: locator!.docUid, text: query }] },
      ),
    };
  };
  const run = (locators: { docUid: string; chunkUid?: string; exactQuote?: string; query?: string }[]) =>
    toolRun("lawbot.get_spans", {
      case: "lawbotGetSpans",
      value: { queries: locators.map(({ query = "", ...locator }) => ({ locator, query })) },
    });

  it("sends a quote without a query and a query without a quote", async () => {
    const { executor, calls } = setup({ resolveSpans });
    const outcome = await executor.run(
      run([
        { docUid: version, exactQuote: "De werkgever\nen de werknemer", query: "ignored" },
        { docUid: version, query: "goed werkgever" },
      ]),
    );
    expect(outcome).toMatchObject({
      status: "OK",
      summary: "1 of 1 quote verified, 1 passage in the loaded statutes, 1 document",
    });
    expect(
      calls[0]!.request.entries.map((entry: { query: string; passageLimit: number }) => [
        entry.query,
        entry.passageLimit,
      ]),
    ).toEqual([
      ["", 0],
      ["goed werkgever", 3],
    ]);
  });

  it("keeps rulings, evidence ids and texts that may not leave at home", async () => {
    const { executor, calls } = setup({ resolveSpans });
    const outcome = await executor.run(
      run([
        { docUid: "ECLI:NL:HR:2020:1", exactQuote: "x" },
        { docUid: article.slice(4), exactQuote: "x" },
        { docUid: version, query: "y".repeat(301) },
        { docUid: version, exactQuote: "z\u0000" },
        { docUid: version, chunkUid: "c\u200b", exactQuote: "x" },
        { docUid: "BWBR0000001@2012-10-01", exactQuote: "x" },
      ]),
    );
    expect(outcome.status).toBe("EMPTY");
    const { answers } = fromBinary(SpansOutputSchema, outcome.output!.bytes);
    expect(answers.map((answer) => answer.problem.slice(0, 24))).toEqual([
      "doc_uid is `<regulation>",
      "doc_uid is `<regulation>",
      "a text for LawBot has at",
      "a text for LawBot holds ",
      "a text for LawBot holds ",
      "no version that old is l",
    ]);
    expect(calls).toHaveLength(1);
  });

  it("is an ERROR when no law is loaded", async () => {
    const { executor } = setup({ resolveSpans: failing("NO_LAW_LOADED") });
    expect(await executor.run(run([{ docUid: version, exactQuote: "x" }]))).toMatchObject({
      status: "ERROR",
      reason: expect.stringContaining("pincite law import"),
    });
  });
});
