import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { inEnglish, worded } from "../../messages/said.ts";
import { sha256Hex } from "../../sha256.ts";
import { CodePointIndex } from "../../span/code-points.ts";
import { type CalendarTime, calendarTime, calendarZones } from "../calendar/calendar-time.ts";
import {
  type CalendarComponent,
  type CalendarProperty,
  calendarComponents,
  propertyOf,
  unescapeText,
} from "../calendar/content-lines.ts";
import { entryPeople, entryText, personOf, shortValue } from "../calendar/entry-text.ts";
import { Copies, copiesMax } from "../container/member.ts";
import { decodeText } from "../mail/charset.ts";
import { cleanText, codePointLength, oneLine } from "../mail/clean-text.ts";
import {
  type AttachedPart,
  type Entry,
  type ExtractedDocument,
  fileName,
  type Importer,
  ImportRefusal,
  type Opener,
  type TextSegment,
} from "../reader/port.ts";

const kinds: Readonly<Record<string, "event" | "task" | "journal">> = {
  VEVENT: "event",
  VTODO: "task",
  VJOURNAL: "journal",
};
/** More than a lifetime of appointments. */
const entriesMax = 50_000;
const formats = { mediaTypes: ["text/calendar"], suffixes: [".ics", ".ical"] };

/**
 * A calendar of several entries. Each becomes a file of its own: the calendar's own lines, the time zones it names and the
 * entry, byte for byte as they stand, without the other entries.
 */
export const calendarEntries = {
  ...formats,
  open(original) {
    const calendars = calendarComponents(original);
    const count = calendars.reduce((sum, calendar) => sum + entriesOf(calendar).length, 0);
    if (count > entriesMax) throw new ImportRefusal(`it holds more than ${entriesMax} entries; split it`);
    return count > 1 ? single(original, calendars) : undefined;
  },
} satisfies Opener;

/**
 * One calendar entry (RFC 5545). The canonical text is one line for each of SUMMARY, DTSTART, DTEND or DURATION, LOCATION,
 * STATUS, ORGANIZER, ATTENDEE, RRULE and its kin, as `Name: value` with times as written and the zone behind them; an empty
 * line; the description. Recurrences are told, not expanded.
 */
export const calendarEntry: Importer = {
  ...formats,
  // 2: what an entry is sent for, and which change of it this is. 3: who accepted and who declined.
  // 4: an answer is its attendee's, and what it repeats of the invitation the organiser's.
  version: "4",
  async extract(original, context) {
    const calendars = calendarComponents(original);
    const entry = calendars.flatMap(entriesOf)[0];
    if (entry === undefined) {
      throw new ImportRefusal("it holds no event, task or journal entry; export the entries you need and import those");
    }
    const zones = calendarZones(
      calendars
        .flatMap(withInner)
        .filter(isZone)
        .map((zone) => textOf(original, zone.start, zone.end)),
    );
    const method = methodOf(original, calendars.find((one) => withInner(one).includes(entry)) ?? entry);
    return document(original, { entry, method }, zones, context.path);
  },
};

const withInner = (component: CalendarComponent): CalendarComponent[] => [component, ...component.children];
const isZone = (component: CalendarComponent): boolean => component.name === "VTIMEZONE";
/** Entries of a calendar; a file may also hold one without a calendar around it. */
const entriesOf = (component: CalendarComponent): CalendarComponent[] =>
  withInner(component).filter(({ name }) => name in kinds);
const textOf = (original: Uint8Array, start: number, end: number): string =>
  decodeText(original.subarray(start, end)).text;

function* single(original: Uint8Array, calendars: readonly CalendarComponent[]): Generator<Entry> {
  const copies = new Copies();
  let count = 0;
  for (const calendar of calendars) {
    for (const entry of entriesOf(calendar)) {
      count++;
      const bytes = alone(original, calendar, entry);
      if (copies.areTooMany(sha256Hex(bytes))) continue;
      yield { name: `${nameOf(original, calendar, entry, count)}.ics`, mediaType: "text/calendar", bytes };
    }
  }
  const more = copies.count - copiesMax;
  if (more > 0) yield { name: "copies", refusal: moreCopies(more) };
}

const moreCopies = (count: number): string => inEnglish(worded("import.more-entries-are-copies", { count }));

/**
 * Named by UID, for a changed occurrence RECURRENCE-ID, and what the entry says: an invitation, its change and its cancellation
 * are three documents, since each of them happened. Programs write DTSTAMP anew with every export: that alone supersedes.
 */
const nameOf = (original: Uint8Array, calendar: CalendarComponent, entry: CalendarComponent, count: number): string => {
  const properties = propertiesOf(original, entry);
  const words = ["UID", "RECURRENCE-ID"].map(
    (name) => properties.find((property) => property.name === name)?.value.trim() ?? "",
  );
  const name = words
    .filter((word) => word !== "")
    .join(" ")
    .replace(/[^\p{L}\p{N}@._ -]+/gu, "_")
    .slice(0, 180)
    .toWellFormed();
  const said = [methodOf(original, calendar), ...properties.filter((one) => one.name !== "DTSTAMP").map(writtenAs)];
  return `${name || `entry-${count}`} ${sha256Hex(Buffer.from(said.join("\n"))).slice(0, 8)}`;
};

const writtenAs = ({ name, parameters, value }: CalendarProperty): string =>
  `${name} ${Object.entries(parameters).sort().flat().join(";")} ${value}`;

/** What the calendar is sent for, such as REQUEST or CANCEL (RFC 5546); empty for one that is only kept. */
const methodOf = (original: Uint8Array, calendar: CalendarComponent): string =>
  shortValue(propertiesOf(original, calendar).find(({ name }) => name === "METHOD")?.value).toUpperCase();

const alone = (original: Uint8Array, calendar: CalendarComponent, entry: CalendarComponent): Uint8Array => {
  const slice = (place: { start: number; end: number }): Uint8Array => original.subarray(place.start, place.end);
  if (calendar === entry) return new Uint8Array(slice(entry));
  const words = Buffer.from(slice(entry))
    .toString("latin1")
    .replace(/\r?\n[ \t]/g, "");
  const zones = calendar.children
    .filter(isZone)
    .filter(
      (zone) => words.includes(`TZID=${tzidOf(original, zone)}`) || words.includes(`TZID="${tzidOf(original, zone)}"`),
    );
  const end = calendar.lines.length === 0 ? calendar.start : (calendar.lines[0]?.start ?? calendar.start);
  const first = { start: calendar.start, end: Math.max(end, lineEnd(original, calendar.start)) };
  const last = Buffer.from(`END:${calendar.name}\r\n`);
  return Buffer.concat([slice(first), ...calendar.lines.map(slice), ...zones.map(slice), slice(entry), last]);
};

const lineEnd = (bytes: Uint8Array, at: number): number => bytes.indexOf(0x0a, at) + 1 || bytes.length;

const tzidOf = (original: Uint8Array, zone: CalendarComponent): string =>
  Buffer.from(propertiesOf(original, zone).find((property) => property.name === "TZID")?.value ?? "\0").toString(
    "latin1",
  );

const propertiesOf = (original: Uint8Array, component: CalendarComponent): CalendarProperty[] =>
  component.lines.flatMap(({ start, end }) => propertyOf(unfolded(original.subarray(start, end))) ?? []);

/** Unfolded before it is decoded, because a line may be folded within a letter (RFC 5545 3.1). */
const unfolded = (line: Uint8Array): string =>
  decodeText(
    Buffer.from(
      Buffer.from(line)
        .toString("latin1")
        .replace(/\r?\n[ \t]/g, ""),
      "latin1",
    ),
  ).text;

const document = (
  original: Uint8Array,
  { entry, method }: { readonly entry: CalendarComponent; readonly method: string },
  zones: ReturnType<typeof calendarZones>,
  path: string,
): ExtractedDocument => {
  const properties = propertiesOf(original, entry);
  const first = (name: string): CalendarProperty | undefined => properties.find((property) => property.name === name);
  const time = (name: string): CalendarTime & { tzid: string } => {
    const [value, tzid] = [first(name)?.value ?? "", first(name)?.parameters.TZID ?? ""];
    return { ...calendarTime(value, tzid, zones), tzid };
  };
  const start = time("DTSTART");
  const end = first("DTEND") ? time("DTEND") : time("DUE");
  const recurrence = properties.filter(({ name }) => /^(?:RRULE|RDATE|EXDATE|EXRULE)$/.test(name)).slice(0, 100);
  const title = oneLine(unescapeText(first("SUMMARY")?.value ?? ""), 998);
  const text = entryText(properties, title);
  if (text === "") throw new ImportRefusal("the entry says nothing; import the message or file it came with");
  return {
    text,
    segments: spokenIn(text, properties, method),
    extractor: "ics",
    docType: kinds[entry.name] ?? "event",
    mediaType: "text/calendar",
    title: title.toWellFormed() || `(no title) ${fileName(path)}`,
    authoredAtIso: start.sortIso,
    authoredAtText: [start.text, start.tzid].filter((word) => word !== "").join(" "),
    participants: isAnswer(method) ? whoAnswers(properties) : entryPeople(properties),
    event: {
      calendarUid: shortValue(first("UID")?.value),
      startText: start.text,
      endText: end.text || shortValue(first("DURATION")?.value),
      startIso: start.iso,
      endIso: end.iso,
      timeZone: cleanText(start.tzid).slice(0, 200).toWellFormed(),
      recurrence: recurrence.map((property) => shortValue(`${property.name}:${property.value}`)),
      recurrenceId: shortValue(first("RECURRENCE-ID")?.value),
      status: shortValue(first("STATUS")?.value),
      method,
      sequence: sequenceOf(first("SEQUENCE")?.value),
      stampText: shortValue(first("DTSTAMP")?.value),
      location: shortValue(unescapeText(first("LOCATION")?.value ?? "")),
    },
    parts: attachedTo(properties),
    notes: [
      ...(recurrence.length > 0 ? ["It repeats; the rule is in its text, and only the time it names is dated."] : []),
      ...(start.text !== "" && start.iso === "" && start.sortIso !== ""
        ? ["The calendar does not say what its time zone means; it is sorted as if its time were UTC."]
        : []),
    ],
  };
};

/** Sent by who was invited to who invited (RFC 5546, 3.2.3 and 3.2.7). */
const isAnswer = (method: string): boolean => method === "REPLY" || method === "COUNTER";

/** Who answers, then who is answered. An answer has one attendee (RFC 5546, 3.2.3); of several it is not known who sent it. */
const whoAnswers = (properties: readonly CalendarProperty[]): string[] => {
  const people = entryPeople(properties);
  const attendees = properties.filter(({ name }) => name === "ATTENDEE");
  return attendees.length === 1 ? [...new Set([personOf(attendees[0]), ...people])] : people;
};

/** Whose words an entry is: who invites, or who answers; what an answer repeats of the invitation is still the other's. */
const spokenIn = (text: string, properties: readonly CalendarProperty[], method: string): TextSegment[] => {
  const organizer = personOf(properties.find(({ name }) => name === "ORGANIZER"));
  const end = codePointLength(text);
  const own = { voice: Voice.AUTHOR, depth: 0, dateText: "" };
  if (!isAnswer(method)) return [{ start: 0, end, ...own, speaker: organizer }];
  const attendees = properties.filter(({ name }) => name === "ATTENDEE");
  const speaker = attendees.length === 1 ? personOf(attendees[0]) : "";
  const invited = invitationIn(text, properties);
  if (invited === undefined) return [{ start: 0, end, ...own, speaker }];
  const index = new CodePointIndex(text);
  const [from, to] = [index.toCodePoint(invited.start), index.toCodePoint(invited.end)];
  return [
    { start: 0, end: from, ...own, speaker },
    { start: from, end: to, ...own, voice: Voice.QUOTED, depth: 1, speaker: organizer },
    { start: to, end, ...own, speaker },
  ].filter((one) => one.end > one.start);
};

/** Where the description stands below the header block, in UTF-16 units. */
const invitationIn = (text: string, properties: readonly CalendarProperty[]) => {
  const description = properties.find(({ name }) => name === "DESCRIPTION")?.value ?? "";
  const words = cleanText(unescapeText(description)).trim();
  const start = words === "" ? -1 : text.indexOf(words, Math.max(0, text.indexOf("\n\n")));
  return start < 0 ? undefined : { start, end: start + words.length };
};

/** 0 where the entry does not count its changes. */
const sequenceOf = (value = ""): number => (/^\d{1,9}$/.test(value.trim()) ? Number(value) : 0);

/** Files inside the entry; links to files are not followed. */
const attachedTo = (properties: readonly CalendarProperty[]): AttachedPart[] =>
  properties
    .filter(({ name, parameters }) => name === "ATTACH" && parameters.ENCODING?.toUpperCase() === "BASE64")
    .slice(0, 100)
    .map(({ value, parameters }, i) => ({
      name:
        shortValue(parameters.FILENAME ?? parameters["X-FILENAME"])
          .split(/[/\\]/)
          .at(-1)
          ?.slice(0, 200) || `part-${i + 1}`,
      mediaType: (parameters.FMTTYPE ?? "").slice(0, 128),
      bytes: Buffer.from(value, "base64"),
    }));
