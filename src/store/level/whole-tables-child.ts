import { damagesOf } from "./table-check.ts";

// A program of its own: checks tables of a large database, so that the process that is to open it is not held up.
const [database = "", ...names] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await damagesOf(database, names)));
