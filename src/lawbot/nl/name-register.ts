import { isDay } from "#kit/day.ts";
import { fileBytesMax } from "../limits.ts";
import type { NameRegisterReading, RegisteredLawReading } from "../port/companion.ts";
import { Refusal } from "../port/reading.ts";
import { readXml } from "../xml/read-xml.ts";
import { Fields, rootName } from "../xml/root.ts";

/** Regulations of a register; the Basiswettenbestand has some 40,000. */
const lawsMax = 100_000;
/** Names of one regulation, and lengths of a name and of a heading, in characters; what is longer is left out, or cut. */
const namesMax = 100;
const nameLengthMax = 1_000;
const headingLengthMax = 4_000;
const lawId = /^BWB[A-Z]\d{7}$/;
/** Ids of drafts and of what never got a text, such as `BWBW33099`; real registers hold a few. */
const otherId = /^BWB[A-Z]\d{1,9}$/;

type Draft = {
  -readonly [Key in keyof RegisteredLawReading]: RegisteredLawReading[Key] extends string ? string : string[];
};

const emptyDraft = (id = ""): Draft => ({
  lawId: id,
  lawKind: "",
  heading: "",
  citationTitles: [],
  abbreviations: [],
  otherTitles: [],
  inForceFrom: "",
  withdrawnOn: "",
});

/**
 * Reads a register of the names of all regulations; undefined for any other file. Throws Refusal for one that is broken:
 * NOT_XML, TRUNCATED, ENTITY_DECLARED, ENCODING, BAD_ID, TOO_LARGE, NO_TEXT (it lists nothing).
 *
 * The form of the official list (BWBIdList.xml) was taken from what independent programs that read it ask for, since none
 * of its files was at hand: `BWBIdServiceResultaat` with `GegenereerdOp` and `RegelingInfoLijst/RegelingInfo`, inside it
 * `BWBId`, `RegelingSoort`, `OfficieleTitel`, `VervalDatum`, `CiteertitelLijst/Citeertitel/titel`, `AfkortingLijst/Afkorting`
 * and `NietOfficieleTitelLijst/NietOfficieleTitel`, with or without a namespace prefix. Their `InwerkingtredingsDatum` stands
 * in a `Citeertitel` and tells since when the title is in use; as the law's own first day only one directly in `RegelingInfo`
 * counts. The order of day and month in its dates could not be seen: both `1994-01-31` and `31-01-1994` are read.
 */
export const readNameRegister = (bytes: Uint8Array): NameRegisterReading | undefined => {
  if (localName(rootName(bytes)) === "BWBIdServiceResultaat") return readIdList(bytes);
  return looksTabSeparated(bytes) ? readLines(bytes) : undefined;
};

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

const readIdList = (bytes: Uint8Array): NameRegisterReading => {
  const fields = new Fields();
  const laws = new Map<string, Draft>();
  let draft: Draft | undefined;
  let generated = "";
  readXml(bytes, {
    open(name, attributes) {
      fields.open(localName(name), attributes);
      if (localName(name) === "RegelingInfo") draft = emptyDraft();
    },
    text: (text) => fields.append(text),
    close() {
      const { path, text } = fields.close();
      if (path.endsWith("/GegenereerdOp")) generated = timeOf(text);
      if (path.endsWith("/RegelingInfo") && draft) draft = keep(laws, draft);
      else if (draft && text) takeField(draft, path.split("/RegelingInfo/")[1] ?? "", text);
    },
  });
  return register("bwb-id-list", generated, laws);
};

const takeField = (draft: Draft, field: string, text: string): void => {
  if (field === "BWBId") draft.lawId = text;
  else if (field === "RegelingSoort") draft.lawKind = text.slice(0, 100);
  else if (field === "OfficieleTitel") draft.heading = text.slice(0, headingLengthMax);
  else if (field === "InwerkingtredingsDatum") draft.inForceFrom = dateOf(text);
  else if (field === "VervalDatum") draft.withdrawnOn = dateOf(text);
  else if (field === "CiteertitelLijst/Citeertitel/titel") addName(draft.citationTitles, text);
  else if (field === "AfkortingLijst/Afkorting") addName(draft.abbreviations, text);
  else if (field === "NietOfficieleTitelLijst/NietOfficieleTitel") addName(draft.otherTitles, text);
};

const addName = (names: string[], name: string): void => {
  if (name && name.length <= nameLengthMax && names.length < namesMax && !names.includes(name)) names.push(name);
};

/** When it was generated, the day first in ISO order so that times compare as strings; "" for what is no time. */
const timeOf = (text: string): string => {
  const day = dateOf(text);
  return day && day + text.slice(10, 40);
};

/** An ISO date of either order; "" for anything else. */
const dateOf = (text: string): string => {
  const iso = text.slice(0, 10).replace(/^(\d\d)-(\d\d)-(\d{4})$/, "$3-$2-$1");
  return isDay(iso) ? iso : "";
};

const looksTabSeparated = (bytes: Uint8Array): boolean => {
  const [first = "", second = ""] = new TextDecoder().decode(bytes.subarray(0, 16_384)).split(/\r?\n/, 2);
  return isRow(first) || (/^(?:bwb_id|law_id)\t/.test(first) && isRow(second));
};

const isRow = (line: string): boolean => /^\uFEFF?BWB[A-Z]\d{7}\t/.test(line);

/** Lines of `law id, kind, heading[, citation title[, abbreviation]]`; a first line of column names is passed over. */
const readLines = (bytes: Uint8Array): NameRegisterReading => {
  if (bytes.length > fileBytesMax) throw new Refusal("TOO_LARGE", "the file is larger than 64 MiB; no register is");
  const laws = new Map<string, Draft>();
  for (const [index, line] of utf8(bytes).split(/\r?\n/).entries()) {
    const [id = "", kind = "", heading = "", citationTitle = "", abbreviation = ""] = line
      .replace(/^\uFEFF/, "")
      .split("\t")
      .map((field) => field.replace(/\s+/g, " ").trim());
    if (line.trim() === "" || (index === 0 && !lawId.test(id))) continue;
    if (!otherId.test(id))
      throw new Refusal("BAD_ID", `line ${index + 1} does not begin with an id such as BWBR0005290 and a tab`);
    const draft = emptyDraft(id);
    draft.lawKind = kind.slice(0, 100);
    draft.heading = heading.slice(0, headingLengthMax);
    addName(draft.citationTitles, citationTitle);
    addName(draft.abbreviations, abbreviation);
    keep(laws, draft);
  }
  return register("tab-separated", "", laws);
};

const utf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("ENCODING", "the file is not UTF-8; save it as UTF-8");
  }
};

/** Keeps a regulation; one that comes twice gains the names of the second. */
const keep = (laws: Map<string, Draft>, draft: Draft): undefined => {
  if (!otherId.test(draft.lawId))
    throw new Refusal("BAD_ID", `it lists a regulation with the id "${draft.lawId.slice(0, 40)}", which is none`);
  const known = laws.get(draft.lawId);
  if (!known) laws.set(draft.lawId, draft);
  else
    for (const list of ["citationTitles", "abbreviations", "otherTitles"] as const)
      for (const name of draft[list]) addName(known[list], name);
  if (laws.size > lawsMax) throw new Refusal("TOO_LARGE", `it lists more than ${lawsMax} regulations`);
};

const register = (form: string, generated: string, laws: ReadonlyMap<string, Draft>): NameRegisterReading => {
  const kept = [...laws.values()].filter((law) => lawId.test(law.lawId));
  if (kept.length === 0) throw new Refusal("NO_TEXT", "it lists no regulation; fetch it again");
  return { kind: "names", form, generated, laws: kept, passedOver: laws.size - kept.length };
};
