/** Each row has a cell for each column. */
export interface Table {
  readonly columns: readonly string[];
  /** How wide each column is on paper, in per cent of the whole. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly string[])[];
}
