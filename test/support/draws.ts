/**
 * How many cases a test draws: so many with each change, and ten times as many in `npm run campaign -- tests`, which runs every file of
 * tests that asks here.
 */
export const draws = (cases: number): number => cases * Number(process.env.PINCITE_DRAWS || 1);
