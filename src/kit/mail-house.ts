/** The house that a mail address is of, in small letters: `jansenbouw.example` of `plan@jansenbouw.example`. Empty: it is no address. */
export const houseOf = (address: string): string => (/@([^\s<>@]+)/u.exec(address)?.[1] ?? "").toLowerCase();

/** A name of fewer letters may be part of any house, as `De` of a firm's name is. */
const lettersLeast = 3;

/**
 * Whether a house is called by a name: a label of it but the last begins with all its words (`logistiektwente-hengelo.example` of Logistiek
 * Twente). One word may be a person's name too, so it is the whole of a label there.
 */
export const isCalled = (house: string, words: readonly string[]): boolean => {
  const name = lettersOf(words.join(""));
  const labels = house.split(".").slice(0, -1).map(lettersOf);
  return (
    name.length >= lettersLeast && labels.some((label) => (words.length > 1 ? label.startsWith(name) : label === name))
  );
};

const lettersOf = (words: string): string => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
