import { cleanText, oneLine } from "../mail/clean-text.ts";
import { type CalendarProperty, unescapeText } from "./content-lines.ts";

const peopleMax = 200;

/** A value on one line, at most 1,000 characters. */
export const shortValue = (value = ""): string => oneLine(value, 1_000);

/** Lines of the header block: [property, label]. Times have their zone behind them. */
const labels: readonly (readonly [string, string])[] = [
  ["DTSTART", "Start"],
  ["DTEND", "End"],
  ["DUE", "Due"],
  ["COMPLETED", "Completed"],
  ["DURATION", "Duration"],
  ["LOCATION", "Location"],
  ["STATUS", "Status"],
  ["ORGANIZER", "Organizer"],
  ["ATTENDEE", "Attendee"],
  ["RRULE", "RRULE"],
  ["RDATE", "RDATE"],
  ["EXDATE", "EXDATE"],
  ["RECURRENCE-ID", "RECURRENCE-ID"],
];

/** What a person answered to the invitation, as the calendar writes it (RFC 5545 3.2.12): ` (DECLINED)`; empty where it says nothing. */
const answerOf = ({ parameters }: CalendarProperty): string => {
  const answer = shortValue(parameters.PARTSTAT).slice(0, 40).toWellFormed();
  return answer === "" ? "" : ` (${answer})`;
};

/** The entry as text: header block, empty line, description and comments. */
export const entryText = (properties: readonly CalendarProperty[], title: string): string => {
  const block = title === "" ? [] : [`Summary: ${title}`];
  for (const [name, label] of labels) {
    for (const property of properties.filter((one) => one.name === name).slice(0, peopleMax)) {
      const isPerson = name === "ORGANIZER" || name === "ATTENDEE";
      const value = isPerson ? personOf(property) + answerOf(property) : shortValue(unescapeText(property.value));
      const zone = property.parameters.TZID;
      if (value !== "") block.push(`${label}: ${value}${zone ? ` ${shortValue(zone)}` : ""}`);
    }
  }
  const words = properties
    .filter(({ name }) => name === "DESCRIPTION" || name === "COMMENT")
    .map(({ value }) => cleanText(unescapeText(value)).trim());
  return cleanText([block.join("\n"), ...words].filter((piece) => piece !== "").join("\n\n"));
};

/** Organiser and attendees as written, each once; at most 200. */
export const entryPeople = (properties: readonly CalendarProperty[]): string[] => {
  const named = ["ORGANIZER", "ATTENDEE"].flatMap((name) => properties.filter((property) => property.name === name));
  return [...new Set(named.map(personOf))].filter((one) => one !== "").slice(0, peopleMax);
};

/** `Name <address>`, or whichever of the two there is. */
export const personOf = (property: CalendarProperty | undefined): string => {
  const address = shortValue(property?.value)
    .replace(/^mailto:/i, "")
    .slice(0, 200);
  const name = shortValue(property?.parameters.CN).slice(0, 200);
  return (name === "" || name === address ? address : `${name} <${address}>`).toWellFormed();
};
