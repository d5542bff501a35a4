import { DraftRuleSchema, LookCodeSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { halfOf, halves, isUnread, readStates } from "../../support/cases/halves.ts";
import { halfOfCase } from "../../support/cases/sets.ts";
import { casesFolder } from "../../support/cases/table.ts";
import { badCounts, type Count, honestCounts } from "./measure.ts";
import { badSets, gateCase, gateCases } from "./sets.ts";

/**
 * Prints the figures of the gate. `node test/simulation/gate/figures.ts [CASE ...] [--seed=1] [--half=even|odd] [--show] [--only=honest|bad]`:
 * of the cases named, or of all. `--show` prints what is found wrong of halves that were read; of the others nothing but counts, ever.
 */
const args = process.argv.slice(2);
const option = (name: string): string => args.find((one) => one.startsWith(`--${name}=`))?.split("=", 2)[1] ?? "";
const seed = Number(option("seed") || 1);
const only = option("only");
const half = halves.find((one) => one === option("half"));
const names = args.filter((one) => !one.startsWith("--"));
const cases = (names.length > 0 ? names.map(gateCase) : gateCases).map((one) => (half ? halfOfCase(one, half) : one));
const states = readStates(casesFolder);
const isShown = (name: string, id: string): boolean => args.includes("--show") && !isUnread(states, name, halfOf(id));

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
    for (const { asked, shown: why, rules, looks } of answers)
      if (isShown(dossier, asked.id) && rules.length + looks.length > 0)
        console.log(`    ${asked.id} [${asked.kind}] ${asked.text}\n        ${why}`);
  }
};

if (only !== "bad") {
  const { hand, citations } = honestCounts(seed, cases);
  printHonest("Honest sentences", hand);
  printHonest("True citations in every form", citations);
}
if (only !== "honest") {
  const { all, missed } = badCounts(badSets(seed, cases));
  const total = { all: 0, lost: 0 };
  console.log("\nBad sentences: class, dossier, not met of all");
  for (const [key, count] of [...all].sort()) {
    const [name, dossier] = key.split(" ");
    total.all += count;
    const lost = missed.filter((one) => one.class === name && one.dossier === dossier);
    total.lost += lost.length;
    console.log(`${name} ${dossier}: ${lost.length} of ${count}`);
    for (const one of lost)
      if (isShown(one.dossier, one.id))
        console.log(`    ${one.id} (${one.expect}) ${one.text}\n        ${one.why}; got: ${one.got}`);
  }
  console.log(`together: ${total.lost} of ${total.all}`);
}
