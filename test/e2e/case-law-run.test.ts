import { readFileSync } from "node:fs";
import { create, fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SpanResolution_Outcome as Outcome, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { exportMemo } from "../../src/client/memo-export.ts";
import { rulingXml } from "../lawbot/support/case-client.ts";
import { bytesOf } from "../lawbot/support/xml.ts";
import { describeWithData } from "../support/shared-data.ts";
import { type CaseLawServer, startCaseLawServer } from "./support/case-law-server.ts";
import { refusalOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";

type Params = NonNullable<MessageInitShape<typeof ToolRequestParamsSchema>["params"]>;

/** Runs a tool as the person and gives the bytes of its output. */
const runTool = async (
  run: RunDriver,
  toolName: string,
  params: Params,
): Promise<{ id: string; content: Uint8Array }> => {
  const slotId = run.context.slots[0]?.slotId ?? "";
  const { request } = await run.clients.tools.requestTool({ ...run.command(), toolName, slotId, params: { params } });
  const answer = await run.clients.orchestrator.executeToolRequest({
    requestId: request?.id ?? "",
    idempotencyKey: key(),
  });
  await run.read();
  const [result] = answer.toolResultLog?.results ?? [];
  if (!result?.outputRef) throw new Error(`${toolName}: ${result?.reason ?? "no result"}`);
  const { content } = await run.clients.artifacts.getArtifact({ digest: result.outputRef.digest });
  return { id: result.id, content };
};

const proposed = (proposal: MessageInitShape<typeof StageProposalSchema>["proposal"]) =>
  create(StageProposalSchema, { ...(proposal && { proposal }) });

/** One memo whose only claim rests on a ruling: what is searched, cited and quoted, and what its draft then says. */
interface Case {
  readonly search: string;
  readonly citation: string;
  readonly quote: string;
}

/** Drives a run from its intent to a finalised draft by RPC alone and gives its ledger entry and its export. */
const memoOn = async ({ url, clients }: CaseLawServer, { search, citation, quote }: Case) => {
  const created = await clients.orchestrator.createRun({ idempotencyKey: key(), profileId: "case-memo", locale: "nl" });
  if (!created.runContext) throw new Error("a run without a context");
  const run = new RunDriver(clients, created.runContext);
  const confirmed = async (proposal?: Parameters<typeof proposed>[0]) => {
    if (proposal) await run.propose(proposed(proposal));
    await run.confirmAll();
    await run.advance();
  };
  await confirmed({ case: "intentSeed", value: { goal: "Uitleggen wat de rechter eist." } });
  const claims = [{ text: "De rechter stelt deze eis.", claimKind: "law" }];
  await confirmed({ case: "skeleton", value: { sections: [{ title: "Kader", claims }] } });

  const searched = await runTool(run, "lawbot.case_search", { case: "lawbotCaseSearch", value: { query: search } });
  const found = fromBinary(EvidenceSearchResultSchema, searched.content).candidates;
  await confirmed();

  const cited = { case: "lawbotCaseResolveCitations" as const, value: { citations: [citation] } };
  const resolved = fromBinary(
    ResolveOutputSchema,
    (await runTool(run, "lawbot.case_resolve_citations", cited)).content,
  );
  const [candidate] = resolved.items[0]?.candidates ?? [];
  const [passage] = resolved.items[0]?.passages ?? [];
  const evidence = { evidence: { case: "law" as const, value: { evidenceId: candidate?.evidenceId ?? "" } } };
  const slotId = run.context.slots[0]?.slotId ?? "";
  await confirmed({ case: "needMap", value: { bindings: [{ slotId, evidence, reason: "De rechter zegt het zo." }] } });

  const locator = { docUid: passage?.docUid ?? "", exactQuote: quote };
  const spans = await runTool(run, "lawbot.case_get_spans", {
    case: "lawbotCaseGetSpans",
    value: { queries: [{ locator }] },
  });
  const resolution = fromBinary(SpansOutputSchema, spans.content).answers[0]?.resolution;
  const map = await run.current("need_map", EvidenceNeedMapSchema);
  const span = { case: "resolved" as const, value: { toolResultId: spans.id, answerIndex: 0, spanIndex: 0 } };
  const bindingId = map?.bindings[0]?.bindingId ?? "";
  await confirmed({ case: "citationLedger", value: { spans: [{ bindingId, span }] } });

  const ledger = await run.current("citation_ledger", CitationLedgerSchema);
  const section = (await run.current("skeleton", MessageSkeletonSchema))?.sections[0];
  const sentence = {
    text: `De rechter overwoog: “${quote}”`,
    kind: SentenceKind.LAW,
    claimId: section?.claims[0]?.claimId ?? "",
    entryIds: (ledger?.entries ?? []).map(({ entryId }) => entryId),
  };
  const sections = [{ sectionId: section?.sectionId ?? "", sentences: [sentence] }];
  await confirmed({ case: "draftText", value: { sections } });
  const connection = openConnection(url);
  const printed = async (citations: "short" | "full") => {
    const { bytes } = await exportMemo(connection, { runId: run.context.runId, format: "md", citations });
    return new TextDecoder().decode(bytes);
  };
  const [markdown, full] = [await printed("short"), await printed("full")];
  connection.close();
  return { full, run, found, candidate, passage, resolution, entry: ledger?.entries[0], markdown };
};

describe("a run whose profile opted in to case law", () => {
  const body =
    "<para>1. Het geding</para><para>2. Beoordeling</para><para>2.1 Een ontslag op staande voet moet onverwijld worden gegeven. Dat is hier gebeurd.</para><para>2.4 De kosten worden gecompenseerd tussen partijen.</para>";
  let server: CaseLawServer;
  beforeAll(async () => {
    server = await startCaseLawServer([{ path: "ECLI_NL_HR_2020_1.xml", bytes: bytesOf(rulingXml(body)) }]);
  });
  afterAll(() => server?.stop());

  it("goes over gRPC from search to a sentence of law with ECLI and consideration in its footnote", async () => {
    const quote = "Een ontslag op staande voet moet onverwijld worden gegeven.";
    const memo = await memoOn(server, { search: "onverwijld ontslag", citation: "ECLI:NL:HR:2020:1, r.o. 2.1", quote });
    const address = "HR 17 januari 2020, ECLI:NL:HR:2020:1, r.o. 2.1";
    expect(memo.found[0]).toMatchObject({
      evidenceId: "law:ECLI:NL:HR:2020:1#/Overweging2/1",
      docType: "caselaw",
      address,
    });
    expect(memo.candidate).toMatchObject({ evidenceId: "law:ECLI:NL:HR:2020:1#/Overweging2/1", address });
    expect(memo.resolution?.outcome).toBe(Outcome.EXACT);
    expect(memo.entry?.span).toMatchObject({ excerpt: quote, voice: Voice.COURT, address, versionDate: "" });
    expect(memo.run.context.lifecycle).toBe(RunLifecycle.FINALISED);
    expect(memo.markdown).toContain(`[^1]: ${address}.`);
    expect(memo.markdown).not.toContain("geldend vanaf");
    // The full style writes statutes out; a ruling has one way to be cited.
    expect(memo.full).toContain(`[^1]: ${address}.`);
  });

  it("takes a quote from a consideration inside the one that is bound", async () => {
    const quote = "Dat is hier gebeurd.";
    const memo = await memoOn(server, { search: "ontslag", citation: "ECLI:NL:HR:2020:1, r.o. 2", quote });
    expect(memo.entry?.span?.address).toBe("HR 17 januari 2020, ECLI:NL:HR:2020:1, r.o. 2.1");
  });

  it("says in the footnote that a consideration's number was worked out, not read", async () => {
    const quote = "De kosten worden gecompenseerd tussen partijen.";
    const memo = await memoOn(server, { search: "kosten", citation: "ECLI:NL:HR:2020:1, r.o. 2.4", quote });
    expect(memo.markdown).toContain("r.o. 2.4 (nummer afgeleid uit de tekst)");
  });

  it("cannot quote an editor's summary as the court's words", async () => {
    const quote = "Samenvatting van de redactie over ontslag.";
    const asked = memoOn(server, { search: "ontslag", citation: "ECLI:NL:HR:2020:1", quote });
    expect((await refusalOf(asked))?.reason).toBe("PROPOSAL_INVALID");
    const entries = [{ locator: { docUid: "ECLI:NL:HR:2020:1", exactQuote: quote } }];
    const { results } = await server.direct.resolveCaseSpans({ entries });
    expect(results[0]?.resolution?.outcome).toBe(Outcome.NOT_FOUND);
  });

  it("is refused a ruling's tool with the parameters of a statute's", async () => {
    const { runContext } = await server.clients.orchestrator.createRun({
      idempotencyKey: key(),
      profileId: "case-memo",
    });
    if (!runContext) throw new Error("a run without a context");
    const run = new RunDriver(server.clients, runContext);
    const params = { params: { case: "lawbotSearch" as const, value: { query: "ontslag" } } };
    const refusal = await refusalOf(
      server.clients.tools.requestTool({ ...run.command(), toolName: "lawbot.case_search", params }),
    );
    expect(refusal?.reason).toBe("TOOL_REFUSED");
  });
});

describeWithData("a run over a real ruling", "case-rechtspraak", (folder) => {
  let server: CaseLawServer;
  beforeAll(async () => {
    const path = "ECLI_NL_GHSHE_2014_1641.xml";
    server = await startCaseLawServer([{ path, bytes: readFileSync(`${folder}/${path}`) }]);
  });
  afterAll(() => server?.stop());

  it("cites it with court, date, ECLI and consideration", async () => {
    const ecli = "ECLI:NL:GHSHE:2014:1641";
    const { results } = await server.direct.resolveCaseSpans({
      entries: [{ locator: { docUid: ecli }, query: "hof" }],
    });
    const passage = results[0]?.passages.find(({ address, text }) => address.includes("r.o.") && text.length > 80);
    const quote = (passage?.text ?? "").slice(0, 60).trim();
    const [, number = ""] = /r\.o\. ([\d.]+)/.exec(passage?.address ?? "") ?? [];
    const memo = await memoOn(server, { search: "hof", citation: `${ecli}, r.o. ${number}`, quote });
    expect(memo.entry?.span?.excerpt).toBe(quote);
    expect(memo.markdown).toMatch(
      new RegExp(`Hof 's-Hertogenbosch \\d{1,2} \\w+ 2014, ECLI:NL:GHSHE:2014:1641, r\\\\?\\.o\\\\?\\. ${number}`),
    );
  });
});
