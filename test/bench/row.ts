/** One line of the table that `npm run bench` prints. */
export interface BenchRow {
  /** The target's number in the list of targets, or a short name for what has none. */
  readonly id: string;
  readonly what: string;
  /** What was measured, with its unit. */
  readonly figure: string;
  /** The floor it stands beside, measured in the same run, with its unit. */
  readonly floor: string;
  /** Figure over floor; for durations above 1 is slower, for rates below 1 is slower. */
  readonly ratio: number;
  /** What is aimed at, in words. */
  readonly target: string;
}
