import { firstSeen } from "#kit/first-seen.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftText } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type NamedPlace, placesIn } from "./places.ts";

/** The paper an entry quotes from; undefined: it is no paper. */
const paperOf = ({ evidence }: LedgerEntry): string | undefined =>
  evidence?.evidence.case === "document" ? evidence.evidence.value.evidenceId : undefined;

/** Numbers that the export gives the papers of a draft: in the order in which its sentences cite them. */
export const exhibitNumbers = (
  draft: DraftText,
  entries: ReadonlyMap<string, LedgerEntry>,
): ReadonlyMap<string, number> =>
  firstSeen(
    draft.sections
      .flatMap(({ sentences }) => sentences)
      .flatMap(({ entryIds }) => entryIds)
      .flatMap((id) => {
        const entry = entries.get(id);
        return (entry && paperOf(entry)) ?? [];
      }),
  );

/** Numbers of the exhibits that a place means; empty: one of them is no whole number. */
const meant = ({ values, isRange }: NamedPlace): number[] => {
  const ends = values.map(Number);
  if (ends.some((value) => !Number.isInteger(value) || value < 1 || value > 10_000)) return [];
  const [from = 0, to = from] = ends;
  return isRange && to >= from ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : ends;
};

/**
 * Whether a number of an exhibit means a paper that the sentence cites: each is the number that this memo gives to one of
 * them, or the one by which the paper's own words or title call it. All exhibits from the first to the last may be named by any sentence.
 */
export const meansExhibits = (
  place: NamedPlace,
  cited: readonly LedgerEntry[],
  numbers: ReadonlyMap<string, number>,
): boolean => {
  const all = meant(place);
  if (place.isRange && all[0] === 1 && all.length === numbers.size) return true;
  const own = new Set(cited.flatMap((entry) => numbers.get(paperOf(entry) ?? "") ?? []));
  if (all.length > 0 && all.every((number) => own.has(number))) return true;
  return cited.some((entry) => place.values.every((value) => callsItself(entry, value)));
};

/** Whether the source names an exhibit of that number. */
const callsItself = ({ evidence, span, address }: LedgerEntry, value: string): boolean => {
  const document = evidence?.evidence.case === "document" ? evidence.evidence.value : undefined;
  return [span?.excerpt ?? "", document?.title ?? "", document?.location ?? "", address].some((text) =>
    placesIn(text.replaceAll("_", " ")).some(({ kind, values }) => kind === "exhibit" && values.includes(value)),
  );
};

/** The numbers that would be right for the papers a sentence cites. */
export const ownNumbers = (cited: readonly LedgerEntry[], numbers: ReadonlyMap<string, number>): number[] =>
  [...new Set(cited.flatMap((entry) => numbers.get(paperOf(entry) ?? "") ?? []))].toSorted((a, b) => a - b);
