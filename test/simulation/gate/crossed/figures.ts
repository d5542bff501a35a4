import { ask } from "../measure.ts";
import { cases, draw } from "./draw.ts";

/** Prints, for each class of drawn sentences, how many were met; of the shown half, `--show=CLASS` prints those that were not. */
const shown = new Set((process.argv.find((one) => one.startsWith("--show="))?.slice(7) ?? "").split(","));

const rows = new Map<string, { all: number; met: number }>();
const lines: string[] = [];
for (const one of cases) {
  const sentences = draw(one);
  const answers = ask(
    one.dossier,
    sentences.map((each) => ({ ...each, kind: "FACT" as const })),
  );
  sentences.forEach((each, at) => {
    const { rules = [], looks = [], shown: why = "" } = answers[at] ?? {};
    const isMet = rules.length + looks.length > 0;
    for (const key of [
      `${each.isTrue ? "true" : "wrong"} ${each.class} ${one.dossier.name} ${each.isShown ? "shown" : "unread"}`,
      `${each.isTrue ? "true" : "wrong"} ALL ${one.dossier.name} ${each.isShown ? "shown" : "unread"}`,
    ]) {
      const row = rows.get(key) ?? { all: 0, met: 0 };
      rows.set(key, { all: row.all + 1, met: row.met + Number(isMet) });
    }
    if (each.isShown && isMet === each.isTrue && (shown.has(each.class) || shown.has("all")))
      lines.push(`${each.id} [${each.entryIds}] ${each.text}${each.isTrue ? `\n      ${why}` : ""}`);
  });
}
for (const [key, { all, met }] of [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${key}: met ${met} of ${all} (${((100 * met) / all).toFixed(0)} %)`);
for (const line of lines) console.log(line);
