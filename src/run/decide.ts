/** The kernel's commands: each takes all that it depends on and returns events and artifacts to commit together. */
export { restsOnAbsence } from "./absences.ts";
export type { RecordedSearch } from "./build/absence.ts";
export type { RecordedSpans } from "./build/ledger.ts";
export type { ResultRefs } from "./build/need-map.ts";
export { placeKey, type ResolvedPlace, type ResolvedPlaces } from "./build/place.ts";
export { underOwnRules } from "./decide/adopt-rules.ts";
export { decideChoose, refuseClosedChoices } from "./decide/choose.ts";
export { decideConfirm } from "./decide/confirm.ts";
export { decideCreate } from "./decide/create.ts";
export { Decision } from "./decide/decision.ts";
export { decidePin, decideUnpin, refusePin } from "./decide/evidence.ts";
export { decideJudged, draftToJudge } from "./decide/judge.ts";
export { decideAdvance, decideRewind } from "./decide/move.ts";
export { issueNeeds } from "./decide/needs-issue.ts";
export { decidePropose, type Recorded } from "./decide/propose.ts";
export { decideRanked, slotsToRank } from "./decide/rank.ts";
export { decideToolFinished, decideToolRequested, type ToolFindings, toolStarted } from "./decide/tool.ts";
export { decideGrantRevoked, decideToolDecided } from "./decide/tool-decision.ts";
export {
  attemptRecorded,
  decideTurnStarted,
  supersedeSuspended,
  type TurnOutcome,
  turnEnded,
  turnResumed,
  turnSuspended,
} from "./decide/turn.ts";
export { type SentenceUnderJudgement, sentencesUnderJudgement } from "./judge/asked-sentences.ts";
export { cutAnswer, notJudged } from "./judge/cut-answer.ts";
export { besideClaim, lawRefusals, sayableFirst } from "./looks/passage-refusals.ts";
export { shownIn, whyUnasked, withinBudget } from "./ranking/asked-slots.ts";
export { cutRanking, notRanked, rankedSlots, rankingNow } from "./ranking/cut-ranking.ts";
export { inRankedOrder, passageKey } from "./ranking/order.ts";
