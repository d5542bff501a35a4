import { isDay } from "#kit/day.ts";
import { Refusal } from "../port/reading.ts";
import { readXml } from "../xml/read-xml.ts";
import { Fields } from "../xml/root.ts";

/** One version of a regulation as the search service lists it. Days are ISO 8601, "" where it does not say. */
export interface SearchRecord {
  readonly lawId: string;
  readonly title: string;
  readonly inForceFrom: string;
  readonly inForceThrough: string;
  /** Address of the text, as it says; never followed, only compared. */
  readonly textUrl: string;
}

/** An answer of the search service (SRU 1.2). */
export interface SearchAnswer {
  readonly recordCount: number;
  readonly records: readonly SearchRecord[];
}

/** Records of one answer; the most changed law has some ten for one day. */
const recordsMax = 1_000;
const textLengthMax = 2_000;

type Draft = { -readonly [Key in keyof SearchRecord]: SearchRecord[Key] };

/**
 * Reads a searchRetrieveResponse, prefixes of names whatever they are. Throws Refusal for what is none, for more records
 * than it may have, and where the service tells of a fault of the query (diagnostics).
 */
export const readSearchAnswer = (bytes: Uint8Array): SearchAnswer => {
  const fields = new Fields();
  const records: Draft[] = [];
  let count = "";
  readXml(bytes, {
    open(name, attributes) {
      fields.open(local(name), attributes);
      const { path } = fields;
      if (path.endsWith("/diagnostics/diagnostic"))
        throw new Refusal("ERROR_STUB", "the search service did not understand the question");
      if (path.endsWith("records/record")) records.push(emptyRecord());
      if (records.length > recordsMax) throw new Refusal("TOO_LARGE", `it lists more than ${recordsMax} versions`);
    },
    text: (text) => fields.append(text),
    close() {
      const { path, text } = fields.close();
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (name === "numberOfRecords") count = text;
      const record = records.at(-1);
      if (record && path.includes("/recordData/")) take(record, name, text.slice(0, textLengthMax));
    },
  });
  return { recordCount: /^\d{1,9}$/.test(count) ? Number(count) : records.length, records };
};

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

const emptyRecord = (): Draft => ({ lawId: "", title: "", inForceFrom: "", inForceThrough: "", textUrl: "" });

const take = (record: Draft, name: string, text: string): void => {
  if (name === "identifier" && record.lawId === "") record.lawId = text;
  else if (name === "title" && record.title === "") record.title = text;
  else if (name === "geldigheidsperiode_startdatum" && isDay(text)) record.inForceFrom = text;
  else if (name === "geldigheidsperiode_einddatum" && isDay(text)) record.inForceThrough = text;
  else if (name === "locatie_toestand") record.textUrl = text;
};
