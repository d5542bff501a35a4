import { type Look, LookCode, type Mark, MarkCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { ItemState, RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { itemNameInDutch } from "../../words/item-names.ts";
import type { Speech } from "../../words/speech.ts";

/** Dutch first. */
type Words = readonly [nl: string, en: string];

/** What was seen, for the person who must name it. A look itself holds no words. */
const lookWords: Readonly<Record<LookCode, Words>> = {
  [LookCode.UNSPECIFIED]: ["er is iets dat uw oog vraagt", "something needs your eye"],
  [LookCode.SPEAKER_NOT_ASKED]: [
    "hier spreekt een ander dan het bewijs vraagt",
    "somebody else speaks here than the slot asks for",
  ],
  [LookCode.SPEAKER_UNKNOWN]: [
    "wie hier spreekt is niet bekend: geen partij van dit memo",
    "who speaks here is not known: no party of this memo",
  ],
  [LookCode.QUOTED_FROM_OTHER]: [
    "deze woorden zijn van een ander dan de schrijver van het stuk",
    "these words are somebody else's than the document's author's",
  ],
  [LookCode.SPAN_SHARED]: [
    "dezelfde woorden dienen ook voor ander bewijs, waar ze beter passen",
    "the same words serve another slot, which they fit better",
  ],
  [LookCode.NO_COMMON_WORD]: [
    "citaat en stelling hebben geen of maar één woord gemeen",
    "quote and claim have one word in common at most",
  ],
  [LookCode.WORDS_DENY]: ["het citaat ontkent, de stelling niet", "the quote denies, and the claim does not"],
  [LookCode.DAY_DIFFERS]: [
    "de dag van de stelling is niet de dag van het stuk, of die is niet bekend",
    "the claim's day is not the document's, or that is not known",
  ],
  [LookCode.TOKEN_NOT_IN_EVIDENCE]: [
    "de stelling noemt iets dat niet in het bewijs staat",
    "the claim names something that does not stand in the evidence",
  ],
  [LookCode.VALIDITY_UNKNOWN]: [
    "of deze wet op de peildatum geldt is niet bekend",
    "whether this law is in force on the reference date is not known",
  ],
  [LookCode.NOT_IN_FORCE]: ["deze wet geldt niet op de peildatum", "this law is not in force on the reference date"],
  [LookCode.CORPUS_CHANGED]: [
    "er zijn stukken bijgekomen of veranderd sinds deze zoekopdracht: ga terug en zoek opnieuw",
    "documents came or changed since this search: rewind and search again",
  ],
  [LookCode.QUOTATION_DENIED]: ["de zin ontkent wat hij aanhaalt", "the sentence denies or negates what it quotes"],
  [LookCode.AGREES_WITH_OPPONENT]: ["de zin stemt in met de andere partij", "the sentence agrees with the other side"],
  [LookCode.NEGATION_LOST]: ["een ontkenning van stelling of bron is weg", "a negation of its claim or source is lost"],
  [LookCode.NOUN_NOT_IN_EVIDENCE]: [
    "de zin noemt iets dat geen van zijn bronnen noemt",
    "the sentence names what none of its entries names",
  ],
  [LookCode.THIRD_PERSON]: [
    "de zin gaat over iemand en haalt niets aan",
    "the sentence is about somebody and cites nothing",
  ],
  [LookCode.DEADLINE_SET]: ["u stelt hier een termijn", "you set a deadline here"],
  [LookCode.ACT_OF_ANOTHER]: [
    "wie het deed, of wanneer, staat niet zo in één bron",
    "who did it, or when, is not so in one entry",
  ],
  [LookCode.MEANING_TURNED]: [
    "de zin herhaalt zijn bron met op één plaats een ander woord",
    "the sentence repeats its source with another word in one place",
  ],
  [LookCode.ENTRIES_CROSSED]: [
    "daad, dag, spreker of getal komen uit verschillende bronnen",
    "act, day, speaker or number come from different entries",
  ],
  [LookCode.OTHER_SIDE_SPEAKS]: [
    "hier spreekt de andere partij, en het bewijs vraagt haar woorden niet",
    "the other side speaks here, and the slot does not ask for its words",
  ],
};

const markWords: Readonly<Record<MarkCode, Words>> = {
  [MarkCode.UNSPECIFIED]: ["let op", "note"],
  [MarkCode.NEW_WORD]: ["nieuw woord", "new word"],
  [MarkCode.NEGATION_IN_ARGUMENT]: ["ontkenning in een betoog", "negation in an argument"],
  [MarkCode.NEW_VERB]: ["nieuw werkwoord", "new verb"],
};

const inLocale = ([nl, en]: Words, locale: string): string => (locale === "nl" ? nl : en);

/** A look in the run's language, with the other items concerned. A code of a newer server is told by its number. */
export const lookLine = ({ code, relatedIds }: Look, locale: string): string => {
  const words = lookWords[code] ?? [`onbekend (${code})`, `unknown (${code})`];
  const names = relatedIds.map((id) => (locale === "nl" ? itemNameInDutch(id) : undefined) ?? id);
  return `${inLocale(words, locale)}${names.length === 0 ? "" : ` (${names.join(", ")})`}`;
};

const markLine = ({ code }: Mark, locale: string): string => inLocale(markWords[code] ?? markWords[0], locale);

/** What stands beside an item: its looks, with the command that confirms it, and how many marks of each kind. */
export const seenLines = (item: ItemState, context: RunContext, speech: Speech): string[] => {
  const { runId } = context;
  const { locale } = speech;
  const isOpen = item.decision === 0;
  const looks = item.looks.map((look) => speech.phrase("look: {1}", lookLine(look, locale)));
  const marks = Map.groupBy(item.marks, ({ code }) => code);
  const counted = [...marks.values()].flatMap(([first, ...more]) =>
    first ? [`${markLine(first, locale)}${more.length === 0 ? "" : ` ×${more.length + 1}`}`] : [],
  );
  return [
    ...looks,
    ...(isOpen && looks.length > 0 ? [`pincite run confirm ${runId} ${speech.itemTyped(item.itemId)} --looks`] : []),
    ...counted,
  ];
};

/** What a confirmation of everything leaves to the person, in the run's language. Empty: nothing. */
export const leftToLookAt = (items: readonly ItemState[], { runId }: RunContext, speech: Speech): string[] => {
  const left = items.filter(({ decision, looks }) => decision === 0 && looks.length > 0);
  if (left.length === 0) return [];
  const head =
    speech.locale === "nl"
      ? `${left.length} onderde${left.length === 1 ? "el vraagt" : "len vragen"} uw oog en ${left.length === 1 ? "is" : "zijn"} niet mee bevestigd:`
      : `${left.length} item${left.length === 1 ? " has" : "s have"} looks and ${left.length === 1 ? "is" : "are"} not covered by this:`;
  return [head, ...left.map(({ itemId }) => `  pincite run confirm ${runId} ${speech.itemTyped(itemId)} --looks`)];
};
