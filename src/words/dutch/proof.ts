/** Phrases of `pincite verify`, and what a check of a proof says where it holds. As in screen.ts and errors.ts. */
export const proofInDutch = {
  holds: "klopt",
  BROKEN: "KLOPT NIET",
  "the proof is in {1}; `pincite verify {2}` checks it": "het bewijs staat in {1}; `pincite verify {2}` gaat het na",
  "The proof holds: everything in it was checked, without the server that made it.":
    "Het bewijs klopt: alles erin is nagegaan, zonder de server die het maakte.",
  "The redacted proof holds, as far as one can: RULES asks for what was kept back.":
    "Het afgedekte bewijs klopt, zover dat na te gaan is: voor de regels is nodig wat is afgedekt.",
  "Check the proof of a memo": "Het bewijs van een memo nagaan",
  "Choose a .pincite file, or drop it here. It stays on this computer: this page can send nothing.":
    "Kies een .pincite-bestand, of sleep het hierheen. Het blijft op deze computer: deze pagina kan niets versturen.",
  Proof: "Bewijs",
  "Id of a key of the sender that you know from elsewhere (16 digits), or nothing":
    "Kenmerk van een sleutel van de afzender die u van elders kent (16 cijfers), of niets",
  "checking…": "bezig…",
  "signed with your key {1}; the signature is in {2}": "ondertekend met uw sleutel {1}; de handtekening staat in {2}",
  "Tell the reader that key's id by another way than with the file: it is what makes the signature yours.":
    "Laat de lezer het kenmerk van die sleutel langs een andere weg weten dan met het bestand: dat maakt de handtekening de uwe.",
} as const;

/** Sentences of the checks, and their names. */
export const proofSentencesInDutch: Readonly<Record<string, string>> = {
  FORM: "vorm",
  KEYS: "sleutels",
  CHECKPOINT: "handtekening",
  TREE: "boom",
  CHAIN: "keten",
  ARTIFACTS: "stukken",
  STEPS: "stappen",
  RECEIPTS: "ontvangstbewijzen",
  CONFIRMATIONS: "bevestigingen",
  TEXTS: "teksten",
  QUOTES: "citaten",
  LINEAGE: "herkomst",
  RULES: "regels",
  PERSON: "eigen handtekening",
  "signed {1} with key {2} of the person, which you know.":
    "ondertekend op {1} met sleutel {2} van de persoon, die u kent.",
  "signed {1} with key {2} of a person; you named no key of theirs that you know.":
    "ondertekend op {1} met sleutel {2} van een persoon; u noemde geen sleutel van die persoon die u kent.",
  "the signature of the person is no signed note.": "de handtekening van de persoon is niet te lezen.",
  "the signature of the person does not say by which key it is, and when.":
    "de handtekening van de persoon zegt niet met welke sleutel zij gezet is, en wanneer.",
  "of the signature of the person, {1}.": "bij de handtekening van de persoon: {1}.",
  "the signature of the person is about another run, or another draft of it.":
    "de handtekening van de persoon gaat over iets anders dan dit concept.",
  "it is by key {1} of a person, and not by {2}.": "zij is van sleutel {1} van een persoon, en niet van {2}.",
  "{1} is no plain file: put it right, or remove it and a new key is made":
    "{1} is geen gewoon bestand: zet het recht, of haal het weg en er komt een nieuwe sleutel",
  "{1} can be read by others, who may have signed with it: put it right, or remove it and a new key is made":
    "anderen kunnen {1} lezen, en kunnen ermee ondertekend hebben: zet het recht, of haal het weg en er komt een nieuwe sleutel",
  "{1} holds no Ed25519 key: put it right, or remove it and a new key is made":
    "in {1} staat geen Ed25519-sleutel: zet het recht, of haal het weg en er komt een nieuwe sleutel",
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
  "{1} are laid open, and intact.": "{1} liggen open, ongeschonden.",
  "of the {1} texts that the memo cites no more is laid open than was shown.":
    "van de {1} teksten die de memo aanhaalt ligt niet meer open dan er getoond is.",
  "{1} quotations stand in their texts to the character, {2} places are where they are said to be; {3} are named by words that were kept back.":
    "{1} citaten staan letterlijk in hun tekst, {2} plaatsen zijn waar ze heten te zijn; {3} heten naar woorden die zijn afgedekt.",
  "its form is {1}; this program reads forms {2} and {3}.": "het heeft vorm {1}; dit programma leest vorm {2} en {3}.",
  "a whole proof has its ledger among its artifacts, a redacted one apart.":
    "een heel bewijs heeft zijn citatenlijst bij de stukken, een afgedekt bewijs apart.",
  "what is laid open in it is not what was signed.": "wat erin openligt is niet wat ondertekend is.",
  "the ledger cannot be read.": "de citatenlijst is niet te lezen.",
  "its texts are longer than anybody can read.": "zijn teksten zijn langer dan iemand kan lezen.",
  "of the text of {1} not what was shown is laid open.": "van de tekst van {1} ligt niet open wat er getoond is.",
  "a piece of the text of {1} is none.": "een deel van de tekst van {1} is er geen.",
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
  "event {1} names an artifact without saying which.": "gebeurtenis {1} noemt een stuk zonder te zeggen welk.",
  "artifact {1} ({2}), which event {3} names, is not there.": "stuk {1} ({2}), dat gebeurtenis {3} noemt, ontbreekt.",
  "artifact {1} has not the size that event {2} says.": "stuk {1} heeft niet de grootte die gebeurtenis {2} noemt.",
  "no event names artifact {1}.": "geen gebeurtenis noemt stuk {1}.",
  "{1} {2} is not in its place.": "{1} {2} staat niet op zijn plaats.",
  "event {1} decides about items, and no person made it.":
    "gebeurtenis {1} besluit over onderdelen, en is niet van een persoon.",
  "no person confirmed {1}.": "niemand heeft {1} bevestigd.",
  "it has {1} bytes; at most {2} are read.": "het is {1} bytes groot; ten hoogste {2} wordt gelezen.",
  "it is no proof of a memo, or a byte of it was changed.":
    "dit is geen bewijs van een memo, of er is een byte van veranderd.",
  "it does not name its run.": "het noemt zijn memo niet.",
  "it has {1} events.": "het heeft {1} gebeurtenissen.",
  "it does not say what made it, and when.": "het zegt niet wat het maakte, en wanneer.",
  "of its keys, {1}.": "van zijn sleutels: {1}.",
  "it has no keys.": "het heeft geen sleutels.",
  "key {1} is not among its keys: it is another server's, or forged.":
    "sleutel {1} is niet bij zijn sleutels: het is van een andere server, of vervalst.",
  "its checkpoint is no signed note.": "wat ondertekend is heeft niet de vorm die daarvoor geldt.",
  "its checkpoint does not say what one of ours says.": "wat ondertekend is zegt niet wat het hoort te zeggen.",
  "of its checkpoint, {1}.": "van wat ondertekend is: {1}.",
  "its checkpoint is about {1}.": "wat ondertekend is gaat over {1}.",
  "its keys are not those that were signed.": "de sleutels zijn niet die welke ondertekend zijn.",
  "what is said of its maker is not what was signed.": "wat er over de maker staat is niet wat ondertekend is.",
  "its texts are not those that were signed.": "de teksten zijn niet die welke ondertekend zijn.",
  "key {1} was not made yet at {2}.": "sleutel {1} bestond nog niet op {2}.",
  "it has {1} events, and {2} were signed.": "het heeft {1} gebeurtenissen, en {2} zijn ondertekend.",
  "its events are not those that were signed.": "de gebeurtenissen zijn niet die welke ondertekend zijn.",
  "event {1} is no record of an event.": "gebeurtenis {1} is geen vastgelegde gebeurtenis.",
  "event {1} is nobody's.": "gebeurtenis {1} is van niemand.",
  "{1} is a statement where a source is asked for.": "{1} is een verklaring waar een bron gevraagd is.",
  "event {1} is of another run.": "gebeurtenis {1} is van een andere memo.",
  "event {1} stands in place {2}.": "gebeurtenis {1} staat op plaats {2}.",
  "event {1} does not name the event before it.": "gebeurtenis {1} noemt niet de gebeurtenis ervoor.",
  "event {1} cannot be read.": "gebeurtenis {1} is niet te lezen.",
  "the machine of a run does not take event {1} ({2}) where it stands.":
    "gebeurtenis {1} ({2}) kan niet op die plaats komen.",
  "its first event is of another run.": "de eerste gebeurtenis is van een andere memo.",
  "its run is not finalised.": "de memo is niet definitief gemaakt.",
  "the draft that was finalised is not the one that was signed.":
    "het concept dat definitief werd is niet dat wat ondertekend is.",
  "the ledger that was finalised is not the one that was signed.":
    "de citatenlijst die definitief werd is niet die welke ondertekend is.",
  "{1} states something and cites nothing.": "{1} stelt iets en haalt niets aan.",
  "{1} cites {2}, which the ledger does not have.": "{1} haalt {2} aan, die niet in de citatenlijst staat.",
  "{1} rests on {2}, which has no receipt.": "{1} rust op {2}, zonder ontvangstbewijs.",
  "{1} is not what {2} says was found.": "{1} is niet wat er volgens {2} gevonden is.",
  "the call that ended with event {1} has no receipt.":
    "de zoekopdracht die eindigde met gebeurtenis {1} heeft geen ontvangstbewijs.",
  "the receipt that event {1} names is not there.": "het ontvangstbewijs dat gebeurtenis {1} noemt ontbreekt.",
  "the receipt of event {1} fails {2}: {3}.": "het ontvangstbewijs van gebeurtenis {1} klopt niet ({2}): {3}.",
  "{1} is of another run.": "{1} is van een andere memo.",
  "{1} is not the receipt of the call that ended with event {2}.":
    "{1} is niet het ontvangstbewijs van de zoekopdracht die eindigde met gebeurtenis {2}.",
  "{1} names a decision that is no event of the run.": "{1} noemt een besluit dat geen gebeurtenis van deze memo is.",
  "{1} fails {2}: {3}.": "{1} klopt niet ({2}): {3}.",
  "text {1} cannot be read.": "tekst {1} is niet te lezen.",
  "the text of {1} is there twice.": "de tekst van {1} staat er twee keer in.",
  "the text of {1}, which the memo cites, is not there.": "de tekst van {1}, die de memo aanhaalt, ontbreekt.",
  "the memo does not cite the text of {1}.": "de memo haalt de tekst van {1} niet aan.",
  "the text of {1} is not there.": "de tekst van {1} ontbreekt.",
  "{1}: its text has no {2} where it is said to be.": "{1}: de tekst heeft geen {2} op de genoemde plaats.",
  "it holds something that cannot be read.": "er staat iets in dat niet te lezen is.",
  "event {1} ({2}) comes out otherwise: {3}.": "gebeurtenis {1} ({2}) komt anders uit: {3}.",
  "its end was {1}, and this program has rules {2}: verify it with the version that made it.":
    "het slot is {1}, en dit programma heeft regels {2}: ga het na met de versie die het maakte.",
  "event {1} ({2}) cannot be derived: {3}.": "gebeurtenis {1} ({2}) is niet opnieuw af te leiden: {3}.",
  "by rules {1}, {2} events come out again byte for byte; {3} were decided by older rules and are taken as recorded.":
    "volgens regels {1} komen {2} gebeurtenissen opnieuw uit, byte voor byte; {3} zijn onder oudere regels besloten en overgenomen zoals ze staan.",
  "{1} receipts hold; {2} older calls have none.":
    "{1} ontvangstbewijzen kloppen; {2} oudere zoekopdrachten hebben er geen.",
  "{1} items confirmed by {2}, {3} in the run that this one is a fork of; {4} with looks that were named.":
    "{1} onderdelen bevestigd door {2}, {3} in de memo waarvan dit een aftakking is; bij {4} ervan is eerst gezegd waar op te letten.",
  "{1} is not configured on this server": "{1} is op deze server niet ingesteld",
  "the text of {1} that the memo was quoted from is gone: import it again as it was, then ask for the proof again":
    "de tekst van {1} waaruit de memo aanhaalt is weg: neem hem opnieuw op zoals hij was, en vraag het bewijs dan opnieuw",
  "only a finalised memo has a proof; the run's next action says how to go on":
    "alleen een memo die definitief is heeft een bewijs; de volgende stap zegt hoe het verder gaat",
};
