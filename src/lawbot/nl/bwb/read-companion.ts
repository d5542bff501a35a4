import { isDay } from "#kit/day.ts";
import type {
  CompanionReading,
  NamingReading,
  RegisteredVersionReading,
  RegisterReading,
} from "../../port/companion.ts";
import { Refusal, type SourceClaim } from "../../port/reading.ts";
import { type Attributes, readXml } from "../../xml/read-xml.ts";
import { Fields, rootName } from "../../xml/root.ts";
import { requireLawId } from "./document-checks.ts";

/** Versions of one law; the most changed ones have some three hundred. */
const versionsMax = 5_000;
/** Names, titles and areas that a file may list, and their length. */
const namesMax = 100;
const nameLengthMax = 1_000;

/** Reads a manifest or WTI of the BWB; undefined for any other root. Throws Refusal for one that is broken. */
export const readBwbCompanion = (bytes: Uint8Array, claim: SourceClaim): CompanionReading | undefined => {
  const root = rootName(bytes);
  if (root === "work") return readManifest(bytes, claim);
  return root === "wetstechnische-informatie" ? readWti(bytes, claim) : undefined;
};

type Draft = { -readonly [Key in keyof RegisteredVersionReading]: RegisteredVersionReading[Key] };

const emptyDraft = (label: string): Draft => ({
  label,
  inForceFrom: "",
  inForceThrough: "9999-12-31",
  knownFrom: "0000-01-01",
  knownThrough: "9999-12-31",
  fileName: "",
  sha512: "",
  sizeBytes: 0,
  deleted: false,
});

/** A manifest: `work` with one `expression` for each version, each with the two periods that choose it. */
const readManifest = (bytes: Uint8Array, claim: SourceClaim): RegisterReading => {
  const fields = new Fields();
  const work: Record<string, string> = {};
  const versions: Draft[] = [];
  readXml(bytes, {
    open(name, attributes) {
      fields.open(name, attributes);
      if (fields.path === "work") Object.assign(work, { label: attributes.label, generated: attributes.gegenereerd });
      if (fields.path === "work/expression") versions.push(emptyDraft(attributes.label ?? ""));
      if (versions.length > versionsMax) throw new Refusal("TOO_LARGE", `it lists more than ${versionsMax} versions`);
      if (name === "item") takeItem(versions.at(-1), fields.path, attributes);
    },
    text: (text) => fields.append(text),
    close() {
      const { path, text } = fields.close();
      if (path.startsWith("work/metadata/")) work[path.slice("work/metadata/".length)] = text;
      const version = versions.at(-1);
      if (version && text) takeField(version, path, text);
    },
  });
  const lawId = requireLawId(work.label, "label", claim);
  for (const version of versions) checkDates(version);
  return {
    kind: "register",
    lawId,
    generated: work.generated ?? "",
    inForceFrom: dateOr(work.datum_inwerkingtreding),
    withdrawnOn: dateOr(work.datum_intrekking),
    versions,
  };
};

const isXml = (path: string): boolean => path.startsWith("work/expression/manifestation");

const takeItem = (version: Draft | undefined, path: string, attributes: Attributes): void => {
  if (!version || !isXml(path) || !/\.xml$/i.test(attributes.label ?? "")) return;
  version.fileName = attributes.label ?? "";
  version.deleted = attributes._deleted === "true";
};

const takeField = (version: Draft, path: string, text: string): void => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (path.startsWith("work/expression/metadata/")) {
    if (name === "datum_inwerkingtreding") version.inForceFrom = text;
    else if (name === "einddatum") version.inForceThrough = text;
    else if (name === "zichtdatum_start") version.knownFrom = text;
    else if (name === "zichtdatum_eind") version.knownThrough = text;
  } else if (isXml(path)) {
    if (name === "hashcode" && /^[0-9a-f]{128}$/i.test(text)) version.sha512 = text.toLowerCase();
    else if (name === "size" && /^\d{1,12}$/.test(text)) version.sizeBytes = Number(text);
  }
};

const checkDates = ({ label, inForceFrom, inForceThrough, knownFrom, knownThrough }: Draft): void => {
  for (const date of [inForceFrom, inForceThrough, knownFrom, knownThrough])
    if (!isDay(date) && date !== "0000-01-01")
      throw new Refusal("BAD_DATE", `version ${label.slice(0, 20)} of the manifest has no proper dates`);
};

const dateOr = (text = ""): string => (isDay(text) ? text : "");

/** WTI: abbreviations and titles stand in `algemene-informatie`; the history below it is not kept. */
const readWti = (bytes: Uint8Array, claim: SourceClaim): NamingReading => {
  const fields = new Fields();
  const lists: Record<string, string[]> = {};
  const root: Record<string, string | undefined> = {};
  readXml(bytes, {
    open(name, attributes) {
      fields.open(name, attributes);
      if (name === "wetstechnische-informatie") root.id = attributes["bwb-id"];
      if (name === "algemene-informatie") root.generated = attributes.gegenereerd;
    },
    text: (text) => fields.append(text),
    close() {
      const { path, text } = fields.close();
      const general = path.split("wetstechnische-informatie/algemene-informatie/")[1];
      if (!general || !text || text.length > nameLengthMax) return;
      lists[general] ??= [];
      const list = lists[general];
      if (list.length < namesMax && !list.includes(text)) list.push(text);
    },
  });
  const titles = [...(lists.citeertitel ?? []), ...(lists["citeertitels/citeertitel"] ?? [])];
  return {
    kind: "naming",
    lawId: requireLawId(root.id, "bwb-id", claim),
    generated: root.generated ?? "",
    abbreviations: lists["afkortingen/afkorting"] ?? [],
    citationTitles: [...new Set(titles)],
    lawKind: lists["soort-regeling"]?.[0] ?? "",
    responsible: lists.eerstverantwoordelijke?.[0] ?? "",
    areas: lists["rechtsgebieden/rechtsgebied/hoofdgebied"] ?? [],
  };
};
