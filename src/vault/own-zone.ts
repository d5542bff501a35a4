/** The distance from UTC that a date names at its end, as mail writes it (RFC 5322, section 3.3): `+0200`, perhaps with a remark. */
const namedOffset = /([+-])(\d{2})(\d{2})\s*(?:\([^)]*\))?\s*$/u;

/**
 * An instant in UTC as its writer's clock had it, with the distance from UTC that the written date names: a mail of half past midnight
 * is of the day on which it was sent. The instant itself where the date names no distance, or none from UTC.
 */
export const inOwnZone = (iso: string, written: string): string => {
  const [, sign = "", hours = "", minutes = ""] = namedOffset.exec(written) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const instant = Date.parse(iso);
  if (sign === "" || offset === 0 || Number(hours) > 14 || Number(minutes) > 59 || Number.isNaN(instant)) return iso;
  return new Date(instant + offset * 60_000).toISOString().replace("Z", `${sign}${hours}:${minutes}`);
};
