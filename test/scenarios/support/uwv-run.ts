import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { EvidenceNeedMapSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { type ToolResult, ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { RequestToolRequestSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { RunDriver } from "../../e2e/support/run-driver.ts";
import { importFiles, importLaw, type TestServer } from "../../e2e/support/server.ts";
import { type Answer, dossier, law, sections } from "./uwv-case.ts";

type Params = NonNullable<NonNullable<MessageInitShape<typeof RequestToolRequestSchema>["params"]>["params"]>;
type Proposal = NonNullable<MessageInitShape<typeof StageProposalSchema>["proposal"]>;

const strandId = "uwv";
const parties = [
  { role: PartyRole.AUTHOR, names: ["Noor Fictief"] },
  { role: PartyRole.OPPONENT, names: ["Zonnewijzer B.V."] },
];

/** The case taken from its intent to its end over the public RPCs: turns of the model, and a person who has the last word. */
export class UwvRun {
  readonly #server: TestServer;
  readonly driver: RunDriver;
  /** Every tool call of the person, in order. */
  readonly results: ToolResult[] = [];
  lawId = "";

  private constructor(server: TestServer, driver: RunDriver) {
    this.#server = server;
    this.driver = driver;
  }

  static async begin(server: TestServer, profileId: string): Promise<UwvRun> {
    await importFiles(server, Object.values(dossier), strandId);
    const { runContext } = await server.orchestrator.createRun({
      ...{ idempotencyKey: crypto.randomUUID(), title: "Deskundigenoordeel", profileId, strandId },
      ...{ locale: "nl", referenceDate: "2025-12-15" },
    });
    if (!runContext) throw new Error("a run without a context");
    return new UwvRun(server, new RunDriver(server, runContext));
  }

  /** The whole case, from intent to end. */
  async whole(): Promise<this> {
    await this.intent();
    await this.outline();
    await this.importLaw();
    await this.guide("Zoek wat de stellingen nodig hebben.");
    for (const { slot, answer } of await this.wanted())
      if (answer.from === "search") {
        const params = { case: "vaultSearch", value: { query: answer.query } } as const;
        await this.tool("vault.search", params, { slotId: slot.slotId });
      }
    await this.pinTheRest();
    await this.bind();
    await this.quote();
    await this.write();
    return this;
  }

  async guide(userPrompt: string) {
    const answer = await this.#server.orchestrator.guide({ ...this.driver.command(), userPrompt });
    await this.driver.read();
    return answer;
  }

  /** Asks for a tool as the person, runs it, and gives what came of it. */
  async tool(toolName: string, params: Params, more: { slotId?: string; retryOf?: string } = {}) {
    const asked = { ...this.driver.command(), toolName, params: { params }, ...more };
    const { request } = await this.#server.tools.requestTool(asked);
    const { toolResultLog } = await this.#server.orchestrator.executeToolRequest({ requestId: request?.id ?? "" });
    await this.driver.read();
    const result = toolResultLog?.results[0];
    if (!request || !result) throw new Error(`${toolName} came to nothing`);
    this.results.push(result);
    return { request, result };
  }

  async intent(): Promise<void> {
    const goal = "UWV laten oordelen of mijn werkgever genoeg heeft gedaan aan mijn re-integratie.";
    await this.#propose({ case: "intentSeed", value: { goal, audience: "uwv", referenceDate: "2025-12-15", parties } });
    await this.#confirmAndAdvance();
  }

  async outline(): Promise<void> {
    await this.guide("Stel een opbouw voor.");
    const claimsOf = (section: (typeof sections)[number]) =>
      section.claims.map(({ text, claimKind }) => ({ text, claimKind }));
    const proposed = sections.map((section) => ({ title: section.title, claims: claimsOf(section) }));
    await this.#propose({ case: "skeleton", value: { sections: proposed } });
    await this.#confirmAndAdvance();
  }

  /** The required slots of the case with what answers them, in the order of the needs. */
  async wanted() {
    const needs = await this.driver.current("evidence_needs_now", EvidenceNeedsSchema);
    const claims = new Map(sections.flatMap((one) => one.claims).map((claim) => [claim.text, claim]));
    return (needs?.sections ?? [])
      .flatMap((section) => section.claims)
      .flatMap(({ claimText, required }) =>
        required.flatMap((slot) => {
          const answer = claims.get(claimText)?.slots[slot.templateName];
          return answer ? [{ slot, answer }] : [];
        }),
      );
  }

  async importLaw(): Promise<void> {
    await importLaw(this.#server, law);
    const { result } = await this.tool("lawbot.search", {
      case: "lawbotSearch",
      value: { query: "inschakeling in de arbeid bevorderen" },
    });
    if (result.status !== ToolResultStatus.OK) throw new Error(`the law was not found: ${result.reason}`);
    const set = this.driver.context.slots.length > 0 ? await this.#lawFound() : "";
    this.lawId = set;
  }

  async #lawFound(): Promise<string> {
    const { calls } = await this.#server.tools.listToolCalls({ runId: this.driver.runId, pageSize: 1_000 });
    for (const { result } of calls.toReversed()) {
      if (!result?.outputRef || result.status !== ToolResultStatus.OK) continue;
      const { content } = await this.#server.artifacts.getArtifact({ digest: result.outputRef.digest });
      const id = /law:BWBR0005290[^\s"]*?Artikel658a(?:\/Lid1)?/.exec(Buffer.from(content).toString("latin1"))?.[0];
      if (id) return id;
    }
    return "";
  }

  /** Pins what the searches did not put beside its slot. */
  async pinTheRest(): Promise<void> {
    for (const { slot, answer } of await this.wanted()) {
      const id = this.#evidenceId(answer);
      if (id === undefined || slot.candidates.some(({ evidenceId }) => evidenceId === id)) continue;
      const pin = { ...this.driver.command(), evidenceId: id, slotId: slot.slotId };
      await this.#server.orchestrator.pinEvidence(pin);
      await this.driver.read();
    }
    await this.#confirmAndAdvance();
  }

  async bind(): Promise<void> {
    await this.guide("Koppel het bewijs.");
    const bindings = (await this.wanted()).map(({ slot, answer }) => ({
      slotId: slot.slotId,
      evidence: { evidence: this.#evidenceOf(answer, slot.searchResultIds.at(-1) ?? "") },
    }));
    await this.#propose({ case: "needMap", value: { bindings } });
    await this.#confirmAndAdvance();
  }

  async quote(): Promise<void> {
    await this.guide("Zoek de woorden.");
    const map = await this.driver.current("need_map", EvidenceNeedMapSchema);
    const spans = (await this.wanted()).flatMap(({ slot, answer }) => {
      const binding = map?.bindings.find(({ slotId }) => slotId === slot.slotId);
      if (!("quote" in answer) || !binding) return [];
      const docUid = (this.#evidenceId(answer) ?? "").replace(/^(vault|law):/, "").split("#")[0] ?? "";
      const locator = { docUid, exactQuote: answer.quote };
      return [{ bindingId: binding.bindingId, span: { case: "locator" as const, value: locator } }];
    });
    await this.#propose({ case: "citationLedger", value: { spans } });
    await this.#confirmAndAdvance();
  }

  async write(): Promise<void> {
    await this.guide("Schrijf de aanvraag.");
    const ledger = await this.driver.current("citation_ledger", CitationLedgerSchema);
    const skeleton = await this.driver.current("skeleton", MessageSkeletonSchema);
    const entriesOf = (claimId: string) => (ledger?.entries ?? []).filter((entry) => entry.claimId === claimId);
    const claims = new Map(sections.flatMap((one) => one.claims).map((claim) => [claim.text, claim]));
    const written = (skeleton?.sections ?? []).map(({ sectionId, claims: made }) => ({
      sectionId,
      sentences: made.map(({ claimId, text }) => {
        const entries = entriesOf(claimId);
        const quotes = entries.flatMap(({ span }) => (span ? [span.excerpt] : []));
        const sentence = claims.get(text)?.sentence ?? text;
        return {
          text: sentence.replaceAll(/\{(\d)\}/g, (_, at: string) => quotes[Number(at)] ?? "?"),
          kind: kindOf(claims.get(text)?.claimKind ?? ""),
          claimId,
          entryIds: entries.map(({ entryId }) => entryId),
        };
      }),
    }));
    await this.#propose({ case: "draftText", value: { title: "Aanvraag deskundigenoordeel", sections: written } });
    await this.#confirmAndAdvance();
  }

  #evidenceId(answer: Answer): string | undefined {
    if (answer.from === "law") return this.lawId;
    return "quote" in answer ? dossier[answer.from].evidenceId : undefined;
  }

  #evidenceOf(answer: Answer, searchId: string) {
    if (answer.from === "statement") return { case: "statement", value: { text: answer.text } } as const;
    if (answer.from === "search") return { case: "search", value: { toolResultId: searchId } } as const;
    const evidenceId = this.#evidenceId(answer) ?? "";
    return { case: answer.from === "law" ? "law" : "document", value: { evidenceId } } as const;
  }

  async #propose(proposal: Proposal): Promise<void> {
    await this.driver.propose(create(StageProposalSchema, { proposal }));
  }

  async #confirmAndAdvance(): Promise<void> {
    await this.driver.confirmAll();
    await this.driver.advance();
  }
}

const kindOf = (claimKind: string): SentenceKind => {
  if (["parties", "illness-start"].includes(claimKind)) return SentenceKind.OWN_STATEMENT;
  if (["question", "conclusion"].includes(claimKind)) return SentenceKind.ARGUMENT;
  return claimKind === "legal-frame" ? SentenceKind.LAW : SentenceKind.FACT;
};
