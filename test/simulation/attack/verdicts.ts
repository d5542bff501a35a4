import { wilson } from "../candidates/wilson.ts";
import type { DrawnSentence, World } from "./draw.ts";

/**
 * What becomes of a sentence: refused; stopped until a person has looked at that one alone (a look); confirmed beside its sources' words, as it says
 * them in words of its own (compared); or taken with all others, with no word said (passed).
 */
export const verdicts = ["passed", "compared", "looked", "refused"] as const;
export type Verdict = (typeof verdicts)[number];

/** A tool that is asked about drafts. */
export interface Target {
  /** A verdict for each sentence of each draft, in their order. */
  judge(world: World): Promise<readonly (readonly Verdict[])[]>;
  stop(): Promise<void>;
}

/** What became of the sentences of one class and truth. */
export interface Count {
  readonly truth: "BAD" | "HONEST";
  readonly class: string;
  readonly seeds: Set<string>;
  /** Sentences drawn. */
  drawn: number;
  readonly by: Record<Verdict, number>;
}

/** Counts by truth and class, in the order in which they came. */
export type Tally = Map<string, Count>;

export const count = (tally: Tally, { seed }: DrawnSentence, verdict: Verdict): void => {
  const key = `${seed.truth} ${seed.class}`;
  const found = tally.get(key) ?? emptyCount(seed.truth, seed.class);
  tally.set(key, found);
  found.seeds.add(seed.id);
  found.drawn += 1;
  found.by[verdict] += 1;
};

const emptyCount = (truth: Count["truth"], name: string): Count => ({
  ...{ truth, class: name, seeds: new Set(), drawn: 0 },
  by: { passed: 0, compared: 0, looked: 0, refused: 0 },
});

const sumOf = (counts: readonly Count[], truth: Count["truth"]): Count => {
  const sum = emptyCount(truth, "all");
  for (const one of counts) {
    for (const id of one.seeds) sum.seeds.add(id);
    sum.drawn += one.drawn;
    for (const verdict of verdicts) sum.by[verdict] += one.by[verdict];
  }
  return sum;
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/**
 * A share of drawn sentences with its interval of 95 in 100. Drawn sentences of one seed say the same thing over other names, so that the interval is
 * that of as many seeds, and not of as many sentences.
 */
export const shareWithInterval = (part: number, drawn: number, seeds: number): string => {
  if (drawn === 0) return "–";
  const [low, high] = wilson((part / drawn) * seeds, seeds);
  return `${percent(part / drawn)} (${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)})`;
};

/** The tables of a tally, in Markdown: bad sentences by class, then honest ones. Figures alone. */
export const tables = (tally: Tally): string =>
  (["BAD", "HONEST"] as const)
    .map((truth) => {
      const counts = [...tally.values()].filter((one) => one.truth === truth);
      const rows = counts.toSorted((a, b) => (a.class < b.class ? -1 : 1));
      return [
        `| ${truth.toLowerCase()} | seeds | drawn | ${verdicts.join(" | ")} |`,
        "|---|---|---|---|---|---|---|",
        ...[...rows, sumOf(counts, truth)].map(
          ({ class: name, seeds, drawn, by }) =>
            `| ${name} | ${seeds.size} | ${drawn} | ${verdicts.map((one) => shareWithInterval(by[one], drawn, seeds.size)).join(" | ")} |`,
        ),
      ].join("\n");
    })
    .join("\n\n");
