import { writeFileSync } from "node:fs";
import { indexPage } from "./index-page.ts";

// Writes docs/formats/index.md anew; test/engine/run/index-page.test.ts fails while the page is not what this writes.
writeFileSync(new URL("../../docs/formats/index.md", import.meta.url), indexPage());
