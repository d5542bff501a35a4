import { create } from "@bufbuild/protobuf";
import { digestOf } from "#kit/digest.ts";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type CitationLedger,
  type CitationLedgerProposal,
  CitationLedgerSchema,
  type LedgerEntry,
  LedgerEntrySchema,
} from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type ItemState, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind, type SpanRef, SpanResolution_OutcomeSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { SpansOutput } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { worded } from "../../messages/said.ts";
import { isSettled } from "../../span/settled.ts";
import { withChosenWords } from "../choices.ts";
import { contentFingerprint } from "../fingerprint.ts";
import { stageRecord } from "../fold.ts";
import { entryItem, entryParts, withSeen } from "../items.ts";
import { keptWith } from "../kept.ts";
import { auditMeta, type DecisionInput, replaces } from "../kernel.ts";
import { entryLooks } from "../looks/in-stage.ts";
import { confirmedItems } from "../missing-inputs.ts";
import { invalidProposal, refusedProposal } from "../refusals.ts";
import { steadyInput } from "../steady-input.ts";
import { adverseTo, againstClaimsOf } from "./adverse.ts";
import { type Candidate, itemsMax, refuseManyLooks } from "./candidate.ts";
import { keepsBeside } from "./merge.ts";

/** A recorded result of get_spans, with the reference it is stored under. */
export interface RecordedSpans {
  readonly ref: ArtifactRef;
  readonly output: SpansOutput;
}

/** Recorded get_spans results by tool result id, as far as a proposal names them. */
export type RecordedSpansById = ReadonlyMap<string, RecordedSpans>;

/**
 * The ledger a proposal comes to. Spans come from recorded tool results and are checked again here; entries for places,
 * absences and statements are made from the bindings. Bindings that are not named keep the confirmed entries they have, and
 * under `merge` all but rejected ones; a model takes none of them away, and puts nothing forward where a person pointed at words.
 */
export const ledgerCandidate = (
  input: DecisionInput,
  proposal: CitationLedgerProposal,
  recorded: RecordedSpansById,
  merge = false,
): Candidate<typeof CitationLedgerSchema> => {
  const bindings = new Map((input.material.needMap?.bindings ?? []).map((b) => [b.bindingId, b]));
  const made = proposal.spans.flatMap((span, at) => {
    const binding = bindings.get(span.bindingId);
    const path = `spans[${at}]`;
    if (!binding)
      throw invalidProposal(`${path}.binding_id`, "error.there-is-no-confirmed-binding", { bindingId: span.bindingId });
    if (binding.slotKind !== SlotKind.QUOTE)
      throw invalidProposal(`${path}.binding_id`, "error.needs-no-quote-the-kernel-makes-its-entry", {
        bindingId: span.bindingId,
      });
    if (span.span.case !== "resolved")
      throw invalidProposal(`${path}.locator`, "error.a-locator-must-be-resolved-by-its-source");
    const { toolResultId, answerIndex, spanIndex } = span.span.value;
    const result = recorded.get(toolResultId);
    if (!result)
      throw invalidProposal(`${path}.tool_result_id`, "error.is-no-recorded-result-of-get-spans-in-this", {
        toolResultId,
      });
    const spans = resolvedSpans(result.output, { answerIndex, spanIndex, toolResultId, path });
    return spans.map((one) => {
      const entry = quoteEntry(input, binding, one, toolResultId, result.ref, path);
      const former = input.material.proposals.ledger?.entries.find(({ entryId }) => entryId === entry.entryId);
      return create(LedgerEntrySchema, {
        ...entry,
        adverseClaimIds: adverseTo(input, span.adverseClaimIds, former, path),
      });
    });
  });
  const named = new Set(replaces(input) ? made.map((entry) => entry.bindingId) : []);
  // What the kernel adds stands beside everything that is put forward already.
  const addsOnly = input.actor.kind === Principal_Kind.KERNEL;
  const keeps = keepsBeside(input, OrchestratorState.SPAN_RESOLUTION, merge || addsOnly);
  const pointed = pointedEntries(input);
  const pointedAt = new Set(pointed.map(({ bindingId }) => bindingId));
  const kept = (input.material.proposals.ledger?.entries ?? []).filter(
    (entry) => !named.has(entry.bindingId) && (keeps(entry.entryId) || pointed.includes(entry)),
  );
  return ledgerOf(input, [...kept, ...made.filter(({ bindingId }) => !pointedAt.has(bindingId))]);
};

/** Entries under review whose words a person pointed at and nobody rejected: to a model they are settled. */
const pointedEntries = (input: DecisionInput): LedgerEntry[] => {
  if (input.actor.kind !== Principal_Kind.MODEL) return [];
  const chosen = withChosenWords(input);
  const bindings = new Map((input.material.needMap?.bindings ?? []).map((one) => [one.bindingId, chosen(one)]));
  const stands = keepsBeside(input, OrchestratorState.SPAN_RESOLUTION, true);
  return (input.material.proposals.ledger?.entries ?? []).filter(
    ({ entryId, bindingId }) => stands(entryId) && bindings.get(bindingId)?.locatedBy?.kind === Principal_Kind.USER,
  );
};

/** The former entries under today's bindings, put forward again on the way on; those whose binding is gone are left out. */
export const ledgerAgain = (input: DecisionInput, former: CitationLedger | undefined) =>
  ledgerOf(
    input,
    (former?.entries ?? []).map((entry) => againstClaimsOf(input, entry)),
  );

const ledgerOf = (input: DecisionInput, entries: readonly LedgerEntry[]): Candidate<typeof CitationLedgerSchema> => {
  const bindings = input.material.needMap?.bindings ?? [];
  const order = new Map(bindings.map((binding, at) => [binding.bindingId, at]));
  const lawDates = new Map(bindings.map(({ bindingId, lawDate }) => [bindingId, lawDate]));
  // A quote of the law as it is read by another day is resolved anew: its source says for each day whether it is in force.
  const all = [...entries, ...bindings.flatMap((binding) => kernelEntry(input, binding))].filter(
    (entry) => lawDates.get(entry.bindingId) === entry.lawDate,
  );
  const unique = [...new Map(all.map((entry) => [entry.entryId, entry])).values()];
  const sorted = unique.toSorted(
    (a, b) =>
      (order.get(a.bindingId) ?? 0) - (order.get(b.bindingId) ?? 0) ||
      (a.span?.startChar ?? 0) - (b.span?.startChar ?? 0),
  );
  const needMap = stageRecord(input.snapshot, OrchestratorState.EVIDENCE_BINDING)?.accepted;
  const message = create(CitationLedgerSchema, {
    meta: auditMeta(input, "citation_ledger", [needMap]),
    ...(needMap ? { needMap } : {}),
    entries: sorted,
  });
  return ledgerStored(input, message);
};

/** Who confirms quotes has them as they were read when they were put forward. */
const looksOn = keptWith((message: CitationLedger, input: DecisionInput) => entryLooks(input, message.entries));
const steady = steadyInput([OrchestratorState.EVIDENCE_BINDING]);

/** The candidate of a ledger that is stored already. */
export const ledgerStored = (input: DecisionInput, message: CitationLedger): Candidate<typeof CitationLedgerSchema> => {
  const bindings = bindingItems(input);
  const looks = looksOn(message, steady(message, input));
  const items = message.entries.flatMap((entry) => {
    const binding = bindings.get(entry.bindingId);
    return binding
      ? [withSeen(entryItem(entry, input.sha256, binding), input.sha256, { looks: looks.get(entry.entryId) ?? [] })]
      : [];
  });
  refuseManyLooks("spans", items);
  if (items.length > itemsMax)
    throw invalidProposal("spans", "error.quotes-are-too-many-at-most-fit-one-memo", {
      itemsCount: items.length,
      itemsMax,
    });
  return {
    state: OrchestratorState.SPAN_RESOLUTION,
    schema: CitationLedgerSchema,
    message,
    items,
    parents: [message.needMap, ...uniqueRefs(message.entries)],
    keep: (keeps) =>
      create(CitationLedgerSchema, { ...message, entries: message.entries.filter((e) => keeps(e.entryId)) }),
  };
};

/** The confirmed bindings as items, by id: as they were confirmed, since that is what entries rest on. */
const bindingItems = (input: DecisionInput): Map<string, ItemState> => {
  const confirmed = confirmedItems(input.snapshot, OrchestratorState.EVIDENCE_BINDING);
  return new Map(confirmed.map((item) => [item.itemId, item]));
};

const uniqueRefs = (entries: readonly LedgerEntry[]): ArtifactRef[] => [
  ...new Map(entries.flatMap((e) => (e.toolResult ? [[e.toolResult.digest, e.toolResult] as const] : []))).values(),
];

/** A span of a recorded answer, and the proposal's path to it. */
interface NamedSpan {
  readonly answerIndex: number;
  readonly spanIndex: number;
  readonly toolResultId: string;
  readonly path: string;
}

const resolvedSpans = (output: SpansOutput, named: NamedSpan): SpanRef[] => {
  const { answerIndex, spanIndex: span, toolResultId, path } = named;
  const resolution = output.answers[answerIndex]?.resolution;
  if (!resolution || !isSettled(resolution.outcome)) {
    const outcome = resolution && SpanResolution_OutcomeSchema.value[resolution.outcome]?.localName;
    const facts = { tool_result_id: toolResultId, answer_index: String(answerIndex), ...(outcome ? { outcome } : {}) };
    throw refusedProposal(
      `${path}.answer_index`,
      worded("error.that-answer-is-only-exact-and-normalised-can", { outcome: outcome ?? "no resolved quote" }),
      facts,
    );
  }
  // A quote with an elision is several spans: naming the first takes them all, in order.
  const spans = span === 0 ? resolution.spans : resolution.spans.slice(span, span + 1);
  if (spans.length === 0) throw invalidProposal(`${path}.span_index`, "error.that-answer-has-no-span", { span });
  return spans;
};

const quoteEntry = (
  input: DecisionInput,
  binding: Binding,
  span: SpanRef,
  toolResultId: string,
  toolResult: ArtifactRef,
  path: string,
): LedgerEntry => {
  const problem = spanProblem(input, binding, span);
  if (problem) throw refusedProposal(path, problem);
  const entry = entryOf(input, binding, { span });
  return create(LedgerEntrySchema, { ...entry, toolResultId, toolResult });
};

/** The fault of a span for this binding, or undefined. The excerpt's own hash is computed here, not believed. */
const spanProblem = (input: DecisionInput, binding: Binding, span: SpanRef): string | undefined => {
  const evidence = binding.evidence?.evidence;
  if (evidence?.case !== "document" && evidence?.case !== "law") return `${binding.bindingId} holds nothing to quote.`;
  if (digestOf(new TextEncoder().encode(span.excerpt), input.sha256) !== span.excerptSha256)
    return "The span's excerpt does not have the hash it claims.";
  if (span.matchKind === MatchKind.UNSPECIFIED) return "The span does not say how the quote met the source.";
  if ([...span.excerpt].length !== span.endChar - span.startChar)
    return "The span's excerpt has not the length it claims.";
  if (!isOfDocument(evidence.value.evidenceId, span.docUid))
    return `The span is of another document than ${binding.bindingId} is bound to.`;
  if (
    evidence.value.sourceDigest !== "" &&
    evidence.value.sourceDigest !== span.sourceDigest &&
    !saidBefore(input, binding).some((before) => correctsOnly(span, before))
  )
    return "The span is of another version of the text than the binding.";
  if (evidence.case === "law" && evidence.value.unitPath !== "" && !inUnit(span.unitPath, evidence.value.unitPath))
    return `The span stands in ${span.address || span.unitPath}, the binding is to ${evidence.value.address}.`;
  if (binding.lawDate !== "" && span.validity?.on !== binding.lawDate)
    return `The span was read by the law of ${span.validity?.on || "no day"}, its claim is read by that of ${binding.lawDate}: ask for the words again with in_force_on ${binding.lawDate}.`;
  return undefined;
};

/** Words that stand for a binding already: what somebody pointed at, and what is under review or confirmed. */
const saidBefore = (input: DecisionInput, { bindingId, locator }: Binding): string[] => {
  const entries = [input.material.proposals.ledger, input.material.ledger].flatMap((ledger) => ledger?.entries ?? []);
  const quoted = entries.flatMap((entry) => (entry.bindingId === bindingId ? (entry.span?.excerpt ?? []) : []));
  return [...quoted, ...(locator?.exactQuote ? [locator.exactQuote] : [])];
};

/**
 * Whether a span is what was quoted before, but for the words that a person set in place of what a machine had read: what is left of it
 * stands in those words, in order, from their beginning to their end. Such a text is no other version of the paper.
 */
const correctsOnly = ({ excerpt, startChar, corrected }: SpanRef, before: string): boolean => {
  const characters = [...excerpt];
  const ends = [...corrected.map((one) => one.startChar - startChar), characters.length];
  const starts = [0, ...corrected.map((one) => one.endChar - startChar)];
  const left = starts.map((start, i) => characters.slice(start, ends[i]).join(""));
  if (corrected.length === 0 || !/[\p{L}\p{N}]/u.test(left.join(""))) return false;
  const last = left.at(-1) ?? "";
  let at = 0;
  for (const [i, piece] of left.slice(0, -1).entries()) {
    const found = before.indexOf(piece, at);
    if (found < 0 || (i === 0 && found > 0)) return false;
    at = found + piece.length;
  }
  return before.length - last.length >= at && before.endsWith(last);
};

/** `vault:<doc_uid>`, `law:<doc_uid>` or `law:<doc_uid>#<path>`. */
const isOfDocument = (evidenceId: string, docUid: string): boolean => {
  const id = evidenceId.slice(evidenceId.indexOf(":") + 1);
  return docUid !== "" && (id === docUid || id.startsWith(`${docUid}#`));
};

const inUnit = (path: string, unit: string): boolean => path === unit || path.startsWith(`${unit}/`);

/** Entries that need no quote: a place, a search with its scope, a statement. */
const kernelEntry = (input: DecisionInput, binding: Binding): LedgerEntry[] => {
  const evidence = binding.evidence?.evidence;
  if (binding.slotKind === SlotKind.QUOTE || !evidence?.case) return [];
  const address = addressOf(evidence);
  if (address === undefined) return [];
  const [toolResultId = ""] = binding.toolResultIds;
  const [toolResult] = binding.toolResults;
  const entry = entryOf(input, binding, { address });
  return [create(LedgerEntrySchema, { ...entry, toolResultId, ...(toolResult ? { toolResult } : {}) })];
};

type Evidence = NonNullable<Binding["evidence"]>["evidence"];

/** The address of what needs no quote; undefined for a place without one. */
const addressOf = (evidence: Evidence): string | undefined => {
  switch (evidence.case) {
    case "law":
      return evidence.value.address || evidence.value.unitPath || undefined;
    case "document":
      return evidence.value.location || undefined;
    case "search":
      return evidence.value.scope;
    default:
      return "";
  }
};

const entryOf = (input: DecisionInput, binding: Binding, what: { span?: SpanRef; address?: string }): LedgerEntry => {
  const entry = create(LedgerEntrySchema, {
    bindingId: binding.bindingId,
    slotId: binding.slotId,
    claimId: binding.claimId,
    slotKind: binding.slotKind,
    ...(binding.evidence ? { evidence: binding.evidence } : {}),
    ...(what.span ? { span: what.span } : {}),
    address: what.address ?? what.span?.address ?? "",
    lawDate: binding.lawDate,
  });
  const short = contentFingerprint(input.sha256, [binding.bindingId, ...entryParts(entry)]).slice(0, 16);
  return create(LedgerEntrySchema, { ...entry, entryId: `entry:${binding.slotId.replace("slot:", "")}:${short}` });
};
