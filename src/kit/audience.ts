/** Readers whom details of somebody's health may be told. Whoever is not among them, an employer above all, is not told. */
const told: ReadonlySet<string> = new Set(["self", "lawyer", "uwv", "court"]);

/** Whether a memo for this reader may rest on documents that are marked as holding data concerning health. */
export const mayHoldHealth = (audience: string): boolean => told.has(audience);
