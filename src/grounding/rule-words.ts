import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";

const words: Readonly<Record<DraftRule, string>> = {
  [DraftRule.UNSPECIFIED]: "it was refused",
  [DraftRule.ENTRY_UNKNOWN]: "it cites an entry that is not in the citation ledger; cite an entry of the ledger",
  [DraftRule.ENTRY_UNBOUND]:
    "an entry it cites rests on no confirmed binding or has no resolved words; rewind and bind its slot",
  [DraftRule.KIND_NOT_CARRIED]:
    "what its kind needs is not cited: a fact needs a source, law a statute, an own statement its confirmed statement",
  [DraftRule.QUOTATION_NOT_IN_SOURCE]: "a quotation is not, character for character, part of an entry it cites",
  [DraftRule.QUOTATION_MARK_STRAY]: "a quotation mark has no partner; put words of a source between “ and ”",
  [DraftRule.DATE]: "it names a day that nothing it cites has; cite the entry that has it, or leave it out",
  [DraftRule.SUM]: "it names a sum that nothing it cites has; cite the entry that has it, or leave it out",
  [DraftRule.NUMBER]: "it names a number that nothing it cites has; cite the entry that has it, or leave it out",
  [DraftRule.TIME]: "it names a time of day that nothing it cites has; cite the entry that has it, or leave it out",
  [DraftRule.REFERENCE]: "it names a reference that nothing it cites has; cite the entry that has it, or leave it out",
  [DraftRule.NAME]:
    "it names somebody whom nothing it cites has and who is no party of the run; cite, name the party, or leave it out",
  [DraftRule.ROLE]:
    "it names a role or body that nothing it cites has and that is no party's; cite, name the party, or leave it out",
  [DraftRule.ACT_WITHOUT_ENTRY]:
    "it states what somebody did and cites nothing that tells it; cite the entry, or put it as an argument",
  [DraftRule.CITATION_UNBOUND]:
    "it names a provision or ruling outside every entry it cites; cite its entry, or bind it first",
  [DraftRule.CITATION_UNREAD]:
    "it holds what looks like a citation and cannot be read; write it in full, or leave it out",
  [DraftRule.PLACE_UNBOUND]:
    "it names a place in a document outside that of every entry it cites; cite the entry, or leave the place out",
  [DraftRule.SEARCH_UNRECORDED]:
    "it says that somebody searched or found nothing; cite the recorded search, or leave that out",
  [DraftRule.CLAIM_UNKNOWN]: "it makes a claim that the outline does not have",
  [DraftRule.CLAIM_NOT_MADE]: "the claim is required and no sentence makes it",
  [DraftRule.CLAIM_NOT_CITED]:
    "the claim is made without what was confirmed for it; cite an entry of each required slot",
  [DraftRule.ADVERSE_UNANSWERED]:
    "adverse evidence is neither cited by a sentence of the claim nor dismissed with a reason",
};

/** What a rule says of a sentence or claim, and what to do: for people, without a word of the evidence. */
export const wordsOfRule = (rule: DraftRule): string =>
  words[rule] ?? "it was refused by a rule this version does not know";
