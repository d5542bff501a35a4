import ICAL from "ical.js";

/** A DATE or DATE-TIME as written, and the instant where it is known. */
export interface CalendarTime {
  /** As written; empty when absent. */
  readonly text: string;
  /** RFC 3339 UTC with milliseconds, a date for whole days, empty when the zone is not known. */
  readonly iso: string;
  /** For sorting only: the instant, or the written time read as UTC where the zone is not known. */
  readonly sortIso: string;
}

const pattern = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/;

/**
 * Reads a time. Zones are looked for in the calendar itself (VTIMEZONE, computed by ical.js), then by their name among the
 * zones of the tz database; any other zone and floating times have no instant, since a guess would be a wrong hour.
 */
export const calendarTime = (value: string, tzid: string, zones: ReadonlyMap<string, ICAL.Timezone>): CalendarTime => {
  const text = value.trim().slice(0, 100);
  const match = pattern.exec(text);
  if (match === null) return { text, iso: "", sortIso: "" };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const date = `${match[1]}-${match[2]}-${match[3]}`;
  const local = Date.UTC(year, month - 1, day, hour || 0, minute || 0, second || 0);
  if (Number.isNaN(local) || new Date(local).getUTCMonth() !== month - 1) return { text, iso: "", sortIso: "" };
  if (match[4] === undefined) return { text, iso: date, sortIso: new Date(local).toISOString() };
  if (match[7] === "Z") return { text, iso: new Date(local).toISOString(), sortIso: new Date(local).toISOString() };
  const offset = offsetIn(zones.get(tzid), local) ?? namedOffset(tzid, local);
  const sortIso = new Date(local - (offset ?? 0)).toISOString();
  return { text, iso: offset === undefined ? "" : sortIso, sortIso };
};

/** Milliseconds east of UTC at this local time, by the calendar's own definition. */
const offsetIn = (zone: ICAL.Timezone | undefined, local: number): number | undefined => {
  if (zone === undefined) return undefined;
  const at = new Date(local);
  const time = ICAL.Time.fromData({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    isDate: false,
  });
  const seconds = zone.utcOffset(time);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
};

/** The same by the tz database; twice, because the offset at the local time is only known once one is tried. */
const namedOffset = (tzid: string, local: number): number | undefined => {
  // Some programs write `/vendor/20070129_1/Europe/Berlin` (RFC 5545 3.2.19).
  const name = /(?:[A-Z][A-Za-z_+-]+\/)?[A-Z][A-Za-z_+-]+\/[A-Z][A-Za-z_+-]+$/.exec(tzid)?.[0];
  const first = name === undefined ? undefined : zoneOffset(name, local);
  return first === undefined || name === undefined ? undefined : zoneOffset(name, local - first);
};

const zoneOffset = (timeZone: string, instant: number): number | undefined => {
  try {
    const parts = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "longOffset" }).formatToParts(instant);
    const named = parts.find((part) => part.type === "timeZoneName")?.value ?? "";
    const match = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(named);
    if (match === null) return undefined;
    const seconds = Number(match[2] ?? 0) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
    return (match[1] === "-" ? -1 : 1) * seconds * 1000;
  } catch {
    // No zone of this name.
    return undefined;
  }
};

/** The zones a calendar defines, by TZID. What cannot be read is left out: its times then have no instant. */
export const calendarZones = (definitions: readonly string[]): Map<string, ICAL.Timezone> => {
  const zones = new Map<string, ICAL.Timezone>();
  for (const definition of definitions) {
    try {
      const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(definition)));
      if (zone.tzid) zones.set(zone.tzid, zone);
    } catch {
      // A damaged definition is no definition.
    }
  }
  return zones;
};
