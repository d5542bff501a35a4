import type { Citation, Pinpoint, Provision } from "../citation.ts";
import type { LawNames, QueryFault, UnitQuery, UnitStep } from "../jurisdiction.ts";
import { LawTable } from "./law-table.ts";
import { bookOfRegulation, type KnownLaw, knownLaws, shortNameOf } from "./laws.ts";
import { renderDutch } from "./render.ts";

/** Longest heading that may serve as a name: citation titles are short, official headings a paragraph. */
const titleLengthMax = 80;

/** The name a regulation is cited by: that of the table, else its abbreviation, its citation title, a short heading, its id. */
export const dutchShortName = (law: LawNames): string =>
  shortNameOf(law.lawId) ??
  law.abbreviations?.find((each) => knownTable.byShort(each) === undefined) ??
  (law.citationTitle || (law.title.length <= titleLengthMax ? law.title : "") || law.lawId);

/** Loaded laws as further entries of the table. A law that the table holds keeps its short name and gains its titles. */
export const lawsByName = (laws: readonly LawNames[]): KnownLaw[] => {
  const taken = new Set(knownLaws.map((each) => each.short));
  return laws
    .filter((law) => bookOfRegulation(law.lawId) === "")
    .map((law) => {
      const known = knownById.get(law.lawId);
      const names = namesOf(law);
      if (known) return { ...known, names: [...known.names, ...names] };
      // Two laws of one name must not be taken for each other: the second goes by its id.
      const wanted = dutchShortName(law);
      const short = taken.has(wanted) ? law.lawId : wanted;
      taken.add(short);
      return { short, long: law.citationTitle || short, names, id: law.lawId };
    });
};

const knownById: ReadonlyMap<string, KnownLaw> = new Map(knownLaws.map((each) => [each.id, each]));

const namesOf = (law: LawNames): string[] =>
  [
    law.citationTitle,
    law.title.length <= titleLengthMax ? law.title : "",
    ...(law.abbreviations ?? []),
    ...(law.titles ?? []),
    ...namesInHeading(law.title),
  ].filter(Boolean);

/** The names that an official heading holds: `… tot vaststelling van de Schepenwet`, `… (Zorgverzekeringswet)`. */
const namesInHeading = (heading: string): string[] => {
  const bracketed = /\((\p{Lu}[^()]{4,80})\)\s*$/u.exec(heading)?.[1];
  const made = /\bvaststelling van (?:de|het|een) (?:nieuwe? )?(\p{L}[\p{L}\p{N} -]{4,79})(?= \([^()]*\)\s*$|$)/iu.exec(
    heading,
  )?.[1];
  return [bracketed, made && /(?:wet|besluit|reglement|regeling)(?:\s|$)/i.test(made) ? made : ""].filter(
    (name) => name !== undefined,
  );
};

/** The table without loaded laws. */
export const knownTable = new LawTable(knownLaws);

const tables = new WeakMap<readonly LawNames[], LawTable>();

/** The law table with the loaded laws in it; made once for each list of them. */
export const tableWith = (laws: readonly LawNames[]): LawTable => {
  if (laws.length === 0) return knownTable;
  const table = tables.get(laws) ?? new LawTable([...knownLaws, ...lawsByName(laws)]);
  tables.set(laws, table);
  return table;
};

const articleElements = ["artikel", "enig-artikel"] as const;
const itemElements = ["li", "definitie-item", "specificatie-item"] as const;

/** Turns a citation into what to look up. A number that cannot be placed is a fault that says how to write it. */
export const locateDutch = (citation: Citation, laws: readonly LawNames[]): (UnitQuery | QueryFault)[] => {
  const fault = wholeFault(citation);
  if (fault) return [fault];
  const law = tableWith(laws).byShort(citation.law);
  return citation.provisions.flatMap((provision) => locateProvision(citation, provision, law));
};

const wholeFault = (citation: Citation): QueryFault | undefined => {
  if (citation.kind === "case")
    return {
      reason: "LAW_NOT_FOUND",
      message: `${citation.caseNumber} is a ruling; only statutes are looked up here`,
      part: "",
    };
  if (citation.kind === "anaphora")
    return {
      reason: "CITATION_INVALID",
      message: `"${citation.lawRaw}" refers back; write the article and the law out`,
      part: "",
    };
  if (citation.law !== "") return undefined;
  const message = citation.lawRaw
    ? `no law is known by the name "${citation.lawRaw}"; import it, or write its name as the law itself does`
    : "the citation names no law; add it, as in art. 7:611 BW";
  return { reason: "LAW_NOT_FOUND", message, part: "" };
};

const locateProvision = (
  citation: Citation,
  provision: Provision,
  law: KnownLaw | undefined,
): (UnitQuery | QueryFault)[] => {
  const part = (pinpoints: readonly Pinpoint[]) =>
    renderDutch({ ...citation, provisions: [{ ...provision, relation: "and", pinpoints }] }, "short");
  const place = placeOf(provision, law, part([]));
  if ("reason" in place) return [place];
  if (provision.former)
    return [
      {
        reason: "UNKNOWN_UNIT",
        message: 'it cites a former wording; leave out "(oud)" and ask for a day on which that wording was in force',
        part: part([]),
      },
    ];
  const base = {
    lawId: place.lawId,
    elements: articleElements,
    article: { number: place.number, through: place.through },
  };
  if (provision.pinpoints.length === 0) return [{ ...base, steps: [], introductory: false, part: part([]) }];
  return provision.pinpoints.flatMap((pinpoint) =>
    stepsOf(pinpoint).map((steps) => ({
      ...base,
      steps,
      introductory: pinpoint.introductory,
      part: part([{ ...pinpoint, relation: "and" }]),
    })),
  );
};

type Place = { readonly lawId: string; readonly number: string; readonly through: string };

const placeOf = (provision: Provision, law: KnownLaw | undefined, part: string): Place | QueryFault => {
  if (!law) return { reason: "LAW_NOT_FOUND", message: "the law is not known any more; import it again", part };
  if (law.elsewhere)
    return {
      reason: "LAW_NOT_FOUND",
      message: `the ${law.short} is not in the Basiswettenbestand (${law.elsewhere}) and cannot be loaded here`,
      part,
    };
  if (!law.books) return { lawId: law.id, number: provision.number, through: provision.through };
  const split = /^(\d+A?):(.+)$/.exec(provision.number);
  const books = Object.keys(law.books).join(", ");
  if (!split)
    return {
      reason: "LAW_NOT_FOUND",
      message: `the ${law.short} is numbered per book (${books}); name the book, as in 7:${provision.number || "611"} ${law.short}`,
      part,
    };
  const lawId = law.books[split[1] ?? ""];
  if (!lawId)
    return {
      reason: "LAW_NOT_FOUND",
      message: `the ${law.short} has no Boek ${split[1]}; its books are ${books}`,
      part,
    };
  return { lawId, number: split[2] ?? "", through: provision.through.replace(/^\d+A?:/, "") };
};

/** Every way down that a pinpoint means: each lid with each item. */
const stepsOf = (pinpoint: Pinpoint): UnitStep[][] => {
  const leden: UnitStep[][] = pinpoint.paragraphs.map((range) => [{ elements: ["lid"], range, word: "lid" }]);
  const items: UnitStep[][] = pinpoint.items.map(({ marks, through }) =>
    marks.map((number, level) => ({
      elements: itemElements,
      range: { number, through: level === marks.length - 1 ? through : "" },
      word: "onder",
    })),
  );
  const outer = leden.length > 0 ? leden : [[]];
  const inner = items.length > 0 ? items : [[]];
  return outer.flatMap((lid) => inner.map((item) => [...lid, ...item]));
};

/** Regulations that the provisions stand in, each once. */
export const lawIdsOf = (citation: Citation, laws: readonly LawNames[]): string[] => {
  const law = tableWith(laws).byShort(citation.law);
  const ids = citation.provisions.map((provision) => {
    const place = placeOf(provision, law, "");
    return "lawId" in place ? place.lawId : "";
  });
  return [...new Set(ids.filter(Boolean))];
};
