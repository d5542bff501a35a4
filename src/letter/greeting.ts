import { letterForms } from "./forms.ts";
import { bareName, isPerson } from "./names.ts";

/**
 * How a letter greets the one person of its address: with a courtesy title and the family name where the address itself says the
 * title, else by the name as it stands there: nobody's sex is guessed by a name. Empty: the address names no person, or several.
 */
export const greetingOf = (address: readonly string[], locale: string): string => {
  const people = address.map((line) => line.replace(letterForms.attention, "")).filter(isPerson);
  const [person] = people;
  if (person === undefined || people.length > 1) return "";
  const isEnglish = locale.startsWith("en");
  const title = letterForms.titleOf(letterForms.honorific.exec(person)?.[0] ?? "", isEnglish ? "en" : "nl");
  const called = title === "" ? bareName(person) : `${title} ${surnameOf(bareName(person))}`;
  return `${isEnglish ? "Dear" : "Geachte"} ${called},`;
};

/** `Van den Berg` of `S.J. van den Berg`: behind a courtesy title a small word in front has a capital. */
const surnameOf = (name: string): string => {
  const family = new RegExp(`(?:${letterForms.particle}\\s+)*\\p{Lu}[\\p{L}'’-]*(?:\\s*[-–]\\s*.+)?$`, "u").exec(
    name,
  )?.[0];
  return (family ?? name).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
};
