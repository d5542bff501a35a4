import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { CandidateRankingSchema } from "../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import * as api from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  AssertionAnswer,
  ItemDecision,
  type ItemState,
  MissingInput_Kind,
  NextAction_Kind,
  type RunContext,
  SlotKind,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { type ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  DecideToolRequestRequestSchema,
  RequestToolRequestSchema,
  RevokeToolGrantRequestSchema,
  SubmitToolResultRequestSchema,
} from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { bindingOf } from "../../src/client/passages.ts";
import { leavingOpen, lettingGo } from "../../src/client/settle-draft.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { candidatesOf } from "../../src/engine/read/candidates.ts";
import { placedSlots } from "../../src/run/build/needs.ts";
import { letters, ownStatement, sampleOutline } from "../run/sample-content.ts";

type ProposalInit = MessageInitShape<typeof StageProposalSchema>["proposal"];
type ToolParams = MessageInitShape<typeof RequestToolRequestSchema>["params"];

/** One run as a client drives it: keys are minted, the version is the one last seen. */
export class RunDriver {
  readonly #engine: () => Engine;
  context: RunContext;
  /** Words that make what this run puts forward its own: behind its goal, its claims and its statements. */
  aside = "";
  readonly #keyed: string;
  #keys = 0;

  /** `keyed`: what its idempotency keys begin with, where a run has several drivers. */
  constructor(engine: () => Engine, context: RunContext, keyed = "key") {
    this.#engine = engine;
    this.context = context;
    this.#keyed = keyed;
  }

  get engine(): Engine {
    return this.#engine();
  }

  get runId(): string {
    return this.context.runId;
  }

  /** Run, a fresh key and the version last seen; any of them may be replaced. */
  command() {
    return {
      runId: this.runId,
      idempotencyKey: `${this.#keyed}-${++this.#keys}`,
      expectedVersion: this.context.version,
    };
  }

  async guide(more: MessageInitShape<typeof api.GuideRequestSchema> = {}) {
    return this.#seen(await this.engine.guide(create(api.GuideRequestSchema, { ...this.command(), ...more })));
  }

  async propose(
    proposal: NonNullable<ProposalInit>,
    more: { readonly confirm?: boolean; readonly merge?: boolean } = {},
  ) {
    const request = { ...this.command(), proposal: { proposal }, ...more };
    return this.#seen(await this.engine.propose(create(api.ProposeRequestSchema, request)));
  }

  /**
   * Confirms what waits for a decision and `agrees` says yes to: at once what has no looks, the rest one by one, naming
   * theirs.
   */
  async confirm(agrees: (itemId: string) => boolean = () => true): Promise<api.ConfirmResponse> {
    await this.letBe();
    const waiting = this.context.items.filter(
      (item) => item.decision === ItemDecision.UNSPECIFIED && agrees(item.itemId),
    );
    const plain = waiting.filter((item) => item.looks.length === 0);
    const calls = [
      ...(plain.length > 0 ? [plain] : []),
      ...waiting.filter((item) => item.looks.length > 0).map((item) => [item]),
    ];
    let answer: api.ConfirmResponse | undefined;
    for (const call of calls.length === 0 ? [[]] : calls) answer = await this.decideItems(call);
    if (!answer) throw new Error("nothing was confirmed");
    return answer;
  }

  /** The person of these runs lets words of claims go that the draft does not say, and leaves open what nobody answered. */
  async letBe(): Promise<void> {
    const { missingInputs, state } = this.context;
    if (state !== OrchestratorState.DRAFT) return;
    const letGo = lettingGo(missingInputs, (await this.material()).skeleton);
    const left = leavingOpen(missingInputs, AssertionAnswer.LEFT_OPEN);
    if (letGo.length + left.length > 0) await this.propose({ case: "draftText", value: { letGo, left } });
  }

  /** Confirms these items in one call, naming the looks of each. */
  async decideItems(confirmed: readonly Pick<ItemState, "itemId" | "looks" | "compareDigests">[]) {
    const items = confirmed.map(({ itemId, looks, compareDigests }) => ({
      ...{ itemId, decision: ItemDecision.CONFIRM },
      lookFingerprints: looks.map(({ fingerprint }) => fingerprint),
      shownDigests: [...compareDigests],
    }));
    const request = { ...this.command(), proposalDigest: this.digestOf("proposal"), items };
    return this.#seen(await this.engine.confirm(create(api.ConfirmRequestSchema, request)));
  }

  async judge(more: MessageInitShape<typeof api.JudgeDraftRequestSchema> = {}) {
    return this.#seen(
      await this.engine.judgeDraft(create(api.JudgeDraftRequestSchema, { ...this.command(), ...more })),
    );
  }

  async rank(more: MessageInitShape<typeof api.RankCandidatesRequestSchema> = {}) {
    const request = create(api.RankCandidatesRequestSchema, { ...this.command(), ...more });
    const answer = this.#seen(await this.engine.rankCandidates(request));
    const ranking = await this.engine.runs.reader.maybe(CandidateRankingSchema, answer.ranking);
    return { turnId: answer.turnId, ranking };
  }

  async advance() {
    return this.#seen(await this.engine.advance(create(api.AdvanceRequestSchema, this.command())));
  }

  async rewind(toState: OrchestratorState) {
    return this.#seen(await this.engine.rewind(create(api.RewindRequestSchema, { ...this.command(), toState })));
  }

  async pin(evidenceId: string, slotId = "") {
    const request = create(api.PinEvidenceRequestSchema, { ...this.command(), evidenceId, slotId });
    return this.#seen(await this.engine.pin(request, new AbortController().signal));
  }

  /** Chooses the first passage that is listed for the slot that the next action asks for. */
  async chooseFirst() {
    const slotId = this.context.nextAction?.subjectId ?? "";
    const { signal } = new AbortController();
    const asked = create(api.ListCandidatesRequestSchema, { runId: this.runId, slotIds: [slotId] });
    const [passage] = (await candidatesOf(this.engine.runs, asked, signal)).slots[0]?.candidates ?? [];
    if (!passage) throw new Error(`nothing is listed for ${slotId}`);
    const choice = { case: "binding", value: bindingOf(slotId, passage) } as const;
    const request = create(api.ChooseEvidenceRequestSchema, { ...this.command(), slotId, choice });
    return this.#seen(await this.engine.choose(request, signal));
  }

  async unpin(evidenceId: string) {
    const request = create(api.UnpinEvidenceRequestSchema, { ...this.command(), evidenceId });
    return this.#seen(await this.engine.unpin(request));
  }

  async requestTool(toolName: string, params: NonNullable<ToolParams>, slotId = "", retryOf = "") {
    const request = { ...this.command(), toolName, params, slotId, retryOf, reason: "The user asks." };
    return this.#seen(await this.engine.requestTool(create(RequestToolRequestSchema, request)));
  }

  /** The request as it waits, with what an approval must name. */
  pending(requestId?: string) {
    const waiting = this.context.pendingToolRequests;
    const found = requestId === undefined ? waiting.at(-1) : waiting.find((one) => one.requestId === requestId);
    if (!found) throw new Error(`${requestId ?? "nothing"} waits`);
    return found;
  }

  /** Decides about a request as it was shown; anything about it may be replaced. */
  async decide(
    requestId: string,
    decision: ToolDecision,
    more: MessageInitShape<typeof DecideToolRequestRequestSchema> = {},
  ) {
    const waiting = this.context.pendingToolRequests.find((one) => one.requestId === requestId);
    const { toolName = "", paramsDigest = "" } = waiting ?? {};
    const request = { ...this.command(), requestId, decision, toolName, paramsDigest, ...more };
    return this.#seen(await this.engine.answerToolRequest(create(DecideToolRequestRequestSchema, request)));
  }

  /** Delivers what a client-executed tool gave. */
  async submit(requestId: string, more: MessageInitShape<typeof SubmitToolResultRequestSchema> = {}) {
    const request = { ...this.command(), requestId, status: ToolResultStatus.OK, summary: "looked", ...more };
    const { signal } = new AbortController();
    return this.#seen(await this.engine.submitToolResult(create(SubmitToolResultRequestSchema, request), signal));
  }

  async revoke(toolName: string) {
    return this.#seen(
      await this.engine.revokeGrant(create(RevokeToolGrantRequestSchema, { ...this.command(), toolName })),
    );
  }

  async execute(requestId: string, more: MessageInitShape<typeof api.ExecuteToolRequestRequestSchema> = {}) {
    const request = create(api.ExecuteToolRequestRequestSchema, { requestId, ...more });
    return this.#seen(await this.engine.execute(request));
  }

  /** Requests a tool as the user and runs it. */
  async tool(toolName: string, params: NonNullable<ToolParams>, slotId = "") {
    const { request } = await this.requestTool(toolName, params, slotId);
    const { toolResultLog } = await this.execute(request?.id ?? "", { confirmed: true });
    const result = toolResultLog?.results[0];
    if (!request || !result) throw new Error(`${toolName} came to no result`);
    return { request, result };
  }

  /** Reads where the run stands. */
  async refresh(): Promise<RunContext> {
    this.context = await this.engine.runs.context(await this.engine.runs.load(this.runId));
    return this.context;
  }

  /** Digest of what is current under a role. */
  digestOf(role: string): string {
    const digest = this.context.current.find((one) => one.role === role)?.ref?.digest;
    if (!digest) throw new Error(`the run has no ${role}`);
    return digest;
  }

  /** The contents of the run as the kernel sees them. */
  async material() {
    const { runs } = this.engine;
    return (await runs.input(await runs.load(this.runId), runs.user)).material;
  }

  /** Puts forward what the sample case has for the current stage, and confirms it. */
  async settle(): Promise<this> {
    for (let step = 0; step < 12; step++) {
      // Whatever else waits: a test may take a run on over a request that nobody decided about.
      const kind = this.context.nextAction?.kind;
      if (this.context.missingInputs.length === 0 || kind === NextAction_Kind.DONE) return this;
      if (kind === NextAction_Kind.CONFIRM || this.#onlyConfirmations()) await this.confirm();
      else await this.#supply();
    }
    throw new Error(`it does not settle: ${this.context.missingInputs.map((one) => one.description).join(" ")}`);
  }

  /** Settles and advances until the run stands in `state`. */
  async to(state: OrchestratorState): Promise<this> {
    while (this.context.state < state) {
      await this.settle();
      await this.advance();
    }
    return this;
  }

  #onlyConfirmations(): boolean {
    return this.context.missingInputs.every((one) => one.kind === MissingInput_Kind.CONFIRMATION);
  }

  async #supply(): Promise<unknown> {
    const material = await this.material();
    switch (this.context.state) {
      case 1:
        return this.propose({ case: "intentSeed", value: { goal: `Betaling van de opleiding krijgen${this.aside}` } });
      case 2: {
        const sections = sampleOutline.map(({ title, claims }) => ({
          title,
          claims: claims.map(({ text, claimKind }) => ({ text: text + this.aside, claimKind })),
        }));
        return this.propose({ case: "skeleton", value: { sections } });
      }
      case 3: {
        for (const { slot } of placedSlots(material.needs).filter((one) => one.required)) {
          if (slot.kind === SlotKind.OWN_STATEMENT || slot.candidates.length + slot.searchResultIds.length > 0)
            continue;
          const law = slot.source === "law";
          const query = slot.kind === SlotKind.ABSENCE ? "waarschuwing" : "opleiding";
          const params = law
            ? ({ case: "lawbotSearch", value: { query } } as const)
            : ({ case: "vaultSearch", value: { query } } as const);
          await this.tool(law ? "lawbot.search" : "vault.search", { params }, slot.slotId);
        }
        return undefined;
      }
      case 4: {
        const bindings = placedSlots(material.needs)
          .filter((one) => one.required)
          .map(({ slot }) => ({ slotId: slot.slotId, evidence: { evidence: evidenceFor(slot, this.aside) } }));
        return this.propose({ case: "needMap", value: { bindings } });
      }
      case 5: {
        const spans = (material.needMap?.bindings ?? []).flatMap(({ bindingId, slotKind, evidence }) => {
          if (slotKind !== SlotKind.QUOTE || evidence?.evidence.case !== "document") return [];
          const docUid = evidence.evidence.value.evidenceId.slice("vault:".length);
          const exactQuote = letters.find((one) => one.docUid === docUid)?.quotes[0] ?? "";
          return [{ bindingId, span: { case: "locator", value: { docUid, exactQuote } } as const }];
        });
        return this.propose({ case: "citationLedger", value: { spans } });
      }
      default:
        await this.propose({ case: "draftText", value: { sections: draftSections(material) } });
        return this.letBe();
    }
  }

  #seen<T extends { runContext?: RunContext | undefined }>(answer: T): T {
    if (answer.runContext) this.context = answer.runContext;
    return answer;
  }
}

type Material = Awaited<ReturnType<RunDriver["material"]>>;
type Slot = ReturnType<typeof placedSlots>[number]["slot"];

const evidenceFor = (slot: Slot, aside: string) => {
  if (slot.kind === SlotKind.OWN_STATEMENT)
    return { case: "statement", value: { text: ownStatement + aside } } as const;
  if (slot.kind === SlotKind.ABSENCE)
    return { case: "search", value: { toolResultId: slot.searchResultIds.at(-1) ?? "" } } as const;
  const evidenceId = slot.candidates[0]?.evidenceId ?? "";
  return { case: slot.source === "law" ? "law" : "document", value: { evidenceId } } as const;
};

/** One sentence for each claim, with all its entries. */
const draftSections = ({ skeleton, ledger }: Material) =>
  (skeleton?.sections ?? []).map(({ sectionId, claims }) => ({
    sectionId,
    sentences: claims.map(({ claimId, claimKind }) => {
      const mine = (ledger?.entries ?? []).filter((entry) => entry.claimId === claimId);
      return { claimId, entryIds: mine.map(({ entryId }) => entryId), ...sentence(claimKind, mine[0]?.span?.excerpt) };
    }),
  }));

const sentence = (claimKind: string, excerpt = "") => {
  if (claimKind === "basis")
    return { text: "Goed werkgeverschap verplicht daartoe volgens art. 7:611 BW.", kind: SentenceKind.LAW };
  if (claimKind === "own") return { text: "Ik heb mij altijd ingezet.", kind: SentenceKind.OWN_STATEMENT };
  if (claimKind === "absence")
    return { text: "In de stukken is niet aangetroffen dat er nooit is gewaarschuwd.", kind: SentenceKind.FACT };
  return { text: `De werkgever heeft een opleiding toegezegd: “${excerpt}”.`, kind: SentenceKind.FACT };
};
