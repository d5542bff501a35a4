/** Phrases of `pincite run erase`, `pincite vault remove` and `pincite law remove`. As in screen.ts. */
export const erasureInDutch = {
  ERASED: "GEWIST",
  "What goes, for good:": "Wat voorgoed verdwijnt:",
  "What stays, though it has to do with it:": "Wat blijft, al heeft het ermee te maken:",
  "{1} events, {2} pieces, {3} bytes": "{1} gebeurtenissen, {2} stukken, {3} bytes",
  "it is finalised: letters and proofs of it that were given out stay where they are":
    "het is afgerond: brieven en bewijzen ervan die al de deur uit zijn blijven waar ze zijn",
  "{1} is a fork of it and stays, with what it took over":
    "{1} is er een aftakking van en blijft, met wat die heeft overgenomen",
  "{1} bytes, texts made of it: {2}": "{1} bytes, teksten die ervan gemaakt zijn: {2}",
  "{1} bytes, with its text and what the search finds of it": "{1} bytes, met de tekst en wat het zoeken ervan vindt",
  "that it was imported stays in LawBot's journal, with its title and dates":
    "dat het is opgenomen blijft in het journaal van LawBot staan, met titel en datums",
  "mailboxes and archives that list it: {1}; its line there is emptied":
    "postbussen en archieven waar het in stond: {1}; de regel ervan wordt leeggemaakt",
  "other parts of the Vault have it too, and keep it: {1}":
    "andere delen van de kluis hebben het ook, en houden het: {1}",
  "it names it in {1} places, which may repeat its words":
    "het noemt het op {1} plaatsen, die de woorden ervan kunnen herhalen",
  "its letter cites it": "de brief ervan haalt het aan",
  "it is finalised": "het is afgerond",
  "--with-runs has these runs go too": "met --with-runs gaan deze memo's ook weg",
  "it stays": "het blijft",
  "another message has it attached as well": "een ander bericht heeft het ook als bijlage",
  "it was imported by itself as well": "het is ook zelf opgenomen",
  "it has the document attached, and so holds it whole: remove it too, if that must not be":
    "het heeft het stuk als bijlage, en bevat het dus helemaal: verwijder het ook, als dat niet mag",
  "it is of the same thread, and may repeat its words":
    "het hoort bij dezelfde briefwisseling, en kan de woorden ervan herhalen",
  "No erasure reaches: backups, files and proofs that were exported, and copies that a disk keeps by itself; docs/operations.md says more.":
    "Wat wissen niet bereikt: reservekopieën, geëxporteerde bestanden en bewijzen, en kopieën die een schijf zelf bewaart; docs/operations.md zegt meer.",
  "Plan {1}": "Plan {1}",
  "Erase this for good?": "Dit voorgoed wissen?",
  "Nothing was erased.": "Er is niets gewist.",
  "Erased on {1} UTC.": "Gewist op {1} UTC.",
} as const;

/** Refusals around it, and help. `{1}`, `{2}` stand for what is filled in. */
export const erasureErrorsInDutch: Readonly<Record<string, string>> = {
  "Run {1} was erased on {2}: nothing of it can be read any more.":
    "Memo {1} is gewist op {2}: er is niets meer van te lezen.",
  'document {1} was erased from strand "{2}" on {3} {4} UTC: nothing of it can be read any more':
    "stuk {1} is gewist uit deel {2} van de kluis op {3} {4} UTC: er is niets meer van te lezen",
  "What the plan says is no longer so, and nothing was erased: look at the new plan, and commit that one.":
    "Wat het plan zegt klopt niet meer, en er is niets gewist: bekijk het nieuwe plan, en voer dat uit.",
  "what the plan says is no longer so, and nothing was erased; look at the new plan, and commit that one":
    "wat het plan zegt klopt niet meer, en er is niets gewist; bekijk het nieuwe plan, en voer dat uit",
  "This idempotency_key was used for another erasure: take a new key for a new one.":
    "Deze idempotency_key is al voor iets anders gebruikt om te wissen: neem een nieuwe.",
  "this key was used for another erasure; use a new one":
    "deze sleutel is al gebruikt om iets anders te wissen; neem een nieuwe",
  "an erasure cannot be taken back: it goes to whoever has the token, not to a page":
    "wissen kan niet worden teruggedraaid: dat kan alleen wie het token heeft, niet een pagina",
  "a person had this erased from {1}: nothing of it can be read or quoted any more":
    "iemand heeft dit laten wissen uit {1}: er is niets meer van te lezen of aan te halen",
  "what is in {1} is no longer as the plan says; plan again":
    "wat in {1} staat is niet meer zoals het plan zegt; plan opnieuw",
  "a person had these very bytes erased from the Vault, so they are not taken in again":
    "iemand heeft precies deze bytes uit de kluis laten wissen, dus ze worden niet opnieuw opgenomen",
  "The answer of a call on run {1} is gone: restore the store.":
    "Het antwoord op een oproep over memo {1} is weg: zet de opslag terug.",
  "{1} was erased on {2}": "{1} is gewist op {2}",
  "{1} is not loaded; pincite law list says what is": "{1} is niet geladen; pincite law list zegt wat er wel is",
  "what the plan says is no longer so, and nothing was erased; plan again":
    "wat het plan zegt klopt niet meer, en er is niets gewist; plan opnieuw",
  "a person had at least one of its members erased": "iemand heeft ten minste één van de onderdelen laten wissen",
};

/** Help of the three commands. */
export const erasureHelpInDutch: Readonly<Record<string, string>> = {
  "Erase a run for good: what was said, searched, quoted and drafted. Shows what goes and what stays, and asks.":
    "Wist een memo voorgoed: wat is gezegd, gezocht, aangehaald en geschreven. Laat zien wat verdwijnt en wat blijft, en vraagt het.",
  "Erase a document for good, with what is attached to it alone. Shows what goes and what stays, and asks.":
    "Wist een stuk voorgoed, met wat alleen daar als bijlage aan hangt. Laat zien wat verdwijnt en wat blijft, en vraagt het.",
  "Erase the text of a statute or ruling for good. Shows what goes and what stays, and asks.":
    "Wist de tekst van een wet of uitspraak voorgoed. Laat zien wat verdwijnt en wat blijft, en vraagt het.",
  "a version of a statute as list prints it, BWBR0005290@2012-10-01, or the ECLI of a ruling":
    "een versie van een wet zoals list die toont, BWBR0005290@2012-10-01, of de ECLI van een uitspraak",
  "erase the runs too that hold something of it": "wis ook de memo's waar iets ervan in staat",
  "why, which is kept: whom it is about asked for it, its term is over, a mistake, other":
    "waarom, en dat wordt bewaard: wie het aangaat vroeg erom (asked-for), de termijn is om (term-over), een vergissing (mistake), anders (other)",
  "do not ask; name with --plan what you have seen": "vraag het niet; noem met --plan wat u gezien hebt",
  "the plan, as this command prints it: another one is refused":
    "het plan, zoals deze opdracht het toont: een ander wordt geweigerd",
};
