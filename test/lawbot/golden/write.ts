// Writes digests.tsv anew: `node test/lawbot/golden/write.ts`. The difference is then read line by line before it is kept:
// a text that moves leaves every quote that was verified in it without its source, so each changed line needs its reason in
// the commit (another rule of reading also takes another extractor version).
import { writeFileSync } from "node:fs";
import { type GoldenRow, goldenFiles, goldenFolders, goldenRow, tableFile, writeTable } from "./digests.ts";

const rows: GoldenRow[] = [];
for (const folder of goldenFolders) {
  const files = goldenFiles(folder);
  if (files.length === 0) throw new Error(`../shared/data/${folder} is not beside this checkout; nothing was written`);
  for (const file of files) rows.push(await goldenRow(file));
}
writeFileSync(tableFile, writeTable(rows));
console.info(`${rows.length} files written to test/lawbot/golden/digests.tsv; read the difference before you keep it`);
