import { erasureHelpInDutch } from "./erasure.ts";

/** Help and complaints of the command line, English to Dutch. `{1}`, `{2}` stand for what is filled in. */
export const helpInDutch: Readonly<Record<string, string>> = {
  ...erasureHelpInDutch,
  "Open the server's web page in your browser. The address lets one browser in, once.":
    "Opent de pagina van de server in uw browser. Het adres laat één browser binnen, één keer.",
  "only print the address": "laat alleen het adres zien",
  "a run to begin at; else the list of runs": "een memo om mee te beginnen; anders de lijst van memo's",
  "Begin: serve on this machine, keep everything in your data folder, open the page.":
    "Begin hier: alles blijft op deze computer, in uw eigen map; de pagina gaat open in uw browser.",
  "folder of your documents and memos; made where it is absent":
    "map van uw stukken en memo's; wordt gemaakt als hij er niet is",
  "a proof, as `pincite export RUN --format pincite` writes it":
    "een bewijs, zoals `pincite export MEMO --format pincite` het schrijft",
  "hold only if this key of the server, which you know from elsewhere, is among its keys":
    "klopt alleen als deze sleutel van de server, die u van elders kent, bij zijn sleutels is",
  "Check the proof of a memo: signatures, quotes, confirmations, rules. No server and no network.":
    "Gaat het bewijs van een memo na: handtekeningen, citaten, bevestigingen, regels. Zonder server en zonder netwerk.",
  "Say what its own words get wrong: title, date, marks. Nothing of the document is changed.":
    "Zegt wat het stuk zelf niet goed zegt: titel, datum, merken. Aan het stuk verandert niets.",
  "take such a mark off it": "haal zo'n merk weer weg",
  "mark it: health, criminal or special data":
    "merk het: gezondheid (health), strafrechtelijk (criminal) of andere bijzondere gegevens (special)",
  'its date, as 2025-12-09; "" for what the document says':
    'de datum ervan, als 2025-12-09; "" voor wat het stuk zelf zegt',
  'its title; "" for what the document says': 'de titel ervan; "" voor wat het stuk zelf zegt',
  "Read kept files again, as after an update. A new text stands beside the old, and what quotes the old one goes on quoting it.":
    "Leest bewaarde bestanden opnieuw, zoals na een nieuwe versie. Een nieuwe tekst komt naast de oude, en wat de oude aanhaalt blijft die aanhalen.",
  "List the parts of the Vault, the newest first, with their first day.":
    "Toont de delen van de kluis, het nieuwste eerst, met hun eerste dag.",
  "every document": "elk stuk",
  "part of the Vault they are in": "deel van de kluis waar ze in staan",
  "ids of documents; none: those read by the rules of an older version":
    "nummers van stukken; geen: die volgens de regels van een oudere versie zijn gelezen",
  "Write the memo with footnotes, exhibits and provenance.":
    "Schrijft het memo met voetnoten, producties en verantwoording.",
  "with --format pincite: of the sources only what the memo cites, with the words shown around it":
    "bij --format pincite: van de bronnen alleen wat de memo aanhaalt, met de woorden die eromheen getoond zijn",
  "where the signature goes; default: the proof's name with .sig behind it":
    "waar de handtekening komt; anders: de naam van het bewijs met .sig erachter",
  "Sign a proof that holds with your own key, which no server has: this memo and these confirmations are yours.":
    "Onderteken een bewijs dat klopt met uw eigen sleutel, die geen server heeft: deze memo en deze bevestigingen zijn van u.",
  "the signature of a person that came along, as `pincite sign` writes it":
    "de handtekening van een persoon die erbij kwam, zoals `pincite sign` die schrijft",
  "hold only if that signature is by this key of the person, which you know from elsewhere":
    "klopt alleen als die handtekening van deze sleutel van de persoon is, die u van elders kent",
  "write to a file instead of standard output": "schrijf naar een bestand in plaats van naar het scherm",
  "form of the file": "vorm van het bestand",
  "style of law citations": "schrijfwijze van wetsartikelen",
  "Get law from the official services and load it. What is loaded already is not downloaded again.":
    "Haalt wetten op bij de officiële bronnen en laadt ze. Wat er al is, wordt niet opnieuw opgehaald.",
  "the day as whose knowledge it is chosen; else as is known now":
    "de dag naar wier kennis wordt gekozen; anders wat nu bekend is",
  "the day whose version is wanted, as 2024-01-31; else today":
    "de dag waarvan de versie gewenst is, als 2024-01-31; anders vandaag",
  "also the laws that claims of this workflow profile usually rest on":
    "ook de wetten waarop de stellingen van dit werkprofiel meestal rusten",
  "regulations (BWBR0005290) and rulings (ECLI:NL:HR:2016:162)":
    "regelingen (BWBR0005290) en uitspraken (ECLI:NL:HR:2016:162)",
  "Say where this server fetches law from, and which laws the claims of each workflow profile rest on.":
    "Zegt waar deze server wetten ophaalt, en op welke wetten de stellingen van elk werkprofiel rusten.",
  "language of the reasons": "taal van de redenen",
  "stopped: what was loaded stays loaded; run the same command again, and a download that was cut goes on where it ended":
    "gestopt: wat geladen is blijft geladen; geef dezelfde opdracht nog eens, dan gaat een afgebroken bestand verder waar het ophield",
  "{1} of {2} {3} not loaded; the lines above say why":
    "{1} van {2} {3} niet geladen; de regels hierboven zeggen waarom",
  "Load statutes and rulings. The same file a second time changes nothing. Exit code 2: something was refused, and the report says why.":
    "Laadt wetten en uitspraken. Hetzelfde bestand nog eens verandert niets. Uitgangscode 2: er is iets geweigerd, en het verslag zegt waarom.",
  "first day in force, as 2012-10-01, for a text that has no date inside":
    "eerste dag van gelding, als 2012-10-01, voor een tekst waar geen dag in staat",
  "files or folders of them: BWB XML, acts and judgments in Akoma Ntoso, registers (manifest.xml, BWBIdList.xml), names (WTI, .tsv), rulings (Rechtspraak XML)":
    "bestanden of mappen ervan: BWB-XML, wetten en uitspraken in Akoma Ntoso, registers (manifest.xml, BWBIdList.xml), namen (WTI, .tsv), uitspraken (Rechtspraak-XML)",
  "{1} refused, {2}: the report says why for each": "{1} geweigerd, {2}: het verslag zegt van elk waarom",
  "sha256, 64 hexadecimal digits, or a path that ends in it, such as draft_text/v1/<digest>.pb":
    "sha256, 64 hexadecimale cijfers, of een pad dat erop eindigt, zoals draft_text/v1/<digest>.pb",
  "its id: vault:… or the first digits of it; or a source_link":
    "de aanduiding: vault:… of het begin daarvan; of een source_link",
  "Write a document to a file as it came in, byte for byte.":
    "Schrijft een document naar een bestand zoals het binnenkwam, byte voor byte.",
  "the id of a law, law:ID@VERSION, or the ECLI of a ruling":
    "de aanduiding van een wet, law:WET@VERSIE, of de ECLI van een uitspraak",
  "Write a law or a ruling to a file as it came in, byte for byte.":
    "Schrijft een wet of uitspraak naar een bestand zoals zij binnenkwam, byte voor byte.",
  "file to write; default: the source's own name, here":
    "bestand om te schrijven; anders: hier, onder de naam die de bron heeft",
  "the original, or the text that was made of it": "het origineel, of de tekst die ervan is gemaakt",
  "{1} is there already: say with -o where to write it": "{1} bestaat al: zeg met -o waar het moet komen",
  "the file arrived damaged: ask for it again": "het bestand kwam beschadigd aan: vraag het nog eens",
  "Show which laws are loaded, in which versions, or which rulings.":
    "Toont welke wetten geladen zijn, in welke versies, of welke uitspraken.",
  "the rulings in place of the laws": "de uitspraken in plaats van de wetten",
  "Print the official text with its version, its flags and how it is cited.":
    "Toont de officiële tekst met versie, kenmerken en hoe u hem aanhaalt.",
  "the day as whose knowledge it is meant; else as is known now":
    "de dag naar wier kennis het bedoeld is; anders wat nu bekend is",
  "the day whose law is meant, as 2024-01-31; else today":
    "de dag waarvan de wet bedoeld is, als 2024-01-31; anders vandaag",
  "a citation, a Juriconnect reference, an evidence id (law:...#...), the id of a law or the ECLI of a ruling":
    "een wetsartikel, een Juriconnect-verwijzing, een bewijsnummer (law:...#...), het nummer van een wet of de ECLI van een uitspraak",
  "say what to show: a citation such as 7:611, or the id of a law":
    "zeg wat u wilt zien: een wetsartikel zoals 7:611, of het nummer van een wet",
  "{1} stands in several laws; name the one you mean: {2}": "{1} staat in meer wetten; noem de wet die u bedoelt: {2}",
  "Look a citation up and show the words it stands for.": "Zoekt een wetsartikel op en toont de woorden ervan.",
  "as lawyers write it; several in one text are looked up each":
    "zoals juristen het schrijven; meer in één tekst worden elk opgezocht",
  "Search the statutes in force on one day, or the rulings.":
    "Doorzoekt de wetten die op één dag gelden, of de uitspraken.",
  "search the loaded rulings in place of the statutes": "doorzoek de geladen uitspraken in plaats van de wetten",
  "the day whose law is searched, as 2024-01-31; else today":
    "de dag waarvan de wet wordt doorzocht, als 2024-01-31; anders vandaag",
  'words, "phrases", prefix*, +must, -not; put -- before the words where one begins with -':
    'woorden, "woordgroepen", begin*, +verplicht, -niet; zet -- voor de woorden als er een met - begint',
  "a ruling has one text for ever: leave --on or --rulings out":
    "een uitspraak heeft voor altijd één tekst: laat --on of --rulings weg",
  "the reference names the law of {1} ({2}), {3} that of {4}; leave one out":
    "de verwijzing noemt de wet van {1} ({2}), {3} die van {4}; laat een van beide weg",
  "{1} has no unit at {2}; `pincite law show {3}` prints all of it":
    "{1} heeft niets op {2}; `pincite law show {3}` toont de hele wet",
  "Decide about items of the proposal under review.": "Besluit over de onderdelen van het voorstel.",
  "only if this proposal is still under review; its first characters are enough":
    "alleen als dit voorstel er nog ligt; de eerste tekens zijn genoeg",
  "reject these items": "wijs deze onderdelen af",
  "confirm one item and name the looks it has; read them first with `run show`":
    "bevestig één onderdeel en noem wat daarbij opvalt; lees dat eerst met `run show`",
  "confirm these items": "bevestig deze onderdelen",
  "confirm every item that has no looks and is not rejected here or before":
    "bevestig elk onderdeel waarbij niets opvalt en dat niet nu of eerder is afgewezen",
  "confirm these items, as --item does; the beginning of an id is enough":
    "bevestig deze onderdelen, zoals --item; het begin van een nummer is genoeg",
  "Go on to the next stage; from DRAFT: finalise.":
    "Gaat naar de volgende stap; van het concept af: maakt het definitief.",
  "Go back to an earlier stage and keep what still holds.": "Gaat terug naar een eerdere stap en houdt wat nog klopt.",
  why: "waarom",
  "intent-seed, skeleton, evidence-needs, evidence-binding, span-resolution or draft":
    "intent-seed, skeleton, evidence-needs, evidence-binding, span-resolution of draft",
  "--looks confirms one item in a call of its own: name that item alone":
    "--looks bevestigt één onderdeel in een eigen opdracht: noem alleen dat ene",
  "nothing is under review": "er ligt niets om over te besluiten",
  "proposal {1} is under review, not {2}": "voorstel {1} ligt er nu, niet {2}",
  '"{1}" is no stage: {2}': '"{1}" is geen stap: {2}',
  "The events of a run with their hashes, oldest first.":
    "De gebeurtenissen van een memo met hun vingerafdrukken, de oudste eerst.",
  "Pin evidence. A pin binds nothing.": "Zet bewijs vast. Daarmee is het nog nergens aan gekoppeld.",
  "a note for yourself": "een aantekening voor uzelf",
  "link it to this slot": "hang het aan deze bewijsvraag",
  "vault:… (its first digits are enough) or law:…, as the searches print it":
    "vault:… (de eerste cijfers zijn genoeg) of law:…, zoals het zoeken ze toont",
  "Take a pin back.": "Maakt iets weer los.",
  "SPAN_RESOLUTION: exact words; NAME#2 takes the second place":
    "citaten: de precieze woorden; NAAM#2 neemt de tweede plaats",
  "EVIDENCE_BINDING: why this evidence serves": "koppelen: waarom dit bewijs dient",
  "EVIDENCE_BINDING: why a hit of the bound search does not matter; once for each hit":
    "koppelen: waarom een treffer van de gekoppelde zoekopdracht niet ter zake doet; eenmaal voor elke treffer",
  "EVIDENCE_BINDING: vault:…[#place], law:…, toolres:… or statement:words; a place is p3, 5.2, artikel 5 or a heading":
    "koppelen: vault:…[#plaats], law:…, toolres:… of statement:woorden; een plaats is p3, 5.2, artikel 5 of een kop",
  "EVIDENCE_NEEDS: link something found to a slot; repeat it":
    "benodigd bewijs: hang iets wat gevonden is aan een bewijsvraag; mag vaker",
  "EVIDENCE_NEEDS: a slot not to wait for; repeat it":
    "benodigd bewijs: een bewijsvraag waarop niet gewacht wordt; mag vaker",
  "EVIDENCE_NEEDS: a slot to drop; repeat it": "benodigd bewijs: een bewijsvraag die vervalt; mag vaker",
  "EVIDENCE_NEEDS: a slot to add; repeat it": "benodigd bewijs: een bewijsvraag erbij; mag vaker",
  "INTENT_SEED: a party to take out; repeat it": "doel: een partij die eruit gaat; mag vaker",
  "INTENT_SEED: somebody of the case; repeat it": "doel: iemand uit de zaak; mag vaker",
  "INTENT_SEED: day on which the law is read": "doel: de dag waarvan de wet gelezen wordt",
  "INTENT_SEED: nl or en": "doel: nl of en",
  "INTENT_SEED: for whom, a reader of the kind of memo": "doel: voor wie, een lezer van dit soort stuk",
  "INTENT_SEED: a heading; repeat it": "doel: een kop; mag vaker",
  "INTENT_SEED: tone": "doel: de toon",
  "INTENT_SEED: what is to be reached": "doel: wat bereikt moet worden",
  "the file is a part: what it does not name stays (flags are always merged, a file is all there is)":
    "het bestand is een deel: wat het niet noemt blijft (vlaggen zijn altijd een deel, een bestand is het geheel)",
  "outline or draft as text, or any stage's proposal as a binary StageProposal (.pb)":
    "opzet of concept als tekst, of een voorstel van welke stap ook als StageProposal (.pb)",
  "confirm all of it at once, but for what has looks": "bevestig alles meteen, behalve waar iets bij opvalt",
  "Put something forward for the current stage, by flags or from a file.":
    "Doet een voorstel voor deze stap, met vlaggen of uit een bestand.",
  "Begin a run.": "Begint een memo.",
  "day on which the law is read; else today": "de dag waarvan de wet gelezen wordt; anders vandaag",
  "part of the Vault the run may see": "het deel van de kluis dat het memo mag zien",
  "workflow profile": "werkprofiel",
  "title for lists; else the goal": "titel voor lijsten; anders het doel",
  "Your runs, newest first.": "Uw memo's, de nieuwste eerst.",
  "Where a run stands and the one thing to do next.": "Waar een memo staat en het ene dat nu te doen is.",
  "Tell of events as they are recorded; Ctrl-C prints the cursor to go on from.":
    "Vertelt wat er gebeurt zodra het is vastgelegd; Ctrl-C zegt hoe u later verdergaat.",
  "end after the events so far": "stop na wat er tot nu toe gebeurd is",
  "go on after this event, as an earlier watch printed it": "ga verder na deze gebeurtenis, zoals eerder getoond",
  "Have the model take a turn. It may search and propose; it confirms nothing.":
    "Laat de gids een beurt nemen. Hij mag zoeken en voorstellen, en bevestigt niets.",
  "no tools in this turn": "geen hulpmiddelen in deze beurt",
  "tools the model may ask for, of those the stage allows":
    "hulpmiddelen die de gids mag vragen, van die welke de stap toelaat",
  "what you say; nothing: go on": "wat u zegt; niets: ga verder",
  "Run one recorded tool request, once.": "Voert één vastgelegde opdracht eenmaal uit.",
  "you confirm this very request, where it asks for that": "u bevestigt precies deze opdracht, waar dat nodig is",
  "the run that suggests the search": "het memo dat de zoekopdracht voorstelt",
  "a waiting tool request, toolreq:…, or a suggested search of `pincite run show`":
    "een opdracht die wacht, toolreq:…, of een voorgestelde zoekopdracht van `pincite run show`",
  "a waiting tool request, toolreq:…": "een wachtende opdracht, toolreq:…",
  "Ask for a tool yourself, and run it.": "Vraagt zelf om een hulpmiddel en voert het uit.",
  "you confirm it, where the tool asks for that": "u bevestigt het, waar het hulpmiddel daarom vraagt",
  "slot it serves": "de bewijsvraag waarvoor het is",
  "query, ids or citations; `;` between several citations":
    "zoekwoorden, nummers of wetsartikelen; `;` tussen meer artikelen",
  "vault.search, lawbot.search, vault.resolve_ids, lawbot.resolve_citations, …":
    "vault.search, lawbot.search, vault.resolve_ids, lawbot.resolve_citations, …",
  "do not ask: you have seen it, or a script has": "vraag niets: u hebt het gezien, of een programma doet dit",
  "why; kept, and told to the model": "waarom; het wordt bewaard en aan het model verteld",
  "how long, 1 to 720 hours; else a day": "hoe lang, 1 tot 720 uur; anders een dag",
  "nobody can be asked here: run it at a terminal, or say --yes once you have seen what is shown above":
    "hier is niemand om het aan te vragen: doe het aan een toetsenbord, of zeg --yes als u gezien hebt wat hierboven staat",
  "--for: a whole number of hours, 1 to 720": "--for: een heel aantal uren, 1 tot 720",
  "Which tool, why, allowed by whom, with what, what came back, what it was used for.":
    "Welk hulpmiddel, waarom, door wie toegestaan, waarmee, wat kwam terug, waarvoor is het gebruikt.",
  "toolreq:… or toolres:…": "toolreq:… of toolres:…",
  "What a recorded search found, each with the id that --dismiss takes.":
    "Wat een vastgelegde zoekopdracht vond, elk met het nummer dat --dismiss vraagt.",
  "toolreq:… or toolres:… of a search": "toolreq:… of toolres:… van een zoekopdracht",
  "{1} is no search that found or missed something: it has no hits":
    "{1} is geen zoekopdracht die iets vond of miste: er zijn geen treffers",
  "End the permission that `tool always` gave.": "Beëindigt de toestemming die `tool always` gaf.",
  "What waits for you or for a client, with exactly the parameters you would approve.":
    "Wat op u of op een ander programma wacht, met precies wat u zou goedkeuren.",
  "one run; else all of yours": "één memo; anders al uw memo's",
  "Deliver what a client-executed tool gave.": "Levert wat een hulpmiddel van een ander programma gaf.",
  "one line of counts and scope, no evidence": "één regel met aantallen en bereik, geen bewijs",
  "it failed: what failed and what to do": "het mislukte: wat er misging en wat te doen is",
  "it found nothing": "het vond niets",
  "the encoded output message, .binpb": "het antwoord als bericht, .binpb",
  "a request that waits for a client, toolreq:…": "een opdracht die op een ander programma wacht, toolreq:…",
  "say one of --output FILE.binpb, --empty, --error TEXT": "zeg een van --output BESTAND.binpb, --empty, --error TEKST",
  "The tools, with their layer and when they may be used.":
    "De hulpmiddelen, met hun laag en wanneer ze gebruikt mogen worden.",
  "only those of a stage, such as evidence-needs": "alleen die van één stap, zoals evidence-needs",
  "--stage: one of {1}": "--stage: een van {1}",
  "Record a request for a tool. Nothing runs yet.": "Legt een opdracht vast. Er gebeurt nog niets.",
  "the request it tries again": "de opdracht die opnieuw wordt geprobeerd",
  "the parameters as a message: .txtpb or .binpb": "waarmee, als bericht: .txtpb of .binpb",
  "a field of the tool's parameters; bytes as field=@FILE": "een veld van de opdracht; bytes als veld=@BESTAND",
  "Run one recorded request, once. What a person must decide first is for `tool allow`.":
    "Voert één vastgelegde opdracht eenmaal uit. Waar u eerst over moet besluiten is voor `tool allow`.",
  "say what it would do, and do nothing; for tools that change something":
    "zeg wat het zou doen, en doe niets; voor hulpmiddelen die iets veranderen",
  "Import files. The same bytes a second time change nothing: after a broken connection or Ctrl-C, run it again and it goes on. Exit code 2: something was refused, and the report says why.":
    "Neemt bestanden op. Dezelfde bytes nog eens veranderen niets: na een gebroken verbinding of Ctrl-C geeft u de opdracht nog eens, en hij gaat verder. Uitgangscode 2: er is iets geweigerd, en het verslag zegt waarom.",
  "read and report, write nothing": "lees en doe verslag, schrijf niets",
  "part of the Vault to import into": "het deel van de kluis waarin het komt",
  "files or folders: .eml, .mbox, .msg, .pdf, .docx, .rtf, .ics, .html, .txt, .md, .csv, .zip; mailboxes and archives of any size":
    "bestanden of mappen: .eml, .mbox, .msg, .pdf, .docx, .rtf, .ics, .html, .txt, .md, .csv, .zip; postbussen en archieven van elke grootte",
  "Search messages and documents.": "Doorzoekt berichten en stukken.",
  "at most so many": "hoogstens zo veel",
  "people who must take part": "mensen die erbij moeten zijn",
  "written on or before this ISO date": "geschreven op of voor deze dag (ISO)",
  "written on or after this ISO date": "geschreven op of na deze dag (ISO)",
  "part of the Vault to search": "het deel van de kluis dat wordt doorzocht",
  'words, "phrases", prefix*, +must, -not; none: the filters alone':
    'woorden, "woordgroepen", begin*, +verplicht, -niet; geen: alleen de filters',
  "stopped after {1} of {2} files; run the same command again, and only the rest is sent":
    "gestopt na {1} van {2} bestanden; geef dezelfde opdracht nog eens, en alleen de rest wordt gestuurd",
  "{1} {2} refused, everything else is imported: the report says why for each, and what to do":
    "{1} {2} geweigerd, al het andere is opgenomen: het verslag zegt van elk waarom, en wat te doen is",
  "server to speak to (else PINCITE_URL, else {1})": "server waarmee gesproken wordt (anders PINCITE_URL, anders {1})",
  "Legal memos in which every claim is pinned to the exact words of a source.":
    "Juridische memo's waarin elke stelling vastzit aan de precieze woorden van een bron.",
  "Your documents: bring them in, find them.": "Uw stukken: opnemen en terugvinden.",
  "Statutes and rulings: get and load them, look citations up, search.":
    "Wetten en uitspraken: ophalen en laden, opzoeken, doorzoeken.",
  "One memo, from intent to finalised draft. RUN is a run id, or `latest`.":
    "Eén memo, van doel tot definitief concept. MEMO is een memonummer, of `latest`.",
  "Tools: what there is, what waits for you, what became of a call.":
    "Hulpmiddelen: wat er is, wat op u wacht, wat van een opdracht geworden is.",
  "Immutable artifacts by their sha256.": "Onveranderlijke stukken van het programma, bij hun sha256.",
  "Signed receipts of tool calls: one for each, however it ended.":
    "Ondertekende ontvangstbewijzen van opdrachten: een van elke, hoe die ook afliep.",
  "The keys that receipts are signed with.": "De sleutels waarmee ontvangstbewijzen ondertekend zijn.",
  "The stores of a data folder; no server may have it open.":
    "De opslag van een gegevensmap; geen server mag die open hebben.",
  "The contract: .proto files and descriptors.": "Het contract: .proto-bestanden en beschrijvingen.",
  "\nFirst look:\n  pincite start         begin: your own folder, in your browser\n  pincite demo          a whole case, offline, with its own server\n\nExit codes: 0 done, 1 the run's state forbids it, 2 the command line is wrong, 3 not there,\n4 somebody was first or a turn is under way, 5 no server, 6 a fault to look at.":
    "\nOm te beginnen:\n  pincite start         begin: uw eigen map, in uw browser\n  pincite demo          een hele zaak, zonder netwerk, met een eigen server\n\nUitgangscodes: 0 klaar, 1 het memo laat het niet toe, 2 de opdracht klopt niet, 3 het is er niet,\n4 een ander was eerst of er loopt een beurt, 5 geen server, 6 een fout om naar te kijken.",
  "DRAFT: apply what mends the findings: cite the entry that says it, leave out what cannot stay.":
    "concept: herstelt wat de controle vond: haalt de bron aan die het zegt, laat weg wat niet kan blijven staan.",
  "the one sentence that is named, or the title, in other words": "de ene genoemde zin of de titel, in andere woorden",
  "mend these sentences or claims, or `title`; default: every finding of the draft":
    "herstel deze zinnen of stellingen, of `title`; anders alles wat de controle vond",
  "SPAN_RESOLUTION: say that a quote speaks against a claim: the draft must answer it.":
    "citaten: zegt dat een citaat tegen een stelling spreekt: het concept moet erop antwoorden.",
  "take the mark away": "haal het merk weg",
  "claims of the outline that these words speak against": "stellingen van de opzet waar deze woorden tegen spreken",
  "the quote, by its entry or slot": "het citaat, bij zijn nummer of bewijsvraag",
  "DRAFT: say why adverse evidence needs no answer.": "concept: zegt waarom tegenbewijs geen antwoord nodig heeft.",
  "why it needs no answer; at least 10 characters": "waarom het geen antwoord nodig heeft; ten minste 10 tekens",
  "the claim it is adverse to": "de stelling waar het tegen spreekt",
  "write the text to standard output, and change nothing": "schrijf de tekst naar het scherm, en verander niets",
  "Change the outline, the needs or the draft in your editor, and put it forward.":
    "Verandert de opzet, het benodigde bewijs of het concept in uw tekstverwerker, en stelt het voor.",
  "Hold the law that a finalised memo quotes against the newest text loaded.":
    "Houdt de wet die een definitief memo aanhaalt naast de nieuwste geladen tekst.",
  "every finalised run of yours": "elk definitief memo van u",
  "a finalised run: its id, or `latest`": "een definitief memo: het nummer, of `latest`",
  "List documents, the newest first: date, who it is from, title, id.":
    "Toont de stukken, de nieuwste eerst: datum, van wie, titel, nummer.",
  "also documents that a newer one has replaced": "ook stukken die door een nieuwer zijn vervangen",
  "only documents of this type, such as email or pdf": "alleen stukken van deze soort, zoals email of pdf",
  "part of the Vault to list": "het deel van de kluis dat getoond wordt",
  "Show a document: what is known of it, where its parts are, its text.":
    "Toont een stuk: wat ervan bekend is, waar de delen staan, de tekst.",
  "without its text": "zonder de tekst",
  "part of the Vault it is in": "het deel van de kluis waarin het zit",
  "its id: vault:… or the first digits of it, as list and search print it":
    "het nummer: vault:… of de eerste cijfers ervan, zoals list en search het tonen",
  "its id: vault:… or the first digits of it, as list and search print it; or a source_link":
    "het nummer: vault:… of de eerste cijfers ervan, zoals list en search het tonen; of een source_link",
  "Import files. The same bytes a second time change nothing: after a broken connection or Ctrl-C, run it again and it goes on. Exit code 2: something was refused, and the report says why; 130: it was stopped.":
    "Neemt bestanden op. Dezelfde bytes nog eens veranderen niets: na een gebroken verbinding of Ctrl-C geeft u de opdracht nog eens, en hij gaat verder. Uitgangscode 2: er is iets geweigerd, en het verslag zegt waarom; 130: hij is gestopt.",
  "write every row of the report to this file, as CSV": "schrijf elke regel van het verslag naar dit bestand, als CSV",
  'words, "phrases", wild*cards, AND OR NOT, (brackets), w/5, from: to: cc: subject: filename: has:attachment date:2025-01..2025-03; none: the filters alone':
    'woorden, "woordgroepen", be*gin, EN OF NIET, (haakjes), w/5, from: to: cc: subject: filename: has:attachment date:2025-01..2025-03; geen: alleen de filters',
  "show a running server's record of it event by event; nothing is derived, and nothing written":
    "toon gebeurtenis voor gebeurtenis wat een draaiende server heeft vastgelegd; er wordt niets afgeleid of geschreven",
  "text for people, or proto: the server's answer as an encoded message, for programs":
    "text voor mensen, of proto: het antwoord van de server als gecodeerd bericht, voor programma's",
  "Print a script by which your shell ends words of a command for you; its first line says where it goes.":
    "Toont een script waarmee uw shell woorden van een opdracht voor u afmaakt; de eerste regel zegt waar het hoort.",
  "Your documents: bring them in, find and read them.": "Uw stukken: opnemen, terugvinden en lezen.",
};
