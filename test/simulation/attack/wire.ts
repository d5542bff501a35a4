import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { EvidenceRefSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { EvidenceNeedMapSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import { type ItemState, MissingInput_Kind, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { key as fresh, RunDriver } from "../../e2e/support/run-driver.ts";
import { type Clients, importFiles, startTestServer } from "../../e2e/support/server.ts";
import type { DrawnSentence, World } from "./draw.ts";
import type { KeyRow } from "./templates.ts";
import type { Target, Verdict } from "./verdicts.ts";

type Proposal = NonNullable<MessageInitShape<typeof StageProposalSchema>["proposal"]>;
type Evidence = NonNullable<MessageInitShape<typeof EvidenceRefSchema>["evidence"]>;

/** Findings that fit one event: what is behind them is not told. */
const findingsMax = 100;

/**
 * Pincite over gRPC, one whole server for all worlds: the papers of a world are imported into a strand of the Vault, a run of its own binds and quotes
 * what sentences cite, and the drafts are put forward one after another. What is read is what a client sees: findings, looks, and what is to be compared.
 * `see` is shown each sentence as it came back.
 */
export const pinciteTarget = async (see: (drafted: Drafted) => void = () => {}): Promise<Target> => {
  const server = await startTestServer();
  return {
    async judge(world) {
      const run = await WorldRun.open(server, world);
      const all: Verdict[][] = [];
      for (const { sentences } of world.drafts) {
        const drafted = await run.draft(sentences);
        for (const one of drafted) see(one);
        all.push(drafted.map(({ item, findings }) => (findings.length > 0 ? "refused" : taken(item))));
      }
      return all;
    },
    stop: () => server.stop(),
  };
};

/** A sentence of a world as the run has it once it was put forward. */
export interface Drafted {
  readonly sentence: DrawnSentence;
  readonly item: ItemState;
  /** Rules that refuse it. */
  readonly findings: readonly DraftRule[];
}

/** A run that holds exactly what the sentences of a world cite, and stands in DRAFT. */
export class WorldRun {
  readonly #world: World;
  readonly #driver: RunDriver;
  /** Ids of the run by the files of the world, and by ids of its key. */
  readonly #documents: ReadonlyMap<string, string>;
  readonly #entries = new Map<string, string>();
  readonly #results = new Map<string, string>();

  private constructor(world: World, driver: RunDriver, documents: ReadonlyMap<string, string>) {
    this.#world = world;
    this.#driver = driver;
    this.#documents = documents;
  }

  get runId(): string {
    return this.#driver.runId;
  }

  static async open(server: Clients, world: World): Promise<WorldRun> {
    const imported = await importFiles(server, world.papers, world.id);
    const documents = new Map(world.papers.map(({ file }, at) => [file, imported[at]?.docUid ?? ""]));
    const run = new WorldRun(world, await RunDriver.create(server, world.id, world.template.locale), documents);
    await run.#intent();
    await run.#outline();
    const slots = await run.#needs();
    await run.#bind(slots);
    await run.#quote(slots);
    return run;
  }

  /** Puts the sentences forward as a draft, and reads what stands on each. */
  async draft(sentences: readonly DrawnSentence[]): Promise<Drafted[]> {
    const made = sentences.map(({ seed, text }) => ({
      ...{ text, kind: SentenceKind[seed.kind], claimId: this.#claimOf(this.#citedBy(seed.cites[0])) },
      entryIds: seed.cites.map((id) => this.#entries.get(id) ?? id),
    }));
    const value = { sections: [{ sectionId: "section:1", sentences: made }] };
    const { items, missingInputs } = await this.#driver.propose(
      create(StageProposalSchema, { proposal: { case: "draftText", value } }),
    );
    const drafted = items.filter(({ itemId }) => itemId.startsWith("sentence:"));
    if (drafted.length !== sentences.length)
      throw new Error(`${this.#world.id}: ${drafted.length} of ${sentences.length} sentences came back`);
    const findings = missingInputs.filter(({ kind }) => kind === MissingInput_Kind.DRAFT_CHECK);
    if (findings.length >= findingsMax) throw new Error(`${this.#world.id}: more findings than one answer holds`);
    return drafted.map((item, at) => ({
      sentence: sentences[at] as DrawnSentence,
      item,
      findings: findings.filter(({ subjectId }) => subjectId === item.itemId).map(({ rule }) => rule),
    }));
  }

  async #put(proposal: Proposal): Promise<void> {
    await this.#driver.propose(create(StageProposalSchema, { proposal }));
    await this.#driver.confirmAll();
    await this.#driver.advance();
  }

  #intent(): Promise<void> {
    const { template, parties } = this.#world;
    const people = parties.map(({ names, addresses, role }) => ({
      ...{ names: [...names], addresses: [...addresses], role: PartyRole[role] },
    }));
    const { title: goal, audience, locale } = template;
    return this.#put({ case: "intentSeed", value: { goal, audience, locale, parties: people } });
  }

  /** One claim for each paper and one each for statements, searches and requests, none of which the draft has to make. */
  #outline(): Promise<void> {
    const claims = [...this.#world.claims.values()].map((text) => ({ text, optional: true }));
    return this.#put({ case: "skeleton", value: { sections: [{ title: "Memo", claims }] } });
  }

  #claimOf(row: KeyRow | undefined): string {
    const what = row === undefined ? "request" : row.file || (row.kind === "ABSENCE" ? "absence" : "own");
    return `claim:${[...this.#world.claims.keys()].indexOf(what) + 1}`;
  }

  #citedBy(id: string | undefined): KeyRow | undefined {
    return this.#world.key.find((row) => row.id === id);
  }

  /** One slot for each row of the key and none beside them; gives the slots by row. */
  async #needs(): Promise<ReadonlyMap<string, string>> {
    for (const docUid of this.#documents.values()) await this.#driver.pin(`vault:${docUid}`);
    const add = this.#world.key.map((row) => ({
      ...{ claimId: this.#claimOf(row), description: row.id, kind: SlotKind[row.kind] },
    }));
    const dropSlotIds = this.#driver.context.slots.map(({ slotId }) => slotId);
    await this.#propose({ case: "evidenceNeeds", value: { dropSlotIds, add } });
    const needs = await this.#driver.current("evidence_needs_now", EvidenceNeedsSchema);
    const claims = (needs?.sections ?? []).flatMap((section) => section.claims);
    const slots = new Map(
      claims
        .flatMap(({ required, optional }) => [...required, ...optional])
        .map(({ description, slotId }) => [description, slotId]),
    );
    const links = this.#world.key
      .filter(({ kind }) => kind === "QUOTE")
      .map(({ id, file }) => ({
        slotId: slots.get(id) ?? "",
        evidenceId: `vault:${this.#documents.get(file)}`,
      }));
    await this.#propose({ case: "evidenceNeeds", value: { links } });
    for (const row of this.#world.key) if (row.kind === "ABSENCE") await this.#search(row, slots.get(row.id) ?? "");
    await this.#driver.read();
    await this.#driver.confirmAll();
    await this.#driver.advance();
    return slots;
  }

  async #propose(proposal: Proposal): Promise<void> {
    await this.#driver.propose(create(StageProposalSchema, { proposal }));
  }

  async #search({ id, words: query }: KeyRow, slotId: string): Promise<void> {
    const { clients } = this.#driver;
    const params = { case: "vaultSearch" as const, value: { query } };
    const asked = { ...this.#driver.command(), toolName: "vault.search", slotId, params: { params } };
    const { request } = await clients.tools.requestTool(asked);
    const done = await clients.orchestrator.executeToolRequest({
      requestId: request?.id ?? "",
      idempotencyKey: fresh(),
    });
    this.#results.set(id, done.toolResultLog?.results.at(-1)?.id ?? "");
    await this.#driver.read();
  }

  #bind(slots: ReadonlyMap<string, string>): Promise<void> {
    const bindings = this.#world.key.map((row) => ({
      ...{ slotId: slots.get(row.id) ?? "", reason: "It says so.", evidence: { evidence: this.#evidenceOf(row) } },
    }));
    return this.#put({ case: "needMap", value: { bindings } });
  }

  #evidenceOf({ id, kind, file, words }: KeyRow): Evidence {
    if (kind === "OWN_STATEMENT") return { case: "statement", value: { text: words } };
    if (kind === "ABSENCE") return { case: "search", value: { toolResultId: this.#results.get(id) ?? "" } };
    return { case: "document", value: { evidenceId: `vault:${this.#documents.get(file)}` } };
  }

  /** Quotes by their own words, and learns what the run calls each row of the key. */
  async #quote(slots: ReadonlyMap<string, string>): Promise<void> {
    const map = await this.#driver.current("need_map", EvidenceNeedMapSchema);
    const bound = new Map((map?.bindings ?? []).map(({ slotId, bindingId }) => [slotId, bindingId]));
    const spans = this.#world.key
      .filter(({ kind }) => kind === "QUOTE")
      .map(({ id, file, words: exactQuote }) => ({
        bindingId: bound.get(slots.get(id) ?? "") ?? "",
        span: { case: "locator" as const, value: { docUid: this.#documents.get(file) ?? "", exactQuote } },
      }));
    await this.#put({ case: "citationLedger", value: { spans } });
    const ledger = await this.#driver.current("citation_ledger", CitationLedgerSchema);
    const bySlot = new Map((ledger?.entries ?? []).map(({ slotId, entryId }) => [slotId, entryId]));
    for (const { id } of this.#world.key) this.#entries.set(id, bySlot.get(slots.get(id) ?? "") ?? id);
  }
}

const taken = ({ looks, compareDigests }: ItemState): Verdict => {
  if (looks.length > 0) return "looked";
  return compareDigests.length > 0 ? "compared" : "passed";
};
