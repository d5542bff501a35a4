import { compareOverWire } from "./compare.ts";

/** The gate's sentences over gRPC, from the command line. True when the engine said of each what the check alone says, and took what its remedies make. */
export const simulateGate = async (args: readonly string[]): Promise<boolean> => {
  const [every = 1, seed = 1] = args.map(Number);
  const { differences, refusedAfter, ...counts } = await compareOverWire(seed, every, (line) => console.log(line));
  const told = { ...counts, differences: differences.length, refusedAfter: refusedAfter.length };
  console.log(`gate over gRPC: ${JSON.stringify(told)}`);
  for (const one of refusedAfter) console.error(`  refused after its remedies: ${one}`);
  for (const one of differences.slice(0, 40))
    console.error(`  ${one.dossier} ${one.id} as ${one.kind}: alone ${one.pure}, over the wire ${one.wire}`);
  return differences.length === 0 && refusedAfter.length === 0;
};
