import { create } from "@bufbuild/protobuf";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { type MissingInput, MissingInputSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** What a rule of the draft says, Dutch first. */
type Sentences = readonly [nl: string, en: string];

/** For each rule what is wrong and what to do. Never what the draft or a source says: that stands at the finding's offsets. */
const sentences: Readonly<Record<DraftRule, Sentences>> = {
  [DraftRule.UNSPECIFIED]: ["het concept komt niet door de controle", "the draft does not pass its check"],
  [DraftRule.ENTRY_UNKNOWN]: [
    "verwijst naar iets dat niet in de citatenlijst staat: verwijs naar een citaat van de lijst",
    "cites what is not in the citation ledger: cite an entry of the ledger",
  ],
  [DraftRule.ENTRY_UNBOUND]: [
    "verwijst naar een citaat zonder bevestigde koppeling of zonder woorden: ga terug en koppel het",
    "cites an entry without a confirmed binding or without words: rewind and bind its slot",
  ],
  [DraftRule.KIND_NOT_CARRIED]: [
    "de soort zin wordt niet gedragen door wat hij aanhaalt: haal een bron van die soort aan, of noem hem wat hij is",
    "its kind is not carried by what it cites: cite a source of that kind, or call it what it is",
  ],
  [DraftRule.QUOTATION_NOT_IN_SOURCE]: [
    "een aanhaling staat niet letterlijk in wat de zin aanhaalt: neem de woorden van de bron over",
    "a quotation is not, character for character, part of an entry it cites: take the source's own words",
  ],
  [DraftRule.QUOTATION_MARK_STRAY]: [
    "een aanhalingsteken staat alleen: zet woorden van een bron tussen “ en ”",
    "a quotation mark has no partner: put words of a source between “ and ”",
  ],
  [DraftRule.DATE]: ["noemt een dag die geen aangehaalde bron heeft", "names a day that nothing it cites has"],
  [DraftRule.SUM]: ["noemt een bedrag dat geen aangehaalde bron heeft", "names a sum that nothing it cites has"],
  [DraftRule.NUMBER]: ["noemt een getal dat geen aangehaalde bron heeft", "names a number that nothing it cites has"],
  [DraftRule.TIME]: ["noemt een tijd die geen aangehaalde bron heeft", "names a time that nothing it cites has"],
  [DraftRule.REFERENCE]: [
    "noemt een kenmerk dat geen aangehaalde bron heeft",
    "names a reference that nothing it cites has",
  ],
  [DraftRule.NAME]: [
    "noemt iemand die geen partij is en in geen aangehaalde bron staat",
    "names somebody who is no party and stands in nothing it cites",
  ],
  [DraftRule.ROLE]: [
    "noemt een instantie of rol die geen partij is en in geen aangehaalde bron staat",
    "names a body or role that is no party's and stands in nothing it cites",
  ],
  [DraftRule.ACT_WITHOUT_ENTRY]: [
    "stelt wat iemand deed, zei of naliet zonder bron daarvan: haal het bewijs aan",
    "states what somebody did, said or omitted without evidence of it: cite the entry",
  ],
  [DraftRule.CITATION_UNBOUND]: [
    "noemt een bepaling of uitspraak buiten wat de zin aanhaalt: koppel die eerst, of laat hem weg",
    "names a provision or ruling outside what it cites: bind it first, or leave it out",
  ],
  [DraftRule.CITATION_UNREAD]: [
    "noemt wat op een vindplaats lijkt en niet gelezen wordt: koppel het of schrijf het anders",
    "has what looks like a citation and is not read: bind it or reword it",
  ],
  [DraftRule.PLACE_UNBOUND]: [
    "noemt een plaats in een stuk buiten wat de zin aanhaalt",
    "names a place in a document outside what it cites",
  ],
  [DraftRule.SEARCH_UNRECORDED]: [
    "zegt dat er gezocht is of dat iets ontbreekt, zonder de vastgelegde zoekopdracht: haal die aan",
    "says that somebody searched, or that something is not there, without the recorded search: cite it",
  ],
  [DraftRule.CLAIM_UNKNOWN]: [
    "hoort bij een stelling die niet in de opzet staat",
    "makes what is no claim of the outline",
  ],
  [DraftRule.CLAIM_NOT_MADE]: [
    "de stelling is verplicht en geen zin zegt haar: schrijf er een",
    "the claim is required and no sentence makes it: write one",
  ],
  [DraftRule.CLAIM_NOT_CITED]: [
    "de stelling staat er zonder een citaat dat ervoor bevestigd is: haal het aan",
    "the claim is made without an entry that was confirmed for it: cite what was confirmed",
  ],
  [DraftRule.ADVERSE_UNANSWERED]: [
    "bewijs dat ertegen spreekt is niet beantwoord: haal het aan in een zin van deze stelling, of leg uit waarom het buiten blijft",
    "adverse evidence is unanswered: cite it in a sentence of this claim, or dismiss it with a reason",
  ],
};

/** The finding with its sentence: events hold none. Findings of rules 1 brought their own. */
export const inWords = (finding: MissingInput, locale: string): MissingInput => {
  if (finding.description !== "") return finding;
  // A rule of a newer program, should one ever be read, is told as the first.
  const [nl, en] = sentences[finding.rule] ?? sentences[DraftRule.UNSPECIFIED];
  const about = finding.subjectId === "" ? "" : `${finding.subjectId}: `;
  return create(MissingInputSchema, { ...finding, description: `${about}${locale === "nl" ? nl : en}.` });
};
