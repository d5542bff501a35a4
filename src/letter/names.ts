import { letterForms } from "./forms.ts";
import type { Said } from "./lines.ts";

/** A name without courtesy titles, degrees and what stands behind a comma. */
export const bareName = (name: string): string =>
  name
    .replace(letterForms.honorific, "")
    .replaceAll(letterForms.title, " ")
    .split(",")[0]
    ?.replaceAll(/\s+/gu, " ")
    .trim() ?? "";

const particles = letterForms.particle;
const capital = "\\p{Lu}[\\p{L}'’.-]*";
/** A family name has small letters: capitals alone are an abbreviation, as in `Klantadviseur WW`. */
const family = "\\p{Lu}(?=[\\p{L}'’-]*\\p{Ll})[\\p{L}'’-]*";
/** Initials or first names, particles, and a family name; a single word with a capital is a first name. */
const person = new RegExp(
  `^(?:(?:\\p{Lu}\\.\\s?){1,6}|(?:${capital}\\s+){1,3}|(?:${capital}\\s+)?\\([^)]{1,30}\\)\\s+)(?:${particles}\\s+){0,3}${family}(?:\\s*[-–]\\s*(?:${particles}\\s+){0,2}\\p{Lu}[\\p{L}'’-]*)?(?:\\s(?:${particles}\\s+){0,2}\\p{Lu}[\\p{L}'’-]*)?$`,
  "u",
);

/** Whether a line can be a person's name and nothing else. */
export const isPerson = (line: string): boolean => {
  const name = bareName(line);
  return name.length <= 80 && person.test(name) && !letterForms.organisation.test(name) && !isAllCapitals(name);
};

/** Whether a name has initials or a courtesy title: of words with capitals alone an organisation may be called as well. */
export const isSurelyPerson = (line: string): boolean =>
  isPerson(line) && (letterForms.honorific.test(line) || /^(?:\p{Lu}\.\s?)+/u.test(bareName(line)));

const isAllCapitals = (name: string): boolean => !/\p{Ll}/u.test(name);

/** The family name: the last word that begins with a capital, small. */
export const familyName = (name: string): string =>
  (
    bareName(name)
      .match(/\p{Lu}[\p{L}'’-]*/gu)
      ?.at(-1) ?? ""
  ).toLowerCase();

/** A function in a few words: letters, no number, no sentence. */
export const isFunction = ({ value }: Said): boolean =>
  /^(?=.*\p{Ll}{3})\p{L}[\p{L}'’/&.,()-]*(?:\s[\p{L}'’/&.,()-]+){0,7}$/u.test(value) &&
  !/[.!?]$/u.test(value) &&
  !letterForms.organisation.test(value) &&
  !letterForms.contact.test(value);
