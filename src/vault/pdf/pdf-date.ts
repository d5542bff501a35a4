const pattern = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?)?/;

/**
 * The instant of a PDF date (ISO 32000-1, 7.9.4), RFC 3339 UTC with milliseconds; a date without a zone counts as UTC.
 * Empty for what is none.
 */
export const pdfInstant = (written: string): string => {
  const match = pattern.exec(written);
  if (match === null) return "";
  const number = (i: number, missing: number): number => Number(match[i] ?? missing);
  const [month, day] = [number(2, 1), number(3, 1)];
  const local = Date.UTC(number(1, 0), month - 1, day, number(4, 0), number(5, 0), number(6, 0));
  const east = (match[8] === "-" ? -1 : 1) * (number(9, 0) * 60 + number(10, 0)) * 60_000;
  if (Number.isNaN(local) || month < 1 || month > 12 || new Date(local).getUTCDate() !== day) return "";
  return new Date(local - east).toISOString();
};
