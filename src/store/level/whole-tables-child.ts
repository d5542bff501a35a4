import { damagedTables } from "./whole-tables.ts";

// A program of its own: checks the tables of a large database, so that the process that is to open it is not held up.
const [database = "", known = ""] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await damagedTables({ database, known })));
