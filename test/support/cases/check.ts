import { join } from "node:path";
import { readCase } from "./read-case.ts";
import { caseNames } from "./sets.ts";
import { CaseError, casesFolder } from "./table.ts";

// `npm run cases [-- NAME ...]`: reads every case as the suite does, or those named, and says what rows that cannot be read want. Ends
// with 1 if any does.

let isWhole = true;
const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : caseNames())
  try {
    const { papers, dossier, bad } = await readCase(join(casesFolder, name));
    const counts = `${papers.length} papers, ${dossier.entries.length} rows of the key, ${dossier.honest.length} honest and ${bad.length} bad sentences`;
    console.log(`${name}: ${counts}`);
  } catch (error) {
    if (!(error instanceof CaseError)) throw error;
    isWhole = false;
    console.error(error.message);
  }
process.exitCode = isWhole ? 0 : 1;
