import { queryInWords, queryMark, vaultSearchOf } from "./vault-search.ts";

/**
 * What was searched, in Dutch. The sources say it in English, and it stands so in the record; a footnote is read by people.
 * Only what the sources themselves write is put into Dutch, part by part: names, dates and the words that were searched
 * for stay as they are, and a scope of another form is left as it came.
 */
export const scopeInDutch = (scope: string): string => {
  const vault = vaultSearchOf(scope);
  if (vault) {
    const { strand, documents, limits, query } = vault;
    const parts = [...limits.map(limitInDutch), ...(query === "" ? [] : [words(query)])].join(", ");
    return `Vault, strand “${strand}”, ${documents} ${documents === 1 ? "document" : "documenten"}: ${parts}`;
  }
  const law = /^statutes (in force on|as loaded for) (\S+?)(?:, as known on (\S+?))?: (.*)$/s.exec(scope);
  if (!law) return scope;
  const [, held, day = "", known, rest = ""] = law;
  const which = held === "in force on" ? "wetten zoals zij gelden op" : "wetten zoals geladen voor";
  const [searched = "", ...asked] = rest.split(queryMark);
  return [
    `${which} ${day}${known ? `, zoals bekend op ${known}` : ""}: ${laws(searched)}`,
    ...(asked.length > 0 ? [words(asked.join(queryMark))] : []),
  ].join(", ");
};

const words = (query: string): string => `gezocht naar ${searchedWordsInDutch(query)}`;

/** What was searched for, with Dutch words between. */
export const searchedWordsInDutch = (query: string): string =>
  queryInWords(query, { and: "en", or: "of", not: "zonder" });

/** What a search was limited to, in Dutch: the kinds, the days, the people. */
export const limitInDutch = (limit: string): string =>
  limit
    .replace(/^every kind$/, "alle soorten")
    .replace(/^kind (.*)$/, (_, kinds: string) => `alleen ${kinds.replaceAll(" or ", " of ")}`)
    .replace(/^from /, "vanaf ")
    .replace(/^to /, "tot en met ")
    .replace(/^with (.*)$/, (_, people: string) => `met ${people.replaceAll(" or ", " of ")}`);

const laws = (searched: string): string =>
  searched
    .replace(/(\d+) laws, each in its version/, "$1 wetten, elk in haar versie")
    .replace("repealed text is not searched", "vervallen tekst is niet doorzocht")
    .replace(
      /whether (\d+) of them (?:was|were) in force then is not known/,
      "van $1 daarvan is niet bekend of zij toen golden",
    )
    .replace(
      /; not searched, no version loaded for that day: (.*?)(?: and (\d+) more)?$/s,
      (_, ids: string, more: string | undefined) =>
        `; niet doorzocht, want zonder geladen versie op die dag: ${ids}${more ? ` en ${more} meer` : ""}`,
    );
