/** What the list of runs says, English to Dutch. It is the first page a person sees, so it loads no other words. */
export const runsInDutch = {
  "Your memos": "Uw memo's",
  "There is no memo yet.": "Er is nog geen memo.",
  "A memo without a name": "Memo zonder naam",
  "A new memo": "Een nieuw memo",
  "What kind of memo?": "Wat voor memo?",
  "without a language model: sentences are made from your documents by fixed rules":
    "zonder taalmodel: de zinnen worden volgens vaste regels uit uw stukken gemaakt",
  "with a language model of Anthropic, outside this computer": "met een taalmodel van Anthropic, buiten deze computer",
  "with a language model on the server that Pincite was given":
    "met een taalmodel op de server die aan Pincite is opgegeven",
  "with a language model of another service": "met een taalmodel van een andere dienst",
  "Language of the memo": "Taal van het memo",
  "Name of the memo": "Naam van het memo",
  "may stay empty": "mag leeg blijven",
  Case: "Zaak",
  "Documents of one case stay together.": "Stukken van één zaak blijven bij elkaar.",
  Begin: "Begin",
  "One moment…": "Een ogenblik…",
  "The kinds of memo could not be read from the server.": "De soorten memo's konden niet bij de server gelezen worden.",
  done: "klaar",
  "step {1} of 6": "stap {1} van 6",
  "erased on {1}": "gewist op {1}",
  "Open the Vault": "De Kluis openen",
  "That did not work: {1}": "Dat lukte niet: {1}",
  "This browser is not let in, or no longer. Type `pincite page` at the terminal and open the address it gives.":
    "Deze browser wordt niet (meer) toegelaten. Typ `pincite page` in de terminal en open het adres dat u krijgt.",
  "The server does not answer. Start it with `pincite start`.":
    "De server antwoordt niet. Start hem met `pincite start`.",
  "Try again": "Opnieuw proberen",
} as const;
