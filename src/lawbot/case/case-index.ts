import { courtCodeOf } from "#kit/ruling-id.ts";
import type { Ruling } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import type { FullTextIndex, IndexEntry } from "../../search/full-text-index.ts";
import { CorpusIndex, openDerived } from "../corpus-index.ts";
import type { OpenRuling } from "./open-ruling.ts";
import type { Rulings } from "./rulings.ts";

/** Rises when entries of the same text would look different. */
const indexVersion = 2;

/** The search index of case law, in a file of its own. */
export class CaseIndex extends CorpusIndex {
  readonly #rulings: Rulings;

  private constructor(fullText: FullTextIndex, rulings: Rulings) {
    super(fullText, () => watermarkOf(rulings));
    this.#rulings = rulings;
  }

  /** Opens the index in `file`, rebuilding it from the store where it is not current. */
  static async open(file: string, rulings: Rulings): Promise<CaseIndex> {
    const { fullText, isCurrent } = await openDerived(file, watermarkOf(rulings));
    const index = new CaseIndex(fullText, rulings);
    if (isCurrent) return index;
    for (const ruling of rulings.all()) index.put(entriesOf(await rulings.open(ruling)));
    index.mark();
    return index;
  }

  /** Adds one ruling, which `rulings` holds already. */
  async addRuling(ruling: Ruling): Promise<void> {
    this.add(entriesOf(await this.#rulings.open(ruling)));
  }
}

const watermarkOf = (rulings: Rulings): string => `case ${indexVersion} ${rulings.revision}`;

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
