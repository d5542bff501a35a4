import { isDate } from "../../iso-date.ts";
import { Refusal, type SourceClaim } from "../../reading.ts";
import type { Attributes } from "./walker.ts";

/** What kind of file it is, judged by its root. */
export interface BwbDocument {
  readonly lawId: string;
  readonly form: "bwb-2012" | "bwb-toestand";
  /** The date inside, "" in the older form. */
  readonly dateInside: string;
}

const regulationId = /BWB[A-Z]\d{7}/;

/** Roots of other files that people have at hand, and what to do instead. */
const otherRoots: ReadonlyMap<string, string> = new Map([
  ["work", "it is a manifest, which lists the versions of a regulation; import the version's own XML file"],
  [
    "wetstechnische-informatie",
    "it is WTI, which tells about a regulation; import the text (toestand) of the regulation",
  ],
  ["open-rechtspraak", "it is a ruling; only statutes are imported here"],
  ["html", "it is a web page; take the XML of the regulation"],
  ["searchRetrieveResponse", "it is an answer of the search service; import the XML file it points to"],
  ["akomaNtoso", "it is Akoma Ntoso, which is not read yet"],
]);

/** Accepts the roots `wetgeving` and `toestand` with a proper id; everything else is a Refusal that says what it seems to be. */
export const documentOf = (root: string, attributes: Attributes, claim: SourceClaim): BwbDocument => {
  if (root === "error")
    throw new Refusal("ERROR_STUB", "the file is an error answer saved in place of the law; fetch it again");
  if (root !== "wetgeving" && root !== "toestand") throw new Refusal("UNKNOWN_ROOT", unknownRoot(root));
  const lawId = attributes["bwb-id"] ?? "";
  if (!new RegExp(`^${regulationId.source}$`).test(lawId))
    throw new Refusal("BAD_ID", `the root has no bwb-id such as BWBR0005290 (found "${lawId.slice(0, 40)}")`);
  const named = regulationId.exec(claim.path)?.[0];
  if (named && named !== lawId)
    throw new Refusal("WRONG_ID", `the file is named after ${named} and holds ${lawId}; one of the two is wrong`);
  const dateInside = root === "toestand" ? (attributes.inwerkingtreding ?? "") : "";
  return { lawId, form: root === "toestand" ? "bwb-toestand" : "bwb-2012", dateInside };
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
    if (date && !isDate(date)) throw new Refusal("BAD_DATE", `${date.slice(0, 20)} is not a date (write 2012-10-01)`);
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

/** Turns what the XML or character decoder threw into a Refusal, without their own words. */
export const xmlFault = (error: unknown, when: string): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof TypeError) return new Refusal("ENCODING", "the file is not valid UTF-8; save it as UTF-8");
  if (error instanceof Error && /undefined entity/.test(error.message))
    return new Refusal(
      "ENTITY_DECLARED",
      "the file uses an entity that XML itself does not define; take the file as the BWB publishes it",
    );
  return new Refusal("NOT_XML", `the file is not well-formed XML (found ${when}); fetch it again`);
};
