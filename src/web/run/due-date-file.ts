import type { RunView } from "../../client/run-view.ts";

/** The day on which an answer is due, as an entry for a calendar (RFC 5545). The title of the memo is its only text. */
export const dueDateFile = (runId: string, day: string, title: string): Blob => {
  const compact = day.replaceAll("-", "");
  const text = title.replaceAll(/[\\;,]/gu, (char) => `\\${char}`).replaceAll("\n", " ");
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pincite//NL",
    "BEGIN:VEVENT",
    `UID:${runId}@pincite`,
    `DTSTAMP:${compact}T000000Z`,
    `DTSTART;VALUE=DATE:${compact}`,
    `SUMMARY:${text}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${text}`,
    "TRIGGER:-P3D",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return new Blob([lines.map((line) => `${line}\r\n`).join("")], { type: "text/calendar" });
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
