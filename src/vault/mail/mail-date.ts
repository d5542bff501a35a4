const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Zones that RFC 5322 4.3 gives a meaning, in minutes; every other letter means "unknown", which counts as UTC. */
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
  /(\d{1,2})[ \t-]{1,4}([a-z]{3})[a-z]{0,6}\.?[ \t-]{1,4}(\d{2,4})[ \t,]{1,4}(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[ \t]{0,4}(?:([+-])(\d{2}):?(\d{2})|([a-z]{1,4})\b))?/i;

/**
 * The instant of a Date header (RFC 5322 3.3, with the obsolete forms of 4.3) as UTC, RFC 3339 with milliseconds; empty
 * when it is not one. JavaScript's own parser is not used, since for a date without a zone it answers by the zone of the
 * machine, and the same mail must give the same instant everywhere.
 */
export const mailInstant = (header: string): string => {
  const match = pattern.exec(header.slice(0, 200));
  if (match === null) return "";
  const [, day, monthName, year, hour, minute, second = "0", sign, zoneHours = "0", zoneMins = "0", zoneName = ""] =
    match;
  const month = months.indexOf((monthName ?? "").toLowerCase());
  if (month < 0 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return "";
  const offset = sign
    ? (sign === "-" ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMins))
    : (zoneMinutes[zoneName.toLowerCase()] ?? 0);
  const local = Date.UTC(fullYear(year ?? ""), month, Number(day), Number(hour), Number(minute), Number(second));
  const date = new Date(local - offset * 60_000);
  // 31 February would otherwise become March: a date that is not in the calendar is no date.
  return new Date(local).getUTCMonth() === month && date.getUTCFullYear() > 1900 ? date.toISOString() : "";
};

/** RFC 5322 4.3: two digits up to 49 are of this century; three digits count from 1900. */
const fullYear = (digits: string): number => {
  const year = Number(digits);
  if (digits.length >= 4) return year;
  return digits.length === 2 && year < 50 ? year + 2000 : year + 1900;
};
