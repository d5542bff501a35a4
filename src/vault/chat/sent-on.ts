import { writtenDays } from "../../letter/days.ts";
import { hourOf } from "./chat-days.ts";

const dayMs = 86_400_000;

/**
 * When a message was sent, as its day and hour: where the file shows people a day beside the instant, by that day, since it is the one on the
 * clock of whoever kept it; else of the instant, in UTC. Empty: the instant is none.
 *
 * @param instantMs milliseconds since 1970
 * @param shown the day and time as the file shows them; empty: it shows none
 */
export const sentOn = (instantMs: number, shown: string): string => {
  if (!(instantMs > 0 && instantMs < lastMs)) return "";
  // No clock is further from UTC than a day.
  const near = [0, -dayMs, dayMs].map((by) => new Date(instantMs + by).toISOString().slice(0, 10));
  const day = near.find((one) => shownDays(shown).includes(one));
  if (day === undefined) return `${new Date(instantMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const [time = ""] =
    /\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?(?![\d.])/iu.exec(shown.replace(dated, "")) ?? [];
  return `${day} ${hourOf(time)}`.trim();
};

const lastMs = Date.UTC(2100, 0, 1);

/** A day in numbers, which may be read in two orders: the instant says which of them is meant. */
const dated = /\d{1,4}([-./])\d{1,2}\1\d{1,4}/u;

const shownDays = (shown: string): string[] => {
  const [first = "", second = "", year = ""] = dated.exec(shown)?.[0].split(/\D/u) ?? [];
  const whole = year.length === 2 ? `20${year}` : year;
  const inNumbers = [
    [second, first],
    [first, second],
  ].map(([month = "", day = ""]) => `${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  return [...writtenDays(shown).map(({ day }) => day), ...inNumbers];
};
