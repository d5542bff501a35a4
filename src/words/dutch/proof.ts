/** Phrases of `pincite verify`, and what a check of a proof says where it holds. As in screen.ts and errors.ts. */
export const proofInDutch = {
  holds: "klopt",
  BROKEN: "KLOPT NIET",
  "The proof holds: everything in it was checked, without the server that made it.":
    "Het bewijs klopt: alles erin is nagegaan, zonder de server die het maakte.",
} as const;

/** Sentences of the checks. */
export const proofSentencesInDutch: Readonly<Record<string, string>> = {
  "The proof does not hold: {1}, {2}": "Het bewijs klopt niet: {1}, {2}",
  "{1} is no id of a key: it has 16 hexadecimal digits":
    "{1} is geen kenmerk van een sleutel: dat heeft 16 hexadecimale cijfers",
  "{1} has {2} bytes; a proof has at most {3}": "{1} is {2} bytes groot; een bewijs is ten hoogste {3}",
  "the proof would have {1} bytes, and at most {2} are read: cite shorter documents, or parts of them":
    "het bewijs zou {1} bytes groot zijn, en ten hoogste {2} wordt gelezen: haal kortere stukken aan, of delen ervan",
  "it is the proof of {1}: {2} events, {3} artifacts, {4} texts.":
    "dit is het bewijs van {1}: {2} gebeurtenissen, {3} stukken, {4} teksten.",
  "{1}, the last is {2}; you named no key that you know, so the file is held against itself alone.":
    "de laatste sleutel is {2}; u noemde geen sleutel die u kent, dus het bestand is alleen met zichzelf vergeleken.",
  "{1}, the last is {2}; {3}, which you know, is among them.": "de laatste sleutel is {2}; {3}, die u kent, is erbij.",
  "signed by key {1}; made {2} by Pincite {3}.": "ondertekend met sleutel {1}; gemaakt op {2} door Pincite {3}.",
  "the {1} events are those that were signed.": "de {1} gebeurtenissen zijn die welke ondertekend zijn.",
  "each event names the one before it.": "elke gebeurtenis noemt die ervoor.",
  "all {1} are there and intact.": "alle {1} zijn er, ongeschonden.",
  "every event is a step that the run's machine takes; the last draft is finalised.":
    "elke gebeurtenis is een stap die mag; het laatste concept is definitief gemaakt.",
  "{1} receipts hold.": "{1} ontvangstbewijzen kloppen.",
  "{1} items confirmed by {2}; {3} with looks that were named.":
    "{1} onderdelen bevestigd door {2}; bij {3} ervan is eerst gezegd waar op te letten.",
  "the {1} texts that the memo cites are there.": "de {1} teksten die de memo aanhaalt zijn er.",
  "{1} quotations stand in their texts to the character, {2} places are where they are said to be.":
    "{1} citaten staan letterlijk in hun tekst, {2} plaatsen zijn waar ze heten te zijn.",
  "{1} sentences rest on {2} results, each with its receipt.":
    "{1} zinnen rusten op {2} zoekresultaten, elk met zijn ontvangstbewijs.",
  "by rules {1}, {2} events come out again byte for byte.":
    "volgens regels {1} komen {2} gebeurtenissen opnieuw uit, byte voor byte.",
};
