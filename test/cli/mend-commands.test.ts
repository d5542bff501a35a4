import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import type { TestServer } from "../e2e/support/server.ts";
import { proposalFor, quote } from "../e2e/support/small-case.ts";
import { startSmallServer } from "../e2e/support/small-server.ts";
import { cli } from "./support/cli.ts";

// The commands against a whole server, as a person types them.

let server: TestServer;
let docUid: string;
beforeAll(async () => {
  ({ server, docUid } = await startSmallServer());
});
afterAll(() => server.stop());

/** In the language of each run. */
const run = (...argv: string[]) => cli(["run", ...argv], { env: { PINCITE_URL: server.url, PINCITE_LANG: "" } });

/** A run whose quotes are under review. */
const quoted = async (locale = "en"): Promise<RunDriver> => {
  const driver = await RunDriver.create(server, "", locale);
  await driver.pin(`vault:${docUid}`);
  for (const state of [S.INTENT_SEED, S.SKELETON, S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING]) {
    await driver.propose(await proposalFor(state, { driver, docUid }));
    await driver.confirmAll();
    await driver.advance();
  }
  await driver.propose(await proposalFor(S.SPAN_RESOLUTION, { driver, docUid }));
  return driver;
};

const drafted = async (driver: RunDriver, text: string): Promise<void> => {
  await driver.confirmAll();
  await driver.advance();
  const proposal = await proposalFor(S.DRAFT, { driver, docUid });
  const [section] = proposal.proposal.case === "draftText" ? proposal.proposal.value.sections : [];
  const [sentence] = section?.sentences ?? [];
  if (sentence) sentence.text = text;
  await driver.propose(proposal);
};

const sentenceOf = async (driver: RunDriver): Promise<string> => {
  await driver.read();
  const draft = await driver.current("proposal", DraftTextSchema);
  return draft?.sections[0]?.sentences[0]?.text ?? "";
};

describe("run mend --frame", () => {
  it("says what stands around the letter, shows it, and takes it out again", async () => {
    const driver = await quoted("nl");
    await drafted(driver, `De notulen zeggen: “${quote}”`);
    const { code, out } = await run("mend", driver.runId, "--frame", "aan=Gemeente Voorbeeld", "--frame", "plaats=Ede");
    expect([code, out]).toEqual([0, expect.stringContaining("plaats: Ede")]);
    expect(out).toMatch(/de briefkop .*aan: Gemeente Voorbeeld/u);
    const edited = await run("edit", driver.runId, "--print");
    expect(edited.out).toContain("@ plaats: Ede\n");
    expect((await run("mend", driver.runId, "--drop-frame", "plaats")).out).not.toContain("plaats: Ede");
    await driver.read();
    expect(driver.context.items.map(({ itemId }) => itemId)).toContain("frame");
  });
});

describe("run mend", () => {
  it("leaves out what nothing carries, says so, and the draft is accepted", async () => {
    const driver = await quoted();
    await drafted(driver, `The minutes of 9 May 2031 say: “${quote}”`);
    const { code, out } = await run("mend", driver.runId);
    expect(code).toBe(0);
    expect(out).toContain("left out what cannot stay");
    expect(await sentenceOf(driver)).toBe(`The minutes say: “${quote}”`);
    expect(driver.context.missingInputs.filter(({ rule }) => rule !== 0)).toEqual([]);
  });

  it("asks for words where only words mend it, in the run's language, and takes them", async () => {
    const driver = await quoted("nl");
    await drafted(driver, "In de notulen staat: “On 4 May the report was delivered.”");
    const asked = await run("mend", driver.runId);
    expect(asked.out).toContain("Geef andere woorden met --words.");
    expect(await sentenceOf(driver)).toContain("4 May");
    const [{ itemId } = { itemId: "" }] = driver.context.items;
    const text = `In de notulen staat: “${quote}”`;
    expect((await run("mend", driver.runId, itemId, "--words", text)).code).toBe(0);
    expect(await sentenceOf(driver)).toBe(text);
    expect(driver.context.missingInputs.filter(({ rule }) => rule !== 0)).toEqual([]);
  });

  it("takes --words for one named sentence only", async () => {
    const driver = await quoted();
    await drafted(driver, `The minutes say: “${quote}”`);
    const { code, err } = await run("mend", driver.runId, "--words", "Something else.");
    expect(code).not.toBe(0);
    expect(err).toContain("name it");
  });
});

describe("adverse evidence", () => {
  it("is marked, must be answered, and is dismissed with a reason", async () => {
    const driver = await quoted();
    const { code, out } = await run("mark-adverse", driver.runId, "slot:1", "claim:1");
    expect(code).toBe(0);
    expect(out).toContain("adverse to claim 1");
    await driver.read();
    const ledger = await driver.current("proposal", CitationLedgerSchema);
    expect(ledger?.entries.map(({ adverseClaimIds }) => adverseClaimIds)).toEqual([["claim:1"]]);
    expect((await run("mark-adverse", driver.runId, "slot:1", "claim:1", "--off")).out).toContain("no longer adverse");
    expect((await run("mark-adverse", driver.runId, "slot:1", "claim:1")).code).toBe(0);
    await driver.read();
    await drafted(driver, "The report was delivered.");
    const short = await run("dismiss", driver.runId, "slot:1", "claim:1", "--reason", "no");
    expect(short.code).not.toBe(0);
    const done = await run("dismiss", driver.runId, "slot:1", "claim:1", "--reason", "It is about another report.");
    expect(done.code).toBe(0);
    await driver.read();
    const draft = await driver.current("proposal", DraftTextSchema);
    expect(draft?.adverseDismissals).toMatchObject([{ claimId: "claim:1" }]);
  });

  it("is told in Dutch in a Dutch run, and refused where nothing is marked", async () => {
    const driver = await quoted("nl");
    expect((await run("mark-adverse", driver.runId, "slot:1", "claim:1")).out).toContain("spreekt tegen stelling 1");
    await driver.read();
    await drafted(driver, `In de notulen staat: “${quote}”`);
    const { code, err } = await run(
      "dismiss",
      driver.runId,
      "slot:1",
      "claim:2",
      "--reason",
      "Gaat nergens over hier.",
    );
    expect(code).not.toBe(0);
    expect(err).toContain("nothing to dismiss");
  });
});
