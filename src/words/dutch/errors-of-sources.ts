/** Errors of what evidence and law are kept in and read from: Vault, LawBot, search, spans, store. As in errors.ts. */
export const sourceErrorsInDutch: Readonly<Record<string, string>> = {
  "the date is no day such as 2025-12-09 and no instant with its zone such as 2025-12-09T09:14:00+01:00; an empty one takes yours back":
    "de datum is geen dag zoals 2025-12-09 en geen tijdstip met zone zoals 2025-12-09T09:14:00+01:00; een lege neemt de uwe terug",
  "the document never had a text of this digest here; leave source_digest empty for its newest text":
    "het stuk heeft hier nooit een tekst met deze vingerafdruk gehad; laat source_digest leeg voor de nieuwste tekst",
  "its bytes can no longer be read; check the store, and import the file again":
    "de bytes ervan zijn niet meer te lezen; controleer de opslag, en importeer het bestand opnieuw",
  "it would be opened now as a file that holds others; import the file again to have those":
    "het zou nu worden geopend als bestand met andere erin; importeer het bestand opnieuw om die te krijgen",
  "one call takes at most {1} files; send several calls": "één opdracht neemt hoogstens {1} bestanden; stuur er meer",
  "this idempotency key was used with other files; choose a new one":
    "deze sleutel is met andere bestanden gebruikt; neem een nieuwe",
  "{1} is not loaded; import it first": "{1} is niet geladen; laad die eerst",
  "no ruling is loaded; import one first (CaseLawService.ImportRulings)":
    "er is geen uitspraak geladen; laad er eerst een",
  "the import's messages are out of order: {1}": "de berichten van het laden staan niet in volgorde: {1}",
  "the text of {1} is larger than one message; read it unit by unit (GetUnit)":
    "de tekst van {1} is groter dan één bericht; lees hem stuk voor stuk",
  "{1} is no version of {2}; leave one of the two out": "{1} is geen versie van {2}; laat een van beide weg",
  "an entry for {1} has {2}; give one of the two": "een vermelding voor {1} heeft {2}; geef een van beide",
  "the text of {1} is larger than one message": "de tekst van {1} is groter dan één bericht",
  "{1} is not a day of the calendar": "{1} is geen dag van de kalender",
  "fetching law is switched off on this server (PINCITE_LAW_FETCH=off); download the XML with a browser and load it by hand (LawImportService.Import; on the command line, `pincite law import FILE`)":
    "wetten ophalen staat uit op deze server (PINCITE_LAW_FETCH=off); haal de XML met een browser op en laad die met de hand: `pincite law import BESTAND`",
  "name the span to compare": "noem de passage die vergeleken moet worden",
  "laws were imported since the first page; begin again without a page token":
    "er zijn wetten geladen sinds de eerste bladzijde; begin opnieuw",
  "{1} is not loaded; import it, or choose a law of ListLaws":
    "{1} is niet geladen; laad die, of kies een wet uit de lijst",
  "{1} is loaded, but not in a version of {2}: it is loaded from {3}":
    "{1} is geladen, maar niet in een versie van {2}: geladen is die vanaf {3}",
  "no loaded law was in force on {1}: the earliest version begins on {2}; ask for that day or later, or import older versions":
    "geen geladen wet gold op {1}: de vroegste versie begint op {2}; vraag naar die dag of later, of laad oudere versies",
  // What we say when a service fails, told on the page where a search is asked for.
  "no law is loaded, so nothing was searched: import a statute first, its BWB XML file with the day from which it was in force (`pincite law import`, or LawImportService.Import)":
    "er is geen wet geladen, dus er is niets doorzocht: laad eerst een wet, haar BWB-bestand met de dag vanaf welke zij gold (`pincite law import`)",
  "the answer of {1} is larger than a limit allows; ask for less at a time":
    "het antwoord van {1} is groter dan mag; vraag minder tegelijk",
  "the locator can mean nothing; give the exact words of a passage, and its chunk_uid or none":
    "deze aanwijzing kan niets betekenen; geef de precieze woorden van een passage",
  "this part of the Vault has no such document; take doc_uid from a search result":
    "dit deel van de Kluis heeft dit stuk niet; neem een stuk dat een zoekopdracht vond",
  "this part of the Vault has no such evidence; search for it again":
    "dit deel van de Kluis heeft dit bewijs niet; zoek het opnieuw",
  "no citation could be read in it; write it out, such as `art. 7:611 BW`":
    "er is geen vindplaats in te lezen; schrijf hem uit, zoals `art. 7:611 BW`",
  "this law is unknown or not loaded; name another one, or load it first":
    "deze wet is niet bekend of niet geladen; noem een andere, of laad haar eerst",
  "no version that old is loaded; ask for a later date, or load an older version":
    "zo'n oude versie is niet geladen; vraag een latere dag, of laad een oudere versie",
  "the law is loaded and has no such article or part; correct the citation":
    "de wet is geladen en heeft dit artikel of onderdeel niet; verbeter de vindplaats",
  "something was imported into {1} meanwhile; make the request again":
    "er is intussen iets in {1} geladen; vraag het opnieuw",
  "no ruling is loaded, so nothing was searched: import one first, its XML file of Rechtspraak Open Data (`pincite law import`, or CaseLawService.ImportRulings)":
    "er is geen uitspraak geladen, dus er is niets doorzocht: laad er eerst een, haar bestand van Rechtspraak Open Data (`pincite law import`)",
  "this ruling is not loaded, or its number is that of several; check its ECLI, or load it first":
    "deze uitspraak is niet geladen, of haar nummer hoort bij meer dan één; controleer de ECLI, of laad haar eerst",
  "the ruling is loaded and has no such consideration, or has it twice; correct the number":
    "de uitspraak is geladen en heeft deze overweging niet, of tweemaal; verbeter het nummer",
  "no ruling could be read in it; write its ECLI, such as `ECLI:NL:HR:2016:162, r.o. 3.8`":
    "er is geen uitspraak in te lezen; schrijf haar ECLI, zoals `ECLI:NL:HR:2016:162, r.o. 3.8`",
  "this LawBot has no case law; load rulings into one that does":
    "deze LawBot heeft geen rechtspraak; laad uitspraken in een die dat wel heeft",
  "no law is loaded; {1}": "er is geen wet geladen; {1}",
  "The locator's {1} cannot be resolved: {2}.": "De {1} van de vindplaats kan niet gevonden worden: {2}.",
  "The canonical text cannot be quoted from: {1}. Import the document again.":
    "Uit de opgeslagen tekst kan niet worden aangehaald: {1}. Neem het stuk opnieuw op.",
  "this key was used to set something else; use a new one":
    "met deze sleutel is iets anders gezet; gebruik een nieuwe sleutel",
  "this key was used to attach something else; use a new one":
    "deze sleutel is gebruikt om iets anders toe te voegen; neem een nieuwe",
  'no bundle of this name was offered to strand "{1}"; ask whoever made it to offer it':
    'aan deel "{1}" van de kluis is geen bundel van deze naam aangeboden; vraag wie hem maakte om hem aan te bieden',
  "another bundle has this name; choose another name": "een andere bundel heeft deze naam; kies een andere",
  "documents were imported since the first page; begin again without a page token":
    "er zijn stukken opgenomen sinds de eerste bladzijde; begin opnieuw",
  "the stretch is empty or ends behind the text; take it from a resolved span":
    "het stuk tekst is leeg of eindigt achter de tekst; neem het over van een opgezochte plaats",
  "an entry has no locator; name at least a document": "een vermelding heeft geen vindplaats; noem ten minste een stuk",
  "an entry with a place has neither a quote nor a query; ask for one of them":
    "een vermelding met een plaats heeft geen citaat en geen zoekwoorden; vraag een van beide",
  'strand "{1}" has no evidence {2}; search for it again': 'deel "{1}" van de kluis heeft geen stuk {2}; zoek opnieuw',
  "the text does not fit in one message; fetch the artifact canonical_text of GetDoc in pieces":
    "de tekst past niet in één bericht; haal hem in stukken op",
  'strand "{1}" has no event {2}; list its events': 'deel "{1}" van de kluis heeft geen afspraak {2}; bekijk de lijst',
  "{1}; see VaultImportService.Import": "{1}; zie de beschrijving van het opnemen",
  "{1} has {2} bytes than it announced ({3}); send it again":
    "{1} heeft {2} bytes dan aangekondigd ({3}); stuur het opnieuw",
  "an event of the Vault's journal cannot be read; stop the server and run `pincite store check`":
    "een gebeurtenis van de kluis kan niet gelezen worden; stop de server en voer `pincite store check` uit",
  "a stored text does not have the digest under which it was imported; stop the server and run `pincite store check`":
    "een opgeslagen tekst heeft niet de vingerafdruk waaronder hij is opgenomen; stop de server en voer `pincite store check` uit",
  'strand "{1}" has no document {2}; search or list its documents':
    'deel "{1}" van de kluis heeft geen stuk {2}; zoek, of bekijk de lijst',
  'strand "{1}" has no thread {2}; list its threads': 'deel "{1}" van de kluis heeft geen draad {2}; bekijk de lijst',
  "A server has {1} open: stop it first. Nothing was changed.":
    "Een server heeft {1} open: stop die eerst. Er is niets veranderd.",
  "{1} is not loaded; import it": "{1} is niet geladen; laad die",
  "{1} passages in {2}": "{1} passages in {2}",
  "{1}: loaded  {2}  {3} articles": "{1}: geladen  {2}  {3} artikelen",
  "{1}: loaded": "{1}: geladen",
  "there is no such upload any more; begin it again": "deze verzending is er niet meer; begin opnieuw",
  "the piece does not fit: {1} of {2} bytes are there; send the piece that begins at byte {3}":
    "het stuk past niet: er zijn {1} van {2} bytes; stuur het stuk dat bij byte {3} begint",
  "the Vault's disk cannot take the piece; make room and send it again":
    "het stuk kan niet op de schijf van de kluis worden geschreven; maak ruimte en stuur het nog eens",
  "{1} uploads lie there already; finish or cancel one of them":
    "er liggen al {1} verzendingen; maak er één af of breek er één af",
  "the Vault's disk has no room for the upload; make room and begin again":
    "op de schijf van de kluis is geen plaats voor het bestand; maak ruimte en begin opnieuw",
  "what came is not what was announced: its SHA-256 is another one; the file changed meanwhile, or was damaged on its way: send it anew":
    "wat er kwam is niet wat was aangekondigd (de SHA-256 verschilt): het bestand is intussen veranderd of onderweg beschadigd; stuur het opnieuw",
  "{1} of {2} bytes are there; send the others before it is read":
    "er zijn {1} van {2} bytes; stuur eerst de rest voordat het wordt gelezen",
  'no mailbox or archive {1} was read into strand "{2}"; import it':
    'er is geen postbus of archief {1} in deel "{2}" opgenomen; neem het op',
  "its bytes cannot be made again: {1}": "de bytes zijn niet opnieuw te maken: {1}",
  "the files of an archive are kept, not the way in which they were packed":
    "van een archief worden de bestanden bewaard, niet de manier waarop ze waren ingepakt",
  "at least one of its members could not be kept; the list names it with its digest and size":
    "minstens één bericht of bestand erin kon niet worden bewaard; de lijst noemt het met zijn digest en grootte",
  "what is stored no longer gives the bytes of this container; stop the server and run `pincite store check`":
    "wat bewaard is geeft deze postbus niet meer terug; stop de server en geef `pincite store check`",
  "this one message of the mailbox is larger than 64 MiB, the most one document may have; save its attachments as files and import those":
    "dit ene bericht van de postbus is groter dan 64 MiB, het meeste dat één stuk mag hebben; bewaar de bijlagen als bestanden en neem die op",
  "this one file of the archive is larger than 64 MiB, the most one document may have; split it, or import the files it was made from":
    "dit ene bestand van het archief is groter dan 64 MiB, het meeste dat één stuk mag hebben; splits het, of neem de bestanden op waaruit het is gemaakt",
  "it is larger than 64 MiB, the most one document may have; only mailboxes and zip archives may be larger: split it":
    "het is groter dan 64 MiB, het meeste dat één stuk mag hebben; alleen postbussen en zip-archieven mogen groter zijn: splits het",
  "the mailbox has no message between two of its separators; export it again and compare":
    "tussen twee scheidingsregels van de postbus staat geen bericht; exporteer hem nog eens en vergelijk",
  "it has more than {1} separators without a message; export it again":
    "hij heeft meer dan {1} scheidingsregels zonder bericht; exporteer hem nog eens",
  "it does not begin as a mailbox does, with a line `From …`; if it is one message, name it .eml":
    "het begint niet zoals een postbus, met een regel `From …`; is het één bericht, noem het dan .eml",
  "it could not be read on from a place in its middle; import it once more":
    "het kon niet verder worden gelezen vanaf een plaats in het midden; neem het nog eens op",
  "its directory is larger than 32 MiB; pack it in several archives":
    "de inhoudsopgave is groter dan 32 MiB; pak het in verschillende archieven",
  "Its messages are kept apart by lines `From …`; no line inside a message had to be escaped.":
    "De berichten zijn gescheiden door regels `From …`; geen regel in een bericht hoefde te worden beschermd.",
  "Its messages are kept apart by lines `From …`; lines `>From ` inside messages are escaped ones (mboxo, or mboxrd).":
    "De berichten zijn gescheiden door regels `From …`; regels `>From ` in berichten zijn beschermde regels (mboxo, of mboxrd).",
  "Its messages are kept apart by lines `From …`, with escaped lines as mboxrd writes them (`>>From `).":
    "De berichten zijn gescheiden door regels `From …`, met beschermde regels zoals mboxrd ze schrijft (`>>From `).",
  "Content-Length says where its messages end (mboxcl), and the separators bear it out.":
    "Content-Length zegt waar de berichten eindigen (mboxcl), en de scheidingsregels bevestigen het.",
  "Content-Length says where its messages end (mboxcl2), and the separators bear it out; lines `From ` inside messages are not escaped.":
    "Content-Length zegt waar de berichten eindigen (mboxcl2), en de scheidingsregels bevestigen het; regels `From ` in berichten zijn niet beschermd.",
};
