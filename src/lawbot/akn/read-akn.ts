import { isDay } from "#kit/day.ts";
import { type LawReading, Refusal, type SourceBytes, type SourceClaim } from "../port/reading.ts";
import { LawTextBuilder } from "../text/law-text-builder.ts";
import { capitalised, plainNumber, type UnitCustoms } from "../text/unit-customs.ts";
import { scheduleParagraph } from "../text/unit-elements.ts";
import { type Attributes, readXml } from "../xml/read-xml.ts";
import { AknWalker } from "./walker.ts";

/** What `meta` says about an act: the FRBR work and expression (Akoma Ntoso 1.0, part 2, naming convention). */
interface Identification {
  readonly work: string;
  readonly expression: string;
  readonly date: string;
  readonly title: string;
}

/** Reads an act in Akoma Ntoso 3.0. Judgments are refused: rulings are never kept among statutes. Throws Refusal. */
export const readAkn = (source: SourceBytes, claim: SourceClaim): LawReading => {
  const builder = new LawTextBuilder(customs);
  const walker = new AknWalker(builder);
  const about: Record<string, string> = {};
  const around: string[] = [];
  readXml(source, {
    open(name, attributes) {
      around.push(name);
      if (around.length === 2) requireAct(name);
      identify(about, around, attributes);
      walker.open(name, attributes);
    },
    close() {
      around.pop();
      walker.close();
    },
    text: (text) => walker.text(text),
  });
  walker.flush();
  builder.finish();
  const { units, text } = builder;
  const identification = identificationOf(about);
  const lawId = idOf(identification, claim);
  if (text.length === 0) throw new Refusal("NO_TEXT", `${lawId} holds no text of a law`);
  return {
    lawId,
    validFrom: dateOf(identification, claim),
    title: identification.title || lawId,
    citationTitle: identification.title,
    kind: "act",
    form: "akn-3.0",
    extractor: "akn-text",
    extractorVersion: "1",
    text,
    units,
    unknownElements: walker.unknown,
    jurisdiction: "akn",
  };
};

const requireAct = (name: string): void => {
  if (name === "act" || name === "bill") return;
  throw new Refusal(
    "UNKNOWN_ROOT",
    `it is an Akoma Ntoso <${name.slice(0, 40)}>; only acts are read here, and rulings are kept apart from statutes`,
  );
};

const identify = (about: Record<string, string>, around: readonly string[], attributes: Attributes): void => {
  const [name, parent] = [around.at(-1), around.at(-2)];
  if (!parent?.startsWith("FRBR")) return;
  const key = `${parent}/${name}${name === "FRBRdate" || name === "FRBRalias" ? `/${attributes.name ?? ""}` : ""}`;
  about[key] ??= (attributes.value ?? attributes.date ?? "").slice(0, 500);
};

const identificationOf = (about: Record<string, string>): Identification => {
  const expression = about["FRBRExpression/FRBRuri"] ?? "";
  return {
    work: about["FRBRWork/FRBRuri"] ?? "",
    expression,
    date: /@(\d{4}-\d{2}-\d{2})/.exec(expression)?.[1] ?? about["FRBRExpression/FRBRdate/Generation"] ?? "",
    title: about["FRBRWork/FRBRalias/title"] ?? about["FRBRWork/FRBRname"] ?? "",
  };
};

/** `/akn/za/act/2023/724` as an id without slashes, `akn-za-act-2023-724`. A file without identification goes by its name. */
const idOf = ({ work }: Identification, { path }: SourceClaim): string => {
  const named = (path.split(/[/\\]/).at(-1) ?? "").replace(/\.xml$/i, "");
  // Publishers write the work's address with or without their host: `https://www.legislation.gov.uk/id/ukpga/1996/18`.
  const source = work.replace(/^https?:\/\/[^/]+/, "").replace(/^\/(?:akn\/|id\/)?/, "") || named;
  const id = source
    .replace(/[^A-Za-z0-9.]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  if (id === "") throw new Refusal("BAD_ID", "the act has no FRBRWork with a FRBRuri, and the file has no name");
  return `akn-${id}`;
};

const dateOf = ({ date }: Identification, { validFrom }: SourceClaim): string => {
  if (validFrom && date && validFrom !== date)
    throw new Refusal(
      "DATE_MISMATCH",
      `the file is the expression of ${date.slice(0, 20)}, the import says ${validFrom}`,
    );
  const chosen = date || validFrom;
  if (!chosen) throw new Refusal("NO_VALID_FROM", "the act states no date: say from which day the text was in force");
  if (!isDay(chosen)) throw new Refusal("BAD_DATE", `${chosen.slice(0, 20)} is not a date (write 2012-10-01)`);
  return chosen;
};

/** Parts of a section. */
export const innerElements: ReadonlySet<string> = new Set(
  "subsection paragraph subparagraph level item point".split(" "),
);
/** Abbreviations with which provisions are cited. */
const cited: Readonly<Record<string, string>> = {
  section: "s.",
  article: "art.",
  schedule: "Sch.",
  [scheduleParagraph]: "para.",
};

/** Labels as common-law practice writes them: `s. 2`, `(1)`, `(a)`, so that together they read `s. 2(1)(a)`. */
const customs: UnitCustoms = {
  labelOf(element, number) {
    const abbreviation = cited[element];
    if (abbreviation) return `${abbreviation} ${number}`.trim();
    if (number && innerElements.has(element)) return `(${number})`;
    return `${capitalised(element)} ${number}`.trim();
  },
  segmentOf: capitalised,
  // "Schedule 3", "PART 1": the word is what the unit is, and stands in its label.
  numberOf: (element, written) =>
    plainNumber(innerElements.has(element) ? written : written.replace(/^\s*\p{L}{4,}\s+(?=\S)/u, "")),
  isSingle: () => false,
  prefixOf: (_, written) => written,
  // An expression is the text of one day: what was repealed by then is not in it.
  isRepealed: () => false,
  isNotInForce: () => false,
};
