import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { canonicalBytes } from "../../../src/lawbot/canonical.ts";
import { docUidOf, lawVersion } from "../../../src/lawbot/law-version.ts";
import { readBwb } from "../../../src/lawbot/nl/bwb/read-bwb.ts";
import type { LawReading } from "../../../src/lawbot/port/reading.ts";
import { sha256Hex } from "../../../src/sha256.ts";

/** Bytes of a text. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A small law of the older form around some provisions. */
export const lawXml = (inside: string, lawId = "BWBR0005290"): string =>
  `<?xml version="1.0"?><wetgeving bwb-id="${lawId}" soort="wet"><intitule>Een wet</intitule><wet-besluit><wettekst>${inside}</wettekst></wet-besluit></wetgeving>`;

/** An article with some content. */
export const article = (number: string, inside: string, attributes = ""): string =>
  `<artikel ${attributes}><kop><label>Artikel</label><nr>${number}</nr></kop>${inside}</artikel>`;

/** A reading with its text and units as they are easiest to look at: as a string, and as messages in a list. */
export type PlainReading = Omit<LawReading, "text" | "units"> & { readonly text: string; readonly units: Unit[] };

/** The same reading, laid open. */
export const plainly = (reading: LawReading): PlainReading => ({
  ...reading,
  text: String(reading.text),
  units: [...reading.units],
});

/** What the reader makes of a text. */
export const read = (xml: string, path = "", validFrom = "2012-10-01"): PlainReading =>
  plainly(readBwb(bytesOf(xml), { path, validFrom }));

/** Record and encoded canonical text of a file, made without a store. */
export const versionOf = (reading: LawReading, bytes: Uint8Array, path: string) => {
  const kept = (each: Uint8Array) => ({ digest: sha256Hex(each), sizeBytes: each.length });
  const text = new Uint8Array(Buffer.concat([...canonicalBytes(docUidOf(reading), reading)]));
  const about = {
    path,
    importedAtMs: 0,
    jurisdiction: "nl",
    original: { ...kept(bytes), sha512: "" },
    text: kept(text),
  };
  return { version: lawVersion(reading, about), text };
};

/** The text of the unit at a path, whole and from where it may be quoted. */
export const unitText = (reading: PlainReading, path: string): { whole: string; quotable: string } => {
  const unit = reading.units.find((each) => each.path === path);
  if (!unit) throw new Error(`no unit at ${path}; there are ${reading.units.map((each) => each.path).join(" ")}`);
  const points = [...reading.text];
  return {
    whole: points.slice(unit.startChar, unit.endChar).join(""),
    quotable: points.slice(unit.quotableStartChar, unit.endChar).join(""),
  };
};
