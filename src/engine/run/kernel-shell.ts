import { create } from "@bufbuild/protobuf";
import { type Principal, Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { AllowedTool, RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../../error.ts";
import type { ModelProvider } from "../../model/provider.ts";
import { type Steps, underOwnRules } from "../../run/decide.ts";
import type { DecisionInput, DraftCheck, Material } from "../../run/kernel.ts";
import { type Rules, rulesWith } from "../../run/rules.ts";
import { runContext } from "../../run/run-context.ts";
import { sha256, sha256Hex } from "../../sha256.ts";
import type { IdempotencyChange, RecordChange, Store } from "../../store/store.ts";
import { builtInCatalogue, type ToolCatalogue } from "../../tool/catalogue.ts";
import { allowedTools } from "../../tool/policy.ts";
import { ArtifactReader } from "./artifact-reader.ts";
import { KeyedLock } from "./keyed-lock.ts";
import { loadMaterial, titleOf } from "./material.ts";
import type { Clock, EvidenceDirectory, Ids, RandomBytes, ToolExecutor } from "./ports.ts";
import { type ReceiptParts, receiptMint } from "./receipt-mint.ts";
import { type LoadedRun, RunStore, versionOf } from "./run-store.ts";
import { TurnProgressBoard } from "./turn-progress.ts";

/** Everything the engine is made of; handed in by the composition root. */
export interface EngineParts {
  readonly store: Store;
  /** The configured user, who owns every run until authentication exists. */
  readonly owner: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly randomBytes: RandomBytes;
  readonly tools: ToolExecutor;
  /** The tools there are. Default: the built-in ones. */
  readonly catalogue?: ToolCatalogue;
  readonly directory: EvidenceDirectory;
  readonly providers: ReadonlyMap<string, ModelProvider>;
  readonly profiles: readonly WorkflowProfile[];
  readonly checkDraft: DraftCheck;
  /** SHA-256 of the register of law names that citations are read with, 64 hex. Default: empty, there is none. */
  readonly registerDigest?: string;
  /** What receipts of tool calls are signed with. */
  readonly receipts: ReceiptParts;
}

/** What a step of the shell adds to the decision it commits. */
export interface CommitExtras {
  readonly idempotency?: IdempotencyChange;
  readonly records?: readonly RecordChange[];
}

/** The shell around the kernel: load, decide, commit. One writer per run at a time. */
export class KernelShell {
  readonly parts: EngineParts;
  readonly reader: ArtifactReader;
  readonly runs: RunStore;
  readonly progress = new TurnProgressBoard();
  /** The configured user as a principal. */
  readonly user: Principal;
  /** The kernel as a principal: what nobody asked for. */
  readonly kernel: Principal = create(PrincipalSchema, { kind: Principal_Kind.KERNEL, name: "kernel" });
  readonly #lock = new KeyedLock();
  /** Allowed tools by stage and opt-in, as long as the executor offers these same tools. */
  #allowed: { readonly tools: readonly string[]; readonly byPlace: Map<string, readonly AllowedTool[]> };

  constructor(parts: EngineParts) {
    this.parts = parts;
    this.user = create(PrincipalSchema, { kind: Principal_Kind.USER, name: parts.owner, asserted: true });
    this.#allowed = { tools: parts.tools.tools, byPlace: new Map() };
    this.reader = new ArtifactReader(parts.store, parts.owner);
    this.runs = new RunStore(parts.store, parts.owner, this.reader);
  }

  /** The tools there are. */
  get catalogue(): ToolCatalogue {
    return this.parts.catalogue ?? builtInCatalogue;
  }

  /** The rules this program decides by. */
  get rules(): Rules {
    return rulesWith(this.parts.registerDigest ?? "");
  }

  /** Names of the tools that can be run: here, or by a client. */
  get availableTools(): readonly string[] {
    return this.catalogue.available(this.parts.tools.tools);
  }

  nowIso(): string {
    return new Date(this.parts.clock.now()).toISOString();
  }

  /** Runs `work` alone among the writers of this run. */
  exclusively<T>(runId: string, work: () => Promise<T>): Promise<T> {
    return this.#lock.run(runId, work);
  }

  /** What a decision on this run starts from. */
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

  /** Commits what was decided; `extras` may look at the run as it will be. Gives the run as it then is. */
  async commit(before: LoadedRun, steps: Steps, extras?: (after: LoadedRun) => CommitExtras): Promise<LoadedRun> {
    const { events, artifacts, snapshot } = steps.decision;
    const after = this.runs.preview(before, snapshot, events);
    await this.runs.commit(before, after, { events, artifacts, ...extras?.(after) });
    this.progress.committed(snapshot.runId, steps.decision);
    return after;
  }

  /** Loads, decides and commits in one go, alone on the run: a step of a turn or of a tool run. */
  step(runId: string, actor: Principal, decide: (input: DecisionInput) => Steps | Promise<Steps>): Promise<LoadedRun> {
    return this.exclusively(runId, async () => {
      const before = await this.runs.load(runId);
      return this.commit(before, await decide(await this.input(before, actor)));
    });
  }

  /** The run as clients see it. */
  async context(run: LoadedRun): Promise<RunContext> {
    const title = await this.titleOf(run);
    return this.contextFor(run, { profile: await this.profileOf(run), title });
  }

  contextFor({ snapshot, head }: LoadedRun, { profile, title = "" }: Pick<Material, "profile" | "title">): RunContext {
    const ended = snapshot.lifecycle === RunLifecycle.FINALISED || snapshot.state === OrchestratorState.UNSPECIFIED;
    return runContext(snapshot, versionOf(head), ended ? [] : this.#allowedTools(snapshot.state, profile), title);
  }

  /** The run's title; empty where it has none. */
  titleOf({ snapshot }: Pick<LoadedRun, "snapshot">): Promise<string> {
    return titleOf(this.reader, snapshot);
  }

  /** The policy's answer for a stage, asked once: it depends on what the server was started with and on the profile. */
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

/** Refuses a caller who saw another version of the run; empty means "any" where the request allows that. */
export const refuseStale = (run: LoadedRun, expected: string): void => {
  const current = versionOf(run.head);
  if (expected === "" || expected === current) return;
  throw new DomainError(
    "RUN_VERSION_STALE",
    `Run ${run.snapshot.runId} is at version ${current}, not at ${expected}: read it and decide again.`,
    { run_id: run.snapshot.runId, current_version: current, expected_version: expected },
  );
};

/** SHA-256 of text parts that cannot be confused with one another, 64 hex. */
export const digestOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const framed = parts.flatMap((part) =>
    typeof part === "string"
      ? [Buffer.from(`${Buffer.byteLength(part)}:${part}`)]
      : [Buffer.from(`${part.length}:`), part],
  );
  return sha256Hex(framed.length === 1 && framed[0] ? framed[0] : Buffer.concat(framed));
};
