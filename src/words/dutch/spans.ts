/** What a source says of a quote, and what became of law since, English to Dutch. */
export const spanSentencesInDutch: Readonly<Record<string, string>> = {
  "{1} The nearest passages are listed with what differs; quote one of them.":
    "{1} De passages die er het dichtst bij komen staan eronder, met wat er verschilt; citeer een daarvan.",
  "{1} The passages nearest to it are listed with what differs.":
    "{1} De passages die er het dichtst bij komen staan eronder, met wat er verschilt.",
  "The quote does not stand in the named chunk, but elsewhere in the document ({1} times). Name another chunk or none.":
    "Het citaat staat niet in de genoemde passage, maar wel elders in het document ({1} keer). Noem een andere passage of geen.",
  "Of the {1} pieces of the quote, piece {2} stands only before the piece that it follows in the quote.":
    "Van de {1} delen van het citaat staat deel {2} alleen vóór het deel dat er in het citaat aan voorafgaat.",
  "Of the {1} pieces of the quote, piece {2} does not stand there.":
    "Van de {1} delen van het citaat staat deel {2} er niet.",
  "The pieces stand there in this order, but too far apart to be one quote: at characters {1}. Words may be left out within one article, clause or run of paragraphs, at most a page of it. Quote the pieces one by one.":
    "De delen staan er in deze volgorde, maar te ver uit elkaar voor één citaat: op tekens {1}. Weglaten kan binnen één artikel, bepaling of reeks alinea's, hooguit een bladzijde. Citeer de delen een voor een.",
  "The words are in the document and cannot be quoted: {1}.":
    "De woorden staan in het document en zijn niet te citeren: {1}.",
  "The words are in the document and cannot be quoted: {1}. Quote what follows it.":
    "De woorden staan in het document en zijn niet te citeren: {1}. Citeer wat erop volgt.",
  "it holds an editor's words, not the source's": "er staan woorden van een redacteur in, niet van de bron",
  "it begins with the number or heading of {1}, which is no part of its words":
    "het begint met het nummer of opschrift van {1}, en dat hoort niet bij de woorden",
  "The quote begins or ends inside a character as readers see it. Include the whole character.":
    "Het citaat begint of eindigt binnen een teken zoals lezers dat zien. Neem het hele teken op.",
  "Words in square brackets are the writer's own insertion and do not stand in the source. Leave them out, or put […] where source words are left out.":
    "Woorden tussen vierkante haken zijn een eigen toevoeging en staan niet in de bron. Laat ze weg, of zet […] waar woorden van de bron zijn weggelaten.",
  "These words do not stand there. A quote of fewer than 12 letters or 3 words must match character for character.":
    "Deze woorden staan er niet. Een citaat van minder dan 12 letters of 3 woorden moet teken voor teken kloppen.",
  "These words do not stand there.": "Deze woorden staan er niet.",
  "The document has no chunk of that name. Name one of the chunks its passages carry, or none to search the whole document.":
    "Het document heeft geen passage met die naam. Noem een van zijn passages, of geen om in het hele document te zoeken.",
  "The quote stands there character for character.": "Het citaat staat er teken voor teken.",
  "The quote stands there but for typography; the excerpt has the source's own characters.":
    "Het citaat staat er, op de typografie na; opgenomen zijn de tekens van de bron zelf.",
  "The quote stands at {1} places. Name one by occurrence_index, or give the words before or after it.":
    "Het citaat staat op {1} plaatsen. Noem er een, of geef de woorden ervoor of erna.",
  "the passage": "de passage",
  "{1} says the same in {2}": "{1} zegt hetzelfde in {2}",
  "{1} says the same in {2}; the words around it changed, so read the provision again":
    "{1} zegt hetzelfde in {2}; de woorden eromheen zijn veranderd, dus lees de bepaling opnieuw",
  "the words of {1} stand in {2} in {3}": "de woorden van {1} staan in {2} in {3}",
  "the words of {1} stand in {2} in {3}; the words around it changed, so read the provision again":
    "de woorden van {1} staan in {2} in {3}; de woorden eromheen zijn veranderd, dus lees de bepaling opnieuw",
  "{1} says it in other words in {2}; read it and quote it anew":
    "{1} zegt het met andere woorden in {2}; lees het en citeer het opnieuw",
  "{1} says it in other words in {2}; read it and quote it anew; its words stand in {3} other places":
    "{1} zegt het met andere woorden in {2}; lees het en citeer het opnieuw; de woorden staan op {3} andere plaatsen",
  "{1} is repealed in {2}": "{1} is vervallen in {2}",
  "{1} is gone in {2}": "{1} is verdwenen in {2}",
  "{1} is the newest version loaded, and nobody vouches that it still is the law; fetch the law and look again":
    "{1} is de nieuwste versie die hier is, en niemand staat ervoor in dat dit nog geldt; haal de wet op en kijk opnieuw",
  "{1} is the newest version loaded, and {2} says that it is not in force on {3}; fetch the law and look again":
    "{1} is de nieuwste versie die hier is, en volgens {2} geldt die niet op {3}; haal de wet op en kijk opnieuw",
};
