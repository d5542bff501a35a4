import { readBwb } from "../../../src/lawbot/nl/bwb/read-bwb.ts";
import type { LawReading } from "../../../src/lawbot/reading.ts";

/** Bytes of a text. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A small law of the older form around some provisions. */
export const lawXml = (inside: string, lawId = "BWBR0005290"): string =>
  `<?xml version="1.0"?><wetgeving bwb-id="${lawId}" soort="wet"><intitule>Een wet</intitule><wet-besluit><wettekst>${inside}</wettekst></wet-besluit></wetgeving>`;

/** An article with some content. */
export const article = (number: string, inside: string, attributes = ""): string =>
  `<artikel ${attributes}><kop><label>Artikel</label><nr>${number}</nr></kop>${inside}</artikel>`;

/** What the reader makes of a text. */
export const read = (xml: string, path = "", validFrom = "2012-10-01"): LawReading =>
  readBwb(bytesOf(xml), { path, validFrom });

/** The text of the unit at a path, whole and from where it may be quoted. */
export const unitText = (reading: LawReading, path: string): { whole: string; quotable: string } => {
  const unit = reading.units.find((each) => each.path === path);
  if (!unit) throw new Error(`no unit at ${path}; there are ${reading.units.map((each) => each.path).join(" ")}`);
  const points = [...reading.text];
  return {
    whole: points.slice(unit.startChar, unit.endChar).join(""),
    quotable: points.slice(unit.quotableStartChar, unit.endChar).join(""),
  };
};
