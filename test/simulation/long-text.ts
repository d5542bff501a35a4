import { seeded } from "./store-seed.ts";

/** Words of the text, and of one search for many of them. */
const [textWords, vocabulary, queryWords] = [550_000, 2_000, 60];

const wordAt = (number: number): string => `woord${number}`;

/** A text of some 5 MB in which each of its words stands some hundreds of times. */
export const longText = (): string => {
  const random = seeded(1);
  const words = Array.from({ length: textWords }, () => wordAt(Math.floor(random() * vocabulary)));
  return `toezegging ${words.map((word, at) => (at % 12 === 11 ? `${word}.\n` : word)).join(" ")}`;
};

/** A search for sixty of its words, by a number. */
export const longQuery = (number: number): string => {
  const random = seeded(number + 2);
  return Array.from({ length: queryWords }, () => wordAt(Math.floor(random() * vocabulary))).join(" ");
};
