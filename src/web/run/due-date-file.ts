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
 * The first day that is to come by which an answer is asked for, in this letter or in the one it answers, ISO 8601 date; empty where there
 * is none, as where a letter without a day names a period: then the day is the person's to say.
 */
export const dayToCome = ({ intent, letterReading }: Pick<RunView, "intent" | "letterReading">, now: Date): string => {
  const terms = (letterReading?.terms ?? []).flatMap(({ dueDate, countedDate }) => [dueDate, countedDate]);
  const days = [...(intent?.demands ?? []).map(({ dueDate }) => dueDate), ...terms];
  const today = now.toISOString().slice(0, 10);
  return days.filter((day) => day >= today).toSorted()[0] ?? "";
};
