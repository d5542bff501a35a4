import { type Clause, clausesOf } from "./clauses.ts";
import type { Grammar } from "./language/grammar.ts";
import { roleNoun } from "./language/roles.ts";
import { grammarsFor } from "./language/tongue.ts";
import { fold } from "./language/words.ts";
import type { Source } from "./source.ts";
import { readTokens } from "./tokens/read-tokens.ts";
import type { Token } from "./tokens/token.ts";

/** One sentence of what an entry says: what stands in it belongs together, what stands in two of them need not. */
export interface Unit {
  readonly source: Source;
  readonly text: string;
  readonly clauses: readonly Clause[];
  readonly tokens: readonly Token[];
  readonly words: ReadonlySet<string>;
  /** Noun of the role under which it stands in minutes or a form ("Werkgever: …", "Opmerkingen werknemer"); empty: none. */
  readonly label: string;
  readonly grammar: Grammar | undefined;
}

const remembered = new WeakMap<Source, readonly Unit[]>();

/** The sentences of an entry's words; each entry is read once. */
export const unitsOf = (source: Source): readonly Unit[] => {
  const found = remembered.get(source) ?? readUnits(source);
  remembered.set(source, found);
  return found;
};

/** Nothing in small letters needs to be known here: names count by their words. */
const none: ReadonlySet<string> = new Set();

const readUnits = (source: Source): Unit[] => {
  const units: Unit[] = [];
  let label = "";
  for (const line of source.said.split(/\n+/u)) {
    const heading = headingRole(line);
    if (heading !== undefined) label = heading;
    const own = /^\s*(?<role>\p{L}[\p{L}-]{2,24})\s*:\s/u.exec(line)?.groups?.role ?? "";
    const spoken = roleNoun(own)?.noun ?? "";
    const grammars = grammarsFor(line, "");
    const [grammar] = grammars;
    const clauses = grammar ? clausesOf(line, grammar) : [];
    const starts = clauses.flatMap(({ isFirst }, at) => (isFirst ? [at] : []));
    for (const [index, from] of starts.entries()) {
      const mine = clauses.slice(from, starts[index + 1]);
      const text = line.slice(mine[0]?.start ?? 0, mine.at(-1)?.end ?? 0);
      units.push({
        source,
        text,
        clauses: mine,
        grammar,
        label: spoken || label,
        tokens: readTokens(text, { grammars, known: none }),
        words: withAntecedent(new Set(mine.flatMap(({ words }) => words.map(({ folded }) => folded))), units.at(-1)),
      });
    }
  }
  return units;
};

/** Words that point back to the sentence before: `daarvan`, `dit`, `they`. */
const pointsBack = /^(?:(?:daar|hier|er)(?:\p{L}{2,6})|dit|deze|hij|zij|this|these|he|she|they|it|thereof)$/u;

/** A sentence that points back speaks of what the one before it names. */
const withAntecedent = (words: ReadonlySet<string>, before: Unit | undefined): ReadonlySet<string> =>
  before !== undefined && [...words].some((word) => pointsBack.test(word))
    ? new Set([...words, ...before.words])
    : words;

/** A line of a few words that ends in a role and no full stop is a heading: what follows is that side's. */
const headingRole = (line: string): string | undefined => {
  const words = line.trim().split(/\s+/u);
  if (words.length > 5 || words.length < 2 || /[.,;:!?]$/u.test(line.trim())) return undefined;
  return roleNoun(fold(words.at(-1) ?? ""))?.noun;
};
