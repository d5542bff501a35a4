/** A family name, perhaps of several parts, a comma, and given names or initials with the particles that mail programs put behind them. */
const filed =
  /^(?<family>\p{Lu}[\p{L}'’-]*(?:\s[\p{L}'’-]+){0,3}),\s*(?<given>\p{Lu}(?:\.|\p{Ll}[\p{Ll}'’]*(?:-\p{Lu}\p{Ll}+)?)(?:\s?\p{Lu}[\p{L}'’.-]*){0,4}(?:\s\p{Ll}[\p{L}'’]*){0,3})$/u;

/**
 * A name in the order in which it is said: `Jolanda de Wit` for `Wit, Jolanda de`, as address books file it; what stands behind it, such
 * as an address in brackets, stays. Any other text is as it was.
 */
export const inSpokenOrder = (text: string): string => {
  const [, name = "", rest = ""] = /^([^<]*?)(\s*<.*)?$/su.exec(text) ?? [];
  const { family, given } = filed.exec(name.replace(/^["']|["']$/gu, ""))?.groups ?? {};
  return family === undefined || given === undefined ? text : `${given} ${family}${rest}`;
};
