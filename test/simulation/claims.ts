import { type Half, halves } from "../support/cases/halves.ts";
import { halfOf, isRight, oneClaims } from "../vault/claims/one-claim-set.ts";

/** How many claims of one half hold, or of both, by group and none by its name. True where 95 of 100 and more do. */
export const runClaims = async (args: readonly string[]): Promise<boolean> => {
  const asked = halves.filter((half) => args.length === 0 || args.includes(half));
  let isHeld = asked.length > 0;
  for (const half of asked) isHeld = (await printed(half)) && isHeld;
  return isHeld;
};

const printed = async (half: Half): Promise<boolean> => {
  const claims = oneClaims.filter((one) => halfOf(one) === half);
  const groups = new Map<string, { all: number; right: number }>();
  for (const claim of claims) {
    const group = groups.get(claim.group) ?? { all: 0, right: 0 };
    groups.set(claim.group, group);
    group.all++;
    if (await isRight(claim)) group.right++;
  }
  for (const [name, { all, right }] of groups) process.stdout.write(`claims ${half}: ${name}: ${right} of ${all}\n`);
  const right = [...groups.values()].reduce((sum, group) => sum + group.right, 0);
  process.stdout.write(
    `claims ${half}: ${right} of ${claims.length} (${((100 * right) / claims.length).toFixed(1)} %)\n`,
  );
  return right >= claims.length * 0.95;
};
