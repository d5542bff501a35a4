import english from "../../../messages/en.json" with { type: "json" };
import { builtinProfiles } from "../../../src/profile/builtin.ts";

/** A text without what stands between marks, whatever stands within that. */
export const outsideMarks = (text: string): string => {
  let depth = 0;
  return [...text]
    .filter((character) => {
      if (character === "⟦") depth += 1;
      const isOutside = depth === 0;
      if (character === "⟧") depth -= 1;
      return isOutside || character === "\n";
    })
    .join("");
};

/** What profiles say in their own texts, and the name of a public service. */
const data = [
  ...builtinProfiles().flatMap(({ lawSources }) =>
    lawSources.flatMap(({ name, why }) => [name, ...why.map((one) => one.text)]),
  ),
  "Open Data van de Rechtspraak",
  // A profile by its id, under which a screen lists its laws.
  ...builtinProfiles().map(({ profileId }) => profileId),
].toSorted((one, other) => other.length - one.length);

/** What no language changes: command lines and examples, flags, ids, names of reasons and fields, and the first column of a help. */
const spelled = (line: string): string =>
  data
    .reduce((left, text) => left.replaceAll(text, ""), line)
    .replaceAll(/\b[a-z]+(?:\.[a-z]+)+\b|\b(?:[0-9a-f]{16}){1,2}\b/gu, "")
    .replace(/^ *(?:pincite|protoc|buf|PINCITE_)\b.*$|^[\w-]{43}$/u, "")
    .replace(/^ {2}\S+(?: [<[]\S+)*(?: {2,}|$)/u, "")
    .replaceAll(/`[^`]*`|--?[a-z][a-z-]*|\([A-Z_]+\)|<[^>]*>|\[[a-z][^\]]*\]|^pincite:?/gu, "")
    .replace(/^ *(?:(?:[a-z]+_[a-z_]+|digest):|[a-z]+(?:\.[a-z_]+)+) *$/u, "");

/** Lines with words that no message says, and ids of messages that were shown instead of what they say. */
export const unmarked = (text: string): string[] => [
  ...(text.match(/\b[a-z-]+\.[a-z0-9-]+\b/gu) ?? []).filter((word) => Object.hasOwn(english, word)),
  ...outsideMarks(text)
    .split("\n")
    .map(spelled)
    .filter((line) => /\p{L}{3}/u.test(line)),
];
