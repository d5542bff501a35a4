import { type CampaignRow, runCampaign } from "../span/campaign/campaign.ts";
import { campaignTexts, everyText } from "../span/campaign/texts.ts";

/**
 * The long run against the span resolver: quotes of every real text beside the checkout, changed in every way that is
 * known, so many times each way. Prints a table by way of change; false if words were taken that do not stand in the
 * text, or more than one in a hundred was missed whose typesetting alone differs.
 */
export const simulateSpans = async (mutations: number, seed: number): Promise<boolean> => {
  const texts = await campaignTexts(everyText);
  if (texts.length === 0) {
    console.warn("SKIPPED: the span campaign needs ../shared/data, which is not beside this checkout");
    return true;
  }
  const classes = runCampaign(texts, 0, seed).length;
  const rows = runCampaign(texts, Math.ceil(mutations / classes), seed);
  for (const line of tableOf(rows)) console.log(line);
  const all = (count: (row: CampaignRow) => number): number => rows.reduce((sum, row) => sum + count(row), 0);
  const [tried, accepts, rejects] = [
    all((row) => row.tried),
    all((row) => row.falseAccepts),
    all((row) => row.falseRejects),
  ];
  const benign = all((row) => (row.isBenign ? row.tried : 0));
  console.log(
    `spans: ${tried} mutations of ${texts.length} texts, ${accepts} false accepts, ${rejects} of ${benign} falsely rejected`,
  );
  for (const row of rows) for (const what of row.failures) console.error(`seed ${seed}: ${row.mutation}: ${what}`);
  return accepts === 0 && rejects <= benign / 100;
};

const tableOf = (rows: readonly CampaignRow[]): string[] => [
  "| change | says the same | tried | false accepts | false rejects | exact | normalised | ambiguous |",
  "|---|---|---|---|---|---|---|---|",
  ...rows.map(
    (row) =>
      `| ${row.mutation} | ${row.isBenign ? "yes" : "no"} | ${row.tried} | ${row.falseAccepts} | ${row.falseRejects} | ${row.exact} | ${row.normalised} | ${row.ambiguous} |`,
  ),
];

/** `npm run campaign -- spans [mutations] [seed]`, by default 20,000 and 1. */
export const runSpans = async (given: readonly string[]): Promise<boolean> => {
  const [mutations = 20_000, seed = 1] = given.map(Number);
  return await simulateSpans(mutations, seed);
};
