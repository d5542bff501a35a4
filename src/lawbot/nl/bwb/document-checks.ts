import { isDay } from "#kit/day.ts";
import { Refusal, type SourceClaim } from "../../port/reading.ts";
import type { Attributes } from "../../xml/read-xml.ts";

/** What kind of file it is, judged by its root. */
export interface BwbDocument {
  readonly lawId: string;
  readonly form: "bwb-2012" | "bwb-toestand";
  /** The date inside, "" in the older form. */
  readonly dateInside: string;
  /** `2014-01-01_1`, from the address of the toestand; "" where it has none. */
  readonly label: string;
}

const regulationId = /BWB[A-Z]\d{7}/;

const uslm =
  "it is in USLM, the XML of United States legislation, which is not read here; import Dutch statutes (BWB) or acts in Akoma Ntoso";

/** Roots of other files that people have at hand, and what to do instead. */
const otherRoots: ReadonlyMap<string, string> = new Map([
  ["work", "it is a manifest, which lists the versions of a regulation; import the version's own XML file"],
  [
    "wetstechnische-informatie",
    "it is WTI, which tells about a regulation; import the text (toestand) of the regulation",
  ],
  ["open-rechtspraak", "it is a ruling; this LawBot keeps statutes only, so import it where case law is kept"],
  ["pLaw", uslm],
  ["statuteCompilation", uslm],
  ["lawDoc", uslm],
  ["uscDoc", uslm],
  [
    "cvdr",
    "it is a regulation of a municipality, province or water board (CVDR), which is not read here; import the national regulation it rests on, or quote it as a document of the case",
  ],
  [
    "officiele-publicatie",
    "it is an official publication (Staatsblad, Gemeenteblad), not the law as it reads since; import the text (toestand) of the regulation",
  ],
  ["Legislation", "it is in the XML of legislation.gov.uk, which is not read here; take the same act in Akoma Ntoso"],
  ["fo:root", "it is a page layout (XSL-FO), not the law; take the XML of the regulation"],
  ["html", "it is a web page; take the XML of the regulation"],
  ["searchRetrieveResponse", "it is an answer of the search service; import the XML file it points to"],
]);

/** Accepts the roots `wetgeving` and `toestand` with a proper id; everything else is a Refusal that says what it seems to be. */
export const documentOf = (root: string, attributes: Attributes, claim: SourceClaim): BwbDocument => {
  if (root === "error")
    throw new Refusal("ERROR_STUB", "the file is an error answer saved in place of the law; fetch it again");
  if (root !== "wetgeving" && root !== "toestand") throw new Refusal("UNKNOWN_ROOT", unknownRoot(root));
  const lawId = requireLawId(attributes["bwb-id"], "bwb-id", claim);
  const dateInside = root === "toestand" ? (attributes.inwerkingtreding ?? "") : "";
  const label = root === "toestand" ? labelOf(lawId, dateInside, attributes["bwb-ng-vast-deel"] ?? "", claim) : "";
  return { lawId, form: root === "toestand" ? "bwb-toestand" : "bwb-2012", dateInside, label };
};

/** The id that a root states. Errors: BAD_ID when it is none, WRONG_ID when the file is named after another regulation. */
export const requireLawId = (lawId = "", attribute: string, claim: SourceClaim): string => {
  if (!new RegExp(`^${regulationId.source}$`).test(lawId))
    throw new Refusal("BAD_ID", `the root has no ${attribute} such as BWBR0005290 (found "${lawId.slice(0, 40)}")`);
  const named = regulationId.exec(claim.path)?.[0];
  if (named && named !== lawId)
    throw new Refusal("WRONG_ID", `the file is named after ${named} and holds ${lawId}; one of the two is wrong`);
  return lawId;
};

/** The label of a toestand. What root attributes and file name say about the version must agree: a mixed file is refused. */
const labelOf = (lawId: string, dateInside: string, address: string, claim: SourceClaim): string => {
  const [, id = lawId, date = dateInside, rank = "0"] =
    /\/id\/([^/]+)\/(\d{4}-\d{2}-\d{2})\/(\d{1,4})$/.exec(address) ?? [];
  const label = `${date}_${Number(rank)}`;
  const named = /BWB[A-Z]\d{7}_(\d{4}-\d{2}-\d{2}_\d{1,4})/.exec(claim.path)?.[1];
  if (id !== lawId || date !== dateInside || (named && named !== label))
    throw new Refusal(
      "WRONG_VERSION",
      `the file mixes versions: it says ${lawId.slice(0, 20)} from ${dateInside.slice(0, 20)}, its address says ${id.slice(0, 20)} ${label}${named ? `, its name says ${named}` : ""}; fetch it again`,
    );
  return label;
};

const unknownRoot = (root: string): string => {
  if (root === "") return "the file holds no XML element";
  const known = otherRoots.get(root);
  return known ?? `the root is <${root.slice(0, 40)}>; BWB files begin with <wetgeving> or <toestand>`;
};

/** The first day in force: from the file where it has one, from the importer for the older form, which has none. */
export const claimedDate = (document: BwbDocument, claim: SourceClaim): string => {
  const { dateInside } = document;
  for (const date of [claim.validFrom, dateInside])
    if (date && !isDay(date)) throw new Refusal("BAD_DATE", `${date.slice(0, 20)} is not a date (write 2012-10-01)`);
  if (claim.validFrom && dateInside && claim.validFrom !== dateInside)
    throw new Refusal(
      "DATE_MISMATCH",
      `the file says it is in force from ${dateInside}, the import says ${claim.validFrom}`,
    );
  const date = dateInside || claim.validFrom;
  if (!date)
    throw new Refusal(
      "NO_VALID_FROM",
      "this form of BWB XML has no date inside: say from which day the text was in force (valid_from)",
    );
  return date;
};
