/** A number of things, of a measure or in hundredths, without its place. */
export interface Amount {
  readonly kind: "number";
  readonly value: number;
  readonly units: readonly string[];
  readonly isPercent: boolean;
  readonly rate: string;
}

/** The amount with its units folded; `rate` is that for which it is counted anew. */
export const amountOf = (value: number, units: readonly string[], isPercent: boolean, rate = ""): Amount => ({
  kind: "number",
  value,
  units,
  isPercent,
  rate,
});
