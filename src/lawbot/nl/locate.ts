import type { Citation, Pinpoint, Provision } from "../../citation/citation.ts";
import { isCelex } from "../../citation/eu-acts.ts";
import type { KnownLaw, LawNames } from "../../citation/known-law.ts";
import type { LawTable } from "../../citation/law-table.ts";
import { recitalIn } from "../../citation/recital-parser.ts";
import { renderDutch } from "../../citation/render.ts";
import type { QueryFault, UnitQuery, UnitStep } from "../port/unit-query.ts";
import { dutchNames } from "./dutch-names.ts";

/** So many laws of one name are told. */
const amongMax = 5;

const articleElements = ["artikel", "enig-artikel"] as const;
const recitalElements = ["overweging"] as const;
const itemElements = ["li", "definitie-item", "specificatie-item"] as const;

/** Turns a citation into what to look up. A number that cannot be placed is a fault that says how to write it. */
export const locateDutch = (citation: Citation, laws: readonly LawNames[]): (UnitQuery | QueryFault)[] => {
  const table = dutchNames.table(laws);
  const fault = wholeFault(citation, table);
  if (fault) return [fault];
  const law = table.byShort(citation.law) ?? namedById(citation.lawRaw);
  return citation.provisions.flatMap((provision) => locateProvision(citation, provision, law));
};

const bwbId = /^BWB[RV]\d{7}$/;

/** A law that is cited by its id, as who is told of several laws of one name is asked to (`art. 1 BWBR0005290`). */
const namedById = (words: string): KnownLaw | undefined =>
  bwbId.test(words) ? { short: words, long: words, names: [], id: words } : undefined;

/**
 * A name that several laws share, read for a day: it is the one's that alone may be in force then, by the days that are
 * known of each. A citation of an act by its mere date stays unread: a register need not hold every act of that day.
 */
export const onDayDutch = (citation: Citation, laws: readonly LawNames[], day: string): Citation => {
  if (citation.kind !== "statute" || citation.law !== "" || citation.lawRaw === "") return citation;
  const table = dutchNames.table(laws);
  const among = table.sharing(citation.lawRaw);
  const left = among.filter(({ from, until }) => from <= day && (until === "" || day < until));
  const law = among.length > 1 && left.length === 1 ? table.byId(left[0]?.id ?? "") : undefined;
  return law ? { ...citation, law: law.short, lawRaw: "", lawReadAs: `${law.long} (${law.id})` } : citation;
};

const wholeFault = (citation: Citation, table: LawTable): QueryFault | undefined => {
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
  if (citation.law !== "" || bwbId.test(citation.lawRaw)) return undefined;
  const [first, ...others] = table.sharing(citation.lawRaw).map(({ id }) => id);
  if (first) return { reason: "LAW_NOT_FOUND", message: sharedMessage(citation.lawRaw, first, others), part: "" };
  const message = citation.lawRaw
    ? `of "${citation.lawRaw}" no version is known here; import its file or a register of names (\`pincite law import\`), or write its name as the law itself does`
    : "the citation names no law; add it, as in art. 7:611 BW";
  return { reason: "LAW_NOT_FOUND", message, part: "" };
};

const sharedMessage = (name: string, first: string, others: readonly string[]): string =>
  others.length > 0
    ? `"${name}" is the name of several laws (${[first, ...others].slice(0, amongMax).join(", ")}); ask for a day on which only one of them was in force, or cite the id of the one you mean, as in art. 1 ${first}`
    : `"${name}" names no act for certain; if ${first} is meant, write more of its heading, or cite the id, as in art. 1 ${first}`;

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
    elements: recitalIn(place.number) === undefined ? articleElements : recitalElements,
    article: {
      number: recitalIn(place.number) ?? place.number,
      through: recitalIn(place.through) ?? place.through,
    },
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
      message: elsewhereMessage(law.short, law.elsewhere),
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

/** Acts of the Union are loaded from files; its treaties are read in no form. */
const elsewhereMessage = (name: string, elsewhere: string): string =>
  isCelex(elsewhere.replace(/^CELEX /, ""))
    ? `the ${name} (${elsewhere}) is not loaded; import its file (\`pincite law import\`: Formex, the Official Journal's HTML or Akoma Ntoso)`
    : `the ${name} is not in the Basiswettenbestand (${elsewhere}) and cannot be loaded here`;

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
  const law = dutchNames.table(laws).byShort(citation.law);
  const ids = citation.provisions.map((provision) => {
    const place = placeOf(provision, law, "");
    return "lawId" in place ? place.lawId : "";
  });
  return [...new Set(ids.filter(Boolean))];
};
