import { cpus } from "node:os";
import { benchAdvance } from "./advance.ts";
import { benchColdStart } from "./cold-start.ts";
import { benchDraftCheck } from "./draft-check.ts";
import { benchExport } from "./export.ts";
import { benchFirm } from "./firm.ts";
import { benchFirmScale } from "./firm-scale.ts";
import { benchGetRun } from "./get-run.ts";
import { benchGrowth } from "./growth.ts";
import { benchGuide } from "./guide.ts";
import { benchKnownItem } from "./known-item.ts";
import { benchLawPack } from "./law-pack.ts";
import { benchLawbot } from "./lawbot.ts";
import { benchManyArtifacts } from "./many-artifacts.ts";
import { benchPackage } from "./package.ts";
import { benchPage } from "./page.ts";
import { benchPassages } from "./passages.ts";
import { benchProof } from "./proof.ts";
import { benchReceipts } from "./receipts.ts";
import type { BenchRow } from "./row.ts";
import { benchSearch } from "./search.ts";
import { benchSpan } from "./span.ts";
import { benchStart } from "./start.ts";
import { benchStore } from "./store.ts";
import { benchTracing } from "./tracing.ts";
import { benchUsage } from "./usage.ts";
import { benchVault } from "./vault.ts";
import { benchWatchers } from "./watchers.ts";
import { benchWholeRun } from "./whole-run.ts";

/**
 * `npm run bench [name …]`: prints each figure beside its floor, measured in the same run on the same machine. Ratios
 * hold where absolute figures drift; nothing here is a test.
 */
const parts: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  advance: benchAdvance,
  artifacts: benchManyArtifacts,
  "draft-check": benchDraftCheck,
  export: benchExport,
  "get-run": benchGetRun,
  growth: benchGrowth,
  "known-item": benchKnownItem,
  guide: benchGuide,
  page: benchPage,
  passages: benchPassages,
  proof: benchProof,
  receipts: benchReceipts,
  search: benchSearch,
  span: benchSpan,
  start: benchStart,
  store: benchStore,
  tracing: benchTracing,
  usage: benchUsage,
  firm: benchFirm,
  "firm-scale": benchFirmScale,
  vault: benchVault,
  lawbot: benchLawbot,
  "law-pack": benchLawPack,
  "cold-start": benchColdStart,
  package: benchPackage,
  watchers: benchWatchers,
  "whole-run": benchWholeRun,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(", ")}: name ${Object.keys(parts).join(", ")}, or none for all.\n`,
  );
  process.exit(2);
}

process.stdout.write(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "CPU"}\n\n`);
process.stdout.write(`${line(["", "what", "figure", "floor or peer, same run", "ratio", "target"])}\n`);
process.stdout.write(`|---|---|---|---|---|---|\n`);
for (const [name, bench] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const row of await bench())
    process.stdout.write(`${line([row.id, row.what, row.figure, row.floor, ratioOf(row), row.target])}\n`);
}
process.exit(0);

/** Why there is nothing to compare with stands in the floor's own place. */
function ratioOf({ ratio }: BenchRow): string {
  return Number.isNaN(ratio) ? "–" : `${ratio.toFixed(2)}×`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
