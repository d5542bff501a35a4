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
