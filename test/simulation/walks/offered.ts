import type { SeededRandom } from "../hostile/random.ts";

/** A command that a screen offers, as words of a command line behind `pincite`. */
export type Offered = readonly string[];

/** Words of a command line, quotation marks taken off as a shell does. */
const wordsOf = (line: string): string[] =>
  Array.from(
    line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu),
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );

/** The commands that a screen offers, in its order, each once. */
export const offeredIn = (shown: string): Offered[] => {
  const lines = Array.from(shown.matchAll(/^ {2,4}pincite (.+)$/gmu), ([, line = ""]) => line.trim());
  return [...new Set(lines)].map(wordsOf);
};

/** Whether something is left for the person to fill in. */
export const hasBlank = (offered: Offered): boolean => offered.some((word) => word.includes("…"));

/** What a person fills in. */
export interface Filling {
  readonly words: readonly string[];
  readonly documentIds: readonly string[];
  /** What people may be, as the screen names it. */
  readonly roles: readonly string[];
}

/** What people may be, as a screen that asks for it says. */
export const rolesIn = (shown: string): string[] => {
  const [, roles = ""] = /\(([^()]+)\),\s+(?:zoals|such as|for example)/u.exec(shown) ?? [];
  return roles.split(",").map((role) => role.replaceAll(/\s+/gu, " ").trim());
};

/** The offered command with its blanks filled: passages by a number that was shown, people, papers and words of the dossier. */
export const filled = (offered: Offered, { words, documentIds, roles }: Filling, random: SeededRandom): string[] =>
  offered.map((word) => {
    if (!word.includes("…")) return word;
    const [, name = "", blank = ""] = /^([^=]*)=([\s\S]*)$/u.exec(word) ?? [];
    if (blank.startsWith("vault:")) return `${name}=${random.pick(documentIds)}`;
    if (/^(?:bewijsvraag|slot):\d+$/u.test(name) && blank === "…") return `${name}=${1 + random.int(3)}`;
    if (/^[^:=]+$/u.test(name) && !ownWords.test(name) && blank === "…") return `${name}=${random.pick(roles)}`;
    return word.replace("…", random.pick(words));
  });

/** Names of what a person says in her own words; any other is that of somebody in the case. */
const ownWords = /^(?:doel|goal|eis|demand|verzwijg|unsaid)$/iu;

/** A screen without what changes from one to the next: signs, ids of runs and of requests. */
export const plainScreen = (shown: string): string =>
  shown.replaceAll(/\b\d+-[0-9a-f]{4,}\b/gu, "SIGN").replaceAll(/[0-9A-Z]{26}/gu, "ID");
