import { withoutNegations } from "#kit/denial.ts";
import { EvidenceSlotStatus } from "../../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { ToolContext, TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import type { ProposedToolRequest } from "../../../../gen/pincite/model/v1/model_turn_pb.ts";
import { SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolResultStatus } from "../../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { tools } from "../../../tool/tools.ts";
import { absenceQuery } from "./absence-query.ts";
import { type FinalParts, mayUse, requestsMax, type StageAnswer, toolRequest } from "./answer-parts.ts";
import { statesLetter } from "./answered-letter.ts";
import { citedLaws } from "./cited-laws.ts";
import { rankLaw } from "./law-ranking.ts";
import { hasAbsence } from "./polarity.ts";
import { openEnd, phraseIn, plain, unquoted } from "./prose.ts";
import { entryOf, isLawSlot, needsSource, type SlotView, slotViews } from "./slot-views.ts";
import { articleNumber, queryOf, searchWords } from "./words.ts";

/**
 * EVIDENCE_NEEDS: one search per open slot, one refined search where it was EMPTY, then links from slots to the best
 * candidates. What a search may carry to LawBot is citations and the profile's own words, never words of the case.
 */
export const answerNeeds = (context: TurnContext): StageAnswer => {
  const views = slotViews(context);
  const requests = wholeSlots(
    views.map((view) => searchesFor(context, view)),
    requestsMax(context),
  );
  return requests.length > 0 ? requests : finalNeeds(context, views);
};

/** Searches of so many slots as fit, none of them halved: a slot that was asked for once is not asked for again. */
const wholeSlots = (searches: readonly ProposedToolRequest[][], countMax: number): ProposedToolRequest[] => {
  const taken: ProposedToolRequest[] = [];
  for (const some of searches) if (taken.length + some.length <= countMax) taken.push(...some);
  return taken;
};

const searchesFor = (context: TurnContext, view: SlotView): ProposedToolRequest[] => {
  const { slot } = view;
  if (slot.status === EvidenceSlotStatus.SLOT_STATUS_BOUND) return [];
  if (slot.kind === SlotKind.ABSENCE) return absenceSearch(context, view);
  if (!needsSource(slot) || hasOwnCandidates(context, view)) return [];
  if (isLawSlot(slot)) return lawSearch(context, view);
  return vaultSearch(context, view);
};

/** A pin that is not linked yet is no candidate of the slot, however well it may fit; but for the letter, of its own words. */
const hasOwnCandidates = (context: TurnContext, view: SlotView): boolean =>
  (statesLetter(context, view.claim) && view.candidates.length > 0) ||
  view.slot.candidates.length > 0 ||
  view.candidates.some((one) => entryOf(context, one.evidenceId)?.slotIds.includes(view.slot.slotId) ?? true);

/** As many as a search can list: an absence is served only where a person saw every hit. */
const absenceSearch = (context: TurnContext, view: SlotView): ProposedToolRequest[] => {
  const recorded = view.slot.searchResultIds.length > 0 || view.results.length > 0;
  const query = recorded || !mayUse(context, tools.vaultSearch) ? "" : absenceQuery(context, view);
  if (query === "") return [];
  return [toolRequest(tools.vaultSearch, view.slot.slotId, reasonOf(context, "absence"), { query, limit: 50 })];
};

type SearchReason = "absence" | "refine" | "search" | "widen";
const reasonOf = (context: TurnContext, why: SearchReason): string => phraseIn(context)(`guide.reason-${why}`);

const vaultSearch = (context: TurnContext, view: SlotView): ProposedToolRequest[] => {
  if (!mayUse(context, tools.vaultSearch) || view.results.length > 1) return [];
  const make = (why: SearchReason, query: string) =>
    query === "" ? [] : [toolRequest(tools.vaultSearch, view.slot.slotId, reasonOf(context, why), { query })];
  const [claim, cues] = [view.claim.claimText, view.slot.cues.join(" ")];
  if (view.results.length > 0) return make("refine", refinedQuery(view, [searchWords(cues, 6), searchWords(claim, 1)]));
  const own = hasAbsence(view) ? withoutNegations(claim) : claim;
  return make("search", queryOf([...searchWords(own, 6), ...searchWords(cues, 4)]));
};

const lawSearch = (context: TurnContext, view: SlotView): ProposedToolRequest[] => {
  if (!mayUse(context, tools.lawbotSearch)) return [];
  const make = (why: SearchReason, query: string) =>
    toolRequest(tools.lawbotSearch, view.slot.slotId, reasonOf(context, why), { query });
  const cited = [...citedLaws(view.claim.claimText).map(({ raw }) => raw), ...view.slot.citations];
  const cues = searchWords(view.slot.cues.join(" "), 6);
  if (view.results.length > 1) return [];
  if (view.results.length > 0) {
    const query = refinedQuery(view, [cues, cited.map(articleNumber)]);
    return query === "" ? [] : [make("refine", query)];
  }
  // A number such as 7:611 is one word of the index; a bare 25 would match page numbers, so cues go with it.
  const number = articleNumber(cited[0] ?? "");
  const query = queryOf(/[:.]/.test(number) ? [number] : [...(number === "" ? [] : [number]), ...cues], 300);
  return query === "" ? [] : [make("search", query)];
};

/** One new query after EMPTY: the tool's own suggestion, else the first of ours that was not asked; empty: none is left. */
const refinedQuery = (view: SlotView, alternatives: readonly string[][]): string => {
  const last = view.results.at(-1)?.result;
  if (last?.status !== ToolResultStatus.EMPTY) return "";
  const asked = new Set(view.results.map(queryAsked));
  const suggested = cleanQuery(last.refinedQuery);
  return [suggested, ...alternatives.map((words) => queryOf(words))].find((one) => one !== "" && !asked.has(one)) ?? "";
};

/** Words and prefix stars only: a suggestion is text from outside. */
const cleanQuery = (query: string): string =>
  queryOf((query.toWellFormed().match(/[\p{L}\p{N}][\p{L}\p{N}:-]*\*?/gu) ?? []).slice(0, 8));

const queryAsked = ({ request }: ToolContext): string => {
  const params = request?.params?.params;
  return params?.case === "vaultSearch" || params?.case === "lawbotSearch" ? params.value.query : "";
};

/** So many candidates per slot a person can compare. */
const linksPerSlot = 3;

const finalNeeds = (context: TurnContext, views: readonly SlotView[]): FinalParts => {
  const phrase = phraseIn(context);
  const sought = views.filter((view) => needsSource(view.slot) || view.slot.kind === SlotKind.ABSENCE);
  const open = sought.filter((view) => view.required && isOpen(view));
  const links = views.flatMap((view) => linksFor(context, view)).slice(0, 200);
  const names = open.map((view) => openEnd(unquoted(plain(view.slot.description, 300)))).filter((one) => one !== "");
  return {
    message: [
      phrase("guide.needs", { filled: sought.filter((view) => !isOpen(view)).length, all: sought.length }),
      ...(open.length > 0 ? [phrase("guide.pin-or-refine")] : []),
    ].join(" "),
    missing: names.map((what) => phrase("guide.slot-open", { what })),
    suggestions: names.map((what) => phrase("guide.pin-for", { what })),
    searches: open.flatMap((view) => searchLeft(context, view)),
    ...(links.length === 0 ? {} : { proposal: { case: "evidenceNeeds", value: { links } } }),
  };
};

/** What was not asked for a slot that stays open: fewer words, which find more and more that is beside the point. A person judges that. */
const searchLeft = (context: TurnContext, view: SlotView): ProposedToolRequest[] => {
  if (view.slot.kind === SlotKind.ABSENCE || isLawSlot(view.slot) || !mayUse(context, tools.vaultSearch)) return [];
  const asked = new Set(view.results.map(queryAsked));
  const words = [view.claim.claimText, view.slot.cues.join(" "), view.slot.description];
  const query = words
    .flatMap((text) => [queryOf(searchWords(text, 3)), queryOf(searchWords(text, 2))])
    .find((one) => one !== "" && !asked.has(one));
  return query === undefined
    ? []
    : [toolRequest(tools.vaultSearch, view.slot.slotId, reasonOf(context, "widen"), { query })];
};

const isOpen = (view: SlotView): boolean => {
  if (view.slot.status === EvidenceSlotStatus.SLOT_STATUS_BOUND) return false;
  if (view.slot.kind === SlotKind.ABSENCE) return view.slot.searchResultIds.length === 0 && view.results.length === 0;
  return view.candidates.length === 0;
};

/** What a search found is linked in its own order; what the letter states rests on the letter, whatever a search showed. */
const linksFor = (context: TurnContext, view: SlotView): { slotId: string; evidenceId: string }[] => {
  const { slot } = view;
  if (!needsSource(slot) || slot.status === EvidenceSlotStatus.SLOT_STATUS_BOUND) return [];
  const named = isLawSlot(slot) ? rankLaw(view) : [];
  return [...named, ...view.candidates.filter((one) => !named.includes(one))]
    .slice(0, linksPerSlot)
    .map(({ evidenceId }) => evidenceId)
    .filter((id) => id.length <= 512 && !entryOf(context, id)?.slotIds.includes(slot.slotId))
    .map((evidenceId) => ({ slotId: slot.slotId, evidenceId }));
};
