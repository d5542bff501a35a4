import { exhibitTitle } from "../../export/exhibit-names.ts";
import { isExtractUnasked, type TellingExhibit } from "../../export/telling-exhibits.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** The exhibits of which the quoted words go along: tables, and papers that say what must not be said, unless they are named to go whole, and whichever else are named. */
export const extractsOf = (
  telling: readonly TellingExhibit[],
  { extract = [], whole = [] }: { readonly extract?: readonly number[]; readonly whole?: readonly number[] },
): number[] => {
  const unasked = telling.filter(isExtractUnasked).map(({ number }) => number);
  return [...new Set([...unasked, ...extract])].filter((number) => !whole.includes(number));
};

/** What goes along of the exhibits that say more than the letter quotes, with what would send it otherwise. */
export const goingLines = (
  telling: readonly TellingExhibit[],
  extracts: readonly number[],
  speech: Speech,
): string[] => {
  const told = (id: "go.exhibits-as-extracts" | "go.exhibits-whole", some: readonly TellingExhibit[]): string[] =>
    some.length === 0
      ? []
      : [
          ...wrap(speech.phrase(id, { count: some.length, numbers: some.map(({ number }) => number).join(" ") }), 92),
          ...some.flatMap((one) => [
            `  ${one.number}  ${oneLine(exhibitTitle(one, speech), 80)}`,
            ...one.unsaid.map((words) => `     ${speech.phrase("exhibit.says-unsaid", { words: oneLine(words, 80) })}`),
          ]),
        ];
  return [
    ...told(
      "go.exhibits-as-extracts",
      telling.filter(({ number }) => extracts.includes(number)),
    ),
    ...told(
      "go.exhibits-whole",
      telling.filter(({ number }) => !extracts.includes(number)),
    ),
  ];
};
