import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LawVocabularySchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { GuideResponse } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type ToolRequest, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { letterCandidate, letters } from "../run/sample-content.ts";
import { replayed } from "./replay/support.ts";
import { final, lawSearch, tools, vaultSearch } from "./scripted-model.ts";
import { failureOf, TestEngine } from "./support.ts";

/** Eight words of what the Vault showed, dressed up a little. */
const stolen = letterCandidate(letters[0]!).snippet.split(" ").slice(0, 8).join(", ").toUpperCase();

const opened = async (remoteLawbot: string) => {
  const first = await TestEngine.open();
  const [profile] = first.parts.profiles;
  return TestEngine.open({ profiles: [{ ...profile!, remoteLawbot }], register: shippedNames() });
};
const local = () => opened("");
const remote = () => opened("https://law.example.com");

/** A run in which the Vault's letters were found and shown. */
const afterSearch = async (test: TestEngine) => {
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  test.model.say(tools(vaultSearch("opleiding", "slot:1")), final());
  await run.guide();
  return run;
};

const asked = ({ toolRequestLog }: GuideResponse): ToolRequest | undefined => toolRequestLog?.requests.at(-1);
const queryOf = (request: ToolRequest | undefined) =>
  request?.params?.params.case === "lawbotSearch" ? request.params.params.value.query : undefined;

describe("a query for a LawBot of this installation", () => {
  it("runs as the model wrote it, whatever it repeats: nothing leaves", async () => {
    const test = await local();
    const run = await afterSearch(test);
    test.model.say(tools(lawSearch(stolen, "slot:4")), final());
    const answer = await run.guide();
    expect(queryOf(asked(answer))).toBe(stolen);
    expect(asked(answer)?.leaving).toBeUndefined();
    expect(test.tools.ran.at(-1)?.request.toolName).toBe("lawbot.search");
  });
});

describe("a query for a LawBot of another machine", () => {
  it("leaves as words that a person or the register offered, and says what it lost", async () => {
    const test = await remote();
    const run = await afterSearch(test);
    test.model.say(tools(lawSearch("Sample zzhuisarts burgerlijk wetboek qqkarin", "slot:4")), final());
    const answer = await run.guide();
    const sent = test.tools.ran.at(-1);
    expect(queryOf(sent?.request)).toBe("burgerlijk sample wetboek");
    expect(sent?.remoteLawbot).toBe("https://law.example.com");
    const { leaving } = asked(answer) ?? {};
    expect(leaving).toMatchObject({ held: "", leftOut: ["zzhuisarts", "qqkarin"] });
    expect(leaving?.bits).toBeGreaterThan(0);
  });

  it("has no name of a party, whom the person who typed the intent named, and no number", async () => {
    const test = await remote();
    const run = await test.newRun();
    const parties = [{ role: PartyRole.OPPONENT, names: ["Ria Wetboek"], addresses: [] }];
    const intent = { goal: "Mevrouw Wetboek hield 1250 euro in.", tone: "zakelijk", sections: ["Loon"], parties };
    await run.propose({ case: "intentSeed", value: intent }, { confirm: true });
    await run.advance();
    await run.to(S.EVIDENCE_NEEDS);
    test.model.say(tools(lawSearch("burgerlijk wetboek 1250 mevrouw", "slot:4")), final());
    const answer = await run.guide();
    expect(queryOf(test.tools.ran.at(-1)?.request)).toBe("burgerlijk mevrouw");
    expect(asked(answer)?.leaving?.leftOut).toEqual(["wetboek", "1250"]);
  });

  it.each([
    ["words of the case", "zzhuisarts zzburnout qqkarin"],
    ["ROT13", "uhvfnegf oheabhg"],
    ["hex", Buffer.from("huisarts burn-out").toString("hex")],
  ])("waits for a person where it is nothing but %s, and shows what the model wrote", async (_what, query) => {
    const test = await remote();
    const run = await afterSearch(test);
    const before = test.tools.ran.length;
    test.model.say(tools(lawSearch(query, "slot:4")), final());
    const answer = await run.guide();
    expect(test.tools.ran).toHaveLength(before);
    expect(asked(answer)).toMatchObject({ requiresUserConfirm: true, leaving: { held: "nothing-left", bits: 0 } });
    expect(asked(answer)?.reason).toContain("neither yours nor the law's");
    expect(queryOf(asked(answer))).toBe(query);
    const [waiting] = run.context.pendingToolRequests;
    const id = waiting?.requestId ?? "";
    expect(await failureOf(run.execute(id))).toMatchObject({ reason: "TOOL_REFUSED", facts: { request_id: id } });
    const { toolResultLog } = await run.execute(id, { confirmed: true });
    expect(toolResultLog?.results).toMatchObject([{ status: ToolResultStatus.OK, requestId: id }]);
  });

  it("says the same beside another case: what leaves does not depend on what was shown", async () => {
    const sent = [];
    for (const letter of letters.slice(0, 2)) {
      const test = await remote();
      const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
      const words = Buffer.from(letterCandidate(letter).snippet).toString("hex").slice(0, 200);
      test.model.say(tools(vaultSearch("opleiding", "slot:1")), tools(lawSearch(`${words} wetboek`)), final());
      await run.guide();
      sent.push(queryOf(test.tools.ran.at(-1)?.request));
    }
    expect(sent).toEqual(["wetboek", "wetboek"]);
  });

  it("waits once the run has let out as many bits as it may, and the sum is over all its turns", async () => {
    const test = await remote();
    const run = await afterSearch(test);
    let [sum, turns] = [0, 0];
    for (; turns < 100; turns += 1) {
      test.model.say(tools(lawSearch("burgerlijk wetboek")), final());
      const request = asked(await run.guide());
      sum += request?.leaving?.bits ?? 0;
      if (request?.leaving?.held === "budget") break;
    }
    expect(sum).toBeLessThanOrEqual(2_048);
    expect(sum).toBeGreaterThan(2_000);
    expect(turns).toBeGreaterThan(40);
  });

  it("as a quote to be looked up leaves only where LawBot gave its words", async () => {
    const test = await remote();
    const run = await (await test.newRun()).to(S.SPAN_RESOLUTION);
    const law = (await run.material()).needMap?.bindings.find((one) => one.evidence?.evidence.case === "law");
    const before = test.tools.ran.length;
    const locator = { docUid: "BWBR0005290@2012-10-01", exactQuote: stolen };
    test.model.say(final({ proposal: { citationLedger: { spans: [{ bindingId: law?.bindingId, locator }] } } }));
    expect(await failureOf(run.guide())).toMatchObject({ facts: { model_reason: "proposal_invalid" } });
    expect(test.tools.ran).toHaveLength(before);
  });
});

describe("a query for a LawBot of another machine that publishes its words", () => {
  const words = ["burgerlijk", "de", "goed", "in", "werkgever", "wetboek"];
  const digest = "d".repeat(64);
  const published = async () => {
    const first = await TestEngine.open();
    const [profile] = first.parts.profiles;
    let reads = 0;
    const vocabulary = {
      read: async () => {
        reads++;
        return create(LawVocabularySchema, { digest, words, wordCount: words.length });
      },
    };
    const remoteLawbot = "https://law.example.com";
    const test = await TestEngine.open({
      profiles: [{ ...profile!, remoteLawbot }],
      register: shippedNames(),
      vocabulary,
    });
    return { test, reads: () => reads };
  };

  it("leaves in these words as they were written, names the list by its digest, and counts the order", async () => {
    const { test, reads } = await published();
    const run = await afterSearch(test);
    test.model.say(tools(lawSearch("Werkgever, zzhuisarts: goed in de GOEDE zin qqkarin", "slot:4")), final());
    const answer = await run.guide();
    expect(queryOf(test.tools.ran.at(-1)?.request)).toBe("werkgever goed in de");
    const { leaving } = asked(answer) ?? {};
    expect(leaving).toMatchObject({ held: "", vocabularyDigest: digest });
    expect(leaving?.leftOut).toEqual(expect.arrayContaining(["zzhuisarts", "qqkarin"]));
    expect(leaving?.bits).toBeGreaterThan(3 * Math.log2(words.length + shippedNames().laws.length));
    expect(reads()).toBe(2);
  });

  it("waits for a person where none of the words is published", async () => {
    const { test } = await published();
    const run = await afterSearch(test);
    test.model.say(tools(lawSearch("zzhuisarts qqkarin")), final());
    expect(asked(await run.guide())).toMatchObject({ leaving: { held: "nothing-left", vocabularyDigest: digest } });
  });

  it("is composed alike after a turn that waited, and in a replay that asks no LawBot", async () => {
    const { test, reads } = await published();
    const run = await afterSearch(test);
    test.model.say(tools(lawSearch("zzhuisarts")), tools(lawSearch("werkgever goed")), final());
    await run.guide();
    const before = reads();
    await run.execute(run.context.pendingToolRequests[0]?.requestId ?? "", { confirmed: true });
    expect(queryOf(test.tools.ran.at(-1)?.request)).toBe("werkgever goed");
    expect(reads()).toBe(before);
    const report = await replayed(test, run.runId, { register: shippedNames() });
    expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
  });

  it("is made without a list where the run names no such LawBot", async () => {
    const { test, reads } = await published();
    Object.assign(test.parts, { profiles: test.parts.profiles.map((one) => ({ ...one, remoteLawbot: "" })) });
    await test.restart();
    const run = await afterSearch(test);
    test.model.say(tools(lawSearch("goed werkgever")), final());
    expect(asked(await run.guide())?.leaving).toBeUndefined();
    expect(reads()).toBe(0);
  });
});

describe("an id that the model writes into a look-up in the law of another machine", () => {
  const smuggled = "De-werkgever-heeft-op-3-mei-beloofd-dat-de-opleiding-wordt-betaald@2012-10-01";
  const getSpans = (locator: object) =>
    tools({ toolName: "lawbot.get_spans", params: { lawbotGetSpans: { queries: [{ locator, query: "sample" }] } } });

  const atSpans = async () => {
    const test = await remote();
    const run = await (await test.newRun()).to(S.SPAN_RESOLUTION);
    return { test, run, before: test.tools.ran.length };
  };

  // Ids were forwarded as they were written: up to 16,000 characters of the case in one request.
  it.each([
    ["the document", { docUid: smuggled }],
    ["the chunk", { docUid: "BWBR0005290@2012-10-01", chunkUid: smuggled }],
    ["a document of a form that any law has", { docUid: "BWBR0009999@1987-06-05" }],
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
});
