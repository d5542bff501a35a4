import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";

/** Units by rank, in order of start, outer ones first: a table of them, or a list of messages. Offsets are code points. */
export interface UnitRows {
  readonly length: number;
  element(rank: number): string;
  /** Rank of the unit around it, −1 at the top. */
  parent(rank: number): number;
  start(rank: number): number;
  end(rank: number): number;
  quotableStart(rank: number): number;
  isQuotable(rank: number): boolean;
}

/** A list of messages as rows. A parent that is not in the list is none. */
export const rowsOf = (units: readonly Unit[]): UnitRows => {
  const ranks = new Map<string, number>();
  for (const [rank, { path }] of units.entries()) if (!ranks.has(path)) ranks.set(path, rank);
  const at = (rank: number): Unit => units[rank] as Unit;
  return {
    length: units.length,
    element: (rank) => at(rank).element,
    parent: (rank) => ranks.get(at(rank).parentPath) ?? -1,
    start: (rank) => at(rank).startChar,
    end: (rank) => at(rank).endChar,
    quotableStart: (rank) => at(rank).quotableStartChar,
    isQuotable: (rank) => at(rank).quotable,
  };
};

/** For each unit the rank of the first unit right inside it whose element is none of `passedOver`; −1 where there is none. */
export const firstInside = (units: UnitRows, passedOver: ReadonlySet<string>): Int32Array => {
  const first = new Int32Array(units.length).fill(-1);
  for (let rank = 0; rank < units.length; rank++) {
    const parent = units.parent(rank);
    if (parent >= 0 && first[parent] === -1 && !passedOver.has(units.element(rank))) first[parent] = rank;
  }
  return first;
};

/** The rank of a unit and of those around it, the unit first. */
export const chainOf = (units: UnitRows, rank: number): number[] => {
  const chain: number[] = [];
  for (let at = rank; at >= 0; at = units.parent(at)) chain.push(at);
  return chain;
};
