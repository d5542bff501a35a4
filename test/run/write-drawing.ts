import { writeFileSync } from "node:fs";
import { machinePage } from "./drawing.ts";

// Writes docs/run-machine.md anew; test/run/drawing.test.ts fails while the page is not what this writes.
writeFileSync(new URL("../../docs/run-machine.md", import.meta.url), machinePage());
