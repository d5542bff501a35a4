import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { DraftRule, DraftRuleSchema } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type MissingInput } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { gateCase } from "../simulation/gate/sets.ts";
import { DossierRun } from "../simulation/gate/wire/dossier-run.ts";
import { toolsOver } from "../simulation/gate/wire/world.ts";
import { offeredIn } from "../simulation/walks/offered.ts";
import { type RuleName, refusedSentences } from "./support/refused-sentences.ts";
import { RunDriver } from "./support/run-driver.ts";
import { type StandInServer, startStandIn } from "./support/stand-in.ts";

// Each rule of the draft check, made to refuse a draft over gRPC, and each answer that the terminal offers for it, typed there.

const { dossier } = gateCase("thuiswerk");
/** Rules with a test of their own below, or with the reason why none can be written. */
const others: Readonly<Partial<Record<RuleName, string>>> = {
  ENTRY_UNKNOWN: "below: the quote that it cites has gone",
  ENTRY_UNBOUND:
    "never: a ledger is built of confirmed bindings, and a quote without words is refused with its proposal",
  CLAIM_UNKNOWN:
    "never: a claim that is left out takes its sentences' claim along, and any other is refused with its proposal",
  CLAIM_NOT_MADE: "below",
  CLAIM_NOT_CITED: "below",
  ADVERSE_UNANSWERED: "below",
  REQUIRED_WORDS_GONE: "below",
  UNSAID_WORDS: "below",
  LETTER_UNANSWERED: "test/run/wants.test.ts, and the campaign of walks: these runs answer no letter",
};

let server: StandInServer;
beforeAll(async () => {
  server = await startStandIn({ caseLaw: true, run: toolsOver([dossier]) });
});
afterAll(() => server.stop());

const typed = (...argv: string[]) => cli(argv, { env: { PINCITE_URL: server.url, PINCITE_LANG: "nl" } });
const go = async (run: RunDriver, ...words: string[]): Promise<string> => {
  const { code, err, out } = await typed("run", "go", run.runId, ...words);
  expect([err, code], words.join(" ")).toEqual(["", 0]);
  await run.read();
  return out;
};
const found = ({ context }: RunDriver, rule: RuleName, subject = /^/u): MissingInput[] =>
  context.missingInputs.filter((one) => one.rule === DraftRule[rule] && subject.test(one.subjectId));
const put = (run: RunDriver, proposal: NonNullable<MessageInitShape<typeof StageProposalSchema>["proposal"]>) =>
  run.propose(create(StageProposalSchema, { proposal }));

/** The answers that the screen offers for something, as words behind the run. */
const offeredFor = (shown: string, name: string): string[][] =>
  offeredIn(shown)
    .filter((one) => one[1] === "go" && one.some((word) => word.startsWith(`${name}=`) || word === `herstel=${name}`))
    .map((one) => [...one.slice(3)]);

it("has for each rule a row or the reason why there is none", () => {
  const names = DraftRuleSchema.values.map(({ localName }) => localName).filter((name) => name !== "UNSPECIFIED");
  expect(names.filter((name) => !(name in refusedSentences) && !(name in others))).toEqual([]);
});

describe("a sentence that the check refuses", () => {
  let run: DossierRun;
  beforeAll(async () => {
    run = await DossierRun.open(server, dossier);
  });

  it.each(Object.entries(refusedSentences))("is mended by each answer that is offered: %s", async (name, bad) => {
    const rule = name as RuleName;
    const arise = async (): Promise<string> => {
      const { text, cites = ["e1"], kind = "ARGUMENT" } = bad;
      const honest = { text: "Daarover gaat dit stuk.", entryIds: [], kind: "CONNECTIVE" };
      await run.propose([{ text, entryIds: cites, kind, claimId: "c1" }, honest] as never);
      expect(found(run.driver, rule, /^sentence:/u)).not.toEqual([]);
      return go(run.driver);
    };
    const shown = await arise();
    const [finding] = found(run.driver, rule, /^sentence:/u);
    const number = finding?.subjectId.split(":")[1] ?? "";
    const offered = offeredFor(shown, `zin:${number}`);
    // Other words, or none: both always stand there.
    expect(offered.map((words) => words.at(-1)?.split("=")[1]?.replace(/.+:.+/u, "")).toSorted()).toEqual(
      expect.arrayContaining(["", "…"]),
    );
    for (const index of offered.keys()) {
      const again = index === 0 ? shown : await arise();
      const [now] = found(run.driver, rule, /^sentence:/u);
      const subject = new RegExp(`^${now?.subjectId}$`, "u");
      const words = offeredFor(again, `zin:${now?.subjectId.split(":")[1]}`)[index] ?? [];
      const isMend = words.at(-1)?.startsWith("herstel=");
      const after = await go(run.driver, ...words.map((word) => word.replace("…", "Daarover gaat dit stuk ook.")));
      // Of a kind that nothing carries other words change nothing: that it is another kind is a press of its own.
      if (rule === "KIND_NOT_CARRIED" && !isMend && !words.at(-1)?.endsWith("=")) continue;
      expect(found(run.driver, rule, subject), `${words.join(" ")}\n${after}`).toEqual([]);
    }
  });

  it("is told what is not there where a mend names another sentence, and nothing is changed", async () => {
    await run.propose([
      { text: "Dat weet mevrouw Bedenksel.", entryIds: ["e1"], kind: "ARGUMENT", claimId: "c1" },
    ] as never);
    const shown = await go(run.driver);
    const [finding] = found(run.driver, "REQUIRED_WORDS_GONE");
    expect(finding).toBeDefined();
    const { version } = run.driver.context;
    // Words of a claim are let go or said otherwise: no remedy applies to them.
    const refused = await typed("run", "go", run.driver.runId, "herstel=zin:999");
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("staat niet in wat getoond is")]);
    expect(shown).toContain("woorden=weg");
    expect((await run.driver.read()).version).toBe(version);
  });

  it("leaves claims to be made, cited and let go, each by an answer that is offered", async () => {
    await run.propose([{ text: "Zo is het.", entryIds: ["e3"], kind: "ARGUMENT", claimId: "c1" }] as never);
    expect(found(run.driver, "CLAIM_NOT_CITED", /^claim:1$/u)).not.toEqual([]);
    // A quote of the claim first, then one of each slot that is still without.
    for (let n = 0; n < 2; n++) await go(run.driver, "herstel=stelling:1");
    expect(found(run.driver, "CLAIM_NOT_CITED", /^claim:1$/u)).toEqual([]);
    expect(found(run.driver, "CLAIM_NOT_MADE", /^claim:2$/u)).not.toEqual([]);
    await go(run.driver, "herstel=stelling:2");
    expect(found(run.driver, "CLAIM_NOT_MADE", /^claim:2$/u)).toEqual([]);
    const shown = await go(run.driver, "herstel=alles");
    expect(found(run.driver, "CLAIM_NOT_MADE")).toEqual([]);
    expect(found(run.driver, "REQUIRED_WORDS_GONE")).not.toEqual([]);
    await go(run.driver, /(\d+-[0-9a-f]{4,}) "woorden=weg"/u.exec(shown)?.[1] ?? "", "woorden=weg");
    expect(found(run.driver, "REQUIRED_WORDS_GONE")).toEqual([]);
  });

  it("may be the title or a line of the frame", async () => {
    const { driver } = run;
    await run.propose([{ text: "Zo is het.", entryIds: ["e3"], kind: "ARGUMENT", claimId: "c1" }] as never);
    await go(driver, "titel=Het gesprek van 3 januari 2021");
    expect(found(driver, "DATE", /^title$/u)).toHaveLength(1);
    expect(await go(driver)).toContain('"titel=…"');
    await go(driver, "titel=Het gesprek");
    expect(found(driver, "DATE", /^title$/u)).toEqual([]);
    await go(driver, "van=Jorinde Haverlag", "aan=Brandaris Calculatie", "betreft=De bonus van € 5.000");
    expect(found(driver, "SUM", /^frame:subject$/u)).toHaveLength(1);
    expect(await go(driver)).toContain('"betreft=…"');
    await go(driver, "betreft=De bonus");
    expect(found(driver, "SUM", /^frame:/u)).toEqual([]);
  });
});

describe("words that speak against a claim, and a quote that has gone", () => {
  it("are dismissed with a reason, and taken out of the sentences that cite it", async () => {
    const run = await DossierRun.open(server, dossier);
    const { driver } = run;
    const all = [...dossier.claims].map(({ id, text }) => ({ text, entryIds: [], kind: "ARGUMENT", claimId: id }));
    await run.propose([{ text: "Zie hier.", entryIds: ["e1"], kind: "ARGUMENT", claimId: "c1" }, ...all] as never);
    const gone = run.entry("e1");
    await driver.rewind(State.SPAN_RESOLUTION);
    const marked = await typed("run", "mark-adverse", driver.runId, run.entry("e3"), "stelling:1");
    expect(marked.err).toBe("");
    await driver.read();
    await driver.confirmAll();
    const proposalDigest = driver.context.current.find(({ role }) => role === "proposal")?.ref?.digest ?? "";
    const items = [{ itemId: gone, decision: ItemDecision.REJECT }];
    await server.orchestrator.confirm({ ...driver.command(), proposalDigest, items });
    await driver.read();
    const sign = () => driver.context.version.replace(/^(\d+-[0-9a-f]{4}).*$/u, "$1");
    await go(driver, "bewijsvraag:7=Dat blijft zo zolang je in mijn team zit.");
    await driver.confirmAll();
    server.say = () => ({ case: "final", value: { message: "Niets.", nextAction: "Finalize draft" } });
    await go(driver, "ja", sign());
    expect(driver.context.state).toBe(State.DRAFT);
    expect(found(driver, "ENTRY_UNKNOWN", /^sentence:1$/u)).toHaveLength(1);
    // Whatever else she mends is taken, though the sentence beside it cites what has gone.
    await go(driver, "titel=Thuiswerken");
    expect(found(driver, "ENTRY_UNKNOWN")).toEqual([]);
    expect(found(driver, "ADVERSE_UNANSWERED", /^claim:1$/u)).toHaveLength(1);
    const offered = offeredIn(await go(driver)).find((one) => one[1] === "dismiss") ?? [];
    const dismissed = await typed(...offered.map((word) => word.replace("…", "dat is de ontkenning zelf")));
    expect(dismissed.err).toBe("");
    await driver.read();
    expect(found(driver, "ADVERSE_UNANSWERED")).toEqual([]);
  });
});

describe("words that must not be said, and a heading", () => {
  it("are said otherwise or left out", async () => {
    const driver = await RunDriver.create(server, "", "nl");
    const demands = [{ text: "Ik verzoek u het loon alsnog te betalen" }];
    const intent = { goal: "Mijn recht halen.", demands, unsaid: ["mijn vakantie"] };
    await driver.propose(create(StageProposalSchema, { proposal: { case: "intentSeed", value: intent } }), true);
    await driver.advance();
    const claims = [{ text: "Ik behoud mij alle rechten voor.", claimKind: "reservation" }];
    await put(driver, { case: "skeleton", value: { sections: [{ title: "Het gesprek van 3 januari 2021", claims }] } });
    // What a heading may not say is told where it is written.
    await driver.confirmAll();
    expect(found(driver, "DATE", /^section:1$/u)).toHaveLength(1);
    expect(await go(driver)).toContain('"deel:1=…"');
    await go(driver, "deel:1=Het gesprek");
    expect(found(driver, "DATE")).toEqual([]);
    while (driver.context.state < State.DRAFT) {
      await driver.confirmAll();
      await driver.advance();
    }
    const said = {
      text: "Ik behoud mij alle rechten voor, ook over mijn vakantie.",
      kind: SentenceKind.ARGUMENT,
      claimId: "claim:1",
    };
    await put(driver, { case: "draftText", value: { sections: [{ sectionId: "section:1", sentences: [said] }] } });
    expect(found(driver, "UNSAID_WORDS")).toHaveLength(1);
    expect(await go(driver)).toContain('"zin:1=…"');
    await go(driver, "zin:1=Ik behoud mij alle rechten voor.");
    expect(found(driver, "UNSAID_WORDS")).toEqual([]);
    // A heading is changed from any stage, and the outline is gone back to.
    await go(driver, "deel:1=Voorbehoud");
    expect(driver.context.state).toBe(State.SKELETON);
    expect(await go(driver)).toContain("Voorbehoud\n");
  });
});
