/** What happened in a run, one sentence for each event, English to Dutch; and the stages as these and errors name them. */
export const eventsInDutch = {
  INTENT_SEED: "de stap van het doel",
  SKELETON: "de stap van de opzet",
  EVIDENCE_NEEDS: "de stap van het benodigde bewijs",
  EVIDENCE_BINDING: "de stap van het koppelen",
  SPAN_RESOLUTION: "de stap van de citaten",
  DRAFT: "de stap van het concept",
  "Run {1} began.": "Memo {1} is begonnen.",
  "Rules {1} decide from here on; before, rules {2} did.":
    "Vanaf hier gelden de regels van versie {1}; eerder die van versie {2}.",
  "The documents have changed since {1} rested on a search of them.":
    "De stukken zijn veranderd sinds {1} op een zoekopdracht daarin rustte.",
  "{1} began.": "{1} is begonnen.",
  "{1} ended: {2}.": "{1} is geëindigd: {2}.",
  "An answer of the model was refused: {1}.": "Een antwoord van de gids is geweigerd: {1}.",
  "An answer of the model was accepted.": "Een antwoord van de gids is aangenomen.",
  "{1}: {2} under review, {3} carried over.": "In {1} ter beoordeling: {2}, waarvan {3} overgenomen.",
  "{1}: {2} under review, {3} carried over, {4} no longer hold.":
    "In {1} ter beoordeling: {2}, waarvan {3} overgenomen; {4} niet meer.",
  "{1}: {2} confirmed, {3} rejected.": "In {1} bevestigd: {2}, afgewezen: {3}.",
  "Evidence needs issued: {1}.": "Het benodigde bewijs is opgesteld: {1}.",
  "{1} pinned.": "{1} is vastgezet.",
  "{1} pinned for {2}.": "{1} is vastgezet bij {2}.",
  "{1} unpinned.": "{1} is losgemaakt.",
  "{1} requested by {2} ({3}).": "{1} is gevraagd door {2} ({3}).",
  "{1} decided: {2}.": "over {1} is besloten: {2}.",
  "The standing permission for {1} ended.": "{1} mag niet langer zonder te vragen.",
  "{1} waits for {2}.": "{1} wacht op {2}.",
  "{1} went on.": "{1} is verdergegaan.",
  "{1} began to run.": "{1} wordt uitgevoerd.",
  "On to {1}.": "Verder naar {1}.",
  "Back to {1}.": "Terug naar {1}.",
  "Back to {1}, in a new revision.": "Terug naar {1}, in een nieuwe revisie.",
  "The draft was finalised.": "Het concept is definitief.",
  "An event without content.": "Een gebeurtenis zonder inhoud.",
  "{1} items": "{1} onderdelen",
  "{1} item": "{1} onderdeel",
  "{1} slots": "{1} bewijsvragen",
  "{1} slot": "{1} bewijsvraag",
  "{1} confirmations": "{1} bevestigingen gelden",
  "{1} confirmation": "{1} bevestiging geldt",
  "{1} absences": "{1} keer dat iets er niet was",
  "{1} absence": "{1} keer dat iets er niet was",
  "{1} tool requests": "{1} zoekopdrachten",
  "{1} tool request": "{1} zoekopdracht",
  llm: "de gids",
  user: "u",
  completed: "klaar",
  // Why a request to a LawBot of another machine waits.
  "nothing of it may leave this installation unseen: its words are neither yours nor the law's.":
    "niets ervan mag ongezien naar buiten: de woorden zijn niet van u en niet van de wet.",
  "it names a document or chunk of law that LawBot did not give this run.":
    "het noemt een stuk wet dat LawBot deze memo niet heeft gegeven.",
  "it quotes a text that LawBot did not give this run.":
    "het citeert een tekst die LawBot deze memo niet heeft gegeven.",
  "this run has let out as much as it may without a person looking.":
    "deze memo heeft zoveel naar buiten laten gaan als mag zonder dat iemand kijkt.",
  // The stores of a data folder.
  "{1} finalised runs packed: {2} records went into others":
    "{1} afgeronde memo's samengepakt: {2} records gingen op in andere",
  "runs: {1} records from {2} events; {3} that were there are gone":
    "memo's: {1} regels uit {2} gebeurtenissen; {3} die er stonden zijn weg",
  "{1}: {2} events, {3} artifacts, {4} records: {5}": "{1}: {2} gebeurtenissen, {3} stukken, {4} regels: {5}",
  "{1}: {2} events, {3} artifacts, {4} records are held; {5} whole, {6} not":
    "{1}: {2} gebeurtenissen, {3} stukken en {4} regels zijn behouden; {5} heel, {6} niet",
  whole: "heel",
  "{1} damaged": "{1} beschadigd",
} as const;
