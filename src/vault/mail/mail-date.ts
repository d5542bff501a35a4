const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Names that RFC 5322 4.3 gives a meaning, in minutes. */
const zoneMinutes: Readonly<Record<string, number>> = {
  ut: 0,
  gmt: 0,
  utc: 0,
  z: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};

const pattern =
  /^(?:[a-z]{2,9}\.?,?\s*)?(\d{1,2})[ \t-]{1,4}([a-z]{3})[a-z]{0,6}\.?[ \t-]{1,4}(\d{2,4})[ \t,]{1,4}(\d{1,2}):(\d{2})(?::(\d{1,2})(?:\.\d{1,6})?)?[ \t]*(.*)$/i;
/** RFC 3339, as some programs write it there. */
const iso = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})$/i;

/**
 * The instant of a Date header (RFC 5322 3.3, with the obsolete forms of 4.3) as UTC, RFC 3339 with milliseconds. Empty where
 * any of it is not understood: a zone that is left out or guessed would be wrong by hours and look like the rest. So `CET`,
 * `GMT+0200` (whose sign has two readings) and no zone at all are no instant; the date as written is kept beside it.
 * JavaScript's own parser is not used, since it answers by the zone of the machine.
 */
export const mailInstant = (header: string): string => {
  const given = withoutComments(header.slice(0, 400));
  const standard = iso.exec(given);
  if (standard !== null) return instant(numbers(standard.slice(1, 7)), zoneOf(standard[7] ?? ""));
  const match = pattern.exec(given);
  if (match === null) return "";
  const [, day = "", monthName = "", year = "", hour = "", minute = "", second = "0", zone = ""] = match;
  const month = months.indexOf(monthName.toLowerCase()) + 1;
  return instant(numbers([String(fullYear(year)), String(month), day, hour, minute, second]), zoneOf(zone));
};

const numbers = (digits: readonly string[]): number[] => digits.map(Number);

/** RFC 5322 4.2: comments may stand anywhere, in one another. */
const withoutComments = (text: string): string => {
  let bare = text;
  for (let i = 0; i < 5 && bare.includes("("); i++) bare = bare.replace(/\([^()]*\)/g, " ");
  return bare.trim();
};

/** Minutes east of Greenwich; undefined where it is not understood. A name behind a number only repeats it. */
const zoneOf = (zone: string): number | undefined => {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})(?:\s+[a-z]{1,5})?$/i.exec(zone) ?? [];
  if (sign !== undefined)
    return Number(minutes) > 59 ? undefined : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  // Letters of the military zones were defined with the wrong sign: RFC 5322 4.3 has them all mean -0000.
  return /^[a-ik-z]$/i.test(zone) ? 0 : zoneMinutes[zone.toLowerCase()];
};

const instant = (parts: readonly number[], east: number | undefined): string => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  if (east === undefined || year < 1900 || month < 1 || hour > 23 || minute > 59 || second > 60) return "";
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  // 31 February would otherwise become March: a date that is not in the calendar is no date.
  const isInCalendar = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return isInCalendar ? new Date(local - east * 60_000).toISOString() : "";
};

/** RFC 5322 4.3: two digits up to 49 are of this century; three digits count from 1900. */
const fullYear = (digits: string): number => {
  const year = Number(digits);
  if (digits.length >= 4) return year;
  return digits.length === 2 && year < 50 ? year + 2000 : year + 1900;
};
