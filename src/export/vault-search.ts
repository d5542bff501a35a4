/** What the kernel puts between the scope of a search and the words that were searched for. */
export const queryMark = ", query: ";

/** A search of the Vault, as the Vault says what it covered. */
export interface VaultSearch {
  readonly strand: string;
  /** How many documents the strand had. */
  readonly documents: number;
  /** Kinds, days and people it was limited to, each in the Vault's words; `every kind` where the kinds were not. */
  readonly limits: readonly string[];
  /** As it was asked; empty where nothing tells. */
  readonly query: string;
}

/** Reads the scope of a search of the Vault; undefined for any other. */
export const vaultSearchOf = (scope: string): VaultSearch | undefined => {
  const [, strand = "", count = "", rest = ""] = /^Vault, strand "([^"]*)", (\d+) documents: (.*)$/s.exec(scope) ?? [];
  if (count === "") return undefined;
  const at = rest.indexOf(queryMark);
  const [said, query] = at < 0 ? [rest, ""] : [rest.slice(0, at), rest.slice(at + queryMark.length)];
  return { strand, documents: Number(count), limits: said.split(", "), query };
};

/** The signs between words of a search in the words of a language; what stands in quotation marks was looked for as it is. */
export const queryInWords = (
  query: string,
  { and, or, not }: { readonly and: string; readonly or: string; readonly not: string },
): string =>
  query
    .split(/("[^"]*")/u)
    .map((part) =>
      part.startsWith('"')
        ? part
        : part
            .replaceAll(/(?<!\S)AND(?!\S)/gu, and)
            .replaceAll(/(?<!\S)OR(?!\S)/gu, or)
            .replaceAll(/(?<!\S)NOT(?!\S)/gu, not),
    )
    .join("");
