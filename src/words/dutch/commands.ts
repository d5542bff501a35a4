/** Sentences that commands alone say and no server, so that no page loads them. As in errors.ts. */
export const commandSentencesInDutch: Readonly<Record<string, string>> = {
  "What holds is in the new folder; what is named above is lost, or cannot be told. A backup that is newer is worth more: `pincite restore`.":
    "Wat de controles doorstaat staat in de nieuwe map; wat hierboven staat is verloren, of niet vast te stellen. Een reservekopie die nieuwer is, is meer waard: `pincite restore`.",
  "Name one folder to be made, and with --data the one that is hurt.":
    "Noem één map die gemaakt wordt, en met --data de map die beschadigd is.",
  "the Vault is another server, so give the whole id of the document, 64 digits":
    "de kluis is een andere server, dus geef het hele nummer van het stuk, 64 tekens",
  "the server answered without a plan": "de server antwoordde zonder plan",
  "--yes erases what you have seen: name it with --plan, as it is printed above":
    "--yes wist wat u gezien hebt: noem het met --plan, zoals het hierboven staat",
  "nobody can be asked here: run it at a terminal, or say --yes and --plan once you have seen what is shown above":
    "hier is niemand om het te vragen: doe het in een terminal, of geef --yes en --plan als u gezien hebt wat hierboven staat",
  "The server gives no key manifest: it is of an older version.":
    "De server geeft geen lijst van sleutels: hij is van een oudere versie.",
  "This program reads no data folder: run `pincite` where the server is.":
    "Dit programma leest geen gegevensmap: gebruik `pincite` waar de server staat.",
  "The receipt does not have the sha256 it goes by: do not rely on it.":
    "Het ontvangstbewijs heeft niet de sha256 waaronder het staat: vertrouw er niet op.",
  "There is no file {1}; an id begins with receipt:, toolreq: or toolres:.":
    "Er is geen bestand {1}; een nummer begint met receipt:, toolreq: of toolres:.",
  "--key-id goes with --keys: the keys of the server are the server's own word.":
    "--key-id hoort bij --keys: de sleutels van de server zijn het woord van de server zelf.",
  "The receipt does not hold: {1}, {2}": "Het ontvangstbewijs klopt niet: {1}, {2}",
  "Which folder? Name the server's data folder with --data or PINCITE_DATA.":
    "Welke map? Noem de gegevensmap van de server met --data of PINCITE_DATA.",
  "{1}: {2}. Replay with the version that made the run; docs/replay.md says what a difference means.":
    "{1}: {2}. Leid het af met de versie die het memo maakte; docs/replay.md zegt wat een verschil betekent.",
  "What is damaged cannot be mended from itself: put a backup back with `pincite restore`, or a copy of the folder. Records alone come back with `pincite store rebuild`.":
    "Wat beschadigd is herstelt niet uit zichzelf: zet een reservekopie terug met `pincite restore`, of een kopie van de map. Alleen regels komen terug met `pincite store rebuild`.",
  "--with {1}: write model=provider/model, profile=NAME or law-date=2024-01-01.":
    "--with {1}: schrijf model=aanbieder/model, profile=NAAM of law-date=2024-01-01.",
  "--with {1}: a day is written as 2024-01-01.": "--with {1}: een dag wordt geschreven als 2024-01-01.",
  "{1} is not part of this installation; use descriptor_set.binpb or server reflection":
    "{1} hoort niet bij deze installatie; gebruik descriptor_set.binpb, of vraag het de server",
  "{1} is no receipt, or was changed: `pincite receipt show ID -o FILE` writes one.":
    "{1} is geen ontvangstbewijs, of is veranderd: `pincite receipt show NUMMER -o BESTAND` schrijft er een.",
  "{1} is no file of keys, or was changed ({2}): `pincite keys export FILE` writes one.":
    "{1} is geen bestand met sleutels, of is veranderd ({2}): `pincite keys export BESTAND` schrijft er een.",
  "{1} does not hold key {2}: its keys are another server's.":
    "sleutel {2} staat niet in {1}: de sleutels zijn van een andere server.",
  "another workflow profile, such as one of yours with a live model":
    "een ander werkprofiel, zoals een van uzelf met een taalmodel",
  "folder for the memo (.md, .html, .docx), the artifacts and the store":
    "map voor het memo (.md, .html, .docx), de stukken en de opslag",
  "where a model server of your own answers, such as http://127.0.0.1:1234/v1":
    "waar een eigen server met een taalmodel antwoordt, zoals http://127.0.0.1:1234/v1",
  "a model for the turns, as provider/id: each built-in profile is there again as ID-model":
    "een taalmodel voor de beurten, als aanbieder/nummer: elk ingebouwd werkprofiel is er nog eens als NUMMER-model",
  "no slot or binding {1} is bound; `pincite run show RUN` lists the bindings":
    "{1} is niet gekoppeld; `pincite run show MEMO` toont de koppelingen",
  "{1} does not wait; `pincite tool pending` lists what does, `pincite tool explain {2}` says what became of it":
    "{1} wacht niet; `pincite tool pending` toont wat wacht, `pincite tool explain {2}` zegt wat ervan geworden is",
  "there is no tool {1}; `pincite tool list` lists those there are":
    "er is geen hulpmiddel {1}; `pincite tool list` toont wat er is",
  "{1} is not marked as adverse to {2}: nothing to dismiss":
    "{1} is niet gemerkt als tegenbewijs tegen {2}: er is niets terzijde te leggen",
  "no quote {1} is in the ledger; `pincite run show` lists them":
    "{1} staat niet in de lijst; `pincite run show` toont ze",
  "no document of strand {1} begins with {2}; `pincite vault list` shows what is there":
    "geen stuk in deel {1} van de kluis begint met {2}; `pincite vault list` toont wat er is",
  "it is the letter that the memo answers; one in a run": "het is de brief waarop u antwoordt; één per memo",
  "The letter you answer, taken apart; with answers: make the outline of them.":
    "De brief waarop u antwoordt, uit elkaar gehaald; met antwoorden: maak daarvan de opzet.",
  "confirm the outline at once": "bevestig de opzet meteen",
  "NUMBER=right|wrong|unknown|beside, with the reason behind a colon; Dutch words will do":
    "NUMMER=juist|onjuist|weet-niet|nvt, met de reden achter een dubbele punt",
  "no letter is pinned as the one you answer: pincite run pin {1} vault:… --answered":
    "er is nog geen brief waarop u antwoordt: pincite run pin {1} vault:… --answered",
  "the letter is answered in the stage of the outline; go there with: {1}":
    "op de brief antwoordt u in de stap van de opzet; ga daarheen met: {1}",
  "a field of the letter's frame, such as place=Utrecht; repeat it":
    "een veld van de briefkop, zoals plaats=Utrecht; mag vaker",
  "a field of the letter's frame to empty; repeat it": "een veld van de briefkop om leeg te maken; mag vaker",
  "INTENT_SEED: a field of the frame to empty; repeat it": "DOEL: een veld van de briefkop om leeg te maken; mag vaker",
  "INTENT_SEED: what stands around the letter, such as place=Utrecht; repeat it":
    "DOEL: wat om de brief heen staat, zoals place=Utrecht; mag vaker",
  '"{1}" is no answer: write NUMBER=ANSWER or "NUMBER=ANSWER: why", with one of {2}':
    '"{1}" is geen antwoord: schrijf NUMMER=ANTWOORD of "NUMMER=ANTWOORD: waarom", met een van {2}',
  '"{1}" says nothing of the frame: write FIELD=TEXT, with {2}':
    '"{1}" zegt niets van de briefkop: schrijf VELD=TEKST, met {2}',
  '"{1}" is no field of the frame': '"{1}" is geen veld van de briefkop',
  "nothing is proposed: give --file, --goal, --party, --frame, --bind, --quote, --add, --drop, --optional or --link":
    "er is niets voorgesteld: geef --file, --goal, --party, --frame, --bind, --quote, --add, --drop, --optional of --link",
  "there is no intent yet: give --goal with --party and --frame":
    "er is nog geen doel: geef --goal bij --party en --frame",
  "the Word file that was exported and edited": "het Word-bestand dat werd weggeschreven en bewerkt",
  "say what differs, and put nothing forward": "zeg wat er anders is, en leg niets voor",
  "DRAFT: read an edited Word file back: what became of each sentence, put forward as a draft.":
    "CONCEPT: lees een bewerkt Word-bestand terug: wat er van elke zin werd, voorgelegd als concept.",
  "Lead through the run: show what comes next and ask about it, one question at a time.":
    "Leid door het hele memo: laat zien wat er komt en vraag ernaar, één vraag tegelijk.",
  "what you say to what was shown, as it stands there; nothing: show it":
    "wat u zegt op wat getoond is, zoals het daar staat; niets: laat het zien",
  "the letter that the memo answers, vault:…; then go on as `run go` does":
    "de brief waarop u antwoordt, vault:…; daarna verder zoals `run go`",
  "go on to the next stage at once, where nothing is missing then":
    "ga meteen door naar de volgende stap, als er dan niets ontbreekt",
  "{1} has changed since it was shown to you: look at it again with `pincite run go {2}`":
    "{1} is veranderd sinds u het zag: bekijk het opnieuw met `pincite run go {2}`",
  "{1} fits several items; write the whole id: {2}":
    "{1} kan meer dan één onderdeel zijn; schrijf het hele nummer: {2}",
  "{1} waits for no word about what a search found": "{1} wacht niet op een woord over wat een zoekopdracht vond",
  "the search for {1} found no number {2}": "de zoekopdracht voor {1} vond geen nummer {2}",
  "there is no {1} in what was shown": "{1} staat niet in wat getoond is",
  "there is no goal yet: say goal=WORDS, what the letter is for":
    "er is nog geen doel: zeg doel=WOORDEN, waar de brief voor is",
  '"{1}" is no answer: what can be said stands under the question':
    '"{1}" is geen antwoord: wat u kunt zeggen staat onder de vraag',
  "a yes names what was seen: `pincite run go RUN` shows it, with the command that says yes to it":
    "een ja noemt wat u gezien hebt: `pincite run go MEMO` toont het, met de opdracht die er ja op zegt",
  '"{1}" says no role: write NAME=ROLE, with one of {2}': '"{1}" is geen rol: schrijf NAAM=ROL, met een van {2}',
  '"{1}" names nobody who wrote in this case, or more than one: write the whole name as it is shown':
    '"{1}" is niemand die in deze zaak schreef, of meer dan één: schrijf de hele naam zoals hij getoond wordt',
  "--person is about a signature: name its file with --signature":
    "--person gaat over een handtekening: noem het bestand ervan met --signature",
  "{1} does not hold, and nobody should sign it: `pincite verify` says why":
    "{1} klopt niet, en niemand moet dat ondertekenen: `pincite verify` zegt waarom",
  "The proof does not hold: {1}, {2}": "Het bewijs klopt niet: {1}, {2}",
  "{1} is no id of a key: it has 16 hexadecimal digits":
    "{1} is geen kenmerk van een sleutel: dat heeft 16 hexadecimale cijfers",
  "{1} has {2} bytes; a proof has at most {3}": "{1} is {2} bytes groot; een bewijs is ten hoogste {3}",
  "--redact is about proofs: say --format pincite with it": "--redact gaat over bewijzen: geef er --format pincite bij",
};
