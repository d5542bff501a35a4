import { salvageDamaged } from "./store-salvage.ts";
import { seeded } from "./store-seed.ts";

/** Damages many folders of a store, salvages each, and prints what came back and what was wrongly said. */
export const simulateSalvage = async ([rounds = "100", seed = "1"]: string[]): Promise<boolean> => {
  const report = await salvageDamaged(Number(rounds), seeded(Number(seed)), (round) => 1 + (round % 4));
  const { allHeld, saidWhole, revived, eventsHeld, eventsPut, wrong, unsaid, touched } = report;
  process.stdout.write(
    `salvage: ${rounds} folders, seed ${seed}: ${allHeld} held all, ${saidWhole} were called whole, ${eventsHeld} of ${eventsPut} events came back, ${revived} entries that had been taken out; ` +
      `${wrong.length} gave what was never put, ${unsaid.length} lost without a word, ${touched.length} were touched\n`,
  );
  for (const one of [...wrong, ...unsaid, ...touched]) process.stdout.write(`  ${one}\n`);
  return wrong.length + unsaid.length + touched.length === 0;
};
