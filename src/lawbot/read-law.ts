import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { LawNames } from "../citation/known-law.ts";
import type { Jurisdiction } from "./port/jurisdiction.ts";
import type { LawReading } from "./port/reading.ts";
import { type SectionSource, sectionTitle } from "./sections.ts";
import { ownString } from "./text/string-pool.ts";
import { inCited, titleChain } from "./text/unit-elements.ts";
import { chainOf } from "./text/unit-rows.ts";

/**
 * A version that has just been read, as far as search needs it: its sections get the ids and titles that they have when it
 * is opened from the store, without opening it, which takes many times as much memory.
 */
export const readLaw = (
  version: LawVersion,
  { text, units }: LawReading,
  about: { readonly jurisdiction: Jurisdiction; readonly names: LawNames },
): SectionSource => {
  const shortName = about.jurisdiction.shortName(about.names);
  const readHeading = (rank: number): string => {
    const end = Math.min(units.quotableStart(rank), units.end(rank));
    return text.slice(units.start(rank), end).split("\n")[0] ?? "";
  };
  // Headings of divisions are asked for by every article inside, and stand far in front of most of them.
  const headings = new Map<number, string>();
  const headingAround = (rank: number): string => {
    const known = headings.get(rank) ?? ownString(readHeading(rank));
    headings.set(rank, known);
    return known;
  };
  const addressOf = (chain: readonly number[]): string =>
    about.jurisdiction.address(
      titleChain(chain, (rank) => units.element(rank)).map((rank) => units.label(rank)),
      shortName,
      { lawId: version.lawId, rank: 0 },
    );
  return {
    version,
    units,
    slice: (start, end) => text.slice(start, end),
    named(rank) {
      const chain = chainOf(units, rank);
      const around = chain
        .filter((each) => !inCited.has(units.element(each)))
        .map((each) => (each === rank ? readHeading(each) : headingAround(each)))
        .filter(Boolean);
      return {
        id: `law:${version.docUid}#${units.path(rank)}`,
        title: sectionTitle(units.element(rank), addressOf(chain), around),
      };
    },
  };
};
