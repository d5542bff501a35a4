import { words } from "./grammar.ts";

/**
 * Nouns for papers and messages (communication.n.02 and its kinds document, letter and message in Princeton WordNet 3.1, and the
 * Dutch words of the same synsets in Open Dutch WordNet 1.3): who is named as theirs wrote them, and a day that is theirs is
 * that of writing.
 */
const papers = words(`
  brief mail e-mail email emailbericht bericht schrijven verslag notitie aantekening rapport sms appbericht factuur offerte formulier
  terugkoppeling memo aanmaning sommatie evaluatie nota
  letter message report note notes minutes invoice quotation text memo memorandum reminder record form inventory
`);
/** Nouns for what is done with words: who is named as theirs said it. */
const sayings = words(`
  mededeling bevestiging verklaring erkenning ontkenning aankondiging waarschuwing melding opmerking toelichting reactie antwoord
  bewering uitlating standpunt advies oordeel
  statement confirmation announcement acknowledgement admission denial warning remark reply answer assertion comment explanation
  advice notification
`);

/** What a noun names that somebody wrote or said; undefined: something else. A Dutch compound is its last part. */
export const paperNoun = (folded: string): "paper" | "saying" | undefined => {
  if (papers.has(folded)) return "paper";
  if (sayings.has(folded)) return "saying";
  for (const noun of ["brief", "mail", "bericht", "verslag", "rapport", "notitie", "factuur"])
    if (folded.length > noun.length + 2 && folded.endsWith(noun)) return "paper";
  return undefined;
};

/** A decision of a public body is written (Algemene wet bestuursrecht, art. 1:3): whoever objects to it calls it by its day. */
const decisions = words("besluit beschikking beslissing decision order");
export const isDecisionNoun = (folded: string): boolean => decisions.has(folded);

/** What stands before the number by which its writer keeps a letter, as the heads of letters have it (src/letter/forms.json). */
const references = words("kenmerk referentie ref reference");
export const isReferenceNoun = (folded: string): boolean => references.has(folded);
