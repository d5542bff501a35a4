import { erasureErrorsInDutch } from "./erasure.ts";
import { keepingErrorsInDutch } from "./errors-of-keeping.ts";
import { sourceErrorsInDutch } from "./errors-of-sources.ts";
import { lawInDutch } from "./law.ts";
import { recordErrorsInDutch } from "./records.ts";

/** Errors, English to Dutch. `{1}`, `{2}` stand for what is filled in. */
export const errorsInDutch: Readonly<Record<string, string>> = {
  "{1} had no document to search, so that it shows no absence: bring the documents in, then search again.":
    "{1} had geen stuk om in te zoeken, en toont dus niet dat iets er niet is: breng de stukken in en zoek dan opnieuw.",
  "{1} is not suggested, or no more: read the run's needs again.":
    "{1} wordt niet (meer) voorgesteld: bekijk opnieuw wat het memo nodig heeft.",
  "a suggested search is run with run_id and idempotency_key, and not as a dry run":
    "een voorgestelde zoekopdracht wordt uitgevoerd met run_id en idempotency_key, en niet als proef",
  "many addresses of the page wait to be opened: open one, or try again in two minutes":
    "er wachten veel adressen van de pagina om geopend te worden: open er een, of probeer het over twee minuten weer",
  ...keepingErrorsInDutch,
  ...erasureErrorsInDutch,
  ...sourceErrorsInDutch,
  ...recordErrorsInDutch,
  ...lawInDutch,
  "nothing is proposed: give --file, --goal, --party, --bind, --quote, --add, --drop, --optional or --link":
    "er wordt niets voorgesteld: geef --file, --goal, --party, --bind, --quote, --add, --drop, --optional of --link",
  "There is no format {1}: a memo is exported as {2}.": "Er is geen vorm {1}: een stuk wordt geëxporteerd als {2}.",
  "{1} is marked as holding health data and this letter goes to {2}: leave out what cites it, or take the mark off.":
    "{1} is gemerkt als document met gezondheidsgegevens, en deze brief gaat naar {2}: laat weg wat eruit aanhaalt, of haal het merk eraf.",
  "the original of exhibit {1} is not at hand": "het origineel van productie {1} is er niet",
  "the exhibits are too large for one file: fetch each by itself":
    "de producties zijn te groot voor één bestand: haal ze een voor een op",
  "the Vault does not give the original of an exhibit: ask later":
    "de Vault geeft het origineel van een productie niet: vraag het later",
  "the run has no confirmed draft yet; its next action says how to go on":
    "het memo heeft nog geen bevestigd concept; wat nu te doen is, zegt hoe het verdergaat",
  "the draft no longer holds since the run was rewound; go on to DRAFT again first":
    "het concept geldt niet meer sinds u teruggegaan bent; ga eerst weer door tot het concept",
  "artifact {1} is current in the run and cannot be read": "stuk {1} hoort bij het memo en kan niet gelezen worden",
  "{1} is run by a client: SubmitToolResult delivers what it gave.":
    "{1} wordt door een ander programma uitgevoerd: SubmitToolResult levert wat het gaf.",
  "{1} runs only when a person has confirmed this request: show it, then call again with confirmed.":
    "{1} gaat pas als iemand deze opdracht bevestigd heeft: toon haar, en vraag het dan nog eens met --confirm.",
  "{1}: read the run and do what its next action says.": "{1}: bekijk het memo en doe wat nu te doen is.",
  "decision: say ALLOW, DENY, ALWAYS or ACKNOWLEDGE.": "besluit: zeg ALLOW, DENY, ALWAYS of ACKNOWLEDGE.",
  "{1}: an approval names what was shown; give it as the request has it.":
    "{1}: een goedkeuring noemt wat getoond is; geef het zoals de opdracht het heeft.",
  "{1} has a result already ({2}, {3}): ListToolCalls shows it.":
    "{1} heeft al een uitkomst ({2}, {3}): de lijst van opdrachten toont die.",
  "The server stopped during {1}: nothing it proposed was taken. {2}":
    "De server stopte tijdens {1}: niets wat het voorstelde is overgenomen. {2}",
  "params: they are required.": "waarmee: dat moet erbij.",
  "There is no slot {1}: read the run's slots and name one of those.":
    "{1} is er niet: bekijk de bewijsvragen van het memo en noem er een.",
  "retry_of: {1} is no ended request for {2} in this run; name one of ListToolCalls, or leave it out.":
    "opnieuw: {1} is geen afgelopen opdracht voor {2} in dit memo; noem er een uit de lijst, of laat het weg.",
  "{1} has a result already ({2}): what is delivered first counts. ListToolCalls shows it.":
    "{1} heeft al een uitkomst ({2}): wat het eerst geleverd is, telt.",
  "dry_run: {1} changes nothing here; run it as it is.": "proef: {1} verandert hier niets; voer het gewoon uit.",
  "decision: ALWAYS is for opt-in tools that only read, and {1} is none; decide ALLOW for this one request.":
    "besluit: ALWAYS is voor hulpmiddelen die alleen lezen, en {1} is dat niet; besluit ALLOW voor deze ene opdracht.",
  "proposal: it is required.": "voorstel: dat moet erbij.",
  "{1} is neither in strand {2} nor in the loaded law: import it first, or search for its id.":
    "{1} staat niet in deel {2} van de kluis en niet in de geladen wetten: neem het eerst op, of zoek het nummer.",
  "There is no artifact {1}: ListArtifacts lists a run's artifacts.":
    "Er is geen stuk {1}: de lijst van stukken van een memo toont wat er is.",
  "receipt: name one by its id, or give its statement.":
    "ontvangstbewijs: noem er een bij het nummer, of geef de verklaring.",
  "Run {1} did not record {2}: leave run_id empty, and the answer names the runs that did.":
    "Memo {1} heeft {2} niet vastgelegd: laat het memo weg, dan noemt het antwoord de memo's die dat wel deden.",
  "{1}: ListReceipts lists a run's receipts.": "{1}: de lijst van ontvangstbewijzen toont die van een memo.",
  "{1} is a {2}, not a {3}.": "{1} is een {2}, geen {3}.",
  "This idempotency_key was used for another request: take a new key for a new request.":
    "Deze sleutel is voor een andere opdracht gebruikt: neem een nieuwe sleutel voor een nieuwe opdracht.",
  "There is no workflow profile {1}: GetCapabilities lists them.":
    "Er is geen werkprofiel {1}: de server zegt welke er zijn.",
  "fork.provider: this server has no model provider {1}: GetCapabilities lists those it has.":
    "deze server heeft geen model {1}: de server zegt welke er zijn.",
  "The journal of run {1} has no version {2}: restore the store.":
    "Het journaal van memo {1} heeft geen versie {2}: zet de opslag terug uit een kopie.",
  "Run {1} is at version {2}, not at {3}: read it and decide again.":
    "Memo {1} is op versie {2}, niet op {3}: bekijk het en besluit opnieuw.",
  "There is no {1} here: ListToolCalls lists a run's tool calls.":
    "Er is geen {1} hier: de lijst van opdrachten toont die van een memo.",
  "Another server runs {1}: wait for it (WatchRun).": "Een andere server voert {1} uit: wacht erop.",
  "While the turn waited, {1} changed, so it does not go on; what you decided is recorded. Ask again.":
    "Terwijl de beurt wachtte veranderde {1}, dus hij gaat niet verder; wat u besloot is vastgelegd. Vraag het opnieuw.",
  "This server was away for too long, and another one ended {1}: nothing it proposed was taken. Repeat the call with a new idempotency_key.":
    "Deze server was te lang weg, en een andere beëindigde {1}: niets wat het voorstelde is overgenomen. Geef de opdracht nog eens.",
  "What the model wrote was refused ({1}): {2} Nothing of it ran. Ask again, or propose yourself.":
    "Wat het model schreef is geweigerd ({1}): {2} Er is niets van uitgevoerd. Vraag het nog eens, of doe zelf een voorstel.",
  "A tool is required and none may be asked for in this stage: ask without require_tool.":
    "Een hulpmiddel is verplicht en in deze stap mag er geen gevraagd worden: vraag zonder die plicht.",
  "The server stops.": "De server stopt.",
  "the draft cites {1}, which its ledger does not have": "het concept haalt {1} aan, dat niet in de citatenlijst staat",
  "{1} has no unit at {2}; {3}": "{1} heeft niets op {2}; {3}",
  "{1} bytes do not fit one message: use StreamArtifact.": "{1} bytes passen niet in één bericht: lees het in stukken.",
  "The cursor was not issued for this watch: begin again without one.":
    "Deze wijzer hoort niet bij dit kijken: begin opnieuw zonder.",
  "guide: it is required.": "gids: dat moet erbij.",
  "The documents have changed since the search that {1} ({2}) rests on: rewind to EVIDENCE_NEEDS, search again and bind the new search.":
    "De stukken zijn veranderd sinds de zoekopdracht waarop {1} ({2}) rust: ga terug naar het benodigde bewijs, zoek opnieuw en koppel de nieuwe zoekopdracht.",
  "{1} is no recorded search of this run that ended OK or EMPTY: run the search first.":
    "{1} is geen vastgelegde zoekopdracht van dit memo die afgelopen is: zoek eerst.",
  "Nobody's word is taken for it that the hits were looked at: leave `reviewed` out and dismiss each hit with a reason.":
    "Niemand wordt geloofd dat de treffers bekeken zijn: zeg van elke treffer waarom hij niet ter zake doet.",
  "Only a person may say that a hit does not matter: leave the dismissals out.":
    "Alleen een mens mag zeggen dat een treffer niet ter zake doet: laat dat weg.",
  "{1} did not stand in {2}: only what it found can be dismissed.":
    "{1} stond niet in {2}: alleen wat gevonden is kan terzijde worden gelegd.",
  "{1} found {2} and lists {3}: hits that nobody saw cannot be dismissed. Narrow the query, or raise its limit.":
    "{1} vond er {2} en toont er {3}: treffers die niemand zag kunnen niet terzijde worden gelegd. Zoek nauwer, of vraag er meer tegelijk.",
  "A hit is dismissed once: it has two reasons.": "Een treffer wordt eenmaal terzijde gelegd: hier staan twee redenen.",
  "Say in at least {1} characters why {2} does not matter.":
    "Zeg in ten minste {1} tekens waarom {2} niet ter zake doet.",
  "{1} found {2}, and an absence needs each dismissed by a person with a reason: {3}{4} {5} not. Dismiss {6}, or search more narrowly.":
    "{1} vond {2}, en voor een afwezigheid moet een mens elk met een reden terzijde leggen: {3}{4} {5} nog niet. Leg {6} terzijde, of zoek nauwer.",
  "The skeleton has no claim {1}.": "De opzet heeft geen {1}.",
  "Only a user may say that adverse evidence needs no answer.":
    "Alleen u mag zeggen dat tegenbewijs geen antwoord nodig heeft.",
  "{1} is not marked as adverse to {2}: there is nothing to dismiss.":
    "{1} is niet gemerkt als tegenbewijs tegen {2}: er is niets terzijde te leggen.",
  "Say why in at least {1} characters.": "Zeg waarom, in ten minste {1} tekens.",
  "{1} looks are too many; at most {2} fit one stage: mend some first.":
    "{1} dingen die opvallen zijn te veel; hoogstens {2} passen in één stap: verbeter eerst iets.",
  "The skeleton has no section {1}.": "De opzet heeft geen {1}.",
  "The draft has no sentence: write at least one.": "Het concept heeft geen zin: schrijf er ten minste een.",
  "{1} sentences are too many; at most {2} fit one memo.": "{1} zinnen zijn te veel; hoogstens {2} passen in één memo.",
  "{1} citations are too many; at most {2} fit one memo.":
    "{1} aanhalingen zijn te veel; hoogstens {2} passen in één memo.",
  "{1} is no day of the calendar: write it as 2025-12-09.":
    "{1} is geen dag van de kalender: schrijf hem als 2025-12-09.",
  "The goal is empty: say what the memo is to reach.": "Het doel is leeg: zeg wat het memo moet bereiken.",
  "There is no confirmed binding {1}.": "{1} is er niet, of is niet bevestigd.",
  "{1} needs no quote: the kernel makes its entry.":
    "{1} heeft geen citaat nodig: het programma maakt de vermelding zelf.",
  "A locator must be resolved by its source first.": "De bron moet eerst zeggen waar deze woorden staan.",
  "{1} is no recorded result of get_spans in this run: ask for the spans first.":
    "{1} is geen vastgelegde uitkomst van get_spans in dit memo: vraag eerst om de passages.",
  "{1} quotes are too many; at most {2} fit one memo.": "{1} citaten zijn te veel; hoogstens {2} passen in één memo.",
  "That answer is {1}: only EXACT and NORMALISED can be cited.":
    "Dat citaat is {1}: alleen wat letterlijk, of op leestekens na letterlijk, in de bron staat kan worden aangehaald.",
  NOT_FOUND: "niet gevonden",
  AMBIGUOUS: "op meer dan één plaats gevonden",
  SKIPPED: "niet opgezocht",
  "no resolved quote": "geen opgezocht citaat",
  "That answer has no span {1}.": "Dat antwoord heeft geen passage {1}.",
  "{1} bindings are too many; at most {2} fit one memo.":
    "{1} koppelingen zijn te veel; hoogstens {2} passen in één memo.",
  "There is no slot {1}.": "{1} is er niet.",
  "{1} is a {2} slot: bind it to {3}.": "{1} vraagt om {2}: koppel het aan {3}.",
  "{1} rests on no search, so there is no hit to dismiss.":
    "{1} rust niet op een zoekopdracht, dus er is geen treffer terzijde te leggen.",
  "{1} was neither found nor pinned in this run: search for it or pin it first.":
    "{1} is in dit memo niet gevonden en niet vastgezet: zoek het of zet het eerst vast.",
  "{1} looks for evidence in the {2}.": "{1} zoekt bewijs in {2}.",
  "Only a user may drop a slot or turn a required one into an optional one.":
    "Alleen u mag een bewijsvraag laten vallen of van verplicht vrij maken.",
  "There is no claim {1}.": "{1} is er niet.",
  "The needs have {1} slots; at most {2} fit one memo.": "Er zijn {1} bewijsvragen; hoogstens {2} passen in één memo.",
  "There is no party {1} to replace: leave party_id empty for a new one.":
    "Er is geen partij {1} om te vervangen: laat het nummer weg voor een nieuwe.",
  "{1} is named twice.": "{1} wordt tweemaal genoemd.",
  "Only a user may take a party out.": "Alleen u mag een partij eruit halen.",
  "There is no party {1}: the intent lists those there are.": "Er is geen partij {1}: het doel noemt wie er zijn.",
  "{1} parties are too many: at most {2} fit one memo.": "{1} partijen zijn te veel: hoogstens {2} passen in één memo.",
  "{1} and {2} have one address: leave it with one of them.":
    "{1} en {2} hebben hetzelfde adres: laat het bij een van beiden.",
  "{1} asks for no place: leave it out, a quote says itself where it stands.":
    "{1} vraagt geen plaats: laat die weg, een citaat zegt zelf waar het staat.",
  "{1} asks for a place in {2}. {3}": "{1} vraagt een plaats in {2}. {3}",
  "A place must be resolved by its source first.": "De bron moet eerst zeggen waar die plaats is.",
  "The source gave no answer.": "De bron gaf geen antwoord.",
  "{1} has another text than when it was found: search for it again.":
    "{1} heeft een andere tekst dan toen het gevonden werd: zoek het opnieuw.",
  "The confirmed ledger has no entry {1}.": "De bevestigde citatenlijst heeft geen {1}.",
  "There is no sentence {1} to keep or edit.": "Er is geen {1} om te houden of te veranderen.",
  "{1} stands twice in the draft.": "{1} staat tweemaal in het concept.",
  "The outline has {1} claims; at most {2} fit one memo.":
    "De opzet heeft {1} stellingen; hoogstens {2} passen in één memo.",
  "There is no section {1} to keep or edit.": "Er is geen {1} om te houden of te veranderen.",
  "There is no claim {1} to keep or edit.": "Er is geen {1} om te houden of te veranderen.",
  "The profile has no claim kind {1}; it has {2}.": "Het werkprofiel kent geen soort stelling {1}; het kent {2}.",
  "{1} stands twice in the outline.": "{1} staat tweemaal in de opzet.",
  "Nothing is under review: call Guide or Propose first.":
    "Er ligt niets om over te besluiten: vraag de gids, of doe zelf een voorstel.",
  "Another proposal ({1}) is under review: read it and decide again.":
    "Er ligt een ander voorstel ({1}): lees het en besluit opnieuw.",
  "The proposal has no item {1}: read the run's items and name those.":
    "In het voorstel staat geen {1}: bekijk de onderdelen van het memo en noem die.",
  "no such item": "dat onderdeel is er niet",
  "{1} has no looks: confirm it without look_fingerprints.":
    "Bij {1} valt niets op: bevestig het zonder dat te noemen.",
  "{1} has {2} that nobody may wave through: read what they say, and {3} in look_fingerprints.":
    "Bij {1} {2} dat niemand mag wegwuiven: lees wat er staat, en {3}.",
  "no day of the calendar": "geen dag van de kalender",
  "Run {1} is in {2} and cannot take {3}: read the run and do what its next action says.":
    "Memo {1} is in {2} en kan {3} niet aannemen: bekijk het memo en doe wat nu te doen is.",
  "{1} is not pinned in this run.": "{1} is in dit memo niet vastgezet.",
  "EVIDENCE_BINDING is left, so pins are closed: rewind to it or earlier to change them.":
    "Het koppelen is voorbij, dus er kan niets meer worden vastgezet of losgemaakt: ga terug naar het koppelen of eerder.",
  "The run is in {1}: it can be rewound only to an earlier stage, not to {2}.":
    "Het memo is in {1}: het kan alleen terug naar een eerdere stap, niet naar {2}.",
  "The proposal is empty: set one of its kinds.": "Het voorstel is leeg: stel iets voor.",
  "This is a proposal for {1}, and the run is in {2}: propose for {3}, or rewind.":
    "Dit is een voorstel voor {1}, en het memo is in {2}: doe een voorstel voor {3}, of ga terug.",
  "There is no standing permission for {1} in this run: RunContext.tool_grants lists those there are.":
    "Er is geen blijvende toestemming voor {1} in dit memo: `pincite run show MEMO` toont welke er zijn.",
  "{1} has a result already: ListToolCalls shows what became of it.":
    "{1} heeft al een uitkomst: de lijst van opdrachten toont wat ervan geworden is.",
  "The decision names another {1} than {2} has: show the request again and decide again.":
    "Het besluit noemt een andere {1} dan {2} heeft: toon de opdracht nog eens en besluit opnieuw.",
  "A turn ({1}) is under way: wait until it has ended.": "Er loopt een beurt ({1}): wacht tot die afgelopen is.",
  "A turn ({1}) has all that it waited for: it goes on when one of its requests is executed once more.":
    "Een beurt ({1}) heeft alles waarop die wachtte: die gaat verder zodra een van haar opdrachten nog eens wordt uitgevoerd.",
  "{1} cannot be left yet: {2}{3}": "{1} kan nog niet verlaten worden: {2}{3}",
  "Run {1} is finalised: rewind it to open a new revision.":
    "Memo {1} is definitief: ga terug om een nieuwe versie te beginnen.",
  "A turn ({1}) is under way in run {2}: wait for it (WatchRun) and repeat the call with the same idempotency_key.":
    "Er loopt een beurt ({1}) in memo {2}: wacht erop en geef de opdracht dan nog eens.",
  "there is no tool called {1}; ListTools names those there are":
    "er is geen hulpmiddel {1}; de lijst van hulpmiddelen noemt wat er is",
  "Start one with `pincite serve` (it listens at http://127.0.0.1:7611), or name another with --url or PINCITE_URL.":
    "Start er een met `pincite serve` (die luistert op http://127.0.0.1:7611), of noem een andere met --url of PINCITE_URL.",
  "There is no run {1}: ListRuns lists yours.": "Er is geen memo {1}: `pincite run list` toont uw memo's.",
  "{1} is no longer part of the proposal.": "{1} hoort niet meer bij het voorstel.",
  "The {1} of {2} changed and with it {3}: confirm again.":
    "Van {2} is de {1} veranderd, en daarmee {3}: bevestig het opnieuw.",
  "The {1} of {2} changed: confirm again.": "Van {2} is de {1} veranderd: bevestig het opnieuw.",
  "{1} is gone, so {2} no longer hold.": "{1} is er niet meer, dus {2} gelden niet meer.",
  "{1} was rejected, so {2} no longer holds.": "{1} is afgewezen, dus {2} geldt niet meer.",
  "{1} was rejected, so {2} no longer hold.": "{1} is afgewezen, dus {2} gelden niet meer.",
  "error: unknown option '{1}'": "fout: er is geen vlag '{1}'",
  "error: unknown command '{1}'": "fout: er is geen opdracht '{1}'",
  "error: missing required argument '{1}'": "fout: '{1}' ontbreekt",
  "error: required option '{1}' not specified": "fout: de vlag '{1}' is verplicht",
  "error: option '{1}' argument missing": "fout: achter de vlag '{1}' hoort iets te staan",
  "error: option '{1}' argument '{2}' is invalid. {3}": "fout: '{2}' past niet bij de vlag '{1}'. {3}",
  "Allowed choices are {1}.": "Het kan een zijn van: {1}.",
  "Options:": "Vlaggen:",
  "Arguments:": "Wat erbij hoort:",
  "Commands:": "Opdrachten:",
  "Examples:": "Voorbeelden:",
  "display help for command": "toont deze uitleg",
  "display help for {1}": "toont de uitleg van {1}",
  "There is no store in {1}: name the folder of a server with --data.":
    "Er is geen opslag in {1}: noem de map van een server met --data.",
  "Only a quote of a document can be pointed at here: leave the locator out.":
    "Hier kan alleen een citaat uit een stuk worden aangewezen: laat de vindplaats weg.",
  "It names another document than {1}: point into that one.":
    "De vindplaats noemt een ander stuk dan {1}: wijs een zin daarin aan.",
  "It is empty: give the words of the sentence, or leave the locator out.":
    "De vindplaats is leeg: geef de woorden van de zin, of laat haar weg.",
  "{1} of 1 match in {2}": "{1} van 1 treffer in {2}",
  "{1} of {2} matches in {3}": "{1} van {2} treffers in {3}",
  "what was asked for here is no single message of the server: leave --output proto out":
    "wat hier gevraagd werd is niet één bericht van de server: laat --output proto weg",
  "No matches in {1}": "Geen treffers in {1}",
  "there is no document to search: bring your documents into this part of the Vault, then search again":
    "er is geen stuk om in te zoeken: neem uw stukken in dit deel van de kluis op, en zoek dan opnieuw",
  "{1} of {2} resolved, {3}, in {4}": "{1} van {2} gevonden, {3}, in {4}",
  "{1} of {2} quotes verified in {3}": "{1} van {2} citaten letterlijk gevonden in {3}",
  "{1} of 1 quote verified in {2}": "{1} van 1 citaat letterlijk gevonden in {2}",
  "1 passage in {1}": "1 passage in {1}",
  "1 passage": "1 passage",
  "{1} passages": "{1} passages",
  "strand {1}, all kinds": "deel {1} van de kluis, alle soorten",
  "strand {1}, all kinds, from {2}, to {3}": "deel {1} van de kluis, alle soorten, van {2} tot en met {3}",
  "strand {1}, all kinds, filtered by {2} of the people concerned":
    "deel {1} van de kluis, alle soorten, van {2} van de betrokkenen",
  "strand {1}, {2}": "deel {1} van de kluis, {2}",
  "strand {1}": "deel {1} van de kluis",
  "one bundle": "één bundel",
  "1 document": "1 stuk",
  "{1} documents": "{1} stukken",
  "statutes in force on {1}": "wetten zoals ze gelden op {1}",
  "the loaded statutes": "de geladen wetten",
  "the loaded statutes, {1}": "de geladen wetten, {1}",
  "the loaded rulings": "de geladen uitspraken",
  "the loaded rulings, {1}": "de geladen uitspraken, {1}",
  "The skeleton needs a section with at least one claim: propose one.":
    "De opzet heeft een onderdeel met ten minste één stelling nodig: stel er een voor.",
  "{1} is not bound: propose a binding for it and confirm that.":
    "{1} is nog niet gekoppeld: stel een koppeling voor en bevestig die.",
  "The documents have changed since the search that {1} ({2}) rests on: rewind to EVIDENCE_BINDING, search again and bind the new search.":
    "De stukken zijn veranderd sinds de zoekopdracht waarop {1} ({2}) rust: ga terug naar het koppelen, zoek opnieuw en koppel de nieuwe zoekopdracht.",
  "{1} ({2}) has no confirmed quote: propose a span and confirm it.":
    "{1} ({2}) heeft nog geen bevestigd citaat: stel er een voor en bevestig het.",
  "{1} ({2}) has no confirmed ledger entry: confirm the one the kernel made, or bind again.":
    "{1} ({2}) heeft nog geen bevestigde vermelding: bevestig die welke er ligt, of koppel opnieuw.",
  "{1} needs a recorded search: call Guide, or request one for this slot.":
    "{1} vraagt een vastgelegde zoekopdracht: vraag de gids, of zoek zelf voor deze bewijsvraag.",
  "{1} has no candidate: call Guide, search for it, or pin evidence and link it to this slot.":
    "{1} heeft nog geen kandidaat: vraag de gids, zoek ernaar, of zet een stuk vast bij deze bewijsvraag.",
  "{1} has looks and is not confirmed: read them, then confirm it alone and name them.":
    "Bij {1} valt iets op en het is niet bevestigd: lees wat er staat, en bevestig het dan alleen, met --looks.",
  '{1} is not confirmed: review it ("{2}").': '{1} is nog niet bevestigd: beoordeel het ("{2}").',
  "Everything proposed was rejected: propose again.": "Alles wat voorgesteld was is afgewezen: doe een nieuw voorstel.",
  "The goal is missing: say what the memo is to reach.": "Het doel ontbreekt: zeg wat het memo moet bereiken.",
  "Nothing is proposed yet in {1}: call Guide or Propose.":
    "Er is nog niets voorgesteld in {1}: vraag de gids, of doe zelf een voorstel.",
  "{1} is not allowed in {2}; it is allowed in {3}.": "{1} mag niet in {2}; het mag in {3}.",
  "{1} loaded, {2} known already, {3} refused": "{1} geladen, {2} waren er al, {3} geweigerd",
  "{1}: loaded ({2})": "{1}: geladen ({2})",
  "{1}: known already  {2}  {3} articles": "{1}: was er al  {2}  {3} artikelen",
  "{1}: known already  {2}  1 article": "{1}: was er al  {2}  1 artikel",
  "{1}: known already ({2})": "{1}: was er al ({2})",
  "{1}: known already": "{1}: was er al",
  "register of {1}: 1 versions": "register van {1}: 1 versie",
  "register of {1}: {2} versions": "register van {1}: {2} versies",
  "{1}  (version of {2})  not quotable: {3}": "{1}  (versie van {2})  niet aan te halen: {3}",
  "    Whether it was in force on {1} is not known: this text is from {2}, and no register of this law is loaded; `pincite law fetch {3}` gets both.":
    "    Of dit gold op {1} is niet bekend: deze tekst is van {2}, en er is geen register van deze wet geladen; `pincite law fetch {3}` haalt beide op.",
  "Read as a citation of {1}: {2}; check that this law is meant":
    "Gelezen als verwijzing naar {1}: {2}; kijk of deze wet bedoeld is",
  "Read as {1}: {2}; check that this number is meant": "Gelezen als {1}: {2}; kijk of dit nummer bedoeld is",
  "Read as {1}: {2}; check that this ruling is meant": "Gelezen als {1}: {2}; kijk of deze uitspraak bedoeld is",
  "  Version {1}, in force from {2} until further notice": "  Versie {1}, geldt vanaf {2} tot nader bericht",
  "  Version {1}, in force from {2} through {3}": "  Versie {1}, geldt van {2} tot en met {3}",
  "  Version {1}, in force from {2}": "  Versie {1}, geldt vanaf {2}",
  "Id:      {1}": "Nummer:       {1}",
  "{1} of its separators name no date (`From - `, as Netscape writes): each has a message's headers below it.":
    "{1} van de scheidingsregels noemen geen datum (`From - `, zoals Netscape schrijft): onder elk staan de kopregels van een bericht.",
  // What a server says of a call itself.
  "the call was cancelled": "de opdracht is afgebroken",
  "the call is over": "de opdracht is voorbij",
  "an internal error, recorded in the server's log":
    "een fout van het programma zelf; zij staat in het logboek van de server",
  "the search index was damaged or is behind what is to be searched, so that nothing can be said to be absent; it is being made anew: search again in a while":
    "de zoekindex was beschadigd of loopt achter op wat er te doorzoeken is, zodat van niets te zeggen is dat het er niet is; hij wordt opnieuw gemaakt: zoek straks nog eens",
  "the server was told to stop while it started":
    "de server kreeg tijdens het opstarten te horen dat hij moest stoppen",
  "the server is shutting down; call again in a few seconds":
    "de server stopt; probeer het over enkele seconden opnieuw",
  "the page token was not issued for this call; start again with an empty page token":
    "dit paginakenmerk hoort niet bij deze opdracht; begin opnieuw zonder kenmerk",
  "the request has fields that {1} of this server does not know (by number: {2}); use the protos of this server's version, or leave them out":
    "de opdracht heeft velden die {1} van deze server niet kent (bij nummer: {2}); gebruik de proto's van de versie van deze server, of laat ze weg",
  "holds fields unknown to this server, by number: {1}": "bevat velden die deze server niet kent, bij nummer: {1}",
  "port {1} on {2} is in use; stop the other program or choose another port":
    "poort {1} op {2} is in gebruik; stop het andere programma of kies een andere poort",
  'cannot listen on "{1}": the token of its callers would pass over a network in clear text; only 127.0.0.1, ::1 and localhost are served':
    'kan niet luisteren op "{1}": het token van wie belt zou leesbaar over een netwerk gaan; alleen 127.0.0.1, ::1 en localhost kunnen',
  "line {1} of the register of names: {2}": "regel {1} van het register van namen: {2}",
  "The turn was cancelled before the model answered.": "De beurt is afgebroken voordat het model antwoordde.",
  "the turn was cancelled before the provider answered": "de beurt is afgebroken voordat er een antwoord kwam",
  "{1}: at most {2} profiles in a folder.": "{1}: ten hoogste {2} profielen in een map.",
};
