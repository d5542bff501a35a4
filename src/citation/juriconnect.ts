import { isDay } from "#kit/day.ts";

/** Versions of the standard that are in use; 1.1 and 1.31 differ from their neighbours in nothing that is read here. */
const versions = ["1.0", "1.1", "1.3", "1.31"] as const;
export type JuriconnectVersion = (typeof versions)[number];

/**
 * One named part, from outside inward: `boek=7`, `artikel=611`, `o=a`. The value has its spaces back (`Onderafdeling 2`); ""
 * names the one that has no number (`bijlage=`).
 */
export interface JuriconnectPart {
  readonly name: string;
  readonly value: string;
}

/**
 * A Juriconnect reference taken apart (standard 1.3): which regulation, which part of it, which version of that. Dates are
 * ISO 8601 days: `g` in force on, `z` as known on, `s` and `e` the first and last day of a period (type v). Absent: today.
 */
export interface Juriconnect {
  readonly version: JuriconnectVersion;
  /** `c`: one version of the text; `v`: all of a period. */
  readonly type: "c" | "v";
  readonly lawId: string;
  readonly parts: readonly JuriconnectPart[];
  readonly dates: Readonly<Partial<Record<JuriconnectDate, string>>>;
}

export type JuriconnectDate = "z" | "g" | "s" | "e";

/** In the order in which the official data write them. */
const dateNames: readonly JuriconnectDate[] = ["z", "g", "s", "e"];

/** Longest value and number of parts; real ones have 32 characters and nine parts at most. */
const valueLengthMax = 128;
const partsMax = 32;

/** People copy the reference with the page it opens. */
const page = /^https?:\/\/wetten\.overheid\.nl\//;
const head = /^(?:jci)?(1\.0|1\.1|1\.31|1\.3):([cv]):(?:BWB:)?(BWB[RV]\d{7})(?=&|$)/;
const nameForm = /^[a-z](?:[a-z.-]{0,38}[a-z])?$/;

/** Whether a text means to be a Juriconnect reference, right or wrong: what begins so is no citation in words. */
export const looksLikeJuriconnect = (text: string): boolean =>
  /^(?:jci\d|1\.\d{1,2}:[a-z]:)/i.test(text.trim().replace(page, ""));

/**
 * Reads one reference, of version 1.0 to 1.31, `&amp;` for `&` accepted, names it does not know kept in their place.
 * Anything else gives a sentence that says what is wrong: a reference is a machine's, and is not mended.
 */
export const parseJuriconnect = (written: string): Juriconnect | { readonly wrong: string } => {
  const text = written.trim().replace(page, "").replaceAll("&amp;", "&");
  const start = head.exec(text);
  if (!start)
    return { wrong: "a Juriconnect reference begins like jci1.3:c:BWBR0005290, with the id of the regulation in full" };
  const [whole, version = "", type = "", lawId = ""] = start;
  const fields = text.slice(whole.length).split("&").slice(1);
  if (fields.length > partsMax) return { wrong: `it has more than ${partsMax} parts` };
  const parts: JuriconnectPart[] = [];
  const dates: Partial<Record<JuriconnectDate, string>> = {};
  for (const field of fields) {
    const part = partOf(field);
    if (!part) return { wrong: `"${field.slice(0, 40)}" is no part of a reference; parts look like artikel=611` };
    const name = dateNames.find((each) => each === part.name);
    if (!name) parts.push(part);
    else if (dates[name] !== undefined || !isDay(part.value))
      return { wrong: `its date ${name} must stand once and be a day such as 2024-01-01` };
    else dates[name] = part.value;
  }
  return { version: version as JuriconnectVersion, type: type as "c" | "v", lawId, parts, dates };
};

const partOf = (field: string): JuriconnectPart | undefined => {
  const at = field.indexOf("=");
  const name = field.slice(0, at);
  const value = decoded(field.slice(at + 1));
  const isPart = at > 0 && nameForm.test(name) && value !== undefined && value.length <= valueLengthMax;
  return isPart ? { name, value } : undefined;
};

/** `_` stands for a space; the older data write colons and the like in percent form (RFC 3986). Undefined where that is broken. */
const decoded = (value: string): string | undefined => {
  try {
    return decodeURIComponent(value.replaceAll("_", " "));
  } catch {
    return undefined;
  }
};

/** What would be read as something else is written in percent form, so that reading gives the value back. */
const encoded = (value: string): string =>
  value.replace(/[%&_#\s]/gu, (sign) => (sign === " " ? "_" : sign === "_" ? "%5F" : encodeURIComponent(sign)));

/** Writes a reference, the dates last, view date first, as the official data do. Reading it gives the same reference. */
export const renderJuriconnect = ({ version, type, lawId, parts, dates }: Juriconnect): string => {
  const named = dateNames.flatMap((name) => (dates[name] ? [{ name, value: dates[name] }] : []));
  const fields = [...parts, ...named].map(({ name, value }) => `&${name}=${encoded(value)}`);
  // Only version 1.0 goes without its prefix.
  return `${version === "1.0" ? "" : "jci"}${version}:${type}:${lawId}${fields.join("")}`;
};
