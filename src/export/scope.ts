import type { Speech } from "../messages/speech.ts";
import { queryInWords, queryMark, type VaultSearch, vaultSearchOf } from "./vault-search.ts";

/**
 * What was searched, in the language of a reader. The sources say it in English, and it stands so in the record. Only what the sources
 * themselves write is said again, part by part: names, dates and the words that were searched for stay as they are, and a scope of
 * another form is left as it came.
 */
export const scopeIn = (scope: string, speech: Speech): string => {
  const { phrase } = speech;
  const vault = vaultSearchOf(scope);
  if (vault) {
    const { strand, documents, limits, query } = vault;
    const parts = [...limits.map((limit) => limitIn(limit, speech)), ...searchedFor(query, speech)];
    return phrase("scope.searched-vault", { strand, count: documents, limits: parts.join(", ") });
  }
  const law = /^statutes (in force on|as loaded for) (\S+?)(?:, as known on (\S+?))?: (.*)$/s.exec(scope);
  if (!law) return scope;
  const [, held, day = "", known, rest = ""] = law;
  const [searched = "", ...asked] = rest.split(queryMark);
  const facts = { day, laws: lawsIn(searched, speech) };
  const isInForce = held === "in force on";
  const through =
    known === undefined
      ? phrase(isInForce ? "scope.searched-laws-in-force" : "scope.searched-laws-as-loaded", facts)
      : phrase(isInForce ? "scope.searched-laws-in-force-known" : "scope.searched-laws-as-loaded-known", {
          ...facts,
          known,
        });
  return [through, ...searchedFor(asked.join(queryMark), speech)].join(", ");
};

/** What was searched, as a letter tells of it, and how many hits a person dismissed; undefined: nobody said what became of them. */
export const searchedIn = (scope: string, dismissed: number | undefined, speech: Speech): string => {
  const { phrase } = speech;
  const vault = vaultSearchOf(scope);
  const searched = vault
    ? searchOfFile(vault, speech)
    : phrase("scope.search-of-scope", { scope: scopeIn(scope, speech) });
  return dismissed === undefined
    ? phrase("scope.search-found", { searched })
    : phrase("scope.search-found-dismissed", { searched, count: dismissed });
};

/** A search of the documents: what was looked through, and for what. Kinds that were not limited need no word. */
const searchOfFile = ({ documents, limits, query }: VaultSearch, speech: Speech): string => {
  const said = limits.filter((limit) => limit !== everyKind).map((limit) => limitIn(limit, speech));
  const searched = speech.phrase("scope.searched-file", {
    count: documents,
    limits: said.length === 0 ? "" : ` (${said.join(", ")})`,
  });
  return query === ""
    ? searched
    : speech.phrase("scope.searched-file-for", { searched, query: wordsSearched(query, speech) });
};

/** How the Vault says that a search was limited to no kind. */
const everyKind = "every kind";

const searchedFor = (query: string, speech: Speech): string[] =>
  query === "" ? [] : [speech.phrase("scope.searched-for", { query: wordsSearched(query, speech) })];

const wordsSearched = (query: string, { phrase }: Speech): string =>
  queryInWords(query, {
    and: phrase("scope.search-and"),
    or: phrase("scope.search-or"),
    not: phrase("scope.search-not"),
  });

/** What a search was limited to: the kinds, the days, the people. */
const limitIn = (limit: string, { phrase }: Speech): string => {
  if (limit === everyKind) return phrase("scope.search-every-kind");
  const [, sort, what = ""] = /^(kind|from|to|with) (.*)$/s.exec(limit) ?? [];
  const oneOf = what.replaceAll(" or ", ` ${phrase("scope.search-or")} `);
  if (sort === "kind") return phrase("scope.search-kinds", { kinds: oneOf });
  if (sort === "from") return phrase("scope.search-from", { day: what });
  if (sort === "to") return phrase("scope.search-to", { day: what });
  return sort === "with" ? phrase("scope.search-with", { people: oneOf }) : limit;
};

const lawsIn = (searched: string, speech: Speech): string =>
  searched
    .split("; ")
    .map((part) => lawPartIn(part, speech))
    .join("; ");

const lawPartIn = (part: string, { phrase }: Speech): string => {
  if (part === "repealed text is not searched") return phrase("scope.repealed-not-searched");
  const versions = /^(\d+) laws, each in its version$/.exec(part);
  if (versions) return phrase("scope.laws-of-versions", { count: Number(versions[1]) });
  const unknown = /^whether (\d+) of them (?:was|were) in force then is not known$/.exec(part);
  if (unknown) return phrase("scope.laws-not-known-in-force", { count: Number(unknown[1]) });
  const left = /^not searched, no version loaded for that day: (.*?)(?: and (\d+) more)?$/s.exec(part);
  if (!left) return part;
  const [, ids = "", more] = left;
  return more === undefined
    ? phrase("scope.laws-not-loaded", { ids })
    : phrase("scope.laws-not-loaded-more", { ids, count: Number(more) });
};
