import type { RunView } from "../../client/run-view.ts";

/** A day on which something ends, with the words that stand in a calendar. */
export interface DueDay {
  /** ISO 8601 date. */
  readonly day: string;
  readonly text: string;
}

/** Days by which something has to be done, as entries for a calendar (RFC 5545), each with an alarm three days before. */
export const dueDaysFile = (runId: string, days: readonly DueDay[]): Blob => {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pincite//NL",
    ...days.flatMap(({ day, text }, at) => entryOf(`${runId}${at === 0 ? "" : `-${at + 1}`}@pincite`, day, text)),
    "END:VCALENDAR",
  ];
  return new Blob([lines.map((line) => `${folded(line)}\r\n`).join("")], { type: "text/calendar" });
};

const entryOf = (uid: string, day: string, text: string): string[] => {
  const compact = day.replaceAll("-", "");
  const escaped = text.replaceAll(/[\\;,]/gu, (char) => `\\${char}`).replaceAll(/\s+/gu, " ");
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${compact}T000000Z`,
    `DTSTART;VALUE=DATE:${compact}`,
    `SUMMARY:${escaped}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped}`,
    "TRIGGER:-P3D",
    "END:VALARM",
    "END:VEVENT",
  ];
};

/** Bytes of a line before it goes on in the next, behind a blank (RFC 5545, 3.1). */
const lineBytes = 75;
const folded = (line: string): string => {
  const utf8 = new TextEncoder();
  let [whole, room] = ["", lineBytes];
  for (const char of line) {
    const bytes = utf8.encode(char).length;
    if (bytes > room) [whole, room] = [`${whole}\r\n `, lineBytes - 1];
    whole += char;
    room -= bytes;
  }
  return whole;
};

/**
 * The first day that is to come by which this letter asks for something, ISO 8601 date; of a letter that asks for nothing, by which the one it
 * answers does. Empty where there is none, as where a period is named: then the day is the person's to say.
 */
export const dayToCome = ({ intent, letterReading }: Pick<RunView, "intent" | "letterReading">, now: Date): string => {
  const today = now.toISOString().slice(0, 10);
  const demands = intent?.demands ?? [];
  const days =
    demands.length > 0
      ? demands.map(({ dueDate }) => dueDate)
      : (letterReading?.terms ?? []).flatMap(({ dueDate, countedDate }) => [dueDate, countedDate]);
  // Nobody is reminded of the day on which it is written.
  return days.filter((day) => day > today).toSorted()[0] ?? "";
};
