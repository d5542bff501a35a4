import { compareOverWire } from "./compare.ts";

/**
 * The gate's sentences as proposals of a stand-in model over gRPC, from the command line. True when no invented token and no unbound
 * citation passes, the engine says of each sentence what the check alone says, and takes what its remedies make.
 */
export const simulateGate = async (args: readonly string[]): Promise<boolean> => {
  const [every = 1, seed = 1] = args.map(Number);
  const { differences, refusedAfter, columns, ...counts } = await compareOverWire(seed, every, (line) =>
    console.log(line),
  );
  const told = { ...counts, differences: differences.length, refusedAfter: refusedAfter.length };
  console.log(`gate over gRPC: ${JSON.stringify(told)}`);
  console.table({ "check alone": columns.alone, "over gRPC": columns.overWire });
  for (const one of refusedAfter) console.error(`  refused after its remedies: ${one}`);
  for (const one of differences.slice(0, 40))
    console.error(`  ${one.dossier} ${one.id} as ${one.kind}: alone ${one.pure}, over the wire ${one.wire}`);
  return differences.length === 0 && refusedAfter.length === 0 && columns.overWire.hardPassed === 0;
};
