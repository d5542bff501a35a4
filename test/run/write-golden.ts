import { mkdirSync, writeFileSync } from "node:fs";
import { machineVersion } from "../../src/run/machine.ts";
import { goldenRun, snapshotBytes, writeJournal } from "./golden-run.ts";

// Records a journal of today's machine and the snapshot it folds to, under the machine's version. Journals of a released
// version are never written anew: runs in the field were recorded with it, and have to replay for ever.
const folder = new URL("../golden/journal/", import.meta.url);
mkdirSync(folder, { recursive: true });
const run = goldenRun();
writeFileSync(new URL(`machine-${machineVersion}.events.binpb`, folder), writeJournal(run.events));
writeFileSync(new URL(`machine-${machineVersion}.snapshot.binpb`, folder), snapshotBytes(run));
