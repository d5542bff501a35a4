import { create, type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { Principal_Kind, PrincipalSchema } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type EvidenceCandidate,
  EvidenceEntrySchema,
  EvidenceSearchResultSchema,
  type EvidenceSet,
  EvidenceSetSchema,
} from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot, StageRecord } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftJudgementSchema } from "../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { type AnsweredText, AnsweredTextSchema, LetterReadingSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import {
  BindingProposalSchema,
  EvidenceChoiceSchema,
  EvidenceNeedMapSchema,
} from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { WordsSchema } from "../../gen/pincite/memo/v1/words_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type ItemState } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { type SpanRef, SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { ToolRequestSchema, ToolResultSchema, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { completedProfile } from "../../src/profile/shipped.ts";
import type { RecordedSearch } from "../../src/run/build/absence.ts";
import type { RecordedSpans } from "../../src/run/build/ledger.ts";
import type { ResolvedPlace } from "../../src/run/build/place.ts";
import { underOwnRules } from "../../src/run/decide/adopt-rules.ts";
import { decideChoose } from "../../src/run/decide/choose.ts";
import { type Decided, decideConfirm } from "../../src/run/decide/confirm.ts";
import { decideCreate } from "../../src/run/decide/create.ts";
import { Decision } from "../../src/run/decide/decision.ts";
import { decidePin, refusePin } from "../../src/run/decide/evidence.ts";
import { decideAdvance, decideRewind } from "../../src/run/decide/move.ts";
import { decidePropose } from "../../src/run/decide/propose.ts";
import { decideToolFinished, decideToolRequested, toolStarted } from "../../src/run/decide/tool.ts";
import { emptySnapshot, stageRecord } from "../../src/run/fold.ts";
import { type DecisionInput, type DraftCheck, encodeArtifact, type Material } from "../../src/run/kernel.ts";
import { type Rules, rulesWith } from "../../src/run/rules.ts";
import { sha256 } from "../../src/sha256.ts";
import { examineDraft } from "../support/draft-check.ts";
import { sampleProfile } from "./sample-content.ts";

export const user = create(PrincipalSchema, { kind: Principal_Kind.USER, name: "tester", asserted: true });
export const model = create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: "extractive" });

/** A proposal's content as a test writes it; protobuf fills in the rest. */
export type ProposalInit = Parameters<typeof create<typeof StageProposalSchema>>[1] extends infer I | undefined
  ? NonNullable<NonNullable<I> extends { proposal?: infer P } ? P : never>
  : never;

/**
 * A run in memory, as pure as the kernel: events, artifacts by digest, and the fold so far. What a decision starts from
 * is decoded from the artifacts that the snapshot names, as a server would after a restart; nothing is remembered beside it.
 */
export class TestRun {
  readonly events: RunEvent[] = [];
  readonly artifacts = new Map<string, Uint8Array>();
  readonly spans = new Map<string, RecordedSpans>();
  readonly searches = new Map<string, RecordedSearch>();
  /** What the Vault answered to places, by document and place. */
  readonly places = new Map<string, ResolvedPlace>();
  /** Revision of the strand as it is now. */
  corpusRevision = "revision-1";
  /** Called after each decision with the events it added. */
  observe: (events: readonly RunEvent[]) => void = () => {};
  snapshot: RunSnapshot = emptySnapshot();
  /** The rules of the program that writes; a newer one takes over where they are set anew. */
  rules: Rules = rulesWith("");
  /** Calls of the model's or user's Propose, of tools, and items a person was asked about. */
  readonly count = { proposals: 0, tools: 0, asked: 0 };
  readonly profile: WorkflowProfile;
  readonly #checkDraft: DraftCheck;
  readonly #decoded = new Map<string, unknown>();
  #ids = 0;

  constructor(options: { profile?: WorkflowProfile; locale?: string; checkDraft?: DraftCheck; rules?: Rules } = {}) {
    if (options.rules) this.rules = options.rules;
    this.profile = options.profile ?? sampleProfile();
    this.#checkDraft = options.checkDraft ?? examineDraft;
    const birth = {
      runId: "run-00000000000000000000000001",
      owner: "tester",
      title: "Reactie op de brief",
      strandId: "strand-1",
      locale: options.locale ?? "nl",
      referenceDate: "2025-12-09",
    };
    this.do((input) => decideCreate(input, birth));
  }

  get input(): DecisionInput {
    return this.inputOf(user);
  }

  inputOf(actor: typeof user): DecisionInput {
    const nowIso = new Date(Date.UTC(2026, 0, 1) + this.events.length * 1000).toISOString();
    const { snapshot, material, rules } = this;
    return underOwnRules({ snapshot, material, sha256, checkDraft: this.#checkDraft, rules, nowIso, actor });
  }

  get material(): Material {
    const { snapshot: run } = this;
    const accepted = (state: OrchestratorState) => stageRecord(run, state)?.accepted;
    const proposal = (state: OrchestratorState) => stageRecord(run, state)?.proposal;
    const S = OrchestratorState;
    const intent = this.read(IntentSeedSchema, accepted(S.INTENT_SEED));
    const underReview = run.state === S.INTENT_SEED ? this.read(IntentSeedSchema, proposal(S.INTENT_SEED)) : undefined;
    return {
      profile: completedProfile(this.profile),
      ...present("title", this.read(WordsSchema, run.titleWords)?.text ?? (run.title || undefined)),
      ...present("intent", intent),
      ...present("answeredText", this.read(AnsweredTextSchema, run.answeredText)),
      ...present("letterReading", this.read(LetterReadingSchema, (underReview ?? intent)?.letterReading)),
      ...present("skeleton", this.read(MessageSkeletonSchema, accepted(S.SKELETON))),
      ...present("needs", this.read(EvidenceNeedsSchema, run.needs)),
      ...present("evidenceSet", this.evidenceSet),
      ...present("choices", this.choices),
      ...present("needMap", this.read(EvidenceNeedMapSchema, accepted(S.EVIDENCE_BINDING))),
      ...present("ledger", this.read(CitationLedgerSchema, accepted(S.SPAN_RESOLUTION))),
      ...present("draft", this.read(DraftTextSchema, accepted(S.DRAFT))),
      ...present("judgement", this.read(DraftJudgementSchema, run.judgement)),
      proposals: {
        ...present("intent", underReview),
        ...present("skeleton", this.read(MessageSkeletonSchema, proposal(S.SKELETON))),
        ...present("needMap", this.read(EvidenceNeedMapSchema, proposal(S.EVIDENCE_BINDING))),
        ...present("ledger", this.read(CitationLedgerSchema, proposal(S.SPAN_RESOLUTION))),
        ...present("draft", this.read(DraftTextSchema, proposal(S.DRAFT))),
      },
    };
  }

  private get choices(): Material["choices"] {
    const { choices } = this.snapshot;
    if (choices.length === 0) return undefined;
    return new Map(
      choices.flatMap(({ slotId, choice }) => {
        const { binding } = this.read(EvidenceChoiceSchema, choice) ?? {};
        return binding ? [[slotId, binding] as const] : [];
      }),
    );
  }

  /** Of its entries; a journal of before they were artifacts names the set whole. */
  private get evidenceSet(): EvidenceSet | undefined {
    const { evidenceSet, evidenceEntries } = this.snapshot;
    if (evidenceEntries.length === 0) return this.read(EvidenceSetSchema, evidenceSet);
    return create(EvidenceSetSchema, {
      entries: evidenceEntries.flatMap((entry) => this.read(EvidenceEntrySchema, entry) ?? []),
    });
  }

  read<D extends DescMessage>(schema: D, ref: ArtifactRef | undefined): MessageShape<D> | undefined {
    if (!ref) return undefined;
    const known = this.#decoded.get(ref.digest);
    if (known) return known as MessageShape<D>;
    const bytes = this.artifacts.get(ref.digest);
    if (!bytes) throw new Error(`artifact ${ref.kind} ${ref.digest} was named and never stored`);
    const message = fromBinary(schema, bytes);
    this.#decoded.set(ref.digest, message);
    return message;
  }

  /** Decides and commits. */
  do(decide: (input: DecisionInput) => Decision, actor = user): this {
    const { events, artifacts, snapshot } = decide(this.inputOf(actor)).changes;
    for (const { ref, bytes } of artifacts) this.artifacts.set(ref.digest, bytes);
    this.events.push(...events);
    this.snapshot = snapshot;
    this.observe(events);
    return this;
  }

  propose(proposal: ProposalInit, options: { confirm?: boolean; merge?: boolean; actor?: typeof user } = {}): this {
    this.count.proposals++;
    const message: StageProposal = create(StageProposalSchema, { proposal });
    const recorded = this.#recorded();
    return this.do(
      (input) =>
        decidePropose(input, message, { confirm: options.confirm ?? false, merge: options.merge ?? false, recorded }),
      options.actor,
    );
  }

  /** The record of the current stage. */
  get record(): StageRecord | undefined {
    return stageRecord(this.snapshot, this.snapshot.state);
  }

  get shown(): string {
    return this.record?.proposal?.digest ?? "";
  }

  confirm(decisions: Record<string, ItemDecision>, shown = this.shown): this {
    const beside = new Map(this.record?.items.map(({ itemId, compareDigests }) => [itemId, compareDigests]));
    const decided = Object.entries(decisions).map(([itemId, decision]) => ({
      itemId,
      decision,
      shownDigests: beside.get(itemId) ?? [],
    }));
    const { state } = this.snapshot;
    const intent =
      state === OrchestratorState.INTENT_SEED ? this.read(IntentSeedSchema, this.record?.proposal) : undefined;
    return this.do((input) => decideConfirm(input, shown, decided, intent));
  }

  /** Confirms every item that waits. */
  confirmAll(): this {
    const open = (this.record?.items ?? []).filter((item) => item.decision === ItemDecision.UNSPECIFIED);
    this.count.asked += open.length;
    const isPlain = ({ looks, compareDigests }: ItemState) => looks.length + compareDigests.length === 0;
    const plain = open.filter(isPlain);
    if (plain.length > 0) this.confirm(Object.fromEntries(plain.map((item) => [item.itemId, ItemDecision.CONFIRM])));
    for (const item of open) if (!isPlain(item)) this.confirmLooks(item.itemId);
    return this;
  }

  /** Confirms one item by itself, naming the looks it has. */
  confirmLooks(itemId: string): this {
    const { looks = [], compareDigests = [] } = this.record?.items.find((item) => item.itemId === itemId) ?? {};
    const lookFingerprints = looks.map((look) => look.fingerprint);
    return this.decide([{ itemId, decision: ItemDecision.CONFIRM, lookFingerprints, shownDigests: compareDigests }]);
  }

  /** Decides in one call, as a request would name it. */
  decide(decided: readonly Decided[]): this {
    return this.do((input) => decideConfirm(input, this.shown, decided, undefined));
  }

  advance(): this {
    return this.do((input) => decideAdvance({ ...input, corpusRevision: this.corpusRevision }));
  }

  rewind(to: OrchestratorState): this {
    return this.do((input) => decideRewind(input, to, "to try again"));
  }

  pin(candidate: EvidenceCandidate, slotId = "", note = ""): this {
    return this.do((input) => decidePin(input, { candidate, slotId, note }));
  }

  /** A person chooses a document for a slot, with the sentence where words are given. */
  choose(slotId: string, candidate: EvidenceCandidate, reason = "", exactQuote = ""): this {
    const docUid = candidate.evidenceId.replace(/^vault:/, "");
    const binding = create(BindingProposalSchema, {
      slotId,
      reason,
      evidence: { evidence: { case: "document", value: { evidenceId: candidate.evidenceId } } },
      ...(exactQuote ? { locator: { docUid, exactQuote } } : {}),
    });
    return this.do((input) => decideChoose(input, { slotId, binding, candidate, recorded: this.#recorded() }));
  }

  /** A person takes a choice back. */
  takeBack(slotId: string): this {
    return this.do((input) => decideChoose(input, { slotId, recorded: this.#recorded() }));
  }

  /** Pins a document as the letter that is answered, with its words. */
  pinAnswered(candidate: EvidenceCandidate, answered: AnsweredText): this {
    return this.do((input) => {
      refusePin(input, candidate.evidenceId, true);
      return decidePin(input, { candidate, slotId: "", note: "", answered });
    });
  }

  #recorded() {
    return { searches: this.searches, spans: this.spans, places: this.places };
  }

  nextId(prefix: string): string {
    return `${prefix}:${String(++this.#ids).padStart(26, "0")}`;
  }

  /** A recorded search for a slot that ended with these candidates; gives the id of its result. */
  search(slotId: string, candidates: readonly EvidenceCandidate[], toolName = "vault.search"): string {
    const found = create(EvidenceSearchResultSchema, {
      query: "CANARY-QUERY",
      candidates: [...candidates],
      scope: "strand-1, alle soorten",
      totalCount: candidates.length,
      corpusRevision: this.corpusRevision,
    });
    const output = encodeArtifact(EvidenceSearchResultSchema, found, sha256);
    const result = this.#tool(toolName, slotId, candidates.length > 0 ? "OK" : "EMPTY", output, candidates, true);
    const hits = candidates.map(({ evidenceId }) => evidenceId);
    const { scope, totalCount } = found;
    const corpusRevision = toolName === "vault.search" ? found.corpusRevision : "";
    this.searches.set(result.id, { result, scope, totalCount, hits, corpusRevision, query: "", narrowedBy: [] });
    return result.id;
  }

  /** A recorded get_spans that resolved these spans, one answer each; gives the id of its result. */
  getSpans(
    spans: readonly SpanRef[],
    outcome: SpanResolution_Outcome = SpanResolution_Outcome.EXACT,
    slotId = "",
  ): string {
    const output = create(SpansOutputSchema, {
      answers: spans.map((span) => ({ resolution: { outcome, spans: [span] } })),
    });
    const artifact = encodeArtifact(SpansOutputSchema, output, sha256);
    const result = this.#tool("vault.get_spans", slotId, "OK", artifact, [], false);
    this.spans.set(result.id, { ref: encodeArtifact(ToolResultSchema, result, sha256).ref, output });
    return result.id;
  }

  /** A tool that ran and failed. */
  failingTool(slotId: string): string {
    return this.#tool("vault.search", slotId, "ERROR", undefined, [], true).id;
  }

  #tool(
    toolName: string,
    slotId: string,
    status: "OK" | "EMPTY" | "ERROR",
    output: ReturnType<typeof encodeArtifact> | undefined,
    candidates: readonly EvidenceCandidate[],
    isSearch: boolean,
  ) {
    this.count.tools++;
    const request = create(ToolRequestSchema, {
      id: this.nextId("toolreq"),
      runId: this.snapshot.runId,
      state: this.snapshot.state,
      toolName,
      slotId,
      requestedBy: "user",
      reason: "to find it",
    });
    const requestRef = encodeArtifact(ToolRequestSchema, request, sha256).ref;
    const result = create(ToolResultSchema, {
      id: this.nextId("toolres"),
      requestId: request.id,
      runId: this.snapshot.runId,
      status: ToolResultStatus[status],
      summary: `${candidates.length} found`,
      ...(output ? { outputRef: output.ref } : {}),
    });
    this.do((input) => decideToolRequested(input, request, { mutating: false, parents: [] }));
    this.do((input) => toolStarted(new Decision(input), request.id, 1));
    this.do((input) =>
      decideToolFinished(input, { request, requestRef, result, output, findings: { candidates, isSearch } }),
    );
    return result;
  }
}

const present = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
