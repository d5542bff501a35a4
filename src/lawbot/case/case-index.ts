import { courtCodeOf } from "#kit/ruling-id.ts";
import type { Ruling } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import type { IndexEntry } from "../../search/full-text-index.ts";
import { CorpusIndex, type SharedIndex } from "../corpus-index.ts";
import type { Jurisdiction } from "../port/jurisdiction.ts";
import { citedProvisions } from "./cited-provisions.ts";
import type { OpenRuling } from "./open-ruling.ts";
import type { Rulings } from "./rulings.ts";

/** Rises when entries of the same text would look different. */
const indexVersion = 3;

/** The search index of case law, in a file of its own. */
export type CaseIndex = CorpusIndex<Ruling>;

/** Opens it in `file`, taking or rebuilding it where it is not current. */
export const openCaseIndex = (
  file: string,
  rulings: Rulings,
  jurisdiction: Pick<Jurisdiction, "parseCitations">,
  snapshots?: SharedIndex,
): Promise<CaseIndex> =>
  CorpusIndex.open(
    file,
    {
      watermark: () => `case ${indexVersion} ${rulings.revision}`,
      all: () => rulings.all(),
      entries: async (ruling) => entriesOf(await rulings.open(ruling), jurisdiction),
    },
    snapshots,
  );

/** Every consideration with its own words; a ruling without numbers is found as a whole. Editors' summaries are not searched. */
const entriesOf = (open: OpenRuling, jurisdiction: Pick<Jurisdiction, "parseCitations">): IndexEntry[] => {
  const { ruling, source } = open;
  const entry = (id: string, title: string, start: number, end: number): IndexEntry[] => {
    const body = source.codePoints.slice(start, end).trim();
    if (body === "") return [];
    const { provisions } = citedProvisions(body, jurisdiction);
    const facets = { court: [courtCodeOf(ruling.ecli)], provision: [...provisions] };
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
