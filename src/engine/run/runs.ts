import { create } from "@bufbuild/protobuf";
import { forgetTexts } from "#kit/by-text.ts";
import { type Principal, Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { EvidenceSet } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { AllowedTool, RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { NameRegister } from "../../citation/name-register.ts";
import type { ModelProvider } from "../../model/provider.ts";
import type { SentenceJudge } from "../../model/sentence-judge.ts";
import type { SideModel } from "../../model/side-model.ts";
import { type Decision, underOwnRules } from "../../run/decide.ts";
import { emptySnapshot } from "../../run/fold.ts";
import type { DecisionInput, DraftCheck, Material } from "../../run/kernel.ts";
import { evidenceIn } from "../../run/name-evidence.ts";
import { type Rules, rulesWith } from "../../run/rules.ts";
import { runContext, type ShownMaterial } from "../../run/run-context.ts";
import { sha256 } from "../../sha256.ts";
import { emptyHead, type Store } from "../../store/store.ts";
import { builtInCatalogue, type ToolCatalogue } from "../../tool/catalogue.ts";
import type { LeavingWords } from "../../tool/leaving-words.ts";
import { allowedTools } from "../../tool/policy.ts";
import { ArtifactReader } from "./artifact-reader.ts";
import { type EngineInstance, Leases } from "./leases.ts";
import { loadMaterial, titleOf } from "./material.ts";
import { NamedDigests } from "./named-digests.ts";
import { Packing } from "./packing.ts";
import type {
  CheckAct,
  Clock,
  EvidenceDirectory,
  Ids,
  LawVocabularySource,
  Quota,
  RandomBytes,
  Sight,
  ToolExecutor,
  Traced,
} from "./ports.ts";
import { principalOf } from "./principal-of.ts";
import { type ReceiptParts, receiptMint } from "./receipt-mint.ts";
import { Replicas } from "./replicas.ts";
import { RecordedArtifacts } from "./run-artifacts.ts";
import { RunIndex, type Told } from "./run-index.ts";
import { type LoadedRun, type RunChanges, RunStore, versionOf, type Wake } from "./run-store.ts";
import { RunUsage } from "./run-usage.ts";
import { TurnProgressBoard } from "./turn-progress.ts";
import { type Decide, RunWriter, type WriteOptions } from "./write.ts";

/** The parts of the engine, handed in by the composition root. */
export interface EngineParts {
  readonly store: Store;
  /** The tenant of the installation: every key of the store and every hash begins with it, no matter which person acts. */
  readonly owner: string;
  /** The configured user, who counts as the acting person until callers are authenticated. */
  readonly user: string;
  /** The person who signed in for the call that is worked for. Default: nobody signs in. */
  readonly signedIn?: () => { readonly subject: string; readonly issuer: string } | undefined;
  /** What whoever a call is worked for may see. Default: everything. */
  readonly sight?: Sight;
  /** What bounds hold. Default: none. */
  readonly quota?: Quota;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly randomBytes: RandomBytes;
  readonly tools: ToolExecutor;
  /** Catalogue of the existing tools. Default: the built-in tools. */
  readonly catalogue?: ToolCatalogue;
  readonly directory: EvidenceDirectory;
  readonly providers: ReadonlyMap<string, ModelProvider>;
  /** Who reads drafts a second time. Default: nobody. */
  readonly judge?: SentenceJudge;
  /** Who orders passages that may serve slots. Default: nobody. */
  readonly ranker?: SideModel;
  readonly profiles: readonly WorkflowProfile[];
  readonly checkDraft: DraftCheck;
  /** SHA-256 of the register of law names that citations are read with, 64 hex. Default: empty, which means no register. */
  readonly registerDigest?: string;
  /** That register: its names are nobody's secret. Default: none. */
  readonly register?: NameRegister;
  /** What a LawBot of another machine publishes, for runs whose profile names one. Default: nothing. */
  readonly vocabulary?: LawVocabularySource;
  /** Which words a person is asked about before they leave for such a LawBot. Default: none. */
  readonly leavingWords?: LeavingWords;
  /** Signer of the receipts of tool calls, with the server version that they state. */
  readonly receipts: ReceiptParts;
  /** Why a signature is not taken as this person's of this act; undefined: it is. Default: nobody's key is known. */
  readonly checkAct?: CheckAct;
  /** Told when a list was damaged and made again from the journal: a sentence for the log. */
  readonly onMended?: Told;
  /** Draws what is decided within each write. Absent: nothing is drawn. */
  readonly traced?: Traced | undefined;
  /** Identity that tells this engine from others over the same store. Absent: no other engine exists, and nothing runs by itself. */
  readonly instance?: EngineInstance;
}

/** The run in which something is recorded, and the principal on whose behalf it is recorded. */
export interface RunActor extends Pick<WriteOptions, "as" | "fence" | "release"> {
  readonly runId: string;
}

/** The runs of a tenant, around the kernel: load, decide, commit. One writer per run at a time. */
export class Runs {
  readonly parts: EngineParts;
  readonly reader: ArtifactReader;
  readonly index: RunIndex;
  /** Packs runs that are finalised. */
  readonly packing: Packing;
  /** Artifacts that each run recorded, and the artifacts they were made from. */
  readonly recorded: RecordedArtifacts;
  /** The digests that events name. */
  readonly named: NamedDigests;
  /** What was used in each run. */
  readonly usage: RunUsage;
  readonly progress = new TurnProgressBoard();
  readonly leases: Leases;
  /** Other servers over the same store. */
  readonly replicas: Replicas;
  /** The kernel as a principal, for changes that no person asked for. */
  readonly kernel: Principal = create(PrincipalSchema, { kind: Principal_Kind.KERNEL, name: "kernel" });
  /** The register of law names. */
  readonly register: NameRegister;
  readonly #store: RunStore;
  readonly #writer: RunWriter;
  /** Allowed tools by stage and opt-in, as long as the executor offers these same tools. */
  #allowed: { readonly tools: readonly string[]; readonly byPlace: Map<string, readonly AllowedTool[]> };

  constructor(parts: EngineParts) {
    this.parts = parts;
    this.register = parts.register ?? new NameRegister([], "");
    this.#allowed = { tools: parts.tools.tools, byPlace: new Map() };
    this.named = new NamedDigests(parts.store, parts.owner);
    this.reader = new ArtifactReader(parts.store, parts.owner, (digest) => this.named.has(digest));
    this.leases = new Leases(parts.store, parts.owner, parts.instance ?? { holder: "alone" });
    this.replicas = new Replicas(parts.store, parts.owner, parts.instance !== undefined);
    this.packing = new Packing(parts.store, parts.owner, this.leases);
    this.usage = new RunUsage(parts.store, parts.owner, this.reader);
    this.#store = new RunStore(parts.store, parts.owner, this.reader, {
      ahead: (runId, before, changes) => this.usage.ahead(runId, before, changes),
      finalised: (runId) => this.packing.begin(runId),
      committed: (runId, events) => this.recorded.take(runId, events),
    });
    this.index = new RunIndex(parts.store, parts.owner, parts.onMended);
    this.recorded = new RecordedArtifacts(this.#store, this.index, parts.sight);
    this.#writer = new RunWriter(this.#store, this.progress, (run, actor) => this.input(run, actor), parts.traced);
  }

  /** The person for whom something is done: who signed in for this call, or else the configured user. */
  get user(): Principal {
    return principalOf(this.parts.signedIn?.(), this.parts.user);
  }

  /** Catalogue of the existing tools. */
  get catalogue(): ToolCatalogue {
    return this.parts.catalogue ?? builtInCatalogue;
  }

  /** The rules this program decides by. */
  get rules(): Rules {
    return rulesWith(this.parts.registerDigest ?? "");
  }

  /** Names of the tools that this server or a client can run. */
  get availableTools(): readonly string[] {
    return this.catalogue.available(this.parts.tools.tools);
  }

  nowIso(): string {
    return new Date(this.parts.clock.now()).toISOString();
  }

  /** Loads the run as it stands in the store, no matter which process wrote to it last. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  load(runId: string): Promise<LoadedRun> {
    return this.#store.load(runId);
  }

  /** Loads the run as of its event `seq`, or of the last where it has fewer. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  at(runId: string, seq: number): Promise<LoadedRun> {
    return this.#store.at(runId, seq);
  }

  /** Whether events name an artifact that the store has no more; nothing is lost of what whoever asks may not see. */
  async isLost(digest: string): Promise<boolean> {
    return (await this.parts.sight?.runs()) === undefined && (await this.named.has(digest));
  }

  /** Events of a run from `fromSeq`, decoded. */
  events(runId: string, fromSeq: number, limit: number): ReturnType<RunStore["events"]> {
    return this.#store.events(runId, fromSeq, limit);
  }

  /** Calls `wake` after each commit to the run until the returned function is called. */
  onCommit(runId: string, wake: Wake): () => void {
    return this.#store.onCommit(runId, wake);
  }

  /** Commits changes that were decided elsewhere, exactly as recorded: for events that a replay cannot derive. */
  adopt(before: LoadedRun, changes: RunChanges): Promise<LoadedRun> {
    return this.#store.commit(before, changes);
  }

  /** Gathers the input from which a decision on this run starts. */
  async input(run: LoadedRun, actor: Principal): Promise<DecisionInput> {
    const material = await loadMaterial(this.reader, run.snapshot);
    return underOwnRules({
      snapshot: run.snapshot,
      material,
      sha256,
      checkDraft: this.parts.checkDraft,
      rules: this.rules,
      nowIso: this.nowIso(),
      actor,
      receipt: await receiptMint(this.parts, run),
    });
  }

  /** Writes to a run through RunWriter, the only way to do so. */
  write<A>(runId: string, options: WriteOptions, decide: Decide<A>): Promise<A> {
    return this.#writer.write(runId, options, decide);
  }

  /** Does what no writer of this process may come in between of, to this run. */
  alone<T>(runId: string, work: () => Promise<T>): Promise<T> {
    return this.#writer.alone(runId, work);
  }

  /** Lets go of everything in memory of runs that were erased. */
  forget(runIds: readonly string[]): void {
    this.reader.forget();
    forgetTexts();
    for (const runId of runIds) {
      this.recorded.forget(runId);
      this.usage.forget(runId);
      this.#store.forget(runId);
    }
  }

  /** Writes the beginning of a run that does not exist yet, under this profile. */
  async begin<A>(shown: Pick<Material, "profile" | "title">, { as, key }: WriteOptions, decide: Decide<A>): Promise<A> {
    const before: LoadedRun = { snapshot: emptySnapshot(), head: emptyHead };
    const { checkDraft } = this.parts;
    const { rules } = this;
    const known = { snapshot: before.snapshot, material: { ...shown, proposals: {} }, sha256, checkDraft, rules };
    const written = await decide({ ...known, nowIso: this.nowIso(), actor: as }, before);
    return this.#writer.commit(before, written, key ? { key } : {});
  }

  /** Writes one step of a turn or of a tool run, regardless of the other content of the run; returns the run after the step. */
  step(run: RunActor, decide: (input: DecisionInput) => Decision | Promise<Decision>): Promise<LoadedRun> {
    return this.write(run.runId, run, async (input) => ({ decision: await decide(input), answer: (after) => after }));
  }

  /** The run as clients see it. */
  async context(run: LoadedRun): Promise<RunContext> {
    const title = await this.titleOf(run);
    return this.contextFor(run, { profile: await this.profileOf(run), title, ...(await this.shownOf(run)) });
  }

  contextFor(
    { snapshot, head }: LoadedRun,
    { profile, title = "", ...shown }: Pick<Material, "profile" | "title"> & ShownMaterial,
  ): RunContext {
    const ended = snapshot.lifecycle === RunLifecycle.FINALISED || snapshot.state === OrchestratorState.UNSPECIFIED;
    const tools = ended ? [] : this.#allowedTools(snapshot.state, profile);
    return runContext(snapshot, versionOf(head), tools, title, { ...shown, profile });
  }

  /** What says how far the letter is answered and who speaks where; nothing where neither is asked. */
  shownOf({ snapshot }: Pick<LoadedRun, "snapshot">): Promise<ShownMaterial> {
    const speaks =
      snapshot.state === OrchestratorState.EVIDENCE_BINDING || snapshot.state === OrchestratorState.SPAN_RESOLUTION;
    return snapshot.answeredText || speaks ? loadMaterial(this.reader, snapshot) : Promise.resolve({});
  }

  /** The run's title; empty where it has none. */
  titleOf({ snapshot }: Pick<LoadedRun, "snapshot">): Promise<string> {
    return titleOf(this.reader, snapshot);
  }

  /** The evidence of the run as it stands; empty where nothing was found or pinned. Errors: DATA_LOSS. */
  async evidenceOf({ snapshot }: Pick<LoadedRun, "snapshot">): Promise<EvidenceSet> {
    return evidenceIn(await this.reader.evidence.of(snapshot));
  }

  /** The tools allowed in a stage. Asked once: the answer depends on start options and profile alone. */
  #allowedTools(state: OrchestratorState, { caseLaw }: WorkflowProfile): readonly AllowedTool[] {
    const { tools } = this.parts.tools;
    if (this.#allowed.tools !== tools) this.#allowed = { tools, byPlace: new Map() };
    const place = `${state}/${caseLaw}`;
    const known =
      this.#allowed.byPlace.get(place) ?? allowedTools(state, { caseLaw }, this.availableTools, this.catalogue);
    this.#allowed.byPlace.set(place, known);
    return known;
  }

  async profileOf({ snapshot }: LoadedRun): Promise<WorkflowProfile> {
    if (!snapshot.profile) throw new Error("a run without a profile");
    return this.reader.read(WorkflowProfileSchema, snapshot.profile);
  }
}
