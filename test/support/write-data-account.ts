import { writeFileSync } from "node:fs";
import { accountPage } from "./data-account/page.ts";

// Writes docs/data-account.md anew; test/e2e/data-account.test.ts fails while the page is not what this writes.
writeFileSync(new URL("../../docs/data-account.md", import.meta.url), accountPage());
