/** What an import says of a file that it does not take, or of a text that lacks something, English to Dutch. */
export const importSentencesInDutch: Readonly<Record<string, string>> = {
  "{1} cannot be imported yet: save it as one of {2} and {3} and import that":
    "{1} kan nog niet worden opgenomen: bewaar het als een van {2} en {3} en neem dat op",
  "a file of a kind that is not known": "een bestand van een soort die niet bekend is",
  "a file of a kind that is not known ({1})": "een bestand van een soort die niet bekend is ({1})",
  // As earlier versions said it of an attachment, which stands in a Vault for good.
  "this kind of file": "dit soort bestand",
  "files of type {1}": "een bestand van het soort {1}",
  "it is no PDF or a damaged one; save or print it as PDF again and import that":
    "het is geen pdf of een beschadigde; bewaar of druk het opnieuw af als pdf en neem dat op",
  "it is protected by a password; open it, save it without the password and import that":
    "het is beveiligd met een wachtwoord; open het, bewaar het zonder wachtwoord en neem dat op",
  "it is a mailbox of Outlook itself: turn it into .mbox with `readpst -o FOLDER FILE` (package pst-utils), or open it in Outlook and save the messages as .msg, and import those":
    "het is een mailbox van Outlook zelf: maak er .mbox van met `readpst -o MAP BESTAND` (pakket pst-utils), of open hem in Outlook en bewaar de berichten als .msg, en neem die op",
  "it is the copy that Outlook keeps of a mailbox: export the mailbox as .pst, turn that into .mbox with `readpst`, and import it":
    "het is de kopie die Outlook van een mailbox houdt: exporteer de mailbox als .pst, maak daar .mbox van met `readpst`, en neem die op",
  "it is an old Word document: open it, save it as .docx and import that":
    "het is een oud Word-document: open het, bewaar het als .docx en neem dat op",
  "its HTML makes more than {1} elements; save what it shows as text and import that":
    "de HTML ervan maakt meer dan {1} elementen; bewaar wat het toont als tekst en neem dat op",
  "its HTML is nested more than {1} elements deep; save what it shows as text and import that":
    "de HTML ervan is meer dan {1} elementen diep genest; bewaar wat het toont als tekst en neem dat op",
  "its HTML is longer than 16 million characters; save what it shows as text and import that":
    "de HTML ervan is langer dan 16 miljoen tekens; bewaar wat het toont als tekst en neem dat op",
  "it has more than {1} parts; save its attachments and import those":
    "het heeft meer dan {1} delen; bewaar de bijlagen en neem die op",
  "its parts are nested more than {1} deep; export the message again from the mail program and import that":
    "de delen ervan zijn meer dan {1} diep genest; exporteer het bericht opnieuw uit het mailprogramma en neem dat op",
  "its headers are larger than {1} KiB; export the message again from the mail program and import that":
    "de kopregels zijn groter dan {1} KiB; exporteer het bericht opnieuw uit het mailprogramma en neem dat op",
  "it is cut off or damaged; ask the sender to send it again, as plain attachments":
    "het is afgebroken of beschadigd; vraag de afzender het opnieuw te sturen, als gewone bijlagen",
  "its XML is damaged; open it in a word processor, save it again and import that":
    "de XML ervan is beschadigd; open het in een tekstverwerker, bewaar het opnieuw en neem dat op",
  "it is no rich text, or is nested too deep to be some; save it as .docx and import that":
    "het is geen opgemaakte tekst, of te diep genest; bewaar het als .docx en neem dat op",
  "it shows no text; save the words it should show as .txt and import that":
    "het toont geen tekst; bewaar de woorden die het zou moeten tonen als .txt en neem dat op",
  "it is no Word document; save it as .docx and import that":
    "het is geen Word-document; bewaar het als .docx en neem dat op",
  "it holds no text; if its pages are pictures, import the text they show":
    "er staat geen tekst in; zijn de bladzijden plaatjes, neem dan de tekst op die ze tonen",
  "it holds no text; import the file it was made from":
    "er staat geen tekst in; neem het bestand op waarvan het gemaakt is",
  "it begins like {1} and is not valid in it; save it as UTF-8 and import it again":
    "het begint als {1} en is dat niet; bewaar het als UTF-8 en neem het opnieuw op",
  "it holds more than {1} entries; split it": "er staan meer dan {1} afspraken in; splits het",
  "it holds no event, task or journal entry; export the entries you need and import those":
    "er staat geen afspraak, taak of aantekening in; exporteer wat u nodig hebt en neem dat op",
  "the entry says nothing; import the message or file it came with":
    "de afspraak zegt niets; neem het bericht of bestand op waar zij bij zat",
  "it has more than {1} pages; split it": "het heeft meer dan {1} bladzijden; splits het",
  "its text is longer than 32 million characters; split it":
    "de tekst ervan is langer dan 32 miljoen tekens; splits het",
  "its text was read, but could not be opened again as it would be stored; this is a fault of the program: save its words as plain text, import that, and report the file":
    "de tekst is gelezen, maar kon niet weer worden geopend zoals hij bewaard zou worden; dat is een fout van het programma: bewaar de woorden als platte tekst, neem die op, en meld het bestand",
  "its text is larger than 64 MiB; split it and import the parts":
    "de tekst ervan is groter dan 64 MiB; splits het en neem de delen op",
  "it holds neither words nor files; nothing is lost without it":
    "er zitten woorden noch bestanden in; zonder gaat er niets verloren",
  "it holds more than {1} messages; split it": "er staan meer dan {1} berichten in; splits het",
  "it has more than {1} separators without a message; export it again":
    "het heeft meer dan {1} scheidingen zonder bericht; exporteer het opnieuw",
  "the item holds no text; open it in Outlook and save what it shows as text":
    "er staat geen tekst in; open het in Outlook en bewaar wat het toont als tekst",
  "it is no Outlook item; if it is a mail message, name it .eml and import it again":
    "het is geen bericht van Outlook; is het een mail, noem het dan .eml en neem het opnieuw op",
  "it could not be read on from a place in its middle; import it once more":
    "het kon niet verder worden gelezen vanaf een plaats in het midden; neem het nog eens op",
  "it is protected by a password; unpack it and import the file":
    "het is beveiligd met een wachtwoord; pak het uit en neem het bestand op",
  "it is packed in an uncommon way; pack it as a plain zip":
    "het is op een ongewone manier ingepakt; maak er een gewone zip van",
  "it unpacks to far more than it should; unpack it yourself and import the files you need":
    "uitgepakt wordt het veel meer dan het hoort; pak het zelf uit en neem op wat u nodig hebt",
  "it is damaged and cannot be unpacked; make the archive again":
    "het is beschadigd en kan niet worden uitgepakt; maak het archief opnieuw",
  "it is damaged: what comes out is not what was packed; make the archive again":
    "het is beschadigd: wat eruit komt is niet wat erin ging; maak het archief opnieuw",
  "its directory is larger than 32 MiB; pack it in several archives":
    "de inhoudsopgave is groter dan 32 MiB; verdeel het over meer archieven",
  "it is no zip archive, or its end is missing; make it again and import that":
    "het is geen zip-archief, of het einde ontbreekt; maak het opnieuw en neem dat op",
  "it names a file differently in two places, as an archive does that hides something":
    "het noemt een bestand op twee plaatsen anders, zoals een archief dat iets verbergt",
  "it is a damaged zip archive; make it again and import that":
    "het is een beschadigd zip-archief; maak het opnieuw en neem dat op",
  "its entries share bytes, as no honest archive does; unpack it yourself and import the files":
    "de bestanden erin delen bytes, zoals geen eerlijk archief doet; pak het zelf uit en neem de bestanden op",
  "it is protected by a password or is an old .doc file; save it as .docx without a password":
    "het is beveiligd met een wachtwoord of een oud .doc-bestand; bewaar het als .docx zonder wachtwoord",
  "it is not a mail message: no From, Date, Subject or other mail header was found; if it is a text, name it .txt and import it again":
    "het is geen mailbericht: er is geen From, Date, Subject of andere kopregel gevonden; is het een tekst, noem het dan .txt en neem het opnieuw op",
  "its pages are pictures without a text layer, so that nothing in it can be quoted exactly; it needs OCR: import the file it was made from, or a version with recognised text that you have checked":
    "de bladzijden zijn plaatjes zonder tekstlaag, zodat er niets precies uit te citeren is; er is tekstherkenning nodig: neem het bestand op waarvan het gemaakt is, of een versie met herkende tekst die u hebt nagekeken",
  "it piles hundreds of combining marks on one letter, which no text does; save its words as plain text":
    "het stapelt honderden tekens op één letter, wat geen tekst doet; bewaar de woorden als platte tekst",
  "its headers and list of attachments are larger than 200 KiB; export the message without its list of receivers":
    "de kopregels en de lijst van bijlagen zijn groter dan 200 KiB; exporteer het bericht zonder de lijst van ontvangers",
  "it is not text, whatever its name says; import it under its own kind, or save its words as UTF-8 text":
    "het is geen tekst, wat de naam ook zegt; neem het op onder zijn eigen soort, of bewaar de woorden als UTF-8-tekst",
  "its XML declares a document type, as no word processor does; save it again and import that":
    "de XML ervan noemt een documenttype, wat geen tekstverwerker doet; bewaar het opnieuw en neem dat op",
  "its XML is nested too deep or has too many elements for a document; save its text and import that":
    "de XML ervan is te diep genest of heeft te veel elementen voor een document; bewaar de tekst en neem die op",
  "the same bytes were imported before": "dezelfde bytes waren al opgenomen",
  "the same bytes were imported before under another path": "dezelfde bytes waren al opgenomen, onder een andere naam",
  "{1}; a newer document has taken their path since": "{1}; een nieuwer document heeft hun plaats ingenomen",
  "Text that the document hides from its reader was left out.":
    "Tekst die het document voor de lezer verbergt, is weggelaten.",
  "Text that the message hides from its reader (display:none and the like) was left out.":
    "Tekst die het bericht voor de lezer verbergt (display:none en dergelijke), is weggelaten.",
  "The message does not say truly how its letters are encoded; windows-1252 was assumed.":
    "Het bericht zegt niet juist hoe zijn letters zijn gecodeerd; windows-1252 is aangenomen.",
  "It has tracked changes: inserted words are in the text and marked, deleted ones are left out.":
    "Er staan bijgehouden wijzigingen in: ingevoegde woorden staan gemarkeerd in de tekst, verwijderde zijn weggelaten.",
  "It has readings above words (ruby): the words are in the text, the readings stand in their marks.":
    "Er staan lezingen boven woorden (ruby): de woorden staan in de tekst, de lezingen bij hun markering.",
  "It is a form with fields that nobody filled in: what it asks for there is in the text and marked.":
    "Het is een formulier met velden die niemand invulde: wat daar gevraagd wordt, staat gemarkeerd in de tekst.",
  "{1} pages are damaged and were left empty.": "{1} bladzijden zijn beschadigd en leeg gelaten.",
  "No text layer on {1} of {2} pages ({3}): they are blank, or scans that need OCR before their words can be found or quoted.":
    "Geen tekstlaag op {1} van {2} bladzijden ({3}): ze zijn leeg, of scans die eerst tekstherkenning nodig hebben voordat hun woorden te vinden of te citeren zijn.",
  "{1} signs have no letters in the file ({2}) and are not in the text, or not readable there; look at the original.":
    "{1} tekens hebben geen letters in het bestand ({2}) en staan niet of onleesbaar in de tekst; kijk in het origineel.",
  "{1} sign has no letters in the file ({2}) and is not in the text, or not readable there; look at the original.":
    "{1} teken heeft geen letters in het bestand ({2}) en staat niet of onleesbaar in de tekst; kijk in het origineel.",
  "A second reading of the file found {1} words that are not in its text; look at the original before relying on what is not said here.":
    "Een tweede lezing van het bestand vond {1} woorden die niet in de tekst staan; kijk in het origineel voordat u vertrouwt op wat hier niet staat.",
  "A second reading of the file found {1} word that is not in its text; look at the original before relying on what is not said here.":
    "Een tweede lezing van het bestand vond {1} woord dat niet in de tekst staat; kijk in het origineel voordat u vertrouwt op wat hier niet staat.",
};
