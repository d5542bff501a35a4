/** What the list of tools says of each, English to Dutch. */
export const toolsInDutch = {
  reads: "leest alleen",
  "changes the Vault": "verandert de kluis",
  "auto-run": "gaat vanzelf",
  manual: "op verzoek",
  "opt-in": "moet u aanzetten",
  "user only": "alleen door u",
  "a client runs it": "een ander programma voert het uit",
  "not available here": "hier niet beschikbaar",
  "built-in": "ingebouwd",
  "in {1}": "in {1}",
  "Attaches a bundle of documents to the run's strand, so that the run can search it.":
    "Voegt een bundel stukken toe aan het deel van de kluis van dit memo, zodat het memo erin kan zoeken.",
  "Lists what a bundle of documents holds, without attaching it: only what was attached can be searched and quoted.":
    "Toont wat een bundel stukken bevat, zonder hem toe te voegen: alleen wat toegevoegd is kan worden doorzocht en aangehaald.",
  "Resolves exact quotes of messages and documents to places a draft can cite; without a quote, gives the passages of one document that fit a query best. With a `place` (page, heading, numbered paragraph or passage) it says where that is, or what there is instead; in EVIDENCE_BINDING it takes places alone. `doc_uid` is the part of the evidence id after `vault:`.":
    "Zoekt de precieze plaats van citaten uit berichten en stukken op; zonder citaat: de passages van één stuk die het best bij een zoekvraag passen. Met een plaats (bladzijde, kop, genummerde alinea of passage) zegt het waar die is, of wat er wel is; bij het koppelen gaat het alleen over plaatsen. `doc_uid` is wat in het bewijsnummer na `vault:` staat.",
  "Imports one file (a message, a letter, a note) into the run's strand of the Vault.":
    "Neemt één bestand (een bericht, een brief, een notitie) op in het deel van de kluis van dit memo.",
  "Looks documents up by evidence id (`vault:<doc_uid>`) and gives passages to quote from, chosen by a query where one is given.":
    "Zoekt stukken op bij hun bewijsnummer (`vault:<doc_uid>`) en geeft passages om aan te halen, gekozen met een zoekvraag als die er is.",
  'Searches the messages and documents of the case. One matching word suffices, more rank higher; "phrases", wild*cards, +must, -not, AND OR NOT, brackets, w/5, from: to: subject: filename: has:attachment and date:2025-01..2025-03 work, and what is not understood is told; kinds, dates and participants narrow.':
    'Doorzoekt de berichten en stukken van de zaak. Eén passend woord is genoeg, meer telt zwaarder; "woordgroepen", begin*, +verplicht, -niet, EN OF NIET, haakjes, w/5, from: to: subject: filename: has:attachment en date:2025-01..2025-03 werken, en wat niet begrepen wordt, wordt gezegd; soorten, dagen en deelnemers beperken.',
  "Resolves exact quotes in rulings to places a draft can cite; without a quote, gives the passages of one ruling that fit a query best.":
    "Zoekt de precieze plaats van citaten uit uitspraken op; zonder citaat: de passages van één uitspraak die het best bij een zoekvraag passen.",
  "Looks rulings up by ECLI, with considerations where named (r.o. 4.2), and gives passages to quote from.":
    "Zoekt uitspraken op bij hun ECLI, met overwegingen waar die genoemd zijn (r.o. 4.2), en geeft passages om aan te halen.",
  "Searches the loaded rulings by words of law. Never put words of the user's documents in the query.":
    "Doorzoekt de geladen uitspraken met woorden van het recht. Zet nooit woorden uit uw stukken in de zoekvraag.",
  "Resolves exact quotes of statutes to the article, lid and onderdeel they stand in; without a quote, gives the passages of one statute version that fit a query best. `doc_uid` is `<regulation>@<version date>`, as search results name it.":
    "Zoekt bij citaten uit wetten het artikel, lid en onderdeel op waarin ze staan; zonder citaat: de passages van één versie van een wet die het best bij een zoekvraag passen. `doc_uid` is `<regeling>@<dag van de versie>`, zoals treffers die noemen.",
  "Looks statute citations up as lawyers write them (`art. 7:611 BW`, `art. 7:669 lid 3 onder g BW`) in the version in force on a date, and gives passages to quote from.":
    "Zoekt wetsartikelen op zoals juristen ze schrijven (`art. 7:611 BW`, `art. 7:669 lid 3 onder g BW`), in de versie die op een dag geldt, en geeft passages om aan te halen.",
  "Searches the statutes in force on a date by words of law, such as `goed werkgeverschap`. Never put words of the user's documents in the query.":
    "Doorzoekt de wetten die op een dag gelden met woorden van het recht, zoals `goed werkgeverschap`. Zet nooit woorden uit uw stukken in de zoekvraag.",
} as const;
