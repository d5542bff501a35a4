import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  type EvidenceRef,
  EvidenceRefSchema,
  type Passage,
} from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceSlotStatus } from "../../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { BindingProposalSchema } from "../../../../gen/pincite/memo/v1/need_map_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import type { ProposedToolRequest } from "../../../../gen/pincite/model/v1/model_turn_pb.ts";
import { SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolResultStatus } from "../../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { tools } from "../../../tool/tools.ts";
import { type FinalParts, mayUse, requestsMax, type StageAnswer, toolRequest } from "./answer-parts.ts";
import { statedWords, statesLetter } from "./answered-letter.ts";
import { citedLaws } from "./cited-laws.ts";
import { rankLaw } from "./law-ranking.ts";
import { cut, phraseIn, plain } from "./prose.ts";
import { entryOf, isLawSlot, needsSource, type SlotView, slotName, slotViews } from "./slot-views.ts";
import { queryOf, searchWords } from "./words.ts";

type BindingData = MessageInitShape<typeof BindingProposalSchema>;

/** EVIDENCE_BINDING: one piece of evidence for each unbound slot where there is no doubt which; the others are left to a person's choice. */
export const answerBinding = (context: TurnContext): StageAnswer => {
  const open = slotViews(context).filter((view) => !isBound(context, view));
  const requests = lookUps(context, open);
  return requests.length > 0 ? requests : finalBinding(context, open);
};

const isBound = (context: TurnContext, { slot }: SlotView): boolean =>
  slot.status === EvidenceSlotStatus.SLOT_STATUS_BOUND ||
  (context.needMap?.bindings.some((binding) => binding.slotId === slot.slotId) ?? false);

/** One look-up for each slot that has none and asks for one: law by its citation, the place in a paper that a person linked. */
const lookUps = (context: TurnContext, open: readonly SlotView[]): ProposedToolRequest[] =>
  open
    .filter((view) => needsSource(view.slot) && view.results.length === 0)
    .flatMap((view) => (isLawSlot(view.slot) ? lookUpLaw(context, view) : lookUpPlace(context, view)))
    .slice(0, requestsMax(context));

const lookUpPlace = (context: TurnContext, view: SlotView): ProposedToolRequest[] => {
  const evidenceId = view.slot.kind === SlotKind.LOCATION ? sureDocument(context, view)?.evidenceId : undefined;
  if (evidenceId === undefined || evidenceId.length > 256 || !mayUse(context, tools.vaultResolveIds)) return [];
  const query = passageQuery(context, view);
  const reason = phraseIn(context)("guide.reason-resolve");
  return [toolRequest(tools.vaultResolveIds, view.slot.slotId, reason, { evidenceIds: [evidenceId], query })];
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
  const reason = phraseIn(context)("guide.reason-resolve");
  const own = citedLaws(view.claim.claimText).map(({ raw }) => raw);
  const citations = (own.length > 0 ? own : view.slot.citations).slice(0, 4).map((one) => cut(one, 300));
  if (citations.length > 0 && mayUse(context, tools.lawbotResolveCitations))
    return [toolRequest(tools.lawbotResolveCitations, slotId, reason, { citations })];
  const query = queryOf(searchWords(view.slot.cues.join(" "), 6), 300);
  if (view.candidates.length > 0 || query === "" || !mayUse(context, tools.lawbotSearch)) return [];
  return [toolRequest(tools.lawbotSearch, slotId, reason, { query })];
};

const finalBinding = (context: TurnContext, open: readonly SlotView[]): FinalParts => {
  const phrase = phraseIn(context);
  const bindings = open.flatMap((view) => bindingFor(context, view)).slice(0, 200);
  const bound = new Set(bindings.map((binding) => binding.slotId));
  const left = open.filter((view) => view.required && !bound.has(view.slot.slotId));
  const names = left.map(slotName).filter((one) => one !== "");
  return {
    message: [
      bindings.length > 0 ? phrase("guide.bindings", { count: bindings.length }) : phrase("guide.no-bindings"),
      ...(left.length > 0 ? [phrase("guide.choose-yourself", { count: left.length })] : []),
    ].join(" "),
    missing: names.map((what) => phrase("guide.slot-unsure", { what })),
    suggestions: names.map((what) => phrase("guide.choose-for", { what })),
    ...(bindings.length === 0 ? {} : { proposal: { case: "needMap", value: { bindings } } }),
  };
};

const bindingFor = (context: TurnContext, view: SlotView): BindingData[] => {
  const evidence = evidenceFor(context, view);
  if (!evidence) return [];
  const { slotId, description } = view.slot;
  const locator =
    view.slot.kind === SlotKind.QUOTE && evidence.evidence.case === "document"
      ? statedWords(context, view.claim, evidence.evidence.value.evidenceId.slice("vault:".length))
      : undefined;
  return [{ slotId, evidence, reason: plain(description, 400), ...(locator ? { locator } : {}) }];
};

const evidenceFor = (context: TurnContext, view: SlotView): EvidenceRef | undefined => {
  switch (view.slot.kind) {
    case SlotKind.QUOTE:
    case SlotKind.LOCATION:
      return sourceFor(context, view);
    case SlotKind.ABSENCE:
      return searchFor(context, view);
    case SlotKind.OWN_STATEMENT:
      return statementFor(view);
    default:
      return undefined;
  }
};

/**
 * What carries a slot beyond doubt: the letter whose words its claim states, the one thing that a person linked to it, the
 * article that the claim names. Anything else would be a guess, and is left to whoever compares the words.
 */
const sourceFor = (context: TurnContext, view: SlotView): EvidenceRef | undefined => {
  const sure = isLawSlot(view.slot) ? sureLaw(context, view) : sureDocument(context, view);
  if (!sure || sure.evidenceId.length > (isLawSlot(view.slot) ? 512 : 256)) return undefined;
  if (isLawSlot(view.slot)) return lawEvidence(sure);
  if (view.slot.kind === SlotKind.LOCATION && placeIn(view, sure) === "") return undefined;
  return documentEvidence(view, sure);
};

const sureDocument = (context: TurnContext, view: SlotView): EvidenceCandidate | undefined => {
  if (statesLetter(context, view.claim)) return view.candidates[0];
  const linked = personsOwn(context, view);
  return linked.length === 1 ? linked[0] : undefined;
};

const sureLaw = (context: TurnContext, view: SlotView): EvidenceCandidate | undefined => {
  const linked = personsOwn(context, view);
  return linked.length === 1 ? linked[0] : rankLaw(view)[0];
};

/** What a person linked to the very slot. Searches and models link as well; only a person vouches. */
const personsOwn = (context: TurnContext, { candidates, slot }: SlotView): EvidenceCandidate[] =>
  candidates.filter(({ evidenceId }) => entryOf(context, evidenceId)?.personsSlotIds.includes(slot.slotId) ?? false);

const documentEvidence = (view: SlotView, candidate: EvidenceCandidate): EvidenceRef => {
  const { evidenceId, title } = candidate;
  const passage = view.slot.kind === SlotKind.LOCATION ? placeIn(view, candidate) : "";
  const paragraph = passage === "" ? undefined : paragraphIn(view, candidate);
  const named = paragraph
    ? { case: "paragraph" as const, value: paragraph }
    : { case: "passage" as const, value: passage };
  const place = passage === "" ? {} : { place: { named } };
  return create(EvidenceRefSchema, { evidence: { case: "document", value: { evidenceId, title, ...place } } });
};

/** The passage that fits best; a document of which none was shown has no place to name. */
const placeIn = (view: SlotView, candidate: EvidenceCandidate): string =>
  passagesFor(view, candidate).toSorted((a, b) => a.rank - b.rank)[0]?.chunkUid || candidate.chunkUid;

/** The number that the claim names, where one line of what was shown of the paper begins with it: `8.2`; longer numbers first. */
const paragraphIn = (view: SlotView, candidate: EvidenceCandidate): string | undefined => {
  const lines = passagesFor(view, candidate).flatMap(({ text }) => text.split("\n"));
  const numbers = lines.flatMap(
    (line) => /^[^\p{L}\d]*(?:\p{L}+\s+)?(\d+(?:\.\d+)*)(?=[.):]*(?:[\s*]|$))/u.exec(line)?.[1] ?? [],
  );
  const named = view.claim.claimText.match(/(?<![\d.,:€-])\d{1,3}(?:\.\d{1,3}){0,4}(?![\d:%-]|[.,]\d)/gu) ?? [];
  return named
    .toSorted((one, other) => other.length - one.length)
    .find((number) => numbers.filter((one) => one === number).length === 1);
};

/** Passages of a candidate that were shown for this slot in this turn. */
const passagesFor = (view: SlotView, candidate: EvidenceCandidate): Passage[] =>
  view.results
    .flatMap(({ output }) => (output.case === "resolved" ? output.value.items : []))
    .filter((item) => item.candidates.some((one) => one.evidenceId === candidate.evidenceId))
    .flatMap((item) => item.passages)
    .filter((passage) => candidate.evidenceId.includes(passage.docUid));

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
