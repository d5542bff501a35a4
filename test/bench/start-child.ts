import { openInstallation } from "../../src/installation.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { engineOver, readyToAdvance } from "./engine-fixture.ts";
import { rate } from "./measure.ts";

// Fills the runs' store of a data folder, closes it, and on a second call writes to it until it is killed.

const [dataDir = "", from = "0", count = ""] = process.argv.slice(2);
const { signer } = openInstallation(dataDir);
const store = await openLevelStore({ dir: `${dataDir}/runs`, clock: { now: () => Date.now() }, signer });
const { engine } = engineOver(store, undefined, Number(from) * 10);
await engine.openIndex();
process.send?.("open");
await rate(count === "" ? 1_000_000 : Number(count), 32, (i) => readyToAdvance(engine, Number(from) + i));
await store.close();
