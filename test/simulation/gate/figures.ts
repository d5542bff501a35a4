import { DraftRuleSchema, LookCodeSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { type BadSet, badSets, blindSet, estimateSet, freshSet, lastSet, turnedSet } from "./bad/index.ts";
import { badCounts, type Count, honestCounts, honestOf } from "./measure.ts";

/**
 * Prints the figures of the gate. `node test/simulation/gate/figures.ts [--seed=1] [--estimate|--blind|--fresh|--last] [--turned=read|unseen] [--show=thuiswerk,uwv] [--only=honest|bad]`: what is found wrong is
 * shown of the dossiers named only; of every other one nothing but counts, so that it stays unseen by whoever mends rules.
 */
const option = (name: string): string =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.split("=", 2)[1] ?? "";
const seed = Number(option("seed") || 1);
const shown = new Set(option("show").split(","));
const only = option("only");
/** The sets that are run once: asked for by name, and alone. */
const once: Readonly<Record<string, BadSet>> = {
  "--estimate": estimateSet,
  "--blind": blindSet,
  "--fresh": freshSet,
  "--last": lastSet,
};
/** A half of the dossier of reversals, alone; the unseen one is run once. */
const half = option("turned");
const alone =
  process.argv.map((one) => once[one]).find((one) => one !== undefined) ??
  (half === "read" || half === "unseen" ? turnedSet(half) : undefined);

const tally = (codes: readonly number[], schema: typeof LookCodeSchema | typeof DraftRuleSchema): string => {
  const counts = new Map<string, number>();
  for (const code of codes) {
    const name =
      schema.values.find(({ number }) => number === code)?.name.replace(/^(?:LOOK_CODE|DRAFT_RULE)_/u, "") ?? "?";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
};
const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;

const printHonest = (title: string, counts: readonly Count[]): void => {
  console.log(`\n${title}`);
  for (const { dossier, all, refused, looked, answers } of counts) {
    console.log(
      `${dossier}: ${all}, refused ${refused} (${share(refused, all)}), looked at ${looked} (${share(looked, all)})`,
    );
    console.log(
      `  rules: ${tally(
        answers.flatMap(({ rules }) => rules),
        DraftRuleSchema,
      )}`,
    );
    console.log(
      `  looks: ${tally(
        answers.filter(({ rules }) => rules.length === 0).flatMap(({ looks }) => [...new Set(looks)]),
        LookCodeSchema,
      )}`,
    );
    if (shown.has(dossier))
      for (const { asked, shown: why, rules, looks } of answers)
        if (rules.length + looks.length > 0)
          console.log(`    ${asked.id} [${asked.kind}] ${asked.text}\n        ${why}`);
  }
};

if (alone) printHonest("Honest sentences", [honestOf(alone.dossier)]);
else if (only !== "bad") {
  const { hand, citations } = honestCounts(seed);
  printHonest("Honest sentences", hand);
  printHonest("True citations in every form", citations);
}
if (only !== "honest") {
  const { all, missed } = badCounts(alone ? [alone] : badSets(seed));
  const total = { all: 0, lost: 0 };
  console.log("\nBad sentences: class, dossier, not met of all");
  for (const [key, count] of [...all].sort()) {
    const [name, dossier] = key.split(" ");
    total.all += count;
    const lost = missed.filter((one) => one.class === name && one.dossier === dossier);
    total.lost += lost.length;
    console.log(`${name} ${dossier}: ${lost.length} of ${count}`);
    if (shown.has(dossier ?? ""))
      for (const one of lost)
        console.log(`    ${one.id} (${one.expect}) ${one.text}\n        ${one.why}; got: ${one.got}`);
  }
  console.log(`together: ${total.lost} of ${total.all}`);
}
