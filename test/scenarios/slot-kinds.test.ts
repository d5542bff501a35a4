import { fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { RunLifecycle, OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { MissingInput_Kind, NextAction_Kind, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { replayed } from "../engine/replay/support.ts";
import type { RunDriver } from "../engine/run-driver.ts";
import { failureOf } from "../engine/support.ts";
import { type DemoCase, evidenceIdOf, openDemoCase } from "./demo-case.ts";

let demo: DemoCase;
beforeAll(async () => {
  demo = await openDemoCase();
});
afterAll(() => demo.close());

let count = 0;
/** A run whose outline is one claim, standing in EVIDENCE_NEEDS. */
const runFor = async (text: string, claimKind: string): Promise<RunDriver> => {
  const run = await demo.test.newRun(`slot-kind-${++count}`);
  await run.propose({ case: "intentSeed", value: { goal: "Antwoorden op de brief." } }, { confirm: true });
  await run.advance();
  const sections = [{ title: "Feiten", claims: [{ text, claimKind }] }];
  await run.propose({ case: "skeleton", value: { sections } }, { confirm: true });
  await run.advance();
  return run;
};

const slotsOfKind = (run: RunDriver, kind: SlotKind) => run.context.slots.filter((slot) => slot.kind === kind);

/** Does what the next action says, the model proposing and the person agreeing, until the run stands in `state`. */
const agreeTo = async (run: RunDriver, state: S): Promise<void> => {
  for (let step = 0; step < 12 && run.context.state < state; step++) {
    const kind = run.context.nextAction?.kind;
    if (kind === NextAction_Kind.ADVANCE) await run.advance();
    else if (kind === NextAction_Kind.CONFIRM) await run.confirm();
    else if (kind === NextAction_Kind.CHOOSE) await run.chooseFirst();
    else await run.guide({ userPrompt: "Ga verder." });
  }
  expect(run.context.state, run.context.missingInputs.map((one) => one.description).join(" ")).toBe(state);
};

/** Writes one sentence over these entries and finalises. */
const finish = async (run: RunDriver, text: string, kind: SentenceKind): Promise<LedgerEntry[]> => {
  const { ledger, skeleton } = await run.material();
  const entries = ledger?.entries ?? [];
  const sentence = { text, kind, claimId: "claim:1", entryIds: entries.map((one) => one.entryId) };
  const sectionId = skeleton?.sections[0]?.sectionId ?? "";
  await run.propose({ case: "draftText", value: { sections: [{ sectionId, sentences: [sentence] }] } });
  await run.confirm();
  await run.advance();
  expect(run.context.lifecycle).toBe(RunLifecycle.FINALISED);
  return entries;
};

describe("a memo over the real sources", () => {
  it("names the place of a clause without quoting it", async () => {
    const run = await runFor(
      "Het wijzigingsbeding staat in artikel 12 van de arbeidsovereenkomst.",
      "location-of-clause",
    );
    expect(slotsOfKind(run, SlotKind.LOCATION)).toHaveLength(1);
    const contract = evidenceIdOf("arbeidsovereenkomst.md");
    await run.pin(contract, "slot:1");
    await run.confirm();
    await run.advance();
    const bindTo = (value: object) => {
      const evidence = { evidence: { case: "document", value: { evidenceId: contract, ...value } } };
      return run.propose(
        { case: "needMap", value: { bindings: [{ slotId: "slot:1", evidence }] } as never },
        { confirm: true },
      );
    };
    const at = (named: object) => bindTo({ place: { named } });
    expect(await failureOf(bindTo({ location: "Artikel 12" }))).toMatchObject({
      reason: "PROPOSAL_INVALID",
      message: expect.stringContaining("A location in words is not taken"),
    });
    expect(await failureOf(at({ case: "page", value: 99 }))).toMatchObject({
      reason: "PROPOSAL_INVALID",
      message: expect.stringContaining("The document has no pages. It has headings ("),
    });
    // What the Vault answered is on record, so the run has moved on.
    await run.refresh();
    expect(await failureOf(at({ case: "heading", value: "Concurrentiebeding" }))).toMatchObject({
      message: expect.stringMatching(
        /There is no heading “Concurrentiebeding”: the document has \d+ headings, onder “/,
      ),
    });
    await run.refresh();
    await at({ case: "paragraph", value: "Artikel 12" });
    await run.advance();
    // The kernel makes the entry from the binding; nobody need propose it, and no source is asked for words.
    expect(run.context.nextAction?.kind).toBe(NextAction_Kind.CONFIRM);
    await agreeTo(run, S.DRAFT);
    const entries = await finish(run, "Het beding staat in artikel 12 van de overeenkomst.", SentenceKind.FACT);
    expect(entries).toMatchObject([{ slotKind: SlotKind.LOCATION, address: "artikel 12" }]);
    expect(entries[0]?.span).toBeUndefined();
    const bound = entries[0]?.evidence?.evidence;
    if (bound?.case !== "document") throw new Error("a document is bound");
    const { place, sourceDigest } = bound.value;
    expect(place).toMatchObject({ label: "artikel 12", sourceDigest });
    expect(place?.endChar).toBeGreaterThan(place?.startChar ?? 0);
    expect(demo.ran.at(-1)?.request).toMatchObject({ toolName: "vault.get_spans", requestedBy: "user" });
    expect(await replayed(demo.test, run.runId)).toMatchObject({ difference: undefined });
  });

  it("has the model find the place, in the paper that a person linked", async () => {
    const run = await runFor(
      "Het wijzigingsbeding staat in artikel 12 van de arbeidsovereenkomst.",
      "location-of-clause",
    );
    await run.pin(evidenceIdOf("arbeidsovereenkomst.md"), "slot:1");
    await agreeTo(run, S.DRAFT);
    const { ledger } = await run.material();
    expect(ledger?.entries).toMatchObject([{ slotKind: SlotKind.LOCATION }]);
    expect(ledger?.entries[0]?.address).toBe("artikel 12");
  });

  it("says that something is not there, on the record of a search with its scope", async () => {
    const run = await runFor("Er is mij geen zwaarwichtig belang meegedeeld.", "non-performance");
    const [absence] = slotsOfKind(run, SlotKind.ABSENCE);
    const [quote] = slotsOfKind(run, SlotKind.QUOTE);
    const contract = evidenceIdOf("arbeidsovereenkomst.md");
    await run.pin(contract, quote?.slotId ?? "");
    expect(run.context.missingInputs).toContainEqual(
      expect.objectContaining({ kind: MissingInput_Kind.CANDIDATE, subjectId: absence?.slotId }),
    );
    const params = { params: { case: "vaultSearch", value: { query: "zwaarwichtig AND belang" } } } as const;
    const { result } = await run.tool("vault.search", params, absence?.slotId);
    await run.confirm();
    await run.advance();
    const bindings = [
      {
        slotId: quote?.slotId ?? "",
        evidence: { evidence: { case: "document", value: { evidenceId: contract } } as const },
      },
      {
        slotId: absence?.slotId ?? "",
        evidence: { evidence: { case: "search", value: { toolResultId: result.id } } as const },
      },
    ];
    await run.propose({ case: "needMap", value: { bindings } }, { confirm: true });
    await run.advance();
    const { needMap } = await run.material();
    const bindingId = needMap?.bindings.find((one) => one.slotKind === SlotKind.QUOTE)?.bindingId ?? "";
    const exactQuote = "De werkgever deelt een voorgenomen wijziging met haar reden schriftelijk mee.";
    const locator = { docUid: contract.slice("vault:".length), exactQuote };
    const spans = [{ bindingId, span: { case: "locator", value: locator } as const }];
    await run.propose({ case: "citationLedger", value: { spans } }, { confirm: true });
    // “deelt … mee” and “meegedeeld” have no word in common: the person looks, and confirms it by itself.
    await run.confirm();
    await run.advance();
    const text = `Afgesproken is: “${exactQuote}” Een zwaarwichtig belang is in mijn stukken niet aangetroffen.`;
    const entries = await finish(run, text, SentenceKind.FACT);
    const searched = entries.find((one) => one.slotKind === SlotKind.ABSENCE);
    expect(searched).toMatchObject({
      toolResultId: result.id,
      address: expect.stringContaining("zwaarwichtig AND belang"),
    });
    expect(searched?.evidence?.evidence).toMatchObject({ case: "search", value: { reviewed: false } });
    expect(await replayed(demo.test, run.runId)).toMatchObject({ difference: undefined });
  });

  it("takes an absence over a search with hits once a person has dismissed each of them", async () => {
    const run = await runFor("Er is mij geen zwaarwichtig belang meegedeeld.", "non-performance");
    const [absence] = slotsOfKind(run, SlotKind.ABSENCE);
    const [quote] = slotsOfKind(run, SlotKind.QUOTE);
    const contract = evidenceIdOf("arbeidsovereenkomst.md");
    await run.pin(contract, quote?.slotId ?? "");
    const params = { params: { case: "vaultSearch", value: { query: "wijzigingsbeding" } } } as const;
    const { result } = await run.tool("vault.search", params, absence?.slotId);
    const found = fromBinary(EvidenceSearchResultSchema, await demo.test.views.content(result.outputRef?.digest ?? ""));
    expect(found.candidates.length).toBeGreaterThan(0);
    await run.confirm();
    await run.advance();
    const bind = (dismissals: object[], more: object = {}) => {
      const evidence = { evidence: { case: "search", value: { toolResultId: result.id, ...more } } };
      const bindings = [{ slotId: absence?.slotId ?? "", evidence, dismissals }];
      return run.propose({ case: "needMap", value: { bindings } as never });
    };
    expect(await failureOf(bind([]))).toMatchObject({ message: expect.stringContaining("dismissed by a person") });
    expect(await failureOf(bind([], { reviewed: true }))).toMatchObject({ reason: "PROPOSAL_INVALID" });
    const reason = "Dit stuk noemt het beding en niet het belang.";
    await bind(found.candidates.map(({ evidenceId }) => ({ evidenceId, reason })));
    await run.confirm();
    const { needMap } = await run.material();
    expect(needMap?.bindings[0]?.evidence?.evidence).toMatchObject({
      case: "search",
      value: { reviewed: true, totalCount: found.totalCount, corpusRevision: found.corpusRevision },
    });
  });

  it("refuses an absence for which nothing was searched", async () => {
    const run = await runFor("Er is mij geen zwaarwichtig belang meegedeeld.", "non-performance");
    expect(await failureOf(run.advance())).toMatchObject({ reason: "MISSING_INPUTS" });
  });

  it("states what the author knows, as the author's own", async () => {
    const run = await runFor("Ik heb de kinderopvang op vrijdag opgezegd.", "own-statement");
    expect(slotsOfKind(run, SlotKind.OWN_STATEMENT)).toHaveLength(1);
    const before = demo.ran.length;
    await run.confirm();
    await run.advance();
    const text = "Ik heb in maart 2025 de kinderopvang op vrijdag opgezegd.";
    const evidence = { evidence: { case: "statement", value: { text } } } as const;
    await run.propose({ case: "needMap", value: { bindings: [{ slotId: "slot:1", evidence }] } }, { confirm: true });
    await run.advance();
    await agreeTo(run, S.DRAFT);
    const entries = await finish(run, text, SentenceKind.OWN_STATEMENT);
    expect(entries).toMatchObject([{ slotKind: SlotKind.OWN_STATEMENT, toolResultId: "" }]);
    expect(demo.ran).toHaveLength(before);
  });

  it("is written by the embedded model where a person chooses the passage and agrees, and still passes its check", async () => {
    const run = await runFor(
      "De teamleider heeft op 17 maart 2025 toegezegd dat de thuiswerkdag op vrijdag blijft gelden.",
      "promise",
    );
    await agreeTo(run, S.DRAFT);
    await run.guide({ userPrompt: "Schrijf de brief." });
    await run.confirm();
    await run.advance();
    const { draft, ledger } = await run.material();
    const cited = draft?.sections.flatMap((one) => one.sentences.flatMap((sentence) => sentence.entryIds)) ?? [];
    expect(ledger?.entries.map((one) => one.entryId)).toEqual(expect.arrayContaining(cited));
    expect(cited.length).toBeGreaterThan(0);
  });
});
