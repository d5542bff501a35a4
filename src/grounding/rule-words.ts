import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { inEnglish, type PlainId, type Said, worded } from "../messages/said.ts";

/** For each rule what is wrong and what to do. Never what the draft or a source says: that stands at the finding's offsets. */
const words: Readonly<Record<DraftRule, PlainId>> = {
  [DraftRule.UNSPECIFIED]: "rule.unspecified",
  [DraftRule.ENTRY_UNKNOWN]: "rule.entry-unknown",
  [DraftRule.ENTRY_UNBOUND]: "rule.entry-unbound",
  [DraftRule.KIND_NOT_CARRIED]: "rule.kind-not-carried",
  [DraftRule.QUOTATION_NOT_IN_SOURCE]: "rule.quotation-not-in-source",
  [DraftRule.QUOTATION_MARK_STRAY]: "rule.quotation-mark-stray",
  [DraftRule.DATE]: "rule.date",
  [DraftRule.SUM]: "rule.sum",
  [DraftRule.NUMBER]: "rule.number",
  [DraftRule.TIME]: "rule.time",
  [DraftRule.REFERENCE]: "rule.reference",
  [DraftRule.NAME]: "rule.name",
  [DraftRule.ROLE]: "rule.role",
  [DraftRule.ACT_WITHOUT_ENTRY]: "rule.act-without-entry",
  [DraftRule.CITATION_UNBOUND]: "rule.citation-unbound",
  [DraftRule.CITATION_UNREAD]: "rule.citation-unread",
  [DraftRule.PLACE_UNBOUND]: "rule.place-unbound",
  [DraftRule.SEARCH_UNRECORDED]: "rule.search-unrecorded",
  [DraftRule.EXHIBIT_NUMBER]: "rule.exhibit-number",
  [DraftRule.CLAIM_UNKNOWN]: "rule.claim-unknown",
  [DraftRule.CLAIM_NOT_MADE]: "rule.claim-not-made",
  [DraftRule.CLAIM_NOT_CITED]: "rule.claim-not-cited",
  [DraftRule.ADVERSE_UNANSWERED]: "rule.adverse-unanswered",
  [DraftRule.REQUIRED_WORDS_GONE]: "rule.required-words-gone",
  [DraftRule.UNSAID_WORDS]: "rule.unsaid-words",
  [DraftRule.LETTER_UNANSWERED]: "rule.letter-unanswered",
};

/** Which number it would be, for people; undefined: none is known. */
export const saidOfNumbers = ([first, ...others]: readonly number[]): Said | undefined => {
  if (first === undefined) return undefined;
  const number = others.reduce<Said | number>((one, other) => worded("finding.either", { one, other }), first);
  return worded("finding.it-would-be-number", { number });
};

/** What a rule says of a sentence or claim, and what to do. A rule of a newer program, should one ever be read, is told as the first. */
export const saidOfRule = (rule: DraftRule): Said => worded(words[rule] ?? words[DraftRule.UNSPECIFIED]);

/** The same in English. */
export const wordsOfRule = (rule: DraftRule): string => inEnglish(saidOfRule(rule));
