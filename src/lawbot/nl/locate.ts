import type { Citation, Pinpoint, Provision } from "../citation.ts";
import type { LawNames, QueryFault, UnitQuery, UnitStep } from "../jurisdiction.ts";
import { type NamedLaws, namedWith, nameKey, tableWith } from "./law-names.ts";
import type { KnownLaw } from "./laws.ts";
import { renderDutch } from "./render.ts";

/** So many laws of one name are told. */
const amongMax = 5;

const articleElements = ["artikel", "enig-artikel"] as const;
const itemElements = ["li", "definitie-item", "specificatie-item"] as const;

/** Turns a citation into what to look up. A number that cannot be placed is a fault that says how to write it. */
export const locateDutch = (citation: Citation, laws: readonly LawNames[]): (UnitQuery | QueryFault)[] => {
  const fault = wholeFault(citation, namedWith(laws).shared);
  if (fault) return [fault];
  const law = tableWith(laws).byShort(citation.law);
  return citation.provisions.flatMap((provision) => locateProvision(citation, provision, law));
};

const wholeFault = (citation: Citation, shared: NamedLaws["shared"]): QueryFault | undefined => {
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
  const among = shared.get(nameKey(citation.lawRaw));
  if (among)
    return {
      reason: "LAW_NOT_FOUND",
      message: `"${citation.lawRaw}" is the name of several laws (${among.slice(0, amongMax).join(", ")}); cite the id of the one you mean, as in art. 1 ${among[0]}`,
      part: "",
    };
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
