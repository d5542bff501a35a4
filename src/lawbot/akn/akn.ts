import { actName } from "../../citation/act-titles.ts";
import type { Citation } from "../../citation/citation.ts";
import { parseEnglishCitations } from "../../citation/english-citations.ts";
import type { LawNames } from "../../citation/known-law.ts";
import type { Jurisdiction } from "../port/jurisdiction.ts";
import type { QueryFault, UnitQuery, UnitStep } from "../port/unit-query.ts";
import { scheduleParagraph } from "../text/unit-elements.ts";
import { rootName } from "../xml/root.ts";
import { judgments } from "./judgments.ts";
import { innerElements, readAkn } from "./read-akn.ts";

/** Kinds of instruments on legislation.gov.uk, with year and number: `akn-ukpga-1996-18`. */
const ofTheKingdom = /^akn-(uk[a-z]{2,4}|asp|asc|anaw|mwa|ssi|wsi|nia|nisr|nisi|apni)-(\d{4})-(\d{1,5})$/;

/**
 * Common law in Akoma Ntoso: acts of whatever country publishes them so, cited by their short titles with sections and parts in
 * brackets, and judgments of the United Kingdom by their neutral citations. An act is known by name once it is loaded.
 */
export const akomaNtoso: Jurisdiction = {
  id: "akn",
  owns: (lawId) => lawId.startsWith("akn-"),
  reads: (bytes) => rootName(bytes) === "akomaNtoso",
  readSource: readAkn,
  rulings: judgments,
  parseCitations: (text, laws) => parseEnglishCitations(text, laws),
  ownsCitation: ({ isEnglish }) => isEnglish === true,
  render: (citation, style) => {
    if (citation.kind === "case") return citation.caseNumber;
    const places = citation.provisions.map(placeOf).join(" and ");
    const law = citation.law || citation.lawRaw;
    if (citation.provisions.some(({ number }) => isSchedule(number)))
      return style === "short" ? `${places} ${law}` : `${places} to the ${law}`;
    if (style === "short") return `${citation.provisions.length > 1 ? "ss." : "s."} ${places} ${law}`;
    return `${citation.provisions.length > 1 ? "sections" : "section"} ${places} of the ${law}`;
  },
  locate: (citation, laws) =>
    citation.kind === "case"
      ? [
          {
            reason: "LAW_NOT_FOUND",
            message: `${citation.caseNumber} is a ruling; only statutes are looked up here`,
            part: "",
          },
        ]
      : citation.provisions.map((provision) => queryOf(citation, provision, laws)),
  lawIds: (citation, laws) =>
    laws.filter((law) => citation.law !== "" && actName(law) === citation.law).map((law) => law.lawId),
  shortName: actName,
  address: (labels, shortName, { rank }) =>
    `${labels.join(" ").replaceAll(" (", "(")}${rank > 0 ? ` [no. ${rank}]` : ""} ${shortName}`.trim(),
  publicPage: (lawId, versionDate) => {
    const [, kind, year, number] = ofTheKingdom.exec(lawId) ?? [];
    return kind ? `https://www.legislation.gov.uk/${kind}/${year}/${number}/${versionDate}` : "";
  },
  loadingHint: "import an act in Akoma Ntoso XML (LawImportService.Import; on the command line, `pincite law import`)",
};

const isSchedule = (number: string): boolean => /^Sch\.(?: |$)/.test(number);

/** `98(4)(a)`, `94-96`, `Sch. 3 para. 4(2)`. */
const placeOf = ({ number, through, pinpoints }: Citation["provisions"][number]): string => {
  const marks = pinpoints[0]?.items[0]?.marks ?? [];
  const written = marks.map((mark) => (mark.startsWith("para. ") ? ` ${mark}` : `(${mark})`)).join("");
  return `${number}${written}${through && `-${through}`}`;
};

const stepTo = (mark: string): UnitStep => {
  const number = mark.replace(/^para\. /, "");
  const elements = number === mark ? [...innerElements] : [scheduleParagraph];
  return { elements, range: { number, through: "" }, word: number === mark ? "part" : "paragraph" };
};

const queryOf = (
  citation: Citation,
  provision: Citation["provisions"][number],
  laws: readonly LawNames[],
): UnitQuery | QueryFault => {
  const law = laws.find((each) => actName(each) === citation.law);
  const part = akomaNtoso.render({ ...citation, provisions: [provision] }, "short");
  if (!law)
    return {
      reason: "LAW_NOT_FOUND",
      message: `${citation.law || citation.lawRaw} is not loaded under that title; import it in Akoma Ntoso XML, or write its title with the year`,
      part,
    };
  const marks = provision.pinpoints[0]?.items[0]?.marks ?? [];
  return {
    lawId: law.lawId,
    elements: isSchedule(provision.number) ? ["schedule"] : ["section", "article"],
    article: { number: provision.number.replace(/^Sch\. ?/, ""), through: provision.through },
    steps: marks.map(stepTo),
    introductory: false,
    part,
  };
};
