import { isUnread, readStates } from "../../../support/cases/halves.ts";
import { casesFolder } from "../../../support/cases/table.ts";
import { madeSentences, passed } from "./made.ts";

/**
 * Prints how many made tokens pass, by class. `node test/simulation/gate/made/main.ts [--seed=1] [--show]`: with `--show` those of
 * halves that were read are written out; of the others there are counts and nothing else.
 */
const seed = Number(process.argv.find((one) => one.startsWith("--seed="))?.slice(7) || 1);
const isShowing = process.argv.includes("--show");
const all = madeSentences(seed);
const lost = passed(all);
const rows = [...new Set(all.map(({ class: name, language }) => `${name} ${language}`))];
const states = readStates(casesFolder);
const count = (list: typeof all, row: string, half: string): number =>
  list.filter((one) => `${one.class} ${one.language}` === row && one.half === half).length;
console.log("Passed, of all: class, even half, odd half");
for (const row of rows) {
  console.log(
    `${row}: ${count(lost, row, "even")} of ${count(all, row, "even")}, ${count(lost, row, "odd")} of ${count(all, row, "odd")}`,
  );
  if (isShowing)
    for (const one of lost)
      if (!isUnread(states, "forms", one.half) && `${one.class} ${one.language}` === row)
        console.log(`    ${one.text}`);
}
