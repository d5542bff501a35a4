import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { sharedData } from "../../support/shared-data.ts";
import { repairPage } from "./page.ts";

const folder = sharedData("json-repair-cases");
if (!folder) throw new Error("the shared data is not beside this checkout");
writeFileSync(new URL("../../../docs/model-repair.md", import.meta.url), await repairPage(dirname(folder)));
