import { isDay } from "#kit/day.ts";
import { neutralId, neutralsIn, renderNeutral } from "../../citation/neutral-citation.ts";
import { Refusal, type SourceClaim } from "../port/reading.ts";
import type { RulingReading } from "../port/ruling-source.ts";
import { collapse } from "../text/collapse.ts";
import { type Attributes, readXml } from "../xml/read-xml.ts";
import { JudgmentWalker } from "./judgment-walker.ts";

/** Values that are kept of one field, and their length: a record stays small whatever a file holds. */
const valuesMax = 20;
const lengthMax = 500;

/** Reads a judgment in Akoma Ntoso as Find Case Law publishes it. Throws Refusal for what is none, or has no neutral citation. */
export const readJudgment = (bytes: Uint8Array, { path }: SourceClaim): RulingReading => {
  const record = new JudgmentRecord();
  const walker = new JudgmentWalker();
  const around: string[] = [];
  readXml(bytes, {
    open(name, attributes) {
      around.push(name);
      if (around.length === 2 && name !== "judgment") throw notJudgment(name);
      record.open(around, attributes);
      if (around[2] !== "meta" && around.length > 2) walker.open(name, attributes);
    },
    close() {
      record.close(around);
      if (around[2] !== "meta" && around.length > 2) walker.close();
      around.pop();
    },
    text(text) {
      record.text(text);
      if (around[2] !== "meta" && around.length > 2) walker.words(text);
    },
  });
  walker.finish();
  const cited = neutralsIn(record.citation)[0]?.citation;
  if (!cited)
    throw new Refusal("BAD_ID", `the judgment has no neutral citation (found "${record.citation.slice(0, 40)}")`);
  const id = neutralId(cited);
  const named = /(?:^|[/\\])NCN[_:][A-Z0-9_:-]+/i
    .exec(path)?.[0]
    .replace(/^[/\\]/, "")
    .replaceAll("_", ":")
    .toUpperCase();
  if (named && named !== id)
    throw new Refusal("WRONG_ID", `the file is named after ${named} and holds ${id}; one of the two is wrong`);
  const text = walker.text.toString();
  return {
    id,
    citation: [record.title, renderNeutral(cited)].filter(Boolean).join(" "),
    metadata: record.metadata(),
    text,
    units: walker.text.units,
    segments: walker.text.segments,
    form: walker.text.units.some(({ element }) => element === "paragraph") ? "sections" : "none",
    withoutText: text === "",
    extractor: "akn-judgment-text",
    extractorVersion: "1",
    unknownElements: walker.unknown,
  };
};

const notJudgment = (name: string): Refusal =>
  new Refusal(
    "UNKNOWN_ROOT",
    name === "doc"
      ? "it is an Akoma Ntoso <doc>; only acts are read here, and judgments: a press summary is not the court's ruling"
      : `it is an Akoma Ntoso <${name.slice(0, 40)}>, and no judgment`,
  );

/** What `meta` and the header say about a judgment. */
class JudgmentRecord {
  readonly #dockets: string[] = [];
  readonly #organisations = new Map<string, string>();
  #author = "";
  #decidedOn = "";
  #cited = "";
  #headed = "";
  title = "";
  #parts: string[] = [];

  /** As the publisher's record has it, else as the judgment's own header does. */
  get citation(): string {
    return this.#cited || this.#headed;
  }

  open(around: readonly string[], attributes: Attributes): void {
    this.#parts = [];
    const [name, parent] = [around.at(-1), around.at(-2)];
    if (parent === "FRBRWork" && name === "FRBRdate") this.#decidedOn ||= attributes.date ?? "";
    if (parent === "FRBRWork" && name === "FRBRname")
      this.title ||= collapse([attributes.value ?? ""]).slice(0, lengthMax);
    if (parent === "FRBRWork" && name === "FRBRauthor") this.#author ||= (attributes.href ?? "").replace(/^#/, "");
    if (name === "TLCOrganization" && this.#organisations.size < valuesMax)
      this.#organisations.set(attributes.eId ?? "", (attributes.showAs ?? "").slice(0, lengthMax));
  }

  text(text: string): void {
    this.#parts.push(text);
  }

  close(around: readonly string[]): void {
    const name = around.at(-1);
    const words = collapse(this.#parts).slice(0, lengthMax);
    if (name === "uk:cite") this.#cited ||= words;
    if (name === "neutralCitation") this.#headed ||= words;
    if (name === "docketNumber" && words && this.#dockets.length < valuesMax) this.#dockets.push(words);
    this.#parts = [];
  }

  metadata() {
    return {
      court: this.#organisations.get(this.#author) ?? "",
      decidedOn: isDay(this.#decidedOn) ? this.#decidedOn : "",
      kind: "Judgment",
      title: this.title,
      caseNumbers: this.#dockets,
      subjects: [],
      reporters: [],
      ljn: "",
    };
  }
}
