import { rm } from "node:fs/promises";
import { courtCodeOf } from "#kit/ruling-id.ts";
import type { Ruling } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import type { FullTextIndex, IndexEntry } from "../../search/full-text-index.ts";
import { openFullTextIndex } from "../../search/sqlite-index.ts";
import type { OpenRuling } from "./open-ruling.ts";
import type { Rulings } from "./rulings.ts";

/** Rises when entries of the same text would look different. */
const indexVersion = 2;

/** The search index of case law, in a file of its own: derived, and rebuilt where its watermark is of another corpus. */
export class CaseIndex {
  readonly fullText: FullTextIndex;
  readonly #rulings: Rulings;

  private constructor(fullText: FullTextIndex, rulings: Rulings) {
    this.fullText = fullText;
    this.#rulings = rulings;
  }

  static async open(file: string, rulings: Rulings): Promise<CaseIndex> {
    const found = tryOpen(file);
    if (found?.watermark === watermarkOf(rulings)) return new CaseIndex(found, rulings);
    found?.close();
    if (file !== ":memory:") for (const end of ["", "-wal", "-shm", "-journal"]) await rm(file + end, { force: true });
    const index = new CaseIndex(openFullTextIndex(file), rulings);
    for (const ruling of rulings.all()) await index.#put(ruling);
    index.fullText.watermark = watermarkOf(rulings);
    return index;
  }

  /** Adds one ruling, which `rulings` holds already. */
  async add(ruling: Ruling): Promise<void> {
    await this.#put(ruling);
    this.fullText.watermark = watermarkOf(this.#rulings);
  }

  async #put(ruling: Ruling): Promise<void> {
    this.fullText.put(entriesOf(await this.#rulings.open(ruling)));
  }

  close(): void {
    this.fullText.close();
  }
}

const watermarkOf = (rulings: Rulings): string => `case ${indexVersion} ${rulings.revision}`;

const tryOpen = (file: string): FullTextIndex | undefined => {
  try {
    return openFullTextIndex(file);
  } catch {
    return undefined;
  }
};

/** Every consideration with its own words; a ruling without numbers is found as a whole. Editors' summaries are not searched. */
const entriesOf = (open: OpenRuling): IndexEntry[] => {
  const { ruling, source } = open;
  const entry = (id: string, title: string, start: number, end: number): IndexEntry[] => {
    const body = source.codePoints.slice(start, end).trim();
    if (body === "") return [];
    const facets = { court: [courtCodeOf(ruling.ecli)] };
    return [{ id, kind: "caselaw", date: ruling.decidedOn, title, body, people: [], facets }];
  };
  const units = open.units.filter((unit) => unit.quotable && unit.element !== "noot" && unit.element !== "kop");
  const entries = units.flatMap((unit) => {
    const inner = open.children(unit)[0];
    const end = inner ? inner.startChar : unit.endChar;
    return entry(open.evidenceId(unit), open.title(unit), unit.quotableStartChar, end);
  });
  if (units.length > 0) return entries;
  const summary = open.units.find((unit) => !unit.quotable);
  return entry(open.evidenceId(undefined), open.title(undefined), summary?.endChar ?? 0, source.codePoints.length);
};
