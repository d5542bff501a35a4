/**
 * What each element of BWB XML does to the text. Both forms, the older `wetgeving` and `toestand`, use the same names
 * and differ by this table alone: what only one of them has is simply never met in the other.
 */
export type Role =
  /** Bookkeeping: the whole subtree stays out of the text. */
  | "drop"
  /** Groups others and adds nothing of its own. */
  | "wrapper"
  /** Has an address. */
  | "unit"
  /** One line of text. */
  | "block"
  /** Part of a line, glued to its neighbours as the source glues them. */
  | "inline"
  /** Part of a line that is a word of its own, whatever white space the source has. */
  | "word"
  /** The heading of a unit, and its parts. */
  | "heading"
  | "heading-part"
  /** The number in front of a lid, an item or a note. */
  | "number"
  /** An editor's words: kept out of the text, told as a flag. */
  | "editorial"
  /** Something that is not text; a marker stands for it. */
  | "marker"
  /** A footnote: set after the unit it stands in. */
  | "note"
  | "row"
  | "cell";

const names: Record<Role, string> = {
  drop: "meta-data bwb-inputbestand bwb-wijzigingen redactionele-correcties alias-titels colspec spanspec",
  wrapper: `toestand wetgeving wet-besluit wettekst regeling regeling-tekst verdrag verdragtekst circulaire circulaire-tekst
    tekst vrije-tekst structuurtekst considerans considerans.lijst afkondiging context lijst definitielijst definitie
    specificatielijst specificatie gegeven uitgifte ondertekenaar goedkeuring adres plaatje table tgroup thead tbody`,
  unit: `boek deel titeldeel hoofdstuk afdeling paragraaf sub-paragraaf divisie circulaire.divisie artikel enig-artikel lid
    li definitie-item specificatie-item bijlage aanhef circulaire.aanhef preambule intitule citeertitel wetsluiting
    regeling-sluiting circulaire-sluiting bijlage-sluiting`,
  block: `al considerans.al context.al wij wie tussenkop slotformulering dagtekening koning ondertekening adresregel title
    term waarde`,
  inline: "nadruk sup inf extref intref",
  word: "functie naam voornaam achternaam organisatie deze plaats datum noot.al",
  heading: "kop",
  "heading-part": "label nr titel subtitel",
  number: "lidnr li.nr noot.nr",
  editorial: "redactie",
  marker: "formule illustratie",
  note: "noot",
  row: "row",
  cell: "entry",
};

/** The role of every element we know, by name. */
export const roles: ReadonlyMap<string, Role> = new Map(
  Object.entries(names).flatMap(([role, list]) => list.split(/\s+/).map((name) => [name, role as Role] as const)),
);

/** What stands in the text for something that is no text. */
export const markers: ReadonlyMap<string, string> = new Map([
  ["formule", "[formule]"],
  ["illustratie", "[afbeelding]"],
]);

/** Names in an address, where they are not just the capitalised name of the element. */
const segments: ReadonlyMap<string, string> = new Map([
  ["li", "Onderdeel"],
  ["definitie-item", "Onderdeel"],
  ["specificatie-item", "Onderdeel"],
]);

/** The name of an element in an address: `artikel` → `Artikel`, `li` → `Onderdeel`. */
export const segmentOf = (element: string): string =>
  segments.get(element) ?? element.charAt(0).toUpperCase() + element.slice(1);

/** Units of which there is one in their surroundings: they are addressed without a number. */
export const isSingle = (element: string): boolean => singles.has(element);
const singles: ReadonlySet<string> = new Set(
  "enig-artikel bijlage aanhef circulaire.aanhef preambule intitule citeertitel wetsluiting regeling-sluiting circulaire-sluiting bijlage-sluiting".split(
    " ",
  ),
);

/** Articles, by whatever name. */
export const isArticle = (element: string): boolean => element === "artikel" || element === "enig-artikel";

/** Items of a list. */
export const isItem = (element: string): boolean => segments.has(element);
