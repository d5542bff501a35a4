import {
  type ImportedItem,
  ImportedItem_Outcome as Outcome,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";

/** Items of which the same is said. */
export interface ReasonGroup {
  /** The sentence of the first of them. */
  readonly reason: string;
  readonly count: number;
  /** The first names. */
  readonly names: readonly string[];
}

/** What became of an import so far. */
export interface ImportTally {
  readonly counts: ReadonlyMap<Outcome, number>;
  readonly refusals: ReadonlyMap<string, ReasonGroup>;
  readonly notes: ReadonlyMap<string, ReasonGroup>;
}

export const emptyTally: ImportTally = { counts: new Map(), refusals: new Map(), notes: new Map() };

/** Names that stand below a reason. */
const namedMax = 5;

/** The tally with rows added; a mailbox has hundreds of thousands, and only what is told of them is kept. */
export const tallied = (tally: ImportTally, rows: readonly ImportedItem[]): ImportTally => {
  const counts = new Map(tally.counts);
  const [refusals, notes] = [new Map(tally.refusals), new Map(tally.notes)];
  for (const { path, outcome, reason, notes: said } of rows) {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (outcome === Outcome.REFUSED) add(refusals, path, reason);
    for (const note of said) add(notes, path, note);
  }
  return { counts, refusals, notes };
};

/** Numbers in a reason make no other reason. */
const add = (groups: Map<string, ReasonGroup>, name: string, reason: string): void => {
  const shape = reason.replace(/\d+/g, "#");
  const group = groups.get(shape);
  groups.set(shape, {
    reason: group?.reason ?? reason,
    count: (group?.count ?? 0) + 1,
    names: group === undefined ? [name] : [...group.names, name].slice(0, namedMax),
  });
};

/** The commonest first. */
export const byCount = (groups: ReadonlyMap<string, ReasonGroup>): ReasonGroup[] =>
  [...groups.values()].toSorted((one, other) => other.count - one.count);
