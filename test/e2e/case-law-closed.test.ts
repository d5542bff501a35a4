import { createHash } from "node:crypto";
import { create, type DescService } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServerReflection } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { BackupService } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { CaseLawService } from "../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { LawErasureService } from "../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { protoFiles } from "../../gen/protos/files.ts";
import { toolSpecs } from "../../src/tool/catalogue.ts";
import { bytesOf } from "../lawbot/support/xml.ts";
import { type CaseLawServer, startCaseLawServer } from "./support/case-law-server.ts";
import { callOnce, type Facts, requestsFor } from "./support/every-rpc.ts";
import { stageName } from "./support/matrix-case.ts";
import { refusalOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { stages } from "./support/small-case.ts";

const ecli = "ECLI:NL:HR:2020:1";
const evidenceId = `law:${ecli}#/Overweging2/1`;

/** A ruling in which everything that a source can hold says `kanarie`; no request of this file does. */
const ruling = `<open-rechtspraak><rdf:RDF xmlns:rdf="r" xmlns:dcterms="d" xmlns:psi="p"><rdf:Description><dcterms:identifier>${ecli}</dcterms:identifier><dcterms:creator>Kanariehof</dcterms:creator><dcterms:date>2020-01-17</dcterms:date><dcterms:type>Uitspraak</dcterms:type><psi:zaaknummer>KANARIE/1</psi:zaaknummer><dcterms:subject>Kanarierecht</dcterms:subject></rdf:Description><rdf:Description><dcterms:title>Kanarietitel</dcterms:title></rdf:Description></rdf:RDF><inhoudsindicatie><para>Kanariesamenvatting over ontslag.</para></inhoudsindicatie><uitspraak><para>1. Het geding van de kanarie</para><para>2. Beoordeling</para><para>2.1 Het ontslag is onverwijld gegeven, zei de kanarie.</para></uitspraak></open-rechtspraak>`;

let server: CaseLawServer;
beforeAll(async () => {
  server = await startCaseLawServer([{ path: "ECLI_NL_HR_2020_1.xml", bytes: bytesOf(ruling) }]);
});
afterAll(() => server?.stop());

const leaks = (): string[] =>
  server.heard.map((bytes) => bytes.toString("utf8")).filter((text) => /kanarie/i.test(text));

const newRun = async (profileId: string): Promise<RunDriver> => {
  const { runContext } = await server.clients.orchestrator.createRun({
    idempotencyKey: key(),
    profileId,
    locale: "nl",
  });
  if (!runContext) throw new Error("a run without a context");
  return new RunDriver(server.clients, runContext);
};

/** What a person puts forward so that a run gets on without any source. */
const ownWords = (run: RunDriver, state: OrchestratorState) => {
  const text = "Ik leverde het rapport op 3 maart in.";
  const evidence = { evidence: { case: "statement" as const, value: { text } } };
  const proposal =
    state === OrchestratorState.INTENT_SEED
      ? { case: "intentSeed" as const, value: { goal: "Zeggen wanneer het is ingeleverd." } }
      : state === OrchestratorState.SKELETON
        ? {
            case: "skeleton" as const,
            value: { sections: [{ title: "Feiten", claims: [{ text, claimKind: "own" }] }] },
          }
        : state === OrchestratorState.EVIDENCE_BINDING
          ? {
              case: "needMap" as const,
              value: { bindings: [{ slotId: run.context.slots[0]?.slotId ?? "", evidence }] },
            }
          : undefined;
  return proposal && create(StageProposalSchema, { proposal });
};

const runIn = async (profileId: string, state: OrchestratorState): Promise<RunDriver> => {
  const run = await newRun(profileId);
  for (const each of stages) {
    if (each === state) break;
    const proposal = ownWords(run, each);
    if (proposal) await run.propose(proposal);
    await run.confirmAll();
    await run.advance();
  }
  return run;
};

/** Parameters that ask each tool for the ruling, in every way the tool knows. */
const paramsOf = (toolName: string) => {
  const queries = [
    { locator: { docUid: ecli, exactQuote: "Het ontslag is onverwijld gegeven" } },
    { locator: { docUid: ecli }, query: "onverwijld ontslag" },
  ];
  const search = { query: "onverwijld ontslag" };
  const cited = { citations: [`${ecli}, r.o. 2.1`, ecli, "HR:2020:1"] };
  const byTool = {
    "lawbot.search": { case: "lawbotSearch" as const, value: search },
    "lawbot.resolve_citations": { case: "lawbotResolveCitations" as const, value: cited },
    "lawbot.get_spans": { case: "lawbotGetSpans" as const, value: { queries } },
    "lawbot.case_search": { case: "lawbotCaseSearch" as const, value: search },
    "lawbot.case_resolve_citations": { case: "lawbotCaseResolveCitations" as const, value: cited },
    "lawbot.case_get_spans": { case: "lawbotCaseGetSpans" as const, value: { queries } },
    "vault.search": { case: "vaultSearch" as const, value: search },
    "vault.resolve_ids": { case: "vaultResolveIds" as const, value: { evidenceIds: [evidenceId], query: "ontslag" } },
    "vault.get_spans": { case: "vaultGetSpans" as const, value: { queries } },
    "vault.bundle.inspect": { case: "vaultBundleInspect" as const, value: { bundleId: ecli } },
    "vault.bundle.attach": { case: "vaultBundleAttach" as const, value: { bundleId: ecli } },
    "vault.import": { case: "vaultImport" as const, value: { path: "a.txt", content: Buffer.from("a") } },
  };
  return { params: byTool[toolName as keyof typeof byTool] };
};

/** The digest under which LawBot's store keeps the ruling: an artifact of another service. */
const original = createHash("sha256").update(bytesOf(ruling)).digest("hex");

/** The ruling asked for by its ECLI and a quote, by words alone, and by the digest of its bytes. */
const waysToAsk = ({ runId, context }: RunDriver): Facts[] => {
  const shared = {
    ...{ runId, strandId: "default", profileId: "closed-memo", toolName: "lawbot.case_search", requestId: "toolreq:1" },
    ...{
      userPrompt: "Zoek",
      reason: "zoek",
      summary: "zoek",
      goal: "zoek",
      id: "toolreq:1",
      text: `${ecli}, r.o. 2.1`,
    },
    ...{ citations: `${ecli}, r.o. 2.1`, evidenceId, evidenceIds: evidenceId, path: "/Overweging2/1", ecli },
    ...{ unitPath: "/Overweging2/1", slotId: context.slots[0]?.slotId ?? "", digest: original, digests: original },
  };
  return [
    { ...shared, docUid: ecli, lawId: ecli, exactQuote: "Het ontslag is onverwijld gegeven" },
    { ...shared, docUid: ecli, query: "onverwijld ontslag" },
    {
      ...shared,
      docUid: original,
      evidenceIds: `vault:${original}`,
      evidenceId: `vault:${original}`,
      query: "ontslag",
    },
  ];
};

describe("in a run whose profile did not opt in, a loaded ruling", () => {
  it.each([
    ["closed-memo", "a person"],
    ["email-reply", "a person"],
    ["closed-memo", "a model"],
  ])("is reached by no tool in any stage: profile %s, asked by %s", async (profileId, who) => {
    let refusals = 0;
    for (const state of stages) {
      const run = profileId === "closed-memo" ? await runIn(profileId, state) : await newRun(profileId);
      for (const { name: toolName, optIn } of toolSpecs) {
        if (who === "a model") {
          server.say = (step) =>
            step === 0
              ? {
                  case: "tool",
                  value: { requests: [{ toolName, reason: "It may help.", params: paramsOf(toolName) }] },
                }
              : { case: "final", value: { message: "Klaar.", nextAction: run.context.nextAction?.label ?? "" } };
          const refusal = await refusalOf(server.clients.orchestrator.guide({ ...run.command(), userPrompt: "Zoek." }));
          if (optIn) expect(refusal?.reason, `${toolName} in ${stageName(state)}`).toBe("MODEL_TURN_REJECTED");
        } else {
          const asked = server.clients.tools.requestTool({ ...run.command(), toolName, params: paramsOf(toolName) });
          const refusal = await refusalOf(asked);
          if (optIn) expect(refusal?.reason, `${toolName} in ${stageName(state)}`).toBe("TOOL_REFUSED");
          const requestId = refusal ? "" : ((await asked).request?.id ?? "");
          if (requestId)
            await refusalOf(
              server.clients.orchestrator.executeToolRequest({ requestId, confirmed: true, idempotencyKey: key() }),
            );
        }
        if (optIn) refusals += 1;
        await run.read();
      }
      if (profileId !== "closed-memo") break;
    }
    console.log(`${profileId}, ${who}: ${refusals} requests for case-law tools refused`);
    expect(refusals).toBeGreaterThan(0);
    expect(leaks()).toEqual([]);
  });

  it.each([`law:${ecli}`, evidenceId])("cannot be pinned as %s", async (id) => {
    const run = await newRun("closed-memo");
    expect((await refusalOf(run.pin(id)))?.reason).toBe("EVIDENCE_NOT_FOUND");
    expect(leaks()).toEqual([]);
  });

  it("cannot be bound: only what was found or pinned in this run can", async () => {
    const run = await runIn("closed-memo", OrchestratorState.EVIDENCE_BINDING);
    const evidence = { evidence: { case: "law" as const, value: { evidenceId } } };
    const proposal = create(StageProposalSchema, {
      proposal: { case: "needMap", value: { bindings: [{ slotId: run.context.slots[0]?.slotId ?? "", evidence }] } },
    });
    expect((await refusalOf(run.propose(proposal)))?.reason).toBe("PROPOSAL_INVALID");
    expect(leaks()).toEqual([]);
  });

  it("comes out of no RPC of any service but case law's own, and what is a person's alone", async () => {
    const run = await runIn("closed-memo", OrchestratorState.EVIDENCE_NEEDS);
    const served: Record<string, string> = {};
    const services = protoFiles
      .flatMap((file): readonly DescService[] => file.services)
      .filter(({ typeName }) => typeName.startsWith("pincite."))
      .filter(({ typeName }) => !openToPersons.includes(typeName));
    for (const service of services)
      for (const method of service.methods)
        for (const facts of waysToAsk(run))
          for (const request of requestsFor(method.input, { ...facts, expectedVersion: (await run.read()).version })) {
            const outcome = await callOnce(server.recording, service, method, request);
            const name = `${service.name}/${method.name}`;
            if (served[name] !== "OK") served[name] = outcome;
          }
    const present = Object.entries(served).filter(([, outcome]) => !outcome.includes("[unimplemented]"));
    const answered = present.filter(([, outcome]) => outcome === "OK").map(([name]) => name);
    console.log(`${present.length} RPCs of served services tried, ${answered.length} answered, the others refused`);
    expect(present.length).toBeGreaterThan(40);
    for (const name of ["OrchestratorService/GetRun", "ToolService/ListTools", "LawSearchService/Search"])
      expect(answered).toContain(name);
    expect(leaks()).toEqual([]);
  });

  it("stands in no artifact and no event that those runs left behind", async () => {
    const { runs } = await server.clients.orchestrator.listRuns({ pageSize: 100 });
    let artifacts = 0;
    for (const { runId } of runs) {
      const listed = await server.clients.artifacts.listArtifacts({ runId });
      for (const { ref } of listed.artifacts) {
        await server.clients.artifacts.getArtifact({ digest: ref?.digest ?? "" });
        artifacts += 1;
      }
      await server.clients.tools.listToolCalls({ runId });
    }
    console.log(`${runs.length} runs, ${artifacts} artifacts read back`);
    expect(artifacts).toBeGreaterThan(50);
    expect(leaks()).toEqual([]);
  });
});

/**
 * Case law's own service; a backup, which is all that the server holds; and erasures, whose plans say what goes: for whoever has the
 * account's token. No run and no model can ask for one.
 */
const openToPersons: readonly string[] = [
  ...[CaseLawService, BackupService, LawErasureService, ErasureService].map(({ typeName }) => typeName),
];

describe("the same ruling", () => {
  it("belongs to a service that reflection lists", async () => {
    async function* question() {
      yield { messageRequest: { case: "listServices" as const, value: "" } };
    }
    const names: string[] = [];
    for await (const { messageResponse } of createClient(ServerReflection, server.quiet).serverReflectionInfo(
      question(),
    ))
      if (messageResponse.case === "listServicesResponse")
        names.push(...messageResponse.value.service.map(({ name }) => name));
    expect(names).toContain("pincite.lawbot.v1.CaseLawService");
  });

  it("is there: who calls LawBot's own service asks for it by that call", async () => {
    const { result } = await server.direct.searchCases({ query: "onverwijld ontslag" });
    expect(result?.candidates[0]?.snippet).toContain("kanarie");
    expect((await server.direct.getRuling({ ecli })).canonicalText?.text).toContain("kanarie");
  });

  it("is reached by the same sweep as soon as the profile opted in, so that the sweep is known to see it", async () => {
    const run = await runIn("case-memo", OrchestratorState.EVIDENCE_NEEDS);
    const asked = { ...run.command(), toolName: "lawbot.case_search", params: paramsOf("lawbot.case_search") };
    const { request } = await server.clients.tools.requestTool(asked);
    await server.clients.orchestrator.executeToolRequest({ requestId: request?.id ?? "", idempotencyKey: key() });
    expect(leaks().length).toBeGreaterThan(0);
  });
});
