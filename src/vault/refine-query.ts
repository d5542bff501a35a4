/** Shorter beginnings match too much to be a help. */
const prefixCharsMin = 4;

/**
 * A wider query to suggest when one found nothing; empty when there is nothing to widen. One step at a time: phrases
 * become words; then exclusions and demands go; then each word becomes its first two thirds with `*`, since Dutch
 * compounds hide words behind their beginnings.
 */
export const refineQuery = (query: string): string => {
  const given = query.trim().replace(/\s+/g, " ");
  if (/["“”„]/.test(given))
    return given
      .replace(/["“”„]/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  const words = given.split(" ").filter((word) => word !== "" && !word.startsWith("-"));
  const plain = words.map((word) => word.replace(/^\+/, ""));
  if (plain.join(" ") !== given) return plain.join(" ");
  const prefixes = plain.map(prefixOf);
  return prefixes.every((prefix, i) => prefix === plain[i]) ? "" : prefixes.join(" ");
};

const prefixOf = (word: string): string => {
  const letters = [...word.replace(/\*$/, "")];
  const kept = letters.slice(0, Math.max(prefixCharsMin, Math.ceil((letters.length * 2) / 3)));
  return kept.length < letters.length ? `${kept.join("")}*` : word;
};
