import { OrchestratorStateSchema } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { enumWord } from "../../src/cli/text/enum-word.ts";
import { guideCases } from "./guide/cases.ts";
import { type FirstBinding, type Walked, walkCase } from "./guide/walk.ts";

/**
 * Takes each made-up case from intent to end, once with looks named and once without, and prints what the guide bound by itself
 * beside the truth of the case, and where the right paper stood among the passages that it left to a person. Holds where nineteen in twenty of
 * its own are right, it ends with a memo, and nothing is finalised while looks are passed over.
 */
export const simulateGuide = async (): Promise<boolean> => {
  let held = true;
  for (const one of await guideCases()) {
    const [walked, blind] = [await walkCase(one, true), await walkCase(one, false)];
    // Of a case that nobody has read there are sums, and no word of its claims.
    const report = one.isSeen ? reportOf(walked, blind) : sumsOf(walked, blind);
    held &&= report.holds;
    process.stdout.write(`${one.name}: ${report.words}\n`);
    if (!one.isSeen) continue;
    if (!walked.finalised) for (const missing of walked.missing) process.stdout.write(`  stops: ${missing}\n`);
    for (const binding of walked.bindings) process.stdout.write(`  ${line(binding)}\n`);
  }
  return held;
};

/** What a case came to, with what was searched, and whether that is what is asked. */
export const reportOf = (walked: Walked, blind: Walked): { readonly holds: boolean; readonly words: string } => {
  const { holds, words } = sumsOf(walked, blind);
  const absence = walked.absenceQueries.map((query) => `"${query}"`).join(", ") || "no search";
  return { holds, words: `${words}; absence by ${absence}` };
};

/** The sums alone: no word of the case is in them. */
export const sumsOf = (walked: Walked, blind: Walked): { readonly holds: boolean; readonly words: string } => {
  const own = walked.bindings.filter(({ isOwn }) => isOwn);
  const right = own.filter(({ isRight }) => isRight).length;
  const left = walked.bindings.filter(({ isOwn }) => !isOwn);
  const among = left.filter(({ place }) => place >= 1 && place <= 3).length;
  const unseen = walked.bindings.filter(({ isOpponents, looks }) => isOpponents && looks.length === 0);
  const passedOver = blind.finalised && walked.looksNamed > 0;
  const holds = right >= 0.95 * own.length && walked.finalised && !passedOver;
  const words = [
    `${right} of ${own.length} that the guide bound right`,
    `a right paper among three passages for ${among} of ${left.length} left to a person`,
    `looks on ${lookedAt(walked, true)} right and ${lookedAt(walked, false)} wrong ones (${codeCounts(walked)})`,
    `${unseen.length} of the other side without a look`,
    `without naming looks ${blind.finalised ? "finalised" : `stops in ${enumWord(OrchestratorStateSchema, blind.stoppedIn)}`}`,
    `with ${walked.looksNamed} named ${walked.finalised ? "finalised" : `stops in ${enumWord(OrchestratorStateSchema, walked.stoppedIn)}`}`,
  ];
  return { holds, words: words.join("; ") };
};

const lookedAt = ({ bindings }: Walked, isRight: boolean): number =>
  bindings.filter((one) => one.isRight === isRight && one.looks.length > 0).length;

/** What the looks on right bindings are, with how many of each. */
const codeCounts = ({ bindings }: Walked): string => {
  const counts = new Map<string, number>();
  for (const code of bindings.filter(({ isRight }) => isRight).flatMap(({ looks }) => looks))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${code} ${count}`).join(", ");
};

const line = ({ claim, template, file, isOwn, place, isRight, looks, quote }: FirstBinding): string =>
  `${isOwn ? "guide" : `place ${place}`} ${isRight ? "right" : "WRONG"} ${template}: ${file || "nothing"}${looks.length > 0 ? ` (${looks.join(", ")})` : ""} for “${claim.slice(0, 60)}” “${quote.slice(0, 80)}”`;
