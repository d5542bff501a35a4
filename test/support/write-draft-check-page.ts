import { writeFileSync } from "node:fs";
import { draftCheckPage } from "../grounding/draft-check-page.ts";

// Writes docs/draft-check.md from the rules and their examples: npx node test/support/write-draft-check-page.ts
writeFileSync(new URL("../../docs/draft-check.md", import.meta.url), draftCheckPage());
