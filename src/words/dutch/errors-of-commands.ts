/** Errors of commands, files that people write, settings and models. As in errors.ts. */
export const commandErrorsInDutch: Readonly<Record<string, string>> = {
  "nothing is set: give --title, --date, --sensitive or --not-sensitive":
    "er wordt niets gezet: geef --title, --date, --sensitive of --not-sensitive",
  "there is no file or folder {1}": "er is geen bestand of map {1}",
  "there is no XML, WTI or TSV file in it: name a file, or another folder":
    "er staat geen XML-, WTI- of TSV-bestand in: noem een bestand, of een andere map",
  "--dismiss says why the hits of one search do not matter: bind exactly one toolres:… beside it":
    "--dismiss zegt waarom de treffers van één zoekopdracht niet ter zake doen: koppel er precies één toolres:… bij",
  '":reviewed" is not taken: `pincite tool hits {1}` shows the hits; say of each why it does not matter with --dismiss EVIDENCE=reason':
    '":reviewed" geldt niet: `pincite tool hits {1}` toont de treffers; zeg van elke treffer waarom hij niet ter zake doet met --dismiss BEWIJS=reden',
  '"{1}" is no evidence: it begins with vault:, law:, toolres: or statement:':
    '"{1}" is geen bewijs: het begint met vault:, law:, toolres: of statement:',
  "after # comes a place: a page (p3), a number (5.2) or a heading":
    "na # komt een plaats: een bladzijde (p3), een nummer (5.2) of een kop",
  '"{1}" is no kind of slot: {2}': '"{1}" is geen soort bewijsvraag: {2}',
  '"{1}" names no party: write role=Name <address>, with one of {2}':
    '"{1}" noemt geen partij: schrijf rol=Naam <adres>, met een van {2}',
  "there is no intent yet: give --goal with --party": "er is nog geen doel: geef --goal bij --party",
  "{1} is no binary pincite.memo.v1.StageProposal": "{1} is geen StageProposal (pincite.memo.v1) als bericht",
  "{1} rests on no text, so there is nothing to quote": "{1} rust niet op een tekst, dus er valt niets aan te halen",
  "line {1} of the file: {2}": "regel {1} van het bestand: {2}",
  '{1} takes NAME=VALUE and got "{2}"': '{1} vraagt NAAM=WAARDE en kreeg "{2}"',
  "{1}: the address of a server looks like {2}": "{1}: het adres van een server ziet eruit als {2}",
  "the parameters of {1} are not those its digest names: decide nothing, and have a person look at the server":
    "waarmee {1} werkt is niet wat de vingerafdruk noemt: besluit niets, en laat iemand naar de server kijken",
  "{1} and {2} would both be imported as {3}; import the folder that holds both, or one after the other into strands of their own":
    "{1} en {2} zouden beide als {3} worden opgenomen; neem de map op die beide bevat, of neem ze na elkaar op in een eigen deel van de kluis",
  "the file arrived damaged: export it again": "het bestand kwam beschadigd aan: exporteer het opnieuw",
  "you have no run yet; `pincite run new` begins one": "u hebt nog geen memo; `pincite run new` begint er een",
  "the server answered without telling where the run stands":
    "de server antwoordde zonder te zeggen waar het memo staat",
  "pincite: no server answers there": "pincite: daar antwoordt geen server",
  "`pincite run list` shows your runs; `latest` stands for the newest one.":
    "`pincite run list` toont uw memo's; `latest` staat voor het nieuwste.",
  "`pincite run show RUN` lists what is missing and the one thing to do next.":
    "`pincite run show MEMO` toont wat ontbreekt en het ene dat nu te doen is.",
  "Look with `pincite run show RUN`, then run the command again.":
    "Kijk met `pincite run show MEMO`, en geef de opdracht dan nog eens.",
  "Wait for the turn (`pincite run watch RUN`), then run the command again.":
    "Wacht op de beurt (`pincite run watch MEMO`), en geef de opdracht dan nog eens.",
  "Look at the new proposal with `pincite run show RUN`, then decide again.":
    "Bekijk het nieuwe voorstel met `pincite run show MEMO`, en besluit dan opnieuw.",
  "`pincite run show RUN` shows its looks; `pincite run confirm RUN ITEM --looks` names them all and confirms it.":
    "`pincite run show MEMO` toont wat erbij opvalt; `pincite run confirm MEMO ONDERDEEL --looks` noemt dat alles en bevestigt het.",
  "Propose with `pincite run propose RUN`, or have the model propose with `pincite run guide RUN`.":
    "Doe een voorstel met `pincite run propose MEMO`, of laat de gids het doen met `pincite run guide MEMO`.",
  "`pincite run show RUN` tells the current stage.": "`pincite run show MEMO` zegt in welke stap het memo is.",
  "`pincite tool list` says where each tool is allowed, `pincite tool pending` what waits for your decision.":
    "`pincite tool list` zegt waar elk hulpmiddel mag, `pincite tool pending` wat op uw besluit wacht.",
  "Look at it again with `pincite tool pending`, then decide again.":
    "Bekijk het nog eens met `pincite tool pending`, en besluit dan opnieuw.",
  "`pincite tool pending` lists what waits.": "`pincite tool pending` toont wat wacht.",
  "`pincite run show RUN` lists what is allowed without asking.":
    "`pincite run show MEMO` toont wat mag zonder te vragen.",
  "`pincite export RUN` writes the memo; `pincite run rewind RUN --to STAGE` opens a new revision.":
    "`pincite export MEMO` schrijft het memo; `pincite run rewind MEMO --to STAP` begint een nieuwe versie.",
  "Load a statute: `pincite law fetch BWBR0005290 --on DATE`, or from a file: `pincite law import FILE.xml`.":
    "Laad een wet: `pincite law fetch BWBR0005290 --on DAG`, of uit een bestand: `pincite law import BESTAND.xml`.",
  "`pincite law list` shows what is loaded, with `--rulings` the rulings; `pincite law fetch ID` gets another.":
    "`pincite law list` toont wat geladen is, met `--rulings` de uitspraken; `pincite law fetch NUMMER` haalt een andere op.",
  "`pincite law list` shows which versions are loaded; `pincite law fetch ID --on DATE` gets that of a day.":
    "`pincite law list` toont welke versies geladen zijn; `pincite law fetch NUMMER --on DAG` haalt die van een dag op.",
  "`pincite vault search WORDS` and `pincite law search WORDS` print the ids that exist.":
    "`pincite vault search WOORDEN` en `pincite law search WOORDEN` tonen de nummers die er zijn.",
  "Ask again, or propose yourself with `pincite run propose RUN`.":
    "Vraag het nog eens, of doe zelf een voorstel met `pincite run propose MEMO`.",
  "If it failed while writing, the outcome is unknown: start the server again and look before repeating.":
    "Als het tijdens het schrijven misging, is de uitkomst onbekend: start de server opnieuw en kijk voordat u het herhaalt.",
  "every item is decided already": "over elk onderdeel is al besloten",
  "nothing is decided: give --all, --item or --reject": "er wordt niets besloten: geef --all, --item of --reject",
  "{1} is gone, so {2} no longer holds.": "{1} is er niet meer, dus {2} geldt niet meer.",
  "It must be a number from 0 to 65535.": "Het moet een getal zijn van 0 tot 65535.",
  "(--help says how it is used)": "(--help zegt hoe het gebruikt wordt)",
  "Usage:": "Gebruik:",
  "Example:": "Voorbeeld:",
  "print the version": "toont de versie",
  "language to speak in, nl or en (else PINCITE_LANG, else the run's, else the terminal's)":
    "taal van het programma, nl of en (anders PINCITE_LANG, anders die van het memo, anders die van de terminal)",
  "Serve the orchestrator, the Vault and LawBot on one loopback port (gRPC, gRPC-Web, Connect).":
    "Start de server: memo's, kluis en wetten op één poort van deze machine (gRPC, gRPC-Web, Connect).",
  "Answer a company's letter of 9 December from a made-up dossier, offline, stage by stage.":
    "Beantwoordt een brief van 9 december uit een verzonnen dossier, zonder netwerk, stap voor stap.",
  "Derive a run again from its own journal, without model, sources or network, and compare every byte.":
    "Leidt een memo opnieuw af uit zijn eigen journaal, zonder model, bronnen of netwerk, en vergelijkt elke byte.",
  "Counts of what models and tools did: answers taken and refused, why, tokens, tool calls.":
    "Telt wat modellen en hulpmiddelen deden: antwoorden die telden of geweigerd zijn, waarom, tokens, opdrachten.",
  "refuse every write and leave the folder untouched; found by itself where it cannot be written to":
    "weigert alles wat schrijft en laat de map zoals hij is; gaat vanzelf waar in de map niet geschreven kan worden",
  "folder of the store; without it everything is in memory and gone at the end":
    "map van de opslag; zonder map staat alles in het geheugen en is het na afloop weg",
  "port on 127.0.0.1; 0: a free one": "poort op 127.0.0.1; 0: een vrije poort",
  "who callers with the token are taken to be": "voor wie een beller met het token wordt gehouden",
  "{1}: send `authorization: Bearer` with the word in {2}, which `pincite token` prints; only the account that runs the server can read it":
    "{1}: stuur `authorization: Bearer` met het woord uit {2}, dat `pincite token` toont; alleen het account waaronder de server draait kan het lezen",
  "this server takes calls only with its token": "deze server neemt alleen oproepen met zijn token aan",
  "this is not the server's token": "dit is niet het token van de server",
  "A server of another account, or of another machine behind a tunnel, has another token: put it into PINCITE_TOKEN.":
    "Een server van een ander account, of van een andere machine achter een tunnel, heeft een ander token: zet dat in PINCITE_TOKEN.",
  "is no plain file": "is geen gewoon bestand",
  "belongs to another account": "is van een ander account",
  "can be read by others": "is leesbaar voor anderen",
  "holds no token": "bevat geen token",
  "The token cannot be written to {1}: name a place that is this account's with PINCITE_TOKEN_FILE.":
    "Het token kan niet naar {1} geschreven worden: noem met PINCITE_TOKEN_FILE een plaats die van dit account is.",
  "This account has no home folder: name a place for the token with PINCITE_TOKEN_FILE.":
    "Dit account heeft geen eigen map: noem met PINCITE_TOKEN_FILE een plaats voor het token.",
  "{1} does not know this server; give PINCITE_VAULT_TOKEN or PINCITE_LAWBOT_TOKEN the word that pincite token prints where it runs":
    "{1} kent deze server niet; geef PINCITE_VAULT_TOKEN of PINCITE_LAWBOT_TOKEN het woord dat pincite token toont waar die draait",
  "{1}: a token has 16 to 512 signs without blanks.": "{1}: een token heeft 16 tot 512 tekens zonder spaties.",
  "artifact {1} is missing": "stuk {1} ontbreekt",
  "artifact {1} is damaged": "stuk {1} is beschadigd",
  "the items of a store are damaged": "de regels van een opslag zijn beschadigd",
  "the items of a store cannot be read": "de regels van een opslag zijn niet te lezen",
  "the server's answer has no end": "het antwoord van de server heeft geen einde",
  "This program reads no data folder: run `pincite` where the server is.":
    "Dit programma leest geen gegevensmap: voer `pincite` uit waar de server is.",
  "Take a folder that was put back from a copy as it is. What came after the copy is lost; this is noted.":
    "Neemt een map die uit een kopie is teruggezet zoals hij is. Wat na de kopie kwam is weg; dat wordt genoteerd.",
  "{1}: accepted at checkpoint {2}; {3} was the last that had been kept":
    "{1}: aanvaard bij ijkpunt {2}; {3} was het laatste dat bewaard was",
  "no store is behind what was kept of it": "geen opslag loopt achter op wat ervan bewaard is",
  "Print the token that this account's servers ask of every caller.":
    "Toont het token dat de servers van dit account van elke beller vragen.",
  "Make a new token. Servers take it at once; programs that were given the old one are refused.":
    "Maakt een nieuw token. Servers nemen het meteen aan; programma's die het oude kregen worden geweigerd.",
  "also answer JSON, for debugging with plain curl": "antwoord ook in JSON, om met gewone curl te zoeken",
  "a run id, or latest": "een memonummer, of latest",
  "its id, or `latest`": "het nummer, of `latest`",
  "--words are of one sentence: name it, such as sentence:3": "--words zijn van één zin: noem die, zoals sentence:3",
  "there is no draft yet: `pincite run guide` or `run propose --file` make one":
    "er is nog geen concept: `pincite run guide` of `run propose --file` maken er een",
  "a text is an outline (SKELETON), the needs (EVIDENCE_NEEDS) or a draft (DRAFT); the run is in none of these stages":
    "een tekst is een opzet, het benodigde bewijs of een concept; het memo is in geen van die stappen",
  "there is no draft yet: `pincite run guide RUN` writes one to begin from":
    "er is nog geen concept: `pincite run guide MEMO` schrijft er een om mee te beginnen",
  "there is no editor here: set EDITOR at a terminal, or write the text with --print, change it, and give it to `run propose --file`":
    "hier is geen tekstverwerker: zet EDITOR in een terminal, of schrijf de tekst met --print, verander hem, en geef hem aan `run propose --file`",
  "the editor ended with a fault ({1}); the text is in {2}":
    "de tekstverwerker eindigde met een fout ({1}); de tekst staat in {2}",
  "a line is `# heading` or `- claim`": "een regel is `# kop` of `- stelling`",
  "a claim needs a `# heading` above it": "boven een stelling hoort een `# kop`",
  "a sentence needs a `# section:N` above it": "boven een zin hoort een `# section:N`",
  "a sentence is KIND [sentence:N] [claim:N] [{entries}] text, where KIND is {1}":
    "een zin is SOORT [sentence:N] [claim:N] [{bronnen}] tekst, met als SOORT {1}",
  "the ledger has no entry {1}": "de citatenlijst heeft geen {1}",
  "a slot is [slot:N] KIND[?] what is sought, where KIND is {1}":
    "een bewijsvraag is [slot:N] SOORT[?] wat gezocht wordt, met als SOORT {1}",
  "a new slot needs a `# claim:N` above it": "boven een nieuwe bewijsvraag hoort een `# claim:N`",
  "there is no {1}: leave the id out for a new slot": "er is geen {1}: laat het nummer weg voor een nieuwe bewijsvraag",
  "{1} cannot be made required again: leave its line out and add a new one":
    "{1} kan niet weer verplicht worden: laat de regel weg en voeg een nieuwe toe",
  "name a run (`latest` is the newest), or say --all": "noem een memo (`latest` is het nieuwste), of zeg --all",
  "several documents of strand {1} begin with {2}; give more of its id":
    "meer stukken in deel {1} van de kluis beginnen met {2}; geef meer van het nummer",
  "run {1} is not finalised; only finalised memos are watched":
    "memo {1} is niet definitief; alleen definitieve memo's worden gevolgd",
  "{1}: REFUSED ({2})": "{1}: GEWEIGERD ({2})",
  "{1}: loaded  {2}  1 article": "{1}: geladen  {2}  1 artikel",
  "{1}  (version of {2})": "{1}  (versie van {2})",
  "    In force on {1} ({2}, as known on {3}).": "    Geldt op {1} ({2}, zoals bekend op {3}).",
  "    In force on {1} ({2}).": "    Geldt op {1} ({2}).",
  "    In force on {1}.": "    Geldt op {1}.",
  "    Not in force on {1}: this text is from {2} through {3}.":
    "    Geldt niet op {1}: deze tekst is van {2} tot en met {3}.",
  "    Not in force on {1}: this text is from {2}.": "    Geldt niet op {1}: deze tekst is van {2}.",
  "Not read as a citation: {1}": "Niet als vindplaats gelezen: {1}",
  "  Version {1}, in force from {2} (end not known: no register is loaded)":
    "  Versie {1}, geldt vanaf {2} (einde niet bekend: er is geen register geladen)",
  "Cite as: {1}": "Haal aan als: {1}",
  "Or:      {1}": "Of:           {1}",
  'Only statutes are looked up here: `pincite law show "ECLI:..., r.o. 3.8"` prints a ruling, `pincite law search --rulings` searches them.':
    'Hier worden alleen wetten opgezocht: `pincite law show "ECLI:..., r.o. 3.8"` toont een uitspraak, `pincite law search --rulings` doorzoekt ze.',
  "say what to look up: a citation such as art. 7:611 BW": "zeg wat u opzoekt: een wetsartikel zoals art. 7:611 BW",
  "say what to search for: words, or a phrase in quotes":
    "zeg waarnaar u zoekt: woorden, of een woordgroep tussen aanhalingstekens",
};
