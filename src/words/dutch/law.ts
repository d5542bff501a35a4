/** What is said of law that is loaded, fetched, looked up and watched, English to Dutch. */
export const lawInDutch: Readonly<Record<string, string>> = {
  // Pieces.
  "the piece lies beyond the size that was announced; begin again":
    "het stukje valt buiten de aangekondigde grootte; begin opnieuw",
  "what came has another SHA-256 than was announced; send the file again":
    "wat aankwam is iets anders dan was aangekondigd; stuur het bestand nog eens",
  "too many files of law are under way; try again in some minutes":
    "er zijn te veel wetsbestanden onderweg; probeer het over een paar minuten weer",
  // Fetching.
  "This server fetches law when `pincite law fetch` asks it to, and never otherwise, from:":
    "Deze server haalt wetten op als `pincite law fetch` erom vraagt, en anders nooit, bij:",
  "This server does not fetch (PINCITE_LAW_FETCH=off). Download the XML with a browser and load it with `pincite law import FILE`. It would fetch from:":
    "Deze server haalt niets op (PINCITE_LAW_FETCH=off). Download de XML met een browser en laad haar met `pincite law import BESTAND`. Hij zou ophalen bij:",
  "{1}: NOT LOADED ({2})": "{1}: NIET GELADEN ({2})",
  "{1} loaded, {2} known already, {3} not loaded; law of {4}":
    "{1} geladen, {2} waren er al, {3} niet geladen; de wet van {4}",
  "{1}: known already": "{1}: was er al",
  "{1}: loaded": "{1}: geladen",
  "say what to fetch: ids of regulations (BWBR0005290) or rulings (ECLI:NL:HR:2016:162), or a workflow profile":
    "zeg wat opgehaald moet worden: nummers van regelingen (BWBR0005290) of uitspraken (ECLI:NL:HR:2016:162), of een werkprofiel",
  "this idempotency key was used to fetch something else; choose a new one":
    "deze herhaalsleutel is al voor iets anders gebruikt; kies een nieuwe",
  '"{1}" is no id that can be fetched; write a regulation as BWBR0005290 and a ruling as ECLI:NL:HR:2016:162':
    '"{1}" is geen nummer dat opgehaald kan worden; schrijf een regeling als BWBR0005290 en een uitspraak als ECLI:NL:HR:2016:162',
  "the Basiswettenbestand has no regulation {1}; look the id up on https://wetten.overheid.nl, where it stands in the address":
    "het Basiswettenbestand heeft geen regeling {1}; zoek het nummer op https://wetten.overheid.nl, daar staat het in het adres",
  "or get it with a browser from {1} and load the file by hand (LawImportService.Import; on the command line, `pincite law import FILE`)":
    "of haal het met een browser van {1} en laad het bestand zelf (LawImportService.Import; op de opdrachtregel `pincite law import FILE`)",
  "search service of the Basiswettenbestand": "de zoekdienst van het Basiswettenbestand",
  "its name could not be looked up": "zijn naam was niet op te zoeken",
  "it refused the connection": "hij weigerde de verbinding",
  "its name leads to an address inside a private network, which is not asked":
    "zijn naam leidt naar een adres binnen een besloten netwerk, en dat wordt niet gevraagd",
  "its certificate is not trusted": "zijn certificaat wordt niet vertrouwd",
  "it broke the connection off": "hij brak de verbinding af",
  "no way leads there": "er leidt geen weg heen",
  "the connection failed": "de verbinding kwam niet tot stand",
  "its answers do not fit together": "zijn antwoorden passen niet bij elkaar",
  "the register of versions cannot be read": "het register van versies is niet te lezen",
  "the register names {1}, and the repository does not have it":
    "het register noemt {1}, en de bewaarplaats heeft het niet",
  "{1} has another SHA-512 than the register says": "{1} heeft een andere SHA-512 dan het register zegt",
  "{1} has {2} bytes where the register says {3}": "{1} heeft {2} bytes waar het register {3} zegt",
  "the {1} could not be reached: {2}. Check the network and fetch again, {3}":
    "{1} was niet bereikbaar: {2}. Ga het netwerk na en haal het nog eens op, {3}",
  "the {1} answered with status {2}. Try again later, {3}": "{1} antwoordde met status {2}. Probeer het later, {3}",
  "the {1} is busy and asks to wait {2} seconds. Fetch again after that, {3}":
    "{1} heeft het druk en vraagt {2} seconden te wachten. Haal het daarna op, {3}",
  "{1}. Nothing of it was loaded. Fetch again, {2}": "{1}. Er is niets van geladen. Haal het nog eens op, {2}",
  "{1} is larger than {2} KiB, as sent or expanded, which no such file is. Nothing of it was loaded":
    "{1} is groter dan {2} KiB, en dat is zo'n bestand nooit. Er is niets van geladen",
  "the fetch was broken off; fetch again, and what was cut goes on where it ended":
    "het ophalen is afgebroken; haal het nog eens op, dan gaat het verder waar het ophield",
  "the profile {1} names no laws: add them to its file as law_sources and start the server anew, or name the ids yourself (`pincite law fetch BWBR0005290`)":
    "het werkprofiel {1} noemt geen wetten: zet ze in het bestand als law_sources en start de server opnieuw, of noem zelf de nummers (`pincite law fetch BWBR0005290`)",
  'this server has no workflow profile "{1}"; {2}. A profile of your own is read when the server starts':
    'deze server heeft geen werkprofiel "{1}"; {2}. Een eigen werkprofiel wordt gelezen als de server start',
  "it has: {1}": "wel: {1}",
  "it has none": "er is er geen",
  "an address outside the official services was made": "er ontstond een adres buiten de officiële bronnen",
  "a stand-in for the official services is an http address on this machine, such as http://127.0.0.1:8080":
    "wat voor de officiële bronnen in de plaats komt is een http-adres op deze machine, zoals http://127.0.0.1:8080",
  "case law is switched off on this server; ask for it to be switched on":
    "uitspraken staan uit op deze server; vraag om ze aan te zetten",
  "the {1} has no {2}; not every ruling is published": "{1} heeft {2} niet; niet elke uitspraak wordt gepubliceerd",
  "the span of {1} cannot be compared: {2}": "de passage van {1} kan niet worden vergeleken: {2}",
  "a text without a date is loaded with the day it was in force from: --valid-from 2012-10-01":
    "een tekst zonder dag wordt geladen met de dag waarop hij ging gelden: --valid-from 2012-10-01",
  loaded: "geladen",
  "known already": "was er al",
  "  names no laws": "  noemt geen wetten",
  "{1} is loaded; a loaded ruling is never replaced, since quotes rest on it":
    "{1} is geladen; een geladen uitspraak wordt nooit vervangen, omdat er citaten op rusten",
  "{1} is loaded already": "{1} is al geladen",
  "the service gives no hash of its rulings; form and ECLI are checked":
    "de bron geeft geen vingerafdruk van uitspraken; vorm en ECLI worden nagegaan",
  "the connection broke off; trying again": "de verbinding viel weg; er wordt opnieuw geprobeerd",
  "the {1} asks to wait {2} seconds": "{1} vraagt {2} seconden te wachten",
  "going on behind {1} bytes": "verder na {1} bytes",
  "the file is at {1} on the same host": "het bestand staat op {1} bij dezelfde bron",
  // What is loaded.
  "import a statute first: its BWB XML file with the day from which the text was in force (LawImportService.Import; on the command line, `pincite law import`)":
    "laad eerst een wet: het BWB-XML-bestand, met de dag waarop de tekst ging gelden (`pincite law import`)",
  "No law is loaded; import a statute first: its BWB XML file with the day from which the text was in force (LawImportService.Import; on the command line, `pincite law import`).":
    "Er is geen wet geladen; laad eerst een wet: het BWB-XML-bestand, met de dag waarop de tekst ging gelden (`pincite law import`).",
  "Or have it fetched: `pincite law fetch BWBR0005290 --on DATE`.":
    "Of laat haar ophalen: `pincite law fetch BWBR0005290 --on DAG`.",
  "No ruling is loaded; fetch one (`pincite law fetch ECLI:NL:HR:2016:162`) or import its XML (`pincite law import`).":
    "Er is geen uitspraak geladen; haal er een op (`pincite law fetch ECLI:NL:HR:2016:162`) of laad de XML (`pincite law import`).",
  "1 law is loaded.": "Er is 1 wet geladen.",
  "{1} laws are loaded.": "Er zijn {1} wetten geladen.",
  "{1} ruling is loaded.": "Er is {1} uitspraak geladen.",
  "{1} rulings are loaded.": "Er zijn {1} uitspraken geladen.",
  "{1} ruling is loaded: `pincite law list --rulings`.": "Er is {1} uitspraak geladen: `pincite law list --rulings`.",
  "{1} rulings are loaded: `pincite law list --rulings`.":
    "Er zijn {1} uitspraken geladen: `pincite law list --rulings`.",
  "  of {1} version that its register lists": "  van de {1} versie die het register noemt",
  "  of {1} versions that its register lists": "  van de {1} versies die het register noemt",
  "No run of yours is finalised; `pincite run list` shows where each stands.":
    "Geen van uw memo's is definitief; `pincite run list` toont hoe ver elk is.",
  // Looking up.
  "{1}: {2} is not loaded under that title; import it in Akoma Ntoso XML, or write its title with the year":
    "{1}: {2} is niet geladen onder die naam; laad de wet als Akoma Ntoso-XML, of schrijf de naam met het jaar",
  "{1} is not loaded under that title; import it in Akoma Ntoso XML, or write its title with the year":
    "{1} is niet geladen onder die naam; laad de wet als Akoma Ntoso-XML, of schrijf de naam met het jaar",
  "{1}: {2} is not loaded; fetch it (`pincite law fetch {3}`) or import its file":
    "{1}: {2} is niet geladen; haal de wet op (`pincite law fetch {3}`) of laad het bestand",
  "{1} is not loaded; fetch it (`pincite law fetch {2}`) or import its file":
    "{1} is niet geladen; haal de wet op (`pincite law fetch {2}`) of laad het bestand",
  "{1} is a ruling; only statutes are looked up here": "{1} is een uitspraak; hier worden alleen wetten opgezocht",
  "no citation could be read in it; write it as lawyers do, such as art. 7:611 BW or art. 3:4 lid 2 Awb":
    "er is geen wetsartikel in te lezen; schrijf het zoals juristen doen, zoals art. 7:611 BW of art. 3:4 lid 2 Awb",
  "no ruling could be read in it; write its number, as in {1}":
    "er is geen uitspraak in te lezen; schrijf het nummer, zoals in {1}",
  "{1} has no consideration {2}{3}": "{1} heeft geen overweging {2}{3}",
  "{1} has the number {2} in {3} places; quote its words instead":
    "{1} heeft het nummer {2} op {3} plaatsen; haal liever de woorden aan",
  "it names {1} units; name at most {2}": "het noemt {1} bepalingen; noem er hoogstens {2}",
  "{1} was not yet in force on {2}{3}": "{1} gold nog niet op {2}{3}",
  "{1} was not in force any more on {2}{3}": "{1} gold niet meer op {2}{3}",
  "{1} was announced only: no version of it was published": "{1} is alleen aangekondigd: er is geen versie van bekend",
  "the register of {1} has no version for {2}": "het register van {1} heeft geen versie voor {2}",
  "the version of {1} for {2} was deleted by its publisher":
    "de versie van {1} voor {2} is door de uitgever verwijderd",
  // Days.
  "{1} is no date; write it as 2025-12-09, or as 2025-12-09T10:00:00+01:00":
    "{1} is geen datum; schrijf 2025-12-09, of 2025-12-09T10:00:00+01:00",
  "in_force_on is no date; write it as 2025-12-09": "de peildatum is geen datum; schrijf 2025-12-09",
  "this server has no {1}; configure its URL": "deze server heeft geen {1}; stel het adres ervan in",
  "{1} answered something that was not asked ({2}); nothing of it was used":
    "{1} antwoordde iets wat niet gevraagd was ({2}); er is niets van gebruikt",
  // What a request must look like.
  "{1}: does not match regex pattern `{2}`": "{1}: staat niet in de vorm die hier hoort (`{2}`)",
  "does not match regex pattern `{1}`": "staat niet in de vorm die hier hoort (`{1}`)",
};
