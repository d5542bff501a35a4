import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  type EvidenceRef,
  EvidenceRefSchema,
} from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceSlotStatus } from "../../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { BindingProposalSchema } from "../../../../gen/pincite/memo/v1/need_map_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import type { ProposedToolRequest } from "../../../../gen/pincite/model/v1/model_turn_pb.ts";
import { SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanLocatorSchema } from "../../../../gen/pincite/span/v1/span_pb.ts";
import { ToolResultStatus } from "../../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { tools } from "../../../tool/tools.ts";
import { type FinalParts, mayUse, requestsMax, type StageAnswer, toolRequest } from "./answer-parts.ts";
import { statedWords } from "./answered-letter.ts";
import { copy, requestReasons } from "./copy.ts";
import { contraryIn } from "./polarity.ts";
import { cut, localeOf, openEnd, plain, unquoted } from "./prose.ts";
import { locatorOf, rankSentences } from "./quotable-sentences.ts";
import { passagesFor, rankCandidates } from "./ranking.ts";
import { ShownTexts } from "./shown-texts.ts";
import { isLawSlot, needsSource, type SlotView, slotViews } from "./slot-views.ts";
import { soughtText } from "./sought-text.ts";
import { articleNumber, citationsIn, queryOf, searchWords } from "./words.ts";

type LocatorData = MessageInitShape<typeof SpanLocatorSchema>;
type BindingData = MessageInitShape<typeof BindingProposalSchema>;

/** EVIDENCE_BINDING: looks at passages of the best candidates once, then puts one piece of evidence per unbound slot forward. */
export const answerBinding = (context: TurnContext): StageAnswer => {
  const open = slotViews(context).filter((view) => !isBound(context, view));
  const requests = lookUps(context, open);
  return requests.length > 0 ? requests : finalBinding(context, open);
};

const isBound = (context: TurnContext, { slot }: SlotView): boolean =>
  slot.status === EvidenceSlotStatus.SLOT_STATUS_BOUND ||
  (context.needMap?.bindings.some((binding) => binding.slotId === slot.slotId) ?? false);

/** So many candidates of a slot are looked at, those that no slot has shown yet and the very best in any case. */
const [lookedAt, readPerSlot, readAnyway] = [10, 6, 2];
/** Steps over which the slots of a turn are read: what one step shows is bounded. */
const readingSteps = 3;
const slotsPerStepLeast = 4;

/** One look-up for each slot that has none; what one of them shows is not asked for again by the next. */
const lookUps = (context: TurnContext, open: readonly SlotView[]): ProposedToolRequest[] => {
  const perStep = Math.max(slotsPerStepLeast, Math.ceil(open.length / readingSteps));
  const shown = new Set(ShownTexts.of(context).read);
  return open
    .filter((view) => needsSource(view.slot) && view.results.length === 0)
    .slice(0, Math.min(perStep, requestsMax(context)))
    .flatMap((view) => (isLawSlot(view.slot) ? lookUpLaw(context, view) : lookUpDocuments(context, view, shown)));
};

const lookUpDocuments = (context: TurnContext, view: SlotView, shown: Set<string>): ProposedToolRequest[] => {
  const evidenceIds = rankCandidates(context, view)
    .map(({ candidate }) => candidate.evidenceId)
    .filter((id) => id.length <= 256)
    .slice(0, lookedAt)
    .filter((id, at) => at < readAnyway || !shown.has(id))
    .slice(0, readPerSlot);
  if (evidenceIds.length === 0 || !mayUse(context, tools.vaultResolveIds)) return [];
  for (const id of evidenceIds) shown.add(id);
  const query = passageQuery(context, view);
  const reason = requestReasons.resolve[localeOf(context)];
  return [toolRequest(tools.vaultResolveIds, view.slot.slotId, reason, { evidenceIds, query })];
};

/** Words by which passages of a document are chosen for a slot, the goal's last. They stay inside the Vault. */
export const passageQuery = (context: TurnContext, { claim, slot }: SlotView): string =>
  queryOf(
    [
      ...searchWords(claim.claimText, 10),
      ...searchWords(slot.cues.join(" "), 6),
      ...searchWords(context.intent?.goal ?? "", 8),
    ],
    400,
  );

const lookUpLaw = (context: TurnContext, view: SlotView): ProposedToolRequest[] => {
  const slotId = view.slot.slotId;
  const reason = requestReasons.resolve[localeOf(context)];
  const own = citationsIn(view.claim.claimText);
  const citations = (own.length > 0 ? own : view.slot.citations).slice(0, 4).map((one) => cut(one, 300));
  if (citations.length > 0 && mayUse(context, tools.lawbotResolveCitations))
    return [toolRequest(tools.lawbotResolveCitations, slotId, reason, { citations })];
  const query = queryOf(searchWords(view.slot.cues.join(" "), 6), 300);
  if (view.candidates.length > 0 || query === "" || !mayUse(context, tools.lawbotSearch)) return [];
  return [toolRequest(tools.lawbotSearch, slotId, reason, { query })];
};

const finalBinding = (context: TurnContext, open: readonly SlotView[]): FinalParts => {
  const locale = localeOf(context);
  const taken = new Map<string, Set<string>>();
  const bindings = open.flatMap((view) => bindingFor(context, view, takenFor(taken, view))).slice(0, 200);
  const bound = new Set(bindings.map((binding) => binding.slotId));
  const left = open.filter((view) => view.required && !bound.has(view.slot.slotId));
  const names = left.map((view) => openEnd(unquoted(plain(view.slot.description, 300)))).filter((one) => one !== "");
  return {
    message: bindings.length > 0 ? copy.bindings[locale](bindings.length) : copy.noBindings[locale],
    missing: names.map(copy.slotOpen[locale]),
    suggestions: names.map(copy.pinFor[locale]),
    ...(bindings.length === 0 ? {} : { proposal: { case: "needMap", value: { bindings } } }),
  };
};

/** What other slots of the same claim rest on: they ask for different things. */
const takenFor = (taken: Map<string, Set<string>>, { claim }: SlotView): Set<string> => {
  const known = taken.get(claim.claimId) ?? new Set<string>();
  taken.set(claim.claimId, known);
  return known;
};

const bindingFor = (context: TurnContext, view: SlotView, taken: Set<string>): BindingData[] => {
  const evidence = evidenceFor(context, view, taken);
  if (!evidence) return [];
  const reason = plain(view.slot.description, 400);
  const locator = pointAt(context, view, evidence);
  return [{ slotId: view.slot.slotId, evidence, reason, ...(locator ? { locator } : {}) }];
};

/** The sentence of a document that serves best, of what the turn shows of it; undefined where that is no quote of a document. */
const pointAt = (context: TurnContext, view: SlotView, { evidence }: EvidenceRef): LocatorData | undefined => {
  if (view.slot.kind !== SlotKind.QUOTE || evidence.case !== "document") return undefined;
  const docUid = evidence.value.evidenceId.slice("vault:".length);
  const stated = statedWords(context, view.claim, docUid);
  if (stated) return stated;
  const [best] = rankSentences(ShownTexts.of(context).passages(evidence.value.evidenceId), {
    claimText: soughtText(context, view),
    cues: view.slot.cues.join(" "),
    article: "",
    isContrary: contraryIn(view, false, context.profile),
  });
  return best && locatorOf(best, docUid);
};

const evidenceFor = (context: TurnContext, view: SlotView, taken: Set<string>): EvidenceRef | undefined => {
  switch (view.slot.kind) {
    case SlotKind.QUOTE:
    case SlotKind.LOCATION:
      return sourceFor(context, view, taken);
    case SlotKind.ABSENCE:
      return searchFor(context, view);
    case SlotKind.OWN_STATEMENT:
      return statementFor(view);
    default:
      return undefined;
  }
};

/** The best candidate that shares at least a word with what is sought; a slot is not filled with a guess. */
const sourceFor = (context: TurnContext, view: SlotView, taken: Set<string>): EvidenceRef | undefined => {
  const usable = rankCandidates(context, view).filter(
    ({ candidate, hasGround }) => hasGround && isUsable(view, candidate),
  );
  const best = usable.find(({ candidate }) => !taken.has(candidate.evidenceId)) ?? usable[0];
  if (!best) return undefined;
  if (!isLawSlot(view.slot)) taken.add(best.candidate.evidenceId);
  if (isLawSlot(view.slot)) return lawEvidence(best.candidate);
  if (view.slot.kind === SlotKind.LOCATION && placeIn(view, best.candidate) === "") return undefined;
  return documentEvidence(view, best.candidate);
};

/** An article other than the one the claim names cannot carry the claim. */
const isUsable = (view: SlotView, candidate: EvidenceCandidate): boolean => {
  if (candidate.evidenceId.length > (isLawSlot(view.slot) ? 512 : 256)) return false;
  const wanted = citationsIn(view.claim.claimText).map(articleNumber);
  if (!isLawSlot(view.slot) || wanted.length === 0) return true;
  const number = articleNumber(candidate.address || candidate.title);
  return number === "" || wanted.includes(number);
};

const documentEvidence = (view: SlotView, candidate: EvidenceCandidate): EvidenceRef => {
  const { evidenceId, title } = candidate;
  const passage = view.slot.kind === SlotKind.LOCATION ? placeIn(view, candidate) : "";
  const place = passage === "" ? {} : { place: { named: { case: "passage" as const, value: passage } } };
  return create(EvidenceRefSchema, { evidence: { case: "document", value: { evidenceId, title, ...place } } });
};

/** The passage that fits best; a document of which none was shown has no place to name. */
const placeIn = (view: SlotView, candidate: EvidenceCandidate): string =>
  passagesFor(view, candidate).toSorted((a, b) => a.rank - b.rank)[0]?.chunkUid || candidate.chunkUid;

const lawEvidence = ({ evidenceId, versionDate, address, unitPath }: EvidenceCandidate): EvidenceRef => {
  const value = { evidenceId, versionDate, address: cut(address, 256), unitPath: cut(unitPath, 512) };
  return create(EvidenceRefSchema, { evidence: { case: "law", value } });
};

/** The newest search that found nothing. Whether what another found matters is for a person to say, hit by hit. */
const searchFor = (context: TurnContext, { slot, results }: SlotView): EvidenceRef | undefined => {
  const known = new Set([...slot.searchResultIds, ...results.flatMap(({ result }) => result?.id ?? [])]);
  const [toolResultId] = [...results.toReversed(), ...context.earlierResults].flatMap(({ result }) =>
    result?.status === ToolResultStatus.EMPTY && known.has(result.id) ? [result.id] : [],
  );
  if (toolResultId === undefined || !/^toolres:.{1,56}$/u.test(toolResultId)) return undefined;
  return create(EvidenceRefSchema, { evidence: { case: "search", value: { toolResultId } } });
};

const statementFor = ({ claim }: SlotView): EvidenceRef | undefined => {
  const text = cut(claim.claimText.trim(), 4000);
  return text === "" ? undefined : create(EvidenceRefSchema, { evidence: { case: "statement", value: { text } } });
};
