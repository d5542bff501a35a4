import type { UnitCustoms } from "./unit-customs.ts";
import type { UnitFacts } from "./unit-table.ts";

/** A unit whose end has not come yet. Offsets are −1 until text was written inside. */
export interface OpenUnit {
  readonly element: string;
  /** Its rank among all units. */
  readonly rank: number;
  readonly given: string;
  /** The nearest status that the source states for this unit or one around it. */
  readonly status: string;
  /** "" until it is identified. */
  label: string;
  number: string;
  flags: string[];
  /** How many of each element began inside; made when the first does, since most units have none. */
  ranks: Map<string, number> | undefined;
  notes: string[] | undefined;
  start: number;
  quotable: number;
  prefix: string;
  headingLabel: string;
  identified: boolean;
  hasText: boolean;
  /** Something inside is in force and has words. */
  hasLive: boolean;
  editorial: string;
}

/** A unit that has just begun. `given` is its path in the source, "" where it has none. */
export const beginUnit = (begun: Pick<OpenUnit, "element" | "rank" | "given" | "status">): OpenUnit => ({
  element: begun.element,
  rank: begun.rank,
  given: begun.given,
  status: begun.status,
  label: "",
  number: "",
  flags: [],
  ranks: undefined,
  notes: undefined,
  start: -1,
  quotable: -1,
  prefix: "",
  headingLabel: "",
  identified: false,
  hasText: false,
  hasLive: false,
  editorial: "",
});

/** Range and flags of a unit that ends where the text now ends, at `length` code points. */
export const finishUnit = (open: OpenUnit, length: number, customs: UnitCustoms): UnitFacts => {
  const { label, number, flags } = open;
  const said = { status: open.status, words: open.hasText ? "" : open.editorial, hasLive: open.hasLive };
  const [gone, notYet] = [customs.isRepealed(said), customs.isNotInForce(said)];
  if (gone) flags.push("repealed");
  if (notYet) flags.push("not-in-force");
  if (open.editorial) flags.push("editorial");
  return {
    label,
    number,
    start: open.start < 0 ? length : open.start,
    end: length,
    // A number without words has nothing after it that could be quoted.
    quotableStart: open.quotable < 0 ? length : Math.min(open.quotable, length),
    quotable: !gone && !notYet && (open.hasText || open.editorial === ""),
    flags,
  };
};
