/** A unit as it is matched. */
export interface UnitWords {
  /** Identifier that the source gives it in every version, "" where it gives none. */
  readonly key: string;
  readonly number: string;
  readonly text: string;
  readonly isGone: boolean;
}

/** Two units, by their ranks, and what shows that they are one. */
export interface Pairing {
  readonly from: number;
  readonly to: number;
  readonly by: "identifier" | "address" | "words";
}

/** Share of words that two texts must have in common to be one that was changed: below it they are about something else. */
const alikeFrom = 0.5;
/** So many of each are compared with one another; more are matched by what can be looked up. */
const comparedMax = 60;

/**
 * Matches the units of two versions, each with one at most: by identifier; then those that say the very same, of the same
 * number first; then those that say nearly the same; and what is left by number. Words go before numbers, since a number
 * that came free is given to the next.
 */
export const matchUnits = (then: readonly UnitWords[], now: readonly UnitWords[]): Pairing[] => {
  const left = { before: new Set(then.keys()), after: new Set(now.keys()) };
  const found: Pairing[] = [];
  const pair = (from: number, to: number, by: Pairing["by"]): void => {
    if (!left.before.has(from) || !left.after.has(to)) return;
    left.before.delete(from);
    left.after.delete(to);
    found.push({ from, to, by });
  };
  const byOne = (keyOf: (unit: UnitWords) => string, by: Pairing["by"]): void => {
    const after = byKey(now, left.after, keyOf);
    for (const [key, [from, ...others]] of byKey(then, left.before, keyOf)) {
      const [to, ...more] = after.get(key) ?? [];
      if (key !== "" && from !== undefined && to !== undefined && others.length + more.length === 0) pair(from, to, by);
    }
  };
  byOne(({ key }) => key, "identifier");
  byOne(({ number, text }) => text && `${number}\n${plain(text)}`, "address");
  inOrder(then, now, left, pair);
  alike(then, now, left, pair);
  byOne(({ number }) => number, "address");
  return found;
};

interface Left {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}
type Pair = (from: number, to: number, by: Pairing["by"]) => void;

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

const byKey = (units: readonly UnitWords[], left: ReadonlySet<number>, keyOf: (unit: UnitWords) => string) =>
  Map.groupBy(left, (rank) => keyOf(units[rank] as UnitWords));

/** Those that say the same: in order, where several do. */
const inOrder = (then: readonly UnitWords[], now: readonly UnitWords[], left: Left, pair: Pair): void => {
  const after = byKey(now, left.after, ({ text }) => plain(text));
  for (const [text, from] of byKey(then, left.before, (unit) => plain(unit.text))) {
    const to = text === "" ? [] : (after.get(text) ?? []);
    for (const [place, rank] of from.entries()) if (to[place] !== undefined) pair(rank, to[place], "words");
  }
};

/** Those that say nearly the same, the most alike first; of two that are, the one of the same number. */
const alike = (then: readonly UnitWords[], now: readonly UnitWords[], left: Left, pair: Pair): void => {
  if (left.before.size > comparedMax || left.after.size > comparedMax) return;
  const bags = (units: readonly UnitWords[], ranks: ReadonlySet<number>) =>
    new Map([...ranks].map((rank) => [rank, bagOf(units[rank]?.text ?? "")]));
  const after = bags(now, left.after);
  const scored = [...bags(then, left.before)].flatMap(([from, bag]) =>
    [...after].map(([to, other]) => ({ from, to, score: shared(bag, other), same: isSame(then[from], now[to]) })),
  );
  scored.sort((a, b) => b.score - a.score || Number(b.same) - Number(a.same));
  for (const { from, to, score, same } of scored) if (score >= alikeFrom) pair(from, to, same ? "address" : "words");
};

const isSame = (a: UnitWords | undefined, b: UnitWords | undefined): boolean => a?.number === b?.number;

/** Words of a text with how often they stand in it, case apart. */
export const bagOf = (text: string): ReadonlyMap<string, number> => {
  const bag = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
};

/** Share of their words that two texts have in common, from 0 to 1. */
const shared = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number => {
  const total = sum(a) + sum(b);
  return total === 0 ? 0 : (2 * common(a, b)) / total;
};

/** Share of the words of one text that stand in another, from 0 to 1. */
export const held = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number =>
  a.size === 0 ? 0 : common(a, b) / sum(a);

const common = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number => {
  let count = 0;
  for (const [word, times] of a) count += Math.min(times, b.get(word) ?? 0);
  return count;
};

const sum = (bag: ReadonlyMap<string, number>): number => [...bag.values()].reduce((all, count) => all + count, 0);
