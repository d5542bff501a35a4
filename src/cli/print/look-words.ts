import { type Look, LookCode, type Mark, MarkCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { ItemState, RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { PlainId, Speech } from "../../messages/speech.ts";
import { answeredLooks } from "../../show/answered-looks.ts";
import { wantsOwnYes } from "../../show/compare.ts";
import { lookedAt } from "../../show/looked-words.ts";
import type { RunView } from "../../show/run-view.ts";
import { oneLine } from "../text/plain.ts";

/** What was seen, for the person who must name it. A look itself holds no words. */
const lookWords: Readonly<Record<LookCode, PlainId>> = {
  [LookCode.UNSPECIFIED]: "look.unspecified",
  [LookCode.SPEAKER_NOT_ASKED]: "look.speaker-not-asked",
  [LookCode.SPEAKER_UNKNOWN]: "look.speaker-unknown",
  [LookCode.QUOTED_FROM_OTHER]: "look.quoted-from-other",
  [LookCode.SPAN_SHARED]: "look.span-shared",
  [LookCode.NO_COMMON_WORD]: "look.no-common-word",
  [LookCode.WORDS_DENY]: "look.words-deny",
  [LookCode.DAY_DIFFERS]: "look.day-differs",
  [LookCode.TOKEN_NOT_IN_EVIDENCE]: "look.token-not-in-evidence",
  [LookCode.VALIDITY_UNKNOWN]: "look.validity-unknown",
  [LookCode.NOT_IN_FORCE]: "look.not-in-force",
  [LookCode.CORPUS_CHANGED]: "look.corpus-changed",
  [LookCode.QUOTATION_DENIED]: "look.quotation-denied",
  [LookCode.AGREES_WITH_OPPONENT]: "look.agrees-with-opponent",
  [LookCode.NEGATION_LOST]: "look.negation-lost",
  [LookCode.NOUN_NOT_IN_EVIDENCE]: "look.noun-not-in-evidence",
  [LookCode.THIRD_PERSON]: "look.third-person",
  [LookCode.DEADLINE_SET]: "look.deadline-set",
  [LookCode.ACT_OF_ANOTHER]: "look.act-of-another",
  [LookCode.MEANING_TURNED]: "look.meaning-turned",
  [LookCode.MACHINE_READ]: "look.machine-read",
  [LookCode.CORRECTED]: "look.corrected",
  [LookCode.QUOTATION_CUT]: "look.quotation-cut",
  [LookCode.REQUEST_STATES_FACT]: "look.request-states-fact",
  [LookCode.HEARSAY_UNNAMED]: "look.hearsay-unnamed",
  [LookCode.LAW_SAYS_OTHERWISE]: "look.law-says-otherwise",
  [LookCode.ABSENCE_UNSOUGHT]: "look.absence-unsought",
  [LookCode.NOTHING_SAID]: "look.nothing-said",
  [LookCode.SEARCH_FOREIGN]: "look.search-foreign",
  [LookCode.SEARCH_NARROWED]: "look.search-narrowed",
  [LookCode.ENTRIES_CROSSED]: "look.entries-crossed",
  [LookCode.OTHER_SIDE_SPEAKS]: "look.other-side-speaks",
  [LookCode.SECOND_READER_NOT_SAID]: "look.second-reader-not-said",
  [LookCode.SECOND_READER_SAID_OTHERWISE]: "look.second-reader-said-otherwise",
  [LookCode.SECOND_READER_OTHER_SPEAKER]: "look.second-reader-other-speaker",
};

const markWords: Readonly<Record<MarkCode, PlainId>> = {
  [MarkCode.UNSPECIFIED]: "mark.unspecified",
  [MarkCode.NEW_WORD]: "mark.new-word",
  [MarkCode.NEGATION_IN_ARGUMENT]: "mark.negation-in-argument",
  [MarkCode.NEW_VERB]: "mark.new-verb",
};

/**
 * A look in words, with the words that it is about and those that they are held against where these are given, and the other items
 * concerned. A code of a newer server is told by its number.
 */
export const lookLine = (
  { code, relatedIds }: Look,
  { phrase, itemName }: Speech,
  { about, against }: { readonly about: string; readonly against: string } = { about: "", against: "" },
): string => {
  const known = lookWords[code];
  const seen = known === undefined ? phrase("look.unknown", { code }) : phrase(known);
  const line = `${seen}${about === "" ? "" : `: “${oneLine(about, 120)}”`}`;
  const words = against === "" ? line : phrase("look.against", { line, words: oneLine(against, 120) });
  return `${words}${relatedIds.length === 0 ? "" : ` (${relatedIds.map(itemName).join(", ")})`}`;
};

/** What a person took with its looks of what a sentence cites, each in words: it is shown beside the sentence, and not asked again. */
export const answeredLines = (view: RunView, sentenceId: string, speech: Speech): string[] =>
  answeredLooks(view, sentenceId).map(({ look, step }) =>
    speech.phrase("look.answered", { step, known: lookLine(look, speech, lookedAt(view, look)) }),
  );

const markLine = ({ code }: Mark, { phrase }: Speech): string => phrase(markWords[code] ?? markWords[0]);

/** What stands beside an item: its looks, with the command that confirms it, and how many marks of each kind. */
export const seenLines = (item: ItemState, view: RunView, speech: Speech): string[] => {
  const { runId } = view.context;
  const isOpen = item.decision === 0;
  const looks = item.looks.map((look) =>
    speech.phrase("item.look", { known: lookLine(look, speech, lookedAt(view, look)) }),
  );
  const marks = Map.groupBy(item.marks, ({ code }) => code);
  const counted = [...marks.values()].flatMap(([first, ...more]) =>
    first ? [`${markLine(first, speech)}${more.length === 0 ? "" : ` ×${more.length + 1}`}`] : [],
  );
  return [
    ...looks,
    ...(isOpen && wantsOwnYes(item, view)
      ? [`pincite run confirm ${runId} ${speech.itemTyped(item.itemId)}${looks.length > 0 ? " --looks" : ""}`]
      : []),
    ...counted,
  ];
};

/** What a confirmation of everything leaves to the person, in the run's language. Empty: nothing. */
export const leftToLookAt = (items: readonly ItemState[], { runId }: RunContext, speech: Speech): string[] => {
  const open = items.filter((item) => item.decision === 0 && wantsOwnYes(item, {}));
  const [compared, looked] = [
    open.filter(({ looks }) => looks.length === 0),
    open.filter(({ looks }) => looks.length > 0),
  ];
  const named = compared.map(({ itemId }) => speech.itemTyped(itemId)).join(" ");
  return [
    ...(looked.length > 0 ? [speech.phrase("look.left-over", { count: looked.length })] : []),
    ...looked.map(({ itemId }) => `  pincite run confirm ${runId} ${speech.itemTyped(itemId)} --looks`),
    ...(compared.length > 0
      ? [speech.phrase("compare.left", { count: compared.length }), `  pincite run confirm ${runId} ${named}`]
      : []),
  ];
};
