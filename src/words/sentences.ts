import { errorsInDutch } from "./dutch/errors.ts";
import { eventsInDutch } from "./dutch/events.ts";
import { goSentencesInDutch } from "./dutch/go.ts";
import { helpInDutch } from "./dutch/help.ts";
import { importSentencesInDutch } from "./dutch/import.ts";
import { letterSentencesInDutch } from "./dutch/letter.ts";
import { proofSentencesInDutch } from "./dutch/proof.ts";
import { queryNotesInDutch } from "./dutch/query.ts";
import { screenInDutch } from "./dutch/screen.ts";
import { spanSentencesInDutch } from "./dutch/spans.ts";
import { filled } from "./filled.ts";
import { itemNameInDutch } from "./item-names.ts";

/**
 * Dutch for sentences that are finished in English when they get here: errors and reasons of a server, help of the command
 * line. The key is the sentence as the code writes it, with `{1}`, `{2}` where something is filled in, as catalogues of gettext
 * have it. What is filled in stays as it is, unless it is a sentence of the catalogue itself or the id of an item of a run.
 */
export const catalogue: Readonly<Record<string, string>> = {
  ...screenInDutch,
  ...errorsInDutch,
  ...helpInDutch,
  ...letterSentencesInDutch,
  ...queryNotesInDutch,
  ...goSentencesInDutch,
  ...eventsInDutch,
  ...proofSentencesInDutch,
  ...spanSentencesInDutch,
  ...importSentencesInDutch,
};

/** A sentence with gaps, made ready to be found again in what a server wrote. */
interface Gapped {
  readonly shape: RegExp;
  readonly dutch: string;
  /** Characters that stand fast: of two shapes that fit, the one that says more is meant. */
  readonly weight: number;
}

let gapped: readonly Gapped[] | undefined;

const gappedOf = (): readonly Gapped[] =>
  (gapped ??= Object.entries(catalogue)
    .filter(([english]) => english.includes("{1}"))
    .map(([english, dutch]) => ({ shape: shapeOf(english), dutch, weight: english.replace(/\{\d\}/gu, "").length }))
    .toSorted((one, other) => other.weight - one.weight));

const shapeOf = (english: string): RegExp =>
  new RegExp(
    `^${english
      .split(/\{\d\}/u)
      .map(escaped)
      .join("([\\s\\S]*?)")}$`,
    "u",
  );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");

/** How deep a sentence may stand inside another. */
const depthMax = 3;

/** The sentence in Dutch; as it is where the catalogue has none of its shape. */
export const sentenceInDutch = (english: string, depth = 0): string => {
  const whole = catalogue[english] ?? (depth > 0 ? itemNameInDutch(english) : undefined);
  if (whole !== undefined) return whole;
  if (depth >= depthMax) return english;
  for (const { shape, dutch } of gappedOf()) {
    const found = shape.exec(english);
    if (!found) continue;
    return filled(
      dutch,
      found.slice(1).map((part) => sentenceInDutch(part, depth + 1)),
    );
  }
  return english;
};
