import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { EvidenceRefSchema } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { EvidenceNeedMapSchema } from "../../../../gen/pincite/memo/v1/need_map_pb.ts";
import { PartyRole } from "../../../../gen/pincite/memo/v1/party_pb.ts";
import { StageProposalSchema } from "../../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { MissingInput_Kind, type RunContext, SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { mendDraft } from "../../../../src/client/mend-draft.ts";
import { nextActionLabels } from "../../../../src/model/labels.ts";
import { key, RunDriver } from "../../../e2e/support/run-driver.ts";
import type { StandInServer } from "../../../e2e/support/stand-in.ts";
import type { Dossier, Entry, SentenceKind as KindName } from "../../../support/cases/dossier.ts";
import { type Asked, audienceOf } from "../measure.ts";
import { referenceDate, sourcesOf } from "./world.ts";

/** What the engine said of one sentence, in numbers of DraftRule and LookCode. */
export interface Verdict {
  readonly rules: readonly number[];
  readonly looks: readonly number[];
}

/** What came of the remedies of a draft. */
export interface Mended {
  /** Sentences that a remedy was applied to. */
  readonly mended: number;
  /** Sentences that are refused though every remedy they were told was applied. */
  readonly refused: readonly string[];
}

type Proposal = NonNullable<MessageInitShape<typeof StageProposalSchema>["proposal"]>;

/** A run over gRPC that holds exactly the entries of a dossier, and stands in DRAFT. */
export class DossierRun {
  readonly #server: StandInServer;
  readonly #dossier: Dossier;
  readonly #driver: RunDriver;
  /** Ids of the run by ids of the dossier. */
  readonly #entries = new Map<string, string>();
  readonly #claims = new Map<string, string>();
  /** What the search for an entry came to. */
  readonly #results = new Map<string, string>();

  private constructor(server: StandInServer, dossier: Dossier, driver: RunDriver) {
    this.#server = server;
    this.#dossier = dossier;
    this.#driver = driver;
  }

  static async open(server: StandInServer, dossier: Dossier): Promise<DossierRun> {
    const { name, locale } = dossier;
    const asked = { idempotencyKey: key(), strandId: name, locale, referenceDate };
    const { runContext } = await server.orchestrator.createRun(asked);
    const run = new DossierRun(server, dossier, new RunDriver(server, runContext as RunContext));
    await run.#intent();
    await run.#outline();
    const slots = await run.#evidence();
    await run.#bind(slots);
    await run.#quote(slots);
    return run;
  }

  get driver(): RunDriver {
    return this.#driver;
  }

  /** The id that an entry of the dossier has in this run. */
  entry(id: string): string {
    return this.#entries.get(id) ?? id;
  }

  /** The id that an entry of this run has in the dossier. */
  entryOf(entryId: string): string {
    return [...this.#entries].find(([, one]) => one === entryId)?.[0] ?? entryId;
  }

  /** Has the stand-in model put these sentences forward as a draft, and gives what the kernel found in each. */
  async propose(sentences: readonly Asked[], kind?: KindName): Promise<Verdict[]> {
    const made = sentences.map((one) => ({
      ...{ text: one.text, kind: SentenceKind[kind ?? one.kind], claimId: this.#claims.get(one.claimId ?? "") ?? "" },
      entryIds: one.entryIds.map((id) => this.entry(id)),
    }));
    const value = { sections: [{ sectionId: "section:1", sentences: made }] };
    const proposal = create(StageProposalSchema, { proposal: { case: "draftText", value } });
    this.#server.say = ({ context }) => ({
      case: "final",
      value: { message: "Here is the draft.", proposal, nextAction: nextActionLabels(context?.state ?? 0)[0] ?? "" },
    });
    await this.#server.orchestrator.guide({ ...this.#driver.command(), userPrompt: "Write." });
    const read = await this.#driver.read();
    const { missingInputs } = read;
    // A letter's frame is an item beside the sentences.
    const items = read.items.filter(({ itemId }) => itemId.startsWith("sentence:"));
    if (items.length !== sentences.length)
      throw new Error(`${items.length} of ${sentences.length} sentences are there`);
    const findings = missingInputs.filter((one) => one.kind === MissingInput_Kind.DRAFT_CHECK);
    // More do not fit one event: what is behind them is not told.
    if (findings.length >= 100 && sentences.length > 1) {
      const half = Math.ceil(sentences.length / 2);
      return [
        ...(await this.propose(sentences.slice(0, half), kind)),
        ...(await this.propose(sentences.slice(half), kind)),
      ];
    }
    return items.map(({ itemId, looks }) => ({
      rules: findings.filter(({ subjectId }) => subjectId === itemId).map(({ rule }) => rule),
      looks: looks.map(({ code }) => code),
    }));
  }

  /**
   * Applies every remedy of the draft that stands, as the command line does, and proposes what comes of it, until none is left
   * that needs nobody's words.
   */
  async mend(): Promise<Mended> {
    const asked = new Set<string>();
    const mended = new Set<string>();
    for (let round = 0; ; round++) {
      const draft = await this.#driver.current("proposal", DraftTextSchema);
      if (draft === undefined) throw new Error("there is no draft to mend");
      const found = this.#driver.context.missingInputs.filter(
        ({ kind, subjectId }) => kind === MissingInput_Kind.DRAFT_CHECK && subjectId.startsWith("sentence:"),
      );
      const result = mendDraft(draft, found, {
        ledger: await this.#driver.current("citation_ledger", CitationLedgerSchema),
      });
      for (const { subjectId } of found.filter((one) => !result.applied.includes(one))) asked.add(subjectId);
      for (const { subjectId } of result.applied) mended.add(subjectId);
      if (result.applied.length === 0 || round > 6)
        return {
          mended: mended.size,
          refused: found.map(({ subjectId }) => subjectId).filter((id) => mended.has(id) && !asked.has(id)),
        };
      const value = { case: "draftText" as const, value: result.proposal };
      await this.#driver.propose(create(StageProposalSchema, { proposal: value }));
    }
  }

  async #put(proposal: Proposal): Promise<void> {
    await this.#driver.propose(create(StageProposalSchema, { proposal }));
    await this.#driver.confirmAll();
    await this.#driver.advance();
  }

  #intent(): Promise<void> {
    const parties = this.#dossier.parties.map(({ names, addresses, role }) => ({
      ...{ names: [...names], addresses: [...addresses], role: PartyRole[role] },
    }));
    const { locale } = this.#dossier;
    const value = { goal: "The case of the dossier.", audience: audienceOf(this.#dossier), locale, parties };
    return this.#put({ case: "intentSeed", value });
  }

  async #outline(): Promise<void> {
    const claims = this.#dossier.claims.map(({ text }) => ({ text }));
    await this.#put({ case: "skeleton", value: { sections: [{ title: "Memo", claims }] } });
    for (const [at, { id }] of this.#dossier.claims.entries()) this.#claims.set(id, `claim:${at + 1}`);
  }

  /** One slot for each entry and none beside them, each with its evidence; gives the slots by entry. */
  async #evidence(): Promise<ReadonlyMap<string, string>> {
    const sources = sourcesOf(this.#dossier);
    const add = this.#dossier.entries.map((entry) => ({
      ...{ claimId: this.#claims.get(entry.claimId) ?? "", description: entry.id, kind: SlotKind[entry.slotKind] },
      source: isOfLaw(entry, sources) ? "law" : "",
    }));
    const dropSlotIds = this.#driver.context.slots.map(({ slotId }) => slotId);
    const refined = { case: "evidenceNeeds" as const, value: { dropSlotIds, add } };
    await this.#driver.propose(create(StageProposalSchema, { proposal: refined }));
    const slots = await this.#slotsByEntry();
    for (const entry of this.#dossier.entries)
      if (entry.slotKind !== "OWN_STATEMENT") await this.#search(entry, slots.get(entry.id) ?? "", sources);
    await this.#driver.read();
    await this.#driver.confirmAll();
    await this.#driver.advance();
    return slots;
  }

  /** The slots by the entry that each was added for: its description says which. */
  async #slotsByEntry(): Promise<Map<string, string>> {
    const needs = await this.#driver.current("evidence_needs_now", EvidenceNeedsSchema);
    const claims = (needs?.sections ?? []).flatMap((section) => section.claims);
    return new Map(claims.flatMap(({ required }) => required).map((slot) => [slot.description, slot.slotId]));
  }

  async #search(entry: Entry, slotId: string, sources: ReturnType<typeof sourcesOf>): Promise<void> {
    const query = entry.slotKind === "ABSENCE" ? entry.scope : "source" in entry ? entry.source : "";
    const params = isOfLaw(entry, sources)
      ? ({ case: "lawbotSearch", value: { query } } as const)
      : ({ case: "vaultSearch", value: { query } } as const);
    const toolName = params.case === "lawbotSearch" ? "lawbot.search" : "vault.search";
    const asked = { toolName, slotId, params: { params } };
    const { request } = await this.#server.tools.requestTool({ ...this.#driver.command(), ...asked });
    const done = await this.#server.orchestrator.executeToolRequest({ requestId: request?.id ?? "" });
    this.#results.set(entry.id, done.toolResultLog?.results.at(-1)?.id ?? "");
    await this.#driver.read();
  }

  async #bind(slots: ReadonlyMap<string, string>): Promise<void> {
    const sources = sourcesOf(this.#dossier);
    const bindings = this.#dossier.entries.map((entry) => ({
      ...{ slotId: slots.get(entry.id) ?? "", reason: "The dossier says so." },
      evidence: { evidence: this.#evidenceOf(entry, sources) },
    }));
    await this.#put({ case: "needMap", value: { bindings } });
  }

  #evidenceOf(
    entry: Entry,
    sources: ReturnType<typeof sourcesOf>,
  ): NonNullable<MessageInitShape<typeof EvidenceRefSchema>["evidence"]> {
    if (entry.slotKind === "OWN_STATEMENT") return { case: "statement", value: { text: entry.statement } };
    if (entry.slotKind === "ABSENCE")
      return { case: "search", value: { toolResultId: this.#results.get(entry.id) ?? "" } };
    const evidenceId = sources.get(entry.source)?.evidenceId ?? "";
    if (isOfLaw(entry, sources)) return { case: "law", value: { evidenceId } };
    const place = { named: { case: "heading" as const, value: "place" in entry ? entry.place : "" } };
    return { case: "document", value: { evidenceId, ...(entry.slotKind === "LOCATION" ? { place } : {}) } };
  }

  /** Quotes by their own words, and learns what the run calls each entry. */
  async #quote(slots: ReadonlyMap<string, string>): Promise<void> {
    const sources = sourcesOf(this.#dossier);
    const bound = new Map(
      ((await this.#driver.current("need_map", EvidenceNeedMapSchema))?.bindings ?? []).map((one) => [
        one.slotId,
        one.bindingId,
      ]),
    );
    const spans = this.#dossier.entries.flatMap((entry) => {
      if (entry.slotKind !== "QUOTE") return [];
      const locator = { docUid: sources.get(entry.source)?.docUid ?? "", exactQuote: entry.quote };
      const bindingId = bound.get(slots.get(entry.id) ?? "") ?? "";
      return [{ bindingId, span: { case: "locator" as const, value: locator } }];
    });
    await this.#put({ case: "citationLedger", value: { spans } });
    const ledger = await this.#driver.current("citation_ledger", CitationLedgerSchema);
    const bySlot = new Map((ledger?.entries ?? []).map(({ slotId, entryId }) => [slotId, entryId]));
    for (const { id } of this.#dossier.entries) this.#entries.set(id, bySlot.get(slots.get(id) ?? "") ?? id);
  }
}

const isOfLaw = (entry: Entry, sources: ReturnType<typeof sourcesOf>): boolean =>
  "source" in entry && (sources.get(entry.source)?.evidenceId.startsWith("law:") ?? false);
