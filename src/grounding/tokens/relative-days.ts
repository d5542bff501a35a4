import { dayNumber, isoDay, type PartialDay } from "../language/calendar.ts";
import { wordsIn } from "../language/words.ts";

/** Words that name a day by the day of speaking, and how many days they lie behind it; a part of the day may follow in one word. */
const dutch =
  /^(?<day>eergister|gister|vandaag|van(?=ochtend|morgen|middag|avond)|overmorgen)(?:en)?(?:ochtend|morgen|middag|avond|nacht)?$/u;
const dutchDays: Readonly<Record<string, number>> = { eergister: -2, gister: -1, vandaag: 0, van: 0, overmorgen: 2 };
const englishDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/**
 * The days that a text names by the day on which it was said ("gistermiddag", "today"), in order. `spoken`: the days that are known
 * as that; nothing follows where there is not exactly one whole day. Dutch `morgen` alone may be a morning and names none.
 */
export const relativeDays = (text: string, spoken: readonly PartialDay[]): PartialDay[] => {
  const known = [...new Set(spoken.flatMap((day) => dayNumber(day) ?? []))];
  const [from] = known;
  if (from === undefined || known.length > 1) return [];
  return wordsIn(text).flatMap(({ folded }) => {
    const by = dutchDays[dutch.exec(folded)?.groups?.day ?? ""] ?? englishDays[folded];
    const day = by === undefined ? undefined : isoDay(new Date((from + by) * 86_400_000).toISOString());
    return day === undefined ? [] : [day];
  });
};
