import type { Features } from "../../../src/vault/candidates/features.ts";

/** The sentences of one claim, and which of them are right. */
export interface Choices {
  readonly features: readonly Features[];
  readonly rights: readonly boolean[];
  /** The paper of each. */
  readonly papers: readonly string[];
}

const rounds = 400;
/** Step, and how long the mean and the size of past slopes are remembered (Adam, Kingma and Ba 2015). */
const [step, ofMean, ofSize] = [0.1, 0.9, 0.99];
/** Keeps weights that few claims speak for near nothing. */
const held = 0.001;

const scoresOf = (features: readonly Features[], weights: readonly number[]): number[] =>
  features.map((one) => one.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));

const chancesOf = (scores: readonly number[]): number[] => {
  const best = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - best));
  const whole = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / whole);
};

/**
 * Multinomial logit: the chance of a right sentence among all of its claim is made as large as can be, by steps uphill. What a
 * sentence shares with its claim never counts against it: only features in `mayHinder` may have a weight below nothing.
 */
export const fitWeights = (all: readonly Choices[], count: number, mayHinder: ReadonlySet<number>): number[] => {
  const weights = Array.from({ length: count }, () => 0);
  const means = Array.from({ length: count }, () => 0);
  const sizes = Array.from({ length: count }, () => 0);
  for (let round = 1; round <= rounds; round++) {
    const gradient = weights.map((weight) => -held * weight);
    for (const { features, rights } of all) {
      const chances = chancesOf(scoresOf(features, weights));
      const right = chances.reduce((sum, chance, at) => sum + (rights[at] ? chance : 0), 0);
      features.forEach((one, at) => {
        const pull = (rights[at] ? (chances[at] ?? 0) / Math.max(1e-12, right) : 0) - (chances[at] ?? 0);
        if (pull !== 0)
          for (let k = 0; k < count; k++) gradient[k] = (gradient[k] ?? 0) + (pull * (one[k] ?? 0)) / all.length;
      });
    }
    for (let k = 0; k < count; k++) {
      const slope = gradient[k] ?? 0;
      means[k] = ofMean * (means[k] ?? 0) + (1 - ofMean) * slope;
      sizes[k] = ofSize * (sizes[k] ?? 0) + (1 - ofSize) * slope * slope;
      const mean = (means[k] ?? 0) / (1 - ofMean ** round);
      const size = Math.sqrt((sizes[k] ?? 0) / (1 - ofSize ** round));
      const next = (weights[k] ?? 0) + (step * mean) / (size + 1e-8);
      weights[k] = mayHinder.has(k) ? next : Math.max(0, next);
    }
  }
  return weights;
};

/** The order of a claim's sentences, their scores, and the share of the chance that the first has. */
export const sharesOf = (
  { features }: Choices,
  weights: readonly number[],
): { order: number[]; scores: number[]; share: number } => {
  const scores = scoresOf(features, weights);
  const order = scores.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return { order, scores, share: Math.max(...chancesOf(scores)) };
};

/** Fewer first sentences say nothing of 95 in 100. */
const toldLeast = 20;

/** The lowest share from which on at least 95 of 100 first sentences were right; 2, which none has, where there is none. */
export const sureFromOf = (
  told: readonly { readonly share: number; readonly isRight: boolean }[],
): { from: number; right: number; count: number } => {
  let best = { from: 2, right: 0, count: 0 };
  let [right, count] = [0, 0];
  for (const { share, isRight } of told.toSorted((a, b) => b.share - a.share)) {
    count++;
    right += Number(isRight);
    if (count >= toldLeast && right / count >= 0.95) best = { from: share, right, count };
  }
  return best;
};
