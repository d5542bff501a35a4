import { madeSentences, passed } from "./made.ts";

/**
 * Prints how many made tokens pass, by class. `node test/simulation/gate/made/main.ts [--seed=1] [--show]`: with `--show` those of
 * the shown half are written out; of the other half there are counts and nothing else.
 */
const seed = Number(process.argv.find((one) => one.startsWith("--seed="))?.slice(7) || 1);
const isShowing = process.argv.includes("--show");
const all = madeSentences(seed);
const lost = passed(all);
const rows = [...new Set(all.map(({ class: name, language }) => `${name} ${language}`))];
const count = (list: typeof all, row: string, isShown: boolean): number =>
  list.filter((one) => `${one.class} ${one.language}` === row && one.isShown === isShown).length;
console.log("Passed, of all: class, shown half, counted half");
for (const row of rows) {
  console.log(
    `${row}: ${count(lost, row, true)} of ${count(all, row, true)}, ${count(lost, row, false)} of ${count(all, row, false)}`,
  );
  if (isShowing)
    for (const one of lost) if (one.isShown && `${one.class} ${one.language}` === row) console.log(`    ${one.text}`);
}
