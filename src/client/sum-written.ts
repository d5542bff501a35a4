/** A sum as a letter writes it: who types digits alone in a field for a sum means euros, and a letter that says `312,40` says of what to nobody. */
export const sumWritten = (typed: string): string =>
  /^\d[\d.,]*$/u.test(typed.trim()) ? `€ ${typed.trim()}` : typed.trim();
