import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { machineVersion } from "../../src/run/machine.ts";
import { rulesVersion } from "../../src/run/rules.ts";
import {
  goldenAbsenceRun,
  goldenChoiceRun,
  goldenJudgedRun,
  goldenRankedRun,
  goldenRulesRun,
  goldenRun,
  goldenToolRun,
  goldenWordsRun,
  snapshotBytes,
  writeJournal,
} from "./golden-run.ts";

// Records journals of today's machine and the snapshots they fold to, under the machine's version. What is recorded is
// never written anew: runs in the field were recorded with it, and have to replay for ever.
const folder = new URL("../golden/journal/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, make] of [
  [`machine-${machineVersion}`, goldenRun],
  [`machine-${machineVersion}-tools`, goldenToolRun],
  [`machine-${machineVersion}-rules-${rulesVersion}`, goldenRulesRun],
  [`machine-${machineVersion}-absence`, goldenAbsenceRun],
  [`machine-${machineVersion}-choice`, goldenChoiceRun],
  [`machine-${machineVersion}-ranked`, goldenRankedRun],
  [`machine-${machineVersion}-words`, goldenWordsRun],
  [`machine-${machineVersion}-judged`, goldenJudgedRun],
] as const) {
  const events = new URL(`${name}.events.binpb`, folder);
  if (existsSync(events)) continue;
  const run = make();
  writeFileSync(events, writeJournal(run.events));
  writeFileSync(new URL(`${name}.snapshot.binpb`, folder), snapshotBytes(run));
}
