import type { LetterPart } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { ReadingChange } from "../../client/change-reading.ts";
import type { RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { cutsOf } from "../../show/cut-parts.ts";
import { oneLine } from "../text/plain.ts";
import { isTyped, typedForms } from "../text/typed-words.ts";

/**
 * `7=cut: words`: the sentence is taken in two before these words, or with several between bars in more; without words where the program
 * proposes it. `12=whole`: its pieces are one again. `7=demand`, `9=statement`: what it is.
 */
const form = new RegExp(
  `^\\s*(?:(?:assertion|question):)?(?<number>\\d{1,6})\\s*=\\s*(?:(?<cut>${typedForms("typed.cut")})(?:\\s*[:,]\\s*(?<words>[\\s\\S]*\\S))?|(?<other>${[typedForms("typed.whole"), typedForms("typed.as-demand"), typedForms("typed.as-statement")].join("|")}))\\s*$`,
  "iu",
);

/** Whether a person changes what the parts of the letter are. */
export const isReadingChange = (said: string): boolean => form.test(said);

/**
 * What a person changes of a part of the letter. Errors: ITEM_UNKNOWN for a part that the letter has not, REQUEST_INVALID for words that do not
 * stand in it once, and for a sentence that no border is proposed in.
 */
export const readingChangeSaid = ({ letterReading }: Pick<RunView, "letterReading">, said: string): ReadingChange => {
  const { number = "", cut, words = "", other = "" } = form.exec(said)?.groups ?? {};
  const parts = [...(letterReading?.assertions ?? []), ...(letterReading?.questions ?? [])];
  const part = parts.find(({ partId }) => Number(partId.split(":")[1]) === Number(number));
  if (!part) throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-in-what-was-shown", { name: number }));
  const { partId } = part;
  if (cut !== undefined) return { partId, cuts: cutsTyped(part, words, number) };
  if (isTyped(other, "typed.whole")) return { partId, isWhole: true };
  return { partId, asKind: isTyped(other, "typed.as-demand") ? "question" : "assertion" };
};

/** Where the pieces begin: before the words that were typed, each of which stands there once, or else where it is proposed. */
const cutsTyped = (part: LetterPart, words: string, number: string): readonly number[] => {
  const excerpt = part.span?.excerpt ?? "";
  const cuts = words === "" ? cutsOf(part) : words.split("|").map((one) => placeOf(excerpt, one));
  if (cuts.length > 0 && !cuts.includes(-1)) return cuts;
  throw new DomainError(
    "REQUEST_INVALID",
    worded("cut.name-the-words-it-is-cut-before", { number, excerpt: oneLine(excerpt, 400) }),
  );
};

/** Where words stand in others, in code points, whatever blanks part them; -1: nowhere behind the first, or more than once. */
const placeOf = (excerpt: string, words: string): number => {
  const wanted = words
    .replaceAll(/^[\s"“”…]+|[\s"“”…]+$/gu, "")
    .replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&")
    .replaceAll(/\s+/gu, "\\s+");
  if (wanted === "") return -1;
  const found = [...excerpt.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${wanted}`, "giu"))];
  return found.length === 1 && found[0]?.index ? [...excerpt.slice(0, found[0].index)].length : -1;
};
