import { writeFileSync } from "node:fs";
import { policyPage } from "./policy-table.ts";
import { commandWordsSource, fieldsPage } from "./tool-pages.ts";

// Writes anew what is generated from the tools' definitions; tests in test/tool fail while it is not what this writes.
const write = (path: string, text: string): void => writeFileSync(new URL(`../../${path}`, import.meta.url), text);
write("docs/tool-policy.md", policyPage());
write("docs/tool-fields.md", fieldsPage());
write("src/cli/tool/built-in.ts", commandWordsSource());
