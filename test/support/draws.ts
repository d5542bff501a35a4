const times = Number(process.env.PINCITE_DRAWS || 1);

/** Whether `npm run campaign -- tests` runs this file, as it does every file of tests that asks here. */
export const isCampaign = times > 1;

/** How many cases a test draws: so many with each change, and ten times as many in the campaign. */
export const draws = (cases: number): number => cases * times;
