/** What the record of a run says of itself: artifacts, receipts, keys, stores, replay and counts. English to Dutch. */
export const recordsInDutch = {
  // Artifacts.
  "Fetch one artifact, check its sha256, and show it.":
    "Haalt één stuk van het programma op, controleert zijn sha256 en toont het.",
  "write the bytes to standard output": "schrijf de bytes naar het scherm",
  "write the bytes to a file": "schrijf de bytes naar een bestand",
  "sha256, 64 hexadecimal digits": "sha256, 64 hexadecimale cijfers",
  "The artifacts of a run, oldest first.": "De stukken van een memo, de oudste eerst.",
  "only this kind, such as pincite.memo.v1.DraftText": "alleen deze soort, zoals pincite.memo.v1.DraftText",
  "Walk from an artifact to what it was made from.": "Loopt van een stuk naar waar het van gemaakt is.",
  "in this run, or `latest`; else in the one that recorded it first":
    "in dit memo, of `latest`; anders in het memo dat het het eerst vastlegde",
  "what was made from it, instead of what it was made from":
    "wat ervan gemaakt is, in plaats van waar het van gemaakt is",
  "{1} bytes, sha256 as asked, in {2}": "{1} bytes, sha256 zoals gevraagd, in {2}",
  "# {1}  {2}  {3} bytes, sha256 as asked": "# {1}  {2}  {3} bytes, sha256 zoals gevraagd",
  "(not text; --raw or --output gives the bytes)": "(geen tekst; --raw of --output geeft de bytes)",
  "Nothing was made from it.": "Er is niets van gemaakt.",
  "It was made from no other artifact.": "Het is van geen ander stuk gemaakt.",
  "More were met than are listed.": "Er zijn er meer dan hier staan.",
  "{1} is a fork of {2}, which is not walked into.": "{1} is een vertakking van {2}; daar wordt niet verder gelopen.",
  "This is in {1}; --run walks in another: {2}": "Dit staat in {1}; met --run gaat het in een ander memo: {2}",
  // Receipts and keys.
  "A run's receipts, oldest first.": "De ontvangstbewijzen van een memo, de oudste eerst.",
  "What a receipt states.": "Wat een ontvangstbewijs verklaart.",
  "write the signed bytes to a file, for others to check":
    "schrijf de ondertekende bytes naar een bestand, zodat anderen ze kunnen nagaan",
  "receipt:…, toolreq:… or toolres:…, or the receipt's sha256":
    "receipt:…, toolreq:… of toolres:…, of de sha256 van het ontvangstbewijs",
  "Check a receipt. With a file and --keys no server is needed, nor believed.":
    "Gaat een ontvangstbewijs na. Met een bestand en --keys is geen server nodig, en wordt er geen geloofd.",
  "with --keys: trust them only if this key, which you know, is of their chain":
    "bij --keys: vertrouw ze alleen als deze sleutel, die u kent, in hun keten staat",
  "check with these keys (pincite keys export) instead of asking the server":
    "ga na met deze sleutels (pincite keys export) in plaats van bij de server",
  "an id as for show, or a file that show wrote": "een nummer als bij show, of een bestand dat show schreef",
  "No tool call has ended yet.": "Er is nog geen opdracht afgelopen.",
  "The receipt holds.": "Het ontvangstbewijs klopt.",
  "{1} bytes, sha256 {2}, in {3}": "{1} bytes, sha256 {2}, in {3}",
  "# {1}, signed by key {2}": "# {1}, ondertekend met sleutel {2}",
  "Every key there ever was, oldest first.": "Elke sleutel die er ooit was, de oudste eerst.",
  "of a data folder, instead of the server's": "die van een gegevensmap, in plaats van die van de server",
  "Write the public keys to a file, for `receipt verify --keys`.":
    "Schrijft de openbare sleutels naar een bestand, voor `receipt verify --keys`.",
  "where to write the public keys": "waar de openbare sleutels komen te staan",
  "Let a new key take over. The old one states so with its last signature and is destroyed.":
    "Laat een nieuwe sleutel het overnemen. De oude verklaart dat met zijn laatste handtekening en wordt vernietigd.",
  "the data folder; no server may have it open": "de gegevensmap; geen server mag die open hebben",
  "{1}  (key {2} signs now: note it elsewhere, for --key-id)":
    "{1}  (nu tekent sleutel {2}: noteer die elders, voor --key-id)",
  "signs now": "tekent nu",
  "until {1}": "tot {1}",
  // The stores of a data folder.
  "the data folder of a server": "de gegevensmap van een server",
  "Read all there is and check it against its digests, chains and checkpoints.":
    "Leest alles wat er is en gaat het na aan zijn vingerafdrukken, ketens en ijkpunten.",
  "{1}: {2} of {3} events held, {4} artifacts lost": "{1}: {2} van {3} gebeurtenissen behouden, {4} stukken verloren",
  "Build the index of the runs anew from their journal; broken off, the next start goes on.":
    "Maakt het register van de memo's opnieuw uit hun journaal; na een afbreking gaat de volgende start verder.",
  "Store finalised runs smaller; what they say stays the same. A server does it when a run is finalised.":
    "Bewaart afgeronde memo's kleiner; wat ze zeggen blijft gelijk. Een server doet dit zodra een memo is afgerond.",
  "Copy all that a running server holds, keys included, into a folder; broken off, it goes on where it was.":
    "Kopieert alles wat een draaiende server heeft, ook zijn sleutels, naar een map; na een afbreking gaat het verder waar het was.",
  "where the backup is, or is to be; another one into it fetches what is new":
    "waar de reservekopie staat of komt; een volgende daarin haalt wat nieuw is",
  "Make a data folder of a backup; all of it is read back and compared before the folder gets its name.":
    "Maakt een gegevensmap van een reservekopie; alles wordt teruggelezen en vergeleken voordat de map haar naam krijgt.",
  "a backup, as `pincite backup` leaves it": "een reservekopie, zoals `pincite backup` die achterlaat",
  "the data folder to make; it must not hold anything": "de gegevensmap die gemaakt wordt; er mag niets in staan",
  // The contract.
  "Write every .proto file with what it imports, and descriptor_set.binpb.":
    "Schrijft elk .proto-bestand met wat het gebruikt, en descriptor_set.binpb.",
  "folder to write to; files of the same name are replaced":
    "map om in te schrijven; bestanden met dezelfde naam worden vervangen",
  "{1} KiB of {2} KiB": "{1} KiB van {2} KiB",
  "{1} files in {2}": "{1} bestanden in {2}",
  // What the help adds to what it says of a flag.
  "default: {1}": "anders: {1}",
  "choices: {1}": "keuze: {1}",
  // Replay and forks.
  same: "hetzelfde",
  "other evidence": "ander bewijs",
  "other words": "andere woorden",
  "other version of the article": "een andere versie van het artikel",
  "now unsupported": "nu zonder bewijs",
  "not reached": "niet bereikt",
  "its id, or `latest`": "het nummer, of `latest`",
  "go on with a fork that waited for a person": "ga verder met een vertakking die op iemand wachtte",
  "model=provider/model, profile=NAME or law-date=2024-01-01: a fork on a running server":
    "model=aanbieder/model, profile=NAAM of law-date=2024-01-01: een vertakking op een server die draait",
  "whose run it is": "van wie het memo is",
  "data folder of the server that has it (else PINCITE_DATA); it is copied, never written to":
    "gegevensmap van de server die het heeft (anders PINCITE_DATA); zij wordt gekopieerd, er wordt nooit in geschreven",
  "{1}: {2} of {3} events and {4} artifacts came out byte for byte":
    "{1}: {2} van {3} gebeurtenissen en {4} stukken kwamen byte voor byte hetzelfde uit",
  "{1}: {2} of {3} events came out byte for byte, then one did not":
    "{1}: {2} van {3} gebeurtenissen kwamen byte voor byte hetzelfde uit, toen één niet",
  "no model, no source and no network was asked": "er is geen model, geen bron en geen netwerk gevraagd",
  "{1} receipts were signed again and are equal": "{1} ontvangstbewijzen zijn opnieuw getekend en gelijk",
  "{1} receipts have the signature of the record: their key is not here":
    "{1} ontvangstbewijzen hebben de handtekening van het journaal: hun sleutel is hier niet",
  "event {1} ({2}) was taken as recorded: {3}": "gebeurtenis {1} ({2}) is genomen zoals vastgelegd: {3}",
  "event {1} ({2})": "gebeurtenis {1} ({2})",
  "event {1} (not recorded)": "gebeurtenis {1} (niet vastgelegd)",
  "artifact {1}": "stuk {1}",
  "field {1}": "veld {1}",
  "{1}: a fork of {2} with {3}, now in {4}": "{1}: een vertakking van {2} met {3}, nu in de stap {4}",
  "  does not apply any more: {1}": "  geldt niet meer: {1}",
  "  everything that was confirmed rests on the same and holds":
    "  alles wat bevestigd was rust op hetzelfde en blijft gelden",
  "  it waits: a person would have to confirm": "  zij wacht: iemand zou moeten bevestigen",
  "  once you have, `pincite replay {1} --with {2} --into {3}` goes on":
    "  is dat gebeurd, dan gaat `pincite replay {1} --with {2} --into {3}` verder",
  // Counts.
  "a run id, or latest; else all of yours": "een memonummer, of latest; anders al uw memo's",
  "{1} runs, {2} turns": "{1} memo's, {2} beurten",
  "{1} run, {2} turns": "{1} memo, {2} beurten",
  "{1} runs, {2} turn": "{1} memo's, {2} beurt",
  "{1} run, {2} turn": "{1} memo, {2} beurt",
  "No model has answered yet.": "Er heeft nog geen model geantwoord.",
  "No tool was asked for yet.": "Er is nog om geen hulpmiddel gevraagd.",
  MODEL: "MODEL",
  STAGE: "STAP",
  ANSWERS: "ANTWOORDEN",
  TAKEN: "GENOMEN",
  MENDED: "HERSTELD",
  "TOOL CALLS": "OPDRACHTEN",
  "TOKENS IN": "TOKENS IN",
  OUT: "UIT",
  "REFUSED FOR": "GEWEIGERD OM",
  AS: "ALS",
  TOOL: "HULPMIDDEL",
  ASKED: "GEVRAAGD",
  OK: "GOED",
  EMPTY: "LEEG",
  ERROR: "FOUT",
  REFUSED: "GEWEIGERD",
  UNKNOWN: "ONBEKEND",
  "{1} of {2} ({3} %)": "{1} van {2} ({3} %)",
} as const;

/** Errors of the same commands, and of the folders and keys they read. */
export const recordErrorsInDutch: Readonly<Record<string, string>> = {
  "There is no such receipt": "Zo'n ontvangstbewijs is er niet",
  "There is no {1}": "{1} is er niet",
  "{1} has not ended, or ended before there were receipts":
    "{1} is niet afgelopen, of liep af voordat er ontvangstbewijzen waren",
  "the server gave other bytes for {1}; do not use them, and check its store":
    "de server gaf andere bytes voor {1}; gebruik ze niet, en ga zijn opslag na",
  "There is no run {1} here: `pincite run list` shows them.": "Hier is geen memo {1}: `pincite run list` toont ze.",
  "The run names {1}, and its store has no such artifact.": "Het memo noemt {1}, en zo'n stuk staat niet in de opslag.",
  "The replay came to a difference and stops.": "Het opnieuw afleiden kwam anders uit en stopt.",
  "There are no runs in {1}: name the folder of a server with --data.":
    "Er staan geen memo's in {1}: noem de map van een server met --data.",
  "{1} could not be copied whole, and a server has it open or was killed: stop the server (or start it once), then replay.":
    "{1} kon niet heel worden gekopieerd; een server heeft het open of is afgebroken: stop de server (of start hem eenmaal) en probeer het dan weer.",
  "{1} has no keys of receipts: name the data folder of a server; it makes them at its first start.":
    "{1} heeft geen sleutels van ontvangstbewijzen: noem de gegevensmap van een server; die maakt ze bij zijn eerste start.",
  "The key file {1} {2}.": "Het sleutelbestand {1} {2}.",
  "The key file {1} is damaged: restore it from a copy. (Where nothing was kept yet, delete it and start again.)":
    "Het sleutelbestand {1} is beschadigd: zet het terug van een kopie. (Was er nog niets bewaard, verwijder het dan en start opnieuw.)",
  "{1} says {2}, and the stores beside it hold {3}: restore the file from a copy, or delete it so that the name is taken from the stores.":
    "{1} zegt {2}, en de opslag ernaast bevat {3}: zet het bestand terug van een kopie, of verwijder het, zodat de naam uit de opslag komt.",
  "This folder holds what is {1}'s: start once with --user and the name of whose it is to be from now on.":
    "In deze map staat wat van {1} is: start eenmaal met --user en de naam van wie het voortaan is.",
  "Event {1} of run {2} cannot follow the events before it: the journal is damaged; restore the store from a copy.":
    "Gebeurtenis {1} van memo {2} kan niet volgen op wat ervoor staat: het journaal is beschadigd; zet de opslag terug van een kopie.",
  "query: nothing is left of it to look for. {1}": "zoekvraag: er blijft niets over om op te zoeken. {1}",
  "query: there is no letter or digit in it to look for; write a word.":
    "zoekvraag: er staat geen letter of cijfer in om op te zoeken; schrijf een woord.",
  "Let one waiting request run, once, as it is shown.":
    "Laat één wachtende opdracht eenmaal uitvoeren, zoals zij getoond is.",
  "Decline one waiting request: it never runs.": "Weigert één wachtende opdracht: zij wordt nooit uitgevoerd.",
  "Allow a request, and further ones of the run for this opt-in read-only tool.":
    "Staat een opdracht toe, en volgende van dit memo voor dit hulpmiddel, dat alleen leest en dat u aanzet.",
  "Say that you looked at a request that was cut off. It never runs again.":
    "Zegt dat u gekeken hebt wat er van een afgebroken opdracht werd. Zij wordt nooit meer uitgevoerd.",
};
