import { writeFileSync } from "node:fs";
import { policyPage } from "../../src/tool/policy-table.ts";

// Writes docs/tool-policy.md anew; test/tool/policy-table.test.ts fails while the page is not what this writes.
writeFileSync(new URL("../../docs/tool-policy.md", import.meta.url), policyPage());
