/** Whether it is a day of the calendar written as ISO 8601. ISO days compare as strings. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** The day, in UTC, of an instant in milliseconds since 1970. */
export const dayOf = (instantMs: number): string => new Date(instantMs).toISOString().slice(0, 10);
