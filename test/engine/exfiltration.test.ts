import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { letterCandidate, letters } from "../run/sample-content.ts";
import { final, lawSearch, tools, vaultSearch } from "./scripted-model.ts";
import { failureOf, TestEngine } from "./support.ts";

/** Eight words of what the Vault showed, dressed up a little. */
const stolen = letterCandidate(letters[0]!).snippet.split(" ").slice(0, 8).join(", ").toUpperCase();

/** A run in which the Vault's letters were found and shown. */
const afterSearch = async () => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  test.model.say(tools(vaultSearch("opleiding", "slot:1")), final());
  await run.guide();
  return { test, run };
};

describe("a query for LawBot that repeats the case word for word", () => {
  it("waits for a person, and is in the log of the turn", async () => {
    const { test, run } = await afterSearch();
    const before = test.tools.ran.length;
    test.model.say(tools(lawSearch(stolen, "slot:4")), final());
    const { toolRequestLog, toolResultLog } = await run.guide();
    expect(test.tools.ran).toHaveLength(before);
    expect(toolRequestLog?.requests).toMatchObject([{ toolName: "lawbot.search", requiresUserConfirm: true }]);
    expect(toolResultLog?.results).toEqual([]);
    expect(run.context.pendingToolRequests).toMatchObject([{ toolName: "lawbot.search", requiresUserConfirm: true }]);
  });

  it("waits just as well in the turn that showed the words", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    test.model.say(tools(vaultSearch("opleiding")), tools(lawSearch(stolen)), final());
    await run.guide();
    expect(test.tools.ran.map(({ request }) => request.toolName)).toEqual(["vault.search"]);
    expect(run.context.pendingToolRequests).toHaveLength(1);
  });

  it("waits when the words come from what the model itself said before", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    const words = "een twee drie vier vijf zes zeven acht negen";
    test.model.say(final({ message: words }), tools(lawSearch(words)), final());
    await run.guide();
    await run.guide();
    expect(test.tools.ran).toEqual([]);
  });

  it("runs once a person has confirmed it, and not before", async () => {
    const { test, run } = await afterSearch();
    test.model.say(tools(lawSearch(stolen, "slot:4")), final());
    await run.guide();
    const [waiting] = run.context.pendingToolRequests;
    const id = waiting?.requestId ?? "";
    expect(await failureOf(run.execute(id))).toMatchObject({ reason: "TOOL_REFUSED", facts: { request_id: id } });
    const { toolResultLog, runContext } = await run.execute(id, { confirmed: true });
    expect(toolResultLog?.results).toMatchObject([{ status: ToolResultStatus.OK, requestId: id }]);
    expect(runContext?.pendingToolRequests).toEqual([]);
    expect(test.tools.ran.at(-1)?.request.id).toBe(id);
  });

  it("runs at once when it is a question of law", async () => {
    const { test, run } = await afterSearch();
    test.model.say(tools(lawSearch("goed werkgeverschap opleiding betalen")), final());
    await run.guide();
    expect(test.tools.ran.at(-1)?.request.toolName).toBe("lawbot.search");
  });

  it("cannot leave as a quote to be looked up in the law", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.SPAN_RESOLUTION);
    const law = (await run.material()).needMap?.bindings.find((one) => one.evidence?.evidence.case === "law");
    const before = test.tools.ran.length;
    const locator = { docUid: "BWBR0005290@2012-10-01", exactQuote: stolen };
    test.model.say(final({ proposal: { citationLedger: { spans: [{ bindingId: law?.bindingId, locator }] } } }));
    expect(await failureOf(run.guide())).toMatchObject({ facts: { model_reason: "proposal_invalid" } });
    expect(test.tools.ran).toHaveLength(before);
  });
});

describe("an id that the model writes into a look-up in the law", () => {
  const smuggled = "De-werkgever-heeft-op-3-mei-beloofd-dat-de-opleiding-wordt-betaald@2012-10-01";
  const getSpans = (locator: object) =>
    tools({ toolName: "lawbot.get_spans", params: { lawbotGetSpans: { queries: [{ locator, query: "loon" }] } } });

  const atSpans = async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.SPAN_RESOLUTION);
    return { test, run, before: test.tools.ran.length };
  };

  // Ids were forwarded as they were written: up to 16,000 characters of the case in one request.
  it.each([
    ["the document", { docUid: smuggled }],
    ["the chunk", { docUid: "BWBR0005290@2012-10-01", chunkUid: smuggled }],
  ])("waits for a person where %s is no id that LawBot gave", async (_, locator) => {
    const { test, run, before } = await atSpans();
    test.model.say(getSpans(locator), final());
    await run.guide();
    expect(test.tools.ran).toHaveLength(before);
    expect(run.context.pendingToolRequests).toMatchObject([
      { toolName: "lawbot.get_spans", requiresUserConfirm: true },
    ]);
  });

  it("goes at once where it is the id of evidence that the run holds", async () => {
    const { test, run, before } = await atSpans();
    const entries = (await run.material()).evidenceSet?.entries ?? [];
    const law = entries.map(({ candidate }) => candidate).find((one) => one?.evidenceId.startsWith("law:"));
    const docUid = law?.evidenceId.slice("law:".length).replace(/#.*$/u, "") ?? "";
    test.model.say(getSpans({ docUid, chunkUid: law?.chunkUid ?? "" }), final());
    await run.guide();
    expect(test.tools.ran.slice(before).map(({ request }) => request.toolName)).toEqual(["lawbot.get_spans"]);
  });

  it("cannot leave as the place of a proposed quote", async () => {
    const { test, run, before } = await atSpans();
    const law = (await run.material()).needMap?.bindings.find((one) => one.evidence?.evidence.case === "law");
    const locator = { docUid: smuggled, exactQuote: "goed werkgever" };
    test.model.say(final({ proposal: { citationLedger: { spans: [{ bindingId: law?.bindingId, locator }] } } }));
    expect(await failureOf(run.guide())).toMatchObject({ facts: { model_reason: "proposal_invalid" } });
    expect(test.tools.ran).toHaveLength(before);
  });
});
