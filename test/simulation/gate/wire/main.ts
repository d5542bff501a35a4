import { compareOverWire } from "./compare.ts";

/** The gate's sentences over gRPC, from the command line. True when the engine said of each what the check alone says. */
export const simulateGate = async (args: readonly string[]): Promise<boolean> => {
  const [every = 1, seed = 1] = args.map(Number);
  const { differences, ...counts } = await compareOverWire(seed, every, (line) => console.log(line));
  console.log(`gate over gRPC: ${JSON.stringify({ ...counts, differences: differences.length })}`);
  // The sentences of one dossier are kept from those who write the rules: of it only counts are told.
  for (const one of differences.filter(({ dossier }) => dossier !== "deposit").slice(0, 40))
    console.error(`  ${one.dossier} ${one.id} as ${one.kind}: alone ${one.pure}, over the wire ${one.wire}`);
  return differences.length === 0;
};
