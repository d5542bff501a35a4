import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";

/** What a rule of the draft says, Dutch first. */
type Sentences = readonly [nl: string, en: string];

/** For each rule what is wrong and what to do. Never what the draft or a source says: that stands at the finding's offsets. */
const words: Readonly<Record<DraftRule, Sentences>> = {
  [DraftRule.UNSPECIFIED]: ["het concept komt niet door de controle", "it was refused"],
  [DraftRule.ENTRY_UNKNOWN]: [
    "verwijst naar iets dat niet in de citatenlijst staat: verwijs naar een citaat van de lijst",
    "it cites an entry that is not in the citation ledger; cite an entry of the ledger",
  ],
  [DraftRule.ENTRY_UNBOUND]: [
    "verwijst naar een citaat zonder bevestigde koppeling of zonder woorden: ga terug en koppel het",
    "an entry it cites rests on no confirmed binding or has no resolved words; rewind and bind its slot",
  ],
  [DraftRule.KIND_NOT_CARRIED]: [
    "de soort zin wordt niet gedragen door wat hij aanhaalt: haal een bron van die soort aan, of noem hem wat hij is",
    "what its kind needs is not cited: a fact needs a source, law a statute, an own statement its confirmed statement",
  ],
  [DraftRule.QUOTATION_NOT_IN_SOURCE]: [
    "een aanhaling staat niet letterlijk in wat de zin aanhaalt: neem de woorden van de bron over",
    "a quotation is not, character for character, part of an entry it cites",
  ],
  [DraftRule.QUOTATION_MARK_STRAY]: [
    "een aanhalingsteken staat alleen: zet woorden van een bron tussen “ en ”",
    "a quotation mark has no partner; put words of a source between “ and ”",
  ],
  [DraftRule.DATE]: [
    "noemt een dag die geen aangehaalde bron heeft",
    "it names a day that nothing it cites has; cite the entry that has it, or leave it out",
  ],
  [DraftRule.SUM]: [
    "noemt een bedrag dat geen aangehaalde bron heeft",
    "it names a sum that nothing it cites has; cite the entry that has it, or leave it out",
  ],
  [DraftRule.NUMBER]: [
    "noemt een getal dat geen aangehaalde bron heeft",
    "it names a number that nothing it cites has; cite the entry that has it, or leave it out",
  ],
  [DraftRule.TIME]: [
    "noemt een tijd die geen aangehaalde bron heeft",
    "it names a time of day that nothing it cites has; cite the entry that has it, or leave it out",
  ],
  [DraftRule.REFERENCE]: [
    "noemt een kenmerk dat geen aangehaalde bron heeft",
    "it names a reference that nothing it cites has; cite the entry that has it, or leave it out",
  ],
  [DraftRule.NAME]: [
    "noemt iemand die geen partij is en in geen aangehaalde bron staat",
    "it names somebody whom nothing it cites has and who is no party of the run; cite, name the party, or leave it out",
  ],
  [DraftRule.ROLE]: [
    "noemt een instantie of rol die geen partij is en in geen aangehaalde bron staat",
    "it names a role or body that nothing it cites has and that is no party's; cite, name the party, or leave it out",
  ],
  [DraftRule.ACT_WITHOUT_ENTRY]: [
    "stelt wat iemand deed, zei of naliet zonder bron daarvan: haal het bewijs aan",
    "it states what somebody did and cites nothing that tells it; cite the entry, or put it as an argument",
  ],
  [DraftRule.CITATION_UNBOUND]: [
    "noemt een bepaling of uitspraak buiten wat de zin aanhaalt: koppel die eerst, of laat hem weg",
    "it names a provision or ruling outside every entry it cites; cite its entry, or bind it first",
  ],
  [DraftRule.CITATION_UNREAD]: [
    "noemt wat op een vindplaats lijkt en niet gelezen wordt: koppel het of schrijf het anders",
    "it holds what looks like a citation and cannot be read; write it in full, or leave it out",
  ],
  [DraftRule.PLACE_UNBOUND]: [
    "noemt een plaats in een stuk buiten wat de zin aanhaalt",
    "it names a place in a document outside that of every entry it cites; cite the entry, or leave the place out",
  ],
  [DraftRule.SEARCH_UNRECORDED]: [
    "zegt dat er gezocht is of dat iets ontbreekt, zonder de vastgelegde zoekopdracht: haal die aan",
    "it says that somebody searched or found nothing; cite the recorded search, or leave that out",
  ],
  [DraftRule.EXHIBIT_NUMBER]: [
    "noemt een bijlage bij een nummer dat dit stuk aan geen aangehaald document geeft",
    "it names an exhibit by a number that this memo gives to no paper it cites",
  ],
  [DraftRule.CLAIM_UNKNOWN]: [
    "hoort bij een stelling die niet in de opzet staat",
    "it makes a claim that the outline does not have",
  ],
  [DraftRule.CLAIM_NOT_MADE]: [
    "de stelling is verplicht en geen zin zegt haar: schrijf er een",
    "the claim is required and no sentence makes it",
  ],
  [DraftRule.CLAIM_NOT_CITED]: [
    "de stelling staat er zonder een citaat dat ervoor bevestigd is: haal het aan",
    "the claim is made without what was confirmed for it; cite an entry of each required slot",
  ],
  [DraftRule.ADVERSE_UNANSWERED]: [
    "bewijs dat ertegen spreekt is niet beantwoord: haal het aan in een zin van deze stelling, of leg uit waarom het buiten blijft",
    "adverse evidence is neither cited by a sentence of the claim nor dismissed with a reason",
  ],
  [DraftRule.REQUIRED_WORDS_GONE]: [
    "woorden van deze verplichte stelling staan in geen zin: laat een zin ze zeggen, verander de stelling in de opzet, of laat ze zelf gaan",
    "words of this required claim stand in no sentence; have a sentence say them, reword the claim, or let them go yourself",
  ],
  [DraftRule.UNSAID_WORDS]: [
    "zegt wat volgens u niet gezegd mag worden: schrijf het anders",
    "it says what you said must not be said; say it in other words",
  ],
  [DraftRule.LETTER_UNANSWERED]: [
    "dit deel van de brief is niet beantwoord: beantwoord het in de opzet, laat het zelf open, of behoud u alle rechten voor",
    "this part of the letter is not answered; answer it in the outline, leave it open, or reserve all rights",
  ],
};

/** Which number it would be, for people; empty: none is known. */
export const wordsOfNumbers = (numbers: readonly number[], locale = "en"): string => {
  if (numbers.length === 0) return "";
  const [lead, joint] = locale === "nl" ? ["het zou nummer", "of"] : ["it would be number", "or"];
  return `${lead} ${numbers.join(` ${joint} `)}${locale === "nl" ? " zijn" : ""}`;
};

/** What a rule says of a sentence or claim, and what to do, in the language of the run: for people. */
export const wordsOfRule = (rule: DraftRule, locale = "en"): string => {
  // A rule of a newer program, should one ever be read, is told as the first.
  const [nl, en] = words[rule] ?? words[DraftRule.UNSPECIFIED];
  return locale === "nl" ? nl : en;
};
