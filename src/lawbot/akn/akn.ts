import type { Citation, FoundCitation } from "../../citation/citation.ts";
import type { LawNames } from "../../citation/known-law.ts";
import type { Jurisdiction } from "../jurisdiction.ts";
import type { QueryFault, UnitQuery } from "../port/unit-query.ts";
import { rootName } from "../xml/root.ts";
import { innerElements, readAkn } from "./read-akn.ts";

/** `section 2(1)(a) of the Courts Act`, `s. 2 Courts Act`; the law's name is looked for behind it. */
const start =
  /\b(?:sections?|ss?\.?|articles?)\s+(\d{1,4}[A-Z]{0,2})((?:\s?\((?:\d{1,3}|[a-z]{1,4})\))*)\s*,?\s+(?:of\s+the\s+|of\s+)?/gi;

const nameOf = (law: LawNames): string => law.citationTitle || law.title || law.lawId;

/** Acts in Akoma Ntoso, from whatever country: the second format on the port. Only loaded acts can be cited, by their title. */
export const akomaNtoso: Jurisdiction = {
  id: "akn",
  owns: (lawId) => lawId.startsWith("akn-"),
  reads: (bytes) => rootName(bytes) === "akomaNtoso",
  readSource: readAkn,
  parseCitations(text, laws) {
    const names = laws.map(nameOf).sort((a, b) => b.length - a.length);
    return [...text.matchAll(start)].flatMap((match): FoundCitation[] => {
      const at = match.index + match[0].length;
      const name = names.find((each) => text.slice(at, at + each.length).toLowerCase() === each.toLowerCase());
      if (!name) return [];
      const numberAt = match.index + match[0].indexOf(match[1] ?? "");
      const spot = { start: numberAt, end: numberAt + (match[1] ?? "").length + (match[2] ?? "").length };
      return [
        {
          citation: citationOf(name, match[1] ?? "", match[2] ?? ""),
          start: match.index,
          end: at + name.length,
          spots: [spot],
        },
      ];
    });
  },
  render: (citation, style) => {
    const [provision] = citation.provisions;
    const items = provision?.pinpoints[0]?.items[0]?.marks.map((mark) => `(${mark})`).join("") ?? "";
    const place = `${provision?.number ?? ""}${items}`;
    return style === "short" ? `s. ${place} ${citation.law}` : `section ${place} of the ${citation.law}`;
  },
  locate: (citation, laws) => citation.provisions.map((provision) => queryOf(citation, provision, laws)),
  lawIds: (citation, laws) => laws.filter((law) => nameOf(law) === citation.law).map((law) => law.lawId),
  shortName: nameOf,
  address: (labels, shortName, { rank }) =>
    `${labels.join(" ").replaceAll(" (", "(")}${rank > 0 ? ` [no. ${rank}]` : ""} ${shortName}`.trim(),
  publicPage: () => "",
  loadingHint: "import an act in Akoma Ntoso XML (LawImportService.Import; on the command line, `pincite law import`)",
};

const citationOf = (law: string, number: string, items: string): Citation => {
  const marks = [...items.matchAll(/\(([^)]+)\)/g)].map((match) => match[1] ?? "");
  const pinpoint = {
    relation: "and" as const,
    paragraphs: [],
    introductory: false,
    items: [{ marks, through: "" }],
    sentences: [],
  };
  const provision = {
    relation: "and" as const,
    number,
    through: "",
    andFollowing: false,
    former: false,
    pinpoints: marks.length > 0 ? [pinpoint] : [],
  };
  return { kind: "statute", law, lawRaw: "", provisions: [provision], caseNumber: "" };
};

const queryOf = (
  citation: Citation,
  provision: Citation["provisions"][number],
  laws: readonly LawNames[],
): UnitQuery | QueryFault => {
  const law = laws.find((each) => nameOf(each) === citation.law);
  const part = akomaNtoso.render({ ...citation, provisions: [provision] }, "short");
  if (!law) return { reason: "LAW_NOT_FOUND", message: `${citation.law} is not loaded; import it`, part };
  const marks = provision.pinpoints[0]?.items[0]?.marks ?? [];
  return {
    lawId: law.lawId,
    elements: ["section", "article"],
    article: { number: provision.number, through: "" },
    steps: marks.map((number) => ({ elements: [...innerElements], range: { number, through: "" }, word: "part" })),
    introductory: false,
    part,
  };
};
