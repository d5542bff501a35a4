import { fromBinary } from "@bufbuild/protobuf";
import { createRouterTransport, type ServiceImpl } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CaseLawService } from "../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { createEvidenceDirectory } from "../../src/upstream/directory.ts";
import { createToolExecutor } from "../../src/upstream/executor.ts";
import { failing, secret, toolRun } from "./fakes.ts";

const ecli = "ECLI:NL:HR:2020:1";
const consideration = `law:${ecli}#/Overweging2/1`;

/** Case law that answers with the given handlers and counts its calls. */
const setup = (handlers: Partial<ServiceImpl<typeof CaseLawService>>) => {
  const calls: unknown[] = [];
  const counted = Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      (request: never, context: never) => {
        calls.push(request);
        return (handler as (request: never, context: never) => unknown)(request, context);
      },
    ]),
  );
  const lawbot = createRouterTransport((router) => router.service(CaseLawService, counted as never));
  return { lawbot, calls, executor: createToolExecutor({ lawbot }) };
};

const search = (value: object = {}) =>
  toolRun("lawbot.case_search", { case: "lawbotCaseSearch", value: { query: "onverwijld ontslag", ...value } });
const cite = (...citations: string[]) =>
  toolRun("lawbot.case_resolve_citations", { case: "lawbotCaseResolveCitations", value: { citations } });
const spans = (docUid: string) =>
  toolRun("lawbot.case_get_spans", {
    case: "lawbotCaseGetSpans",
    value: { queries: [{ locator: { docUid, exactQuote: "Het ontslag is onverwijld gegeven." } }] },
  });

const found = (...evidenceIds: string[]) => ({
  result: { query: "q", candidates: evidenceIds.map((evidenceId) => ({ evidenceId, docType: "caselaw" })) },
});
const ruling = { ecli, title: "Een arrest", citation: `HR 17 januari 2020, ${ecli}`, decidedOn: "2020-01-17" };
const unit = {
  evidenceId: consideration,
  path: "/Overweging2/1",
  label: "r.o. 2.1",
  address: `${ruling.citation}, r.o. 2.1`,
  quotable: true,
  quotableStartChar: 4,
  endChar: 12,
};

describe("the tool lawbot.case_search", () => {
  it("searches every loaded ruling, or those decided by a day where one is named", async () => {
    const { executor, calls } = setup({ searchCases: () => found(consideration) });
    const outcome = await executor.run(search());
    expect(outcome).toMatchObject({ status: "OK", summary: "1 of 1 match in the loaded rulings" });
    expect(fromBinary(EvidenceSearchResultSchema, outcome.output!.bytes).candidates).toHaveLength(1);
    const bounded = await executor.run(search({ inForceOn: "2019-12-31" }));
    expect(bounded.summary).toContain("decided on or before 2019-12-31");
    expect(calls).toMatchObject([{ decidedThrough: "", pageSize: 10 }, { decidedThrough: "2019-12-31" }]);
  });

  it.each([`law:BWBR0005290@2012-10-01#/Artikel611`, "vault:1", "law:ECLI", ""])(
    "uses nothing of an answer that holds %j",
    async (id) => {
      const outcome = await setup({ searchCases: () => found(consideration, id) }).executor.run(search());
      expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining("nothing of it was used") });
    },
  );

  it.each([
    ["NO_LAW_LOADED", "no ruling is loaded"],
    ["UPSTREAM_UNAVAILABLE", "did not answer"],
  ] as const)("says %s in our words", async (reason, words) => {
    const outcome = await setup({ searchCases: failing(reason) }).executor.run(search());
    expect(outcome).toMatchObject({ status: "ERROR", reason: expect.stringContaining(words) });
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  it("says of a LawBot without case law that it has none", async () => {
    expect(await setup({}).executor.run(search())).toMatchObject({
      status: "ERROR",
      reason: expect.stringContaining("has no case law"),
    });
  });

  it("sends nothing that is too long for a question of law, or no date", async () => {
    const { executor, calls } = setup({ searchCases: () => found() });
    for (const value of [{ query: "x".repeat(301) }, { inForceOn: "2019-13-01" }])
      expect((await executor.run(search(value))).status).toBe("ERROR");
    expect(calls).toEqual([]);
  });
});

describe("the tool lawbot.case_resolve_citations", () => {
  it("gives the consideration with its passages, or says what there is instead", async () => {
    const { executor } = setup({
      resolveCaseCitations: () => ({
        resolutions: [
          {
            rulings: [{ evidenceId: consideration, ruling, unit, passages: [{ text: "Het ontslag.", chunkUid: "c" }] }],
          },
          { errors: [{ reason: "UNKNOWN_UNIT", message: secret, existing: ["r.o. 1", "r.o. 2"] }] },
          { rulings: [{ evidenceId: `law:${ecli}`, ruling, passages: [] }] },
        ],
      }),
    });
    const outcome = await executor.run(cite(`${ecli}, r.o. 2.1`, `${ecli}, r.o. 9`, ecli));
    const { items } = fromBinary(ResolveOutputSchema, outcome.output!.bytes);
    expect(items[0]?.candidates[0]).toMatchObject({
      evidenceId: consideration,
      docType: "caselaw",
      address: unit.address,
      snippet: "Het ontslag.",
      unitPath: unit.path,
      versionDate: "",
    });
    expect(items[1]?.problem).toMatch(/no such consideration.*there is: r\.o\. 1; r\.o\. 2/);
    expect(items[2]).toMatchObject({ problem: expect.stringContaining("cannot be quoted") });
    expect(JSON.stringify(items.map(({ problem }) => problem))).not.toContain(secret);
  });

  it("suggests the ruling as a whole where its consideration is not there", async () => {
    const errors = [{ reason: "UNKNOWN_UNIT", message: "" }];
    const { executor } = setup({ resolveCaseCitations: () => ({ resolutions: [{ errors }] }) });
    expect(await executor.run(cite(`${ecli}, r.o. 9.9`))).toMatchObject({ status: "EMPTY", refinedQuery: ecli });
  });
});

describe("the tool lawbot.case_get_spans", () => {
  it("asks for rulings only: a statute has a tool of its own", async () => {
    const { executor, calls } = setup({
      resolveCaseSpans: ({ entries }) => ({
        results: entries.map(({ locator }) => ({
          resolution: { outcome: SpanResolution_Outcome.EXACT, spans: [{ docUid: locator?.docUid ?? "" }] },
        })),
      }),
    });
    const statute = await executor.run(spans("BWBR0005290@2012-10-01"));
    expect(fromBinary(SpansOutputSchema, statute.output!.bytes).answers[0]?.problem).toContain("ECLI of a ruling");
    expect(calls).toEqual([]);
    expect((await executor.run(spans(ecli))).summary).toContain("1 of 1 quote verified");
  });
});

describe("a pin of a ruling", () => {
  const scope = { strandId: "case-7", referenceDate: "", caseLaw: false, signal: new AbortController().signal };
  const getRuling = () => ({ ruling, units: [unit], canonicalText: { text: "2.1 Ontslag.\n" } });

  it("is found where the run opted in, and is absent without a call where it did not", async () => {
    const { lawbot, calls } = setup({ getRuling });
    const directory = createEvidenceDirectory({ lawbot });
    expect(await directory.lookUp(consideration, scope)).toBeUndefined();
    expect(await directory.lookUp(consideration, { ...scope, caseLaw: false })).toBeUndefined();
    expect(calls).toEqual([]);
    const opened = { ...scope, caseLaw: true };
    expect(await directory.lookUp(consideration, opened)).toMatchObject({ snippet: "Ontslag.", address: unit.address });
    expect(await directory.lookUp(`law:${ecli}`, opened)).toMatchObject({ address: ruling.citation, snippet: "" });
    expect(await directory.lookUp(`law:${ecli}#/Overweging9`, opened)).toBeUndefined();
  });

  it.each(["NO_LAW_LOADED", "LAW_NOT_FOUND"] as const)("is absent for %s", async (reason) => {
    const directory = createEvidenceDirectory({ lawbot: setup({ getRuling: failing(reason) }).lawbot });
    expect(await directory.lookUp(consideration, { ...scope, caseLaw: true })).toBeUndefined();
  });
});
