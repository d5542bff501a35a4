/** Phrases and sentences about the letter that is answered, English to Dutch. */
export const letterInDutch = {
  "The letter you answer": "De brief waarop u antwoordt",
  "The letter was not taken apart yet: pincite run guide {1}":
    "De brief is nog niet uit elkaar gehaald: pincite run guide {1}",
  "The letter states nothing that could be told.": "De brief stelt niets dat te herkennen was.",
  "What the letter states": "Wat de brief stelt",
  "What the letter asks": "Wat de brief vraagt",
  "Terms in the letter": "Termijnen in de brief",
  "The frame of your reply, as far as it is known": "De briefkop van uw antwoord, zover bekend",
  "What stands around the letter: {1}": "Wat om de brief heen staat: {1}",
  "Shall something else stand above or below the letter? Then, such as:":
    "Moet er iets anders boven of onder de brief staan? Dan bijvoorbeeld:",
  "place=Utrecht": "plaats=Utrecht",
  "of {1}": "van {1}",
  "written by {1}": "geschreven door {1}",
  "addressed to {1}": "gericht aan {1}",
  "the writer's reference {1}": "kenmerk van de schrijver {1}",
  "the reader's reference {1}": "kenmerk van de lezer {1}",
  "not answered yet": "nog geen antwoord",
  "your answer: {1} ({2})": "uw antwoord: {1} ({2})",
  "your answer: {1}, because {2} ({3})": "uw antwoord: {1}, want {2} ({3})",
  "The letter is taken apart in the stage of the intent, which lies behind: nothing is read of it here.":
    "De brief wordt uit elkaar gehaald in de stap van het doel, en die ligt achter u: hier wordt er niets uit gelezen.",
  "To have it read: pincite run rewind {1} --to intent-seed, then pincite run guide {1}. What you confirmed is kept where it still holds.":
    "Om de brief te laten lezen: pincite run rewind {1} --to intent-seed, en dan pincite run guide {1}. Wat u hebt bevestigd, blijft staan waar het nog klopt.",
  "The letter is too long: only its first {1} of {2} characters are taken along.":
    "De brief is te lang: alleen de eerste {1} van {2} tekens gaan mee.",
  "You answer it in the stage of the outline: pincite run advance {1}":
    "U antwoordt erop in de stap van de opzet: pincite run advance {1}",
  "Answer what it states in one command, such as:": "Antwoord op wat er staat in één opdracht, zoals:",
  "changed: {1} {2}": "gewijzigd: {1} {2}",
  "moved: {1} {2}": "verplaatst: {1} {2}",
  "deleted: {1}": "verwijderd: {1}",
  "new: {2}": "nieuw: {2}",
  "no part of the draft: {2}": "hoort niet bij het concept: {2}",
  "comment: {1}": "opmerking: {1}",
  "The file holds tracked changes: they were read as accepted.":
    "In het bestand staan bijgehouden wijzigingen: die zijn gelezen alsof ze zijn aanvaard.",
  why: "waarom",
} as const;

/** Errors and help about the letter that is answered and about what its reply is framed by, English to Dutch. */
export const letterSentencesInDutch = {
  "role: only a document of the Vault can be the letter that is answered.":
    "role: alleen een stuk uit de kluis kan de brief zijn waarop u antwoordt.",
  "The outline is empty: give its sections, or answers to the letter.":
    "De opzet is leeg: geef onderdelen, of antwoorden op de brief.",
  "{1} is answered twice.": "Op {1} wordt twee keer geantwoord.",
  "The intent has no reading of a letter: rewind to INTENT_SEED, pin the letter as answered and have it taken apart.":
    "Bij het doel is geen brief uit elkaar gehaald: ga terug naar de stap van het doel, zet de brief vast als brief waarop u antwoordt en laat hem uit elkaar halen.",
  "The letter has no {1}: its reading lists those there are.":
    "De brief heeft geen {1}: `pincite run letter MEMO` toont wat er is.",
  "The kernel sets this: say where the letter has it in frame_sources.":
    "Dit vult het programma zelf in: zeg in frame_sources waar het in de brief staat.",
  "this is no Word file (.docx) that can be read": "dit is geen Word-bestand (.docx) dat gelezen kan worden",
  "the run has no draft yet; its next action says how to go on":
    "er is nog geen concept; bij de volgende stap staat hoe u verder gaat",
  "Only a user may say what stands around the letter: leave the frame out.":
    "Alleen een mens zegt wat om de brief heen staat: laat de briefkop weg.",
  "The kernel sets this: leave it out.": "Dit vult het programma zelf in: laat het weg.",
  "Only a user may empty a field of the frame.": "Alleen een mens maakt een veld van de briefkop leeg.",
  "The proposed frame has nothing in {1}.": "In de voorgestelde briefkop is {1} leeg.",
  "Only a user may say what the letter does not: name its words, or leave it.":
    "Alleen een mens zegt wat niet in de brief staat: noem de woorden van de brief, of laat het weg.",
  "The words named for it do not say this: give it as the letter writes it.":
    "De genoemde woorden zeggen dit niet: geef het zoals de brief het schrijft.",
  "These words name no single whole day: take those that date the letter.":
    "Deze woorden noemen niet precies één hele dag: neem de woorden die de brief dateren.",
  "No letter is pinned as answered: pin it with role ANSWERED, then take it apart.":
    "Er is geen brief vastgezet waarop u antwoordt: zet hem vast met --answered en haal hem dan uit elkaar.",
  "These words are not one stretch of the letter: name each place by itself.":
    "Deze woorden staan niet aaneen in de brief: noem elke plaats apart.",
  "The letter quotes these words from somebody else: take its own words.":
    "De brief haalt deze woorden van een ander aan: neem de eigen woorden van de brief.",
  "Beside sections that are merged answers say nothing certain: give them by themselves.":
    "Antwoorden gaan niet samen met onderdelen die worden ingevoegd: geef ze apart.",
  "A memo answers one letter, and {1} is pinned as it: unpin that one first, or pin this one as evidence.":
    "Een memo antwoordt op één brief, en dat is {1}: maak die eerst los, of zet deze vast als bewijs.",
  "This document has no text that can be read, as a scan without a text layer: recognise it (OCR), import it again, and pin that one.":
    "Dit stuk heeft geen leesbare tekst, zoals een scan zonder tekstlaag: laat de tekst herkennen (OCR), neem het opnieuw op en zet dat vast.",
} as const;
