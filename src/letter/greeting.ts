import { letterForms } from "./forms.ts";
import { bareName, isPerson } from "./names.ts";

/** How a letter begins, and whether it names one person. */
interface Greeting {
  readonly words: string;
  readonly isByName: boolean;
}

/**
 * How a letter greets whom it is for: a board that its address begins with, which acts as one, unless the letter is for the attention of
 * somebody; else the one person of its address, with a courtesy title and the family name where the address itself says the
 * title. Nobody's sex is guessed by a name: initials are greeted with what stands for either title, a first name as it stands there.
 * No words: the address names no board and no person, or several.
 */
export const greetingOf = (address: readonly string[], locale: string): Greeting => {
  const language = locale.startsWith("en") ? "en" : "nl";
  const board = boardOf(address);
  if (board !== "") return { words: `${letterForms.boardGreeting(board, language)},`, isByName: false };
  const people = peopleIn(address.filter((line) => letterForms.attention.test(line)));
  if (people.length === 0) people.push(...peopleIn(address));
  const [person] = people;
  if (person === undefined || people.length > 1) return { words: "", isByName: false };
  const name = bareName(person);
  const courtesy = letterForms.honorific.exec(person)?.[0] ?? "";
  const title =
    courtesy === "" && isInitialled(name)
      ? letterForms.unknownTitle(language)
      : letterForms.titleOf(courtesy, language);
  const called = title === "" ? name : `${title} ${surnameOf(name)}`;
  return { words: `${greets[language]} ${called},`, isByName: true };
};

const greets = { nl: "Geachte", en: "Dear" } as const;

const isInitialled = (name: string): boolean => /^(?:\p{Lu}\.\s?)+/u.test(name);

const peopleIn = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(letterForms.attention, "")).filter(isPerson);

/** The words by which the first line of an address names a board; empty: it names none, or somebody within it is to read the letter. */
const boardOf = ([first = "", ...others]: readonly string[]): string => {
  if (peopleIn(others.filter((line) => letterForms.attention.test(line))).length > 0) return "";
  const name = first.replace(letterForms.towards, "").replace(letterForms.attention, "");
  return letterForms.board.exec(name.replace(/^(?:het|de|the)\s+/iu, ""))?.[0] ?? "";
};

/** `Van den Berg` of `S.J. van den Berg`: behind a courtesy title a small word in front has a capital. */
const surnameOf = (name: string): string => {
  const family = new RegExp(`(?:${letterForms.particle}\\s+)*\\p{Lu}[\\p{L}'’-]*(?:\\s*[-–]\\s*.+)?$`, "u").exec(
    name,
  )?.[0];
  return (family ?? name).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
};
