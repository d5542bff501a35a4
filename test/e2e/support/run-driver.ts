import { create, type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { type EvidenceSet, PinRole } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, StagePhase } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer, ItemDecision, type RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { leavingOpen, lettingGo } from "../../../src/client/settle-draft.ts";
import type { Clients } from "./server.ts";
import { proposalFor, stages } from "./small-case.ts";

/** One run driven through the public RPCs alone; remembers the context of the last answer. */
export class RunDriver {
  readonly clients: Clients;
  context: RunContext;

  constructor(clients: Clients, context: RunContext) {
    this.clients = clients;
    this.context = context;
  }

  static async create(clients: Clients, strandId = "", locale = "en"): Promise<RunDriver> {
    const { runContext } = await clients.orchestrator.createRun({ idempotencyKey: key(), strandId, locale });
    return new RunDriver(clients, present(runContext));
  }

  /** A Dutch run whose claims each wait for a passage. */
  static async seeking(
    clients: Clients,
    strandId: string,
    goal: string,
    claims: readonly string[],
  ): Promise<RunDriver> {
    const driver = await RunDriver.create(clients, strandId, "nl");
    const sections = [{ title: "Feiten", claims: claims.map((text) => ({ text })) }];
    for (const proposal of [
      { case: "intentSeed" as const, value: { goal } },
      { case: "skeleton" as const, value: { sections } },
    ]) {
      await driver.propose(create(StageProposalSchema, { proposal }));
      await driver.confirmAll();
      await driver.advance();
    }
    return driver;
  }

  /** A Dutch run that answers a paper, with the letter taken apart and its first stage behind it. */
  static async answering(clients: Clients, docUid: string): Promise<RunDriver> {
    const driver = await RunDriver.create(clients, "", "nl");
    const pin = { evidenceId: `vault:${docUid}`, role: PinRole.ANSWERED };
    await clients.orchestrator.pinEvidence({ ...driver.command(), ...pin });
    await driver.read();
    await clients.orchestrator.guide(driver.command());
    await driver.read();
    await driver.confirmAll();
    await driver.advance();
    return driver;
  }

  get runId(): string {
    return this.context.runId;
  }

  /** What every command on this run begins with. */
  command() {
    return { runId: this.runId, idempotencyKey: key(), expectedVersion: this.context.version };
  }

  async read(): Promise<RunContext> {
    return this.#took(await this.clients.orchestrator.getRun({ runId: this.runId }));
  }

  async propose(proposal: StageProposal, confirm = false): Promise<RunContext> {
    return this.#took(await this.clients.orchestrator.propose({ ...this.command(), proposal, confirm }));
  }

  /**
   * Confirms every item of the proposal under review: those with looks one by one, naming theirs. `settles` false: a person who
   * lets nothing go.
   */
  async confirmAll({ settles = true } = {}): Promise<RunContext> {
    if (settles) await this.#settle();
    const { items } = this.decisions();
    if (items.length > 0)
      this.#took(await this.clients.orchestrator.confirm({ ...this.command(), ...this.decisions() }));
    for (const { itemId, looks, compareDigests: shownDigests } of this.context.items) {
      if (looks.length === 0) continue;
      const lookFingerprints = looks.map(({ fingerprint }) => fingerprint);
      const items = [{ itemId, decision: ItemDecision.CONFIRM, lookFingerprints, shownDigests }];
      this.#took(await this.clients.orchestrator.confirm({ ...this.command(), ...this.decisions(), items }));
    }
    return this.context;
  }

  /** The proposal under review with a yes to each of its items that has no looks. */
  decisions() {
    const proposalDigest = this.context.current.find(({ role }) => role === "proposal")?.ref?.digest ?? "";
    const items = this.context.items
      .filter(({ looks }) => looks.length === 0)
      .map(({ itemId, compareDigests: shownDigests }) => ({ itemId, decision: ItemDecision.CONFIRM, shownDigests }));
    return { proposalDigest, items };
  }

  async advance(): Promise<RunContext> {
    return this.#took(await this.clients.orchestrator.advance(this.command()));
  }

  async rewind(toState: OrchestratorState): Promise<RunContext> {
    return this.#took(await this.clients.orchestrator.rewind({ ...this.command(), toState, reason: "again" }));
  }

  async pin(evidenceId: string): Promise<RunContext> {
    return this.#took(await this.clients.orchestrator.pinEvidence({ ...this.command(), evidenceId }));
  }

  /** The artifact that is current in a role, decoded; undefined where there is none. */
  async current<D extends DescMessage>(role: string, schema: D): Promise<MessageShape<D> | undefined> {
    const digest = this.context.current.find((one) => one.role === role)?.ref?.digest;
    if (digest === undefined) return undefined;
    return fromBinary(schema, (await this.clients.artifacts.getArtifact({ digest })).content);
  }

  /** The evidence of the run as it is now. */
  async evidence(): Promise<EvidenceSet | undefined> {
    const { runId } = this.context;
    return (await this.clients.orchestrator.getRun({ runId, withEvidenceSet: true })).evidenceSet;
  }

  /** Drives the small case to a stage and phase; `FINALISED` behind the last stage. */
  async park(docUid: string, state: OrchestratorState, phase: StagePhase, finalise = false): Promise<this> {
    await this.pin(`vault:${docUid}`);
    for (const each of stages) {
      if (each === state && phase === StagePhase.OPEN) return this;
      await this.propose(await proposalFor(each, { driver: this, docUid }));
      if (each === state && phase === StagePhase.PROPOSED) return this;
      await this.confirmAll();
      if (each === state && !finalise) return this;
      await this.advance();
    }
    return this;
  }

  /** The person of these runs lets words of claims go that the draft does not say, and leaves open what nobody answered. */
  async #settle(): Promise<void> {
    const { missingInputs, state } = this.context;
    if (state !== OrchestratorState.DRAFT) return;
    const letGo = lettingGo(missingInputs, await this.current("skeleton", MessageSkeletonSchema));
    const left = leavingOpen(missingInputs, AssertionAnswer.LEFT_OPEN);
    if (letGo.length + left.length > 0)
      await this.propose(create(StageProposalSchema, { proposal: { case: "draftText", value: { letGo, left } } }));
  }

  #took({ runContext }: { runContext?: RunContext | undefined }): RunContext {
    this.context = present(runContext);
    return this.context;
  }
}

/** A fresh idempotency key. */
export const key = (): string => crypto.randomUUID();

const present = (context: RunContext | undefined): RunContext => {
  if (context === undefined) throw new Error("an answer without a run context");
  return context;
};
