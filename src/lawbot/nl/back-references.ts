import {
  type Citation,
  type FoundCitation,
  type Pinpoint,
  type Provision,
  provisionOf,
} from "../../citation/citation.ts";

/** What words that refer back mean, as a citation; the words in front of them that belong to them are taken in. */
export interface BackReference {
  readonly found: FoundCitation;
  /** Undefined: unresolved. */
  readonly means: Citation | undefined;
}

/** Characters between what refers back and what it refers to, and a blank line, over which nothing is carried. */
const distanceMax = 600;
const border = /\n\s*\n/;
const lawBack = /(?:die|deze|dat|dit|dezelfde|hetzelfde|genoemde|voornoemde|bedoelde)\s+(wet|besluit)$/iu;
const partBefore =
  /(?<![\p{L}\p{N}])lid\s+(\d{1,3}[a-z]?)(?:,?\s+(?:aanhef\s+en\s+)?(?:onder|onderdeel|sub)\s+([a-z]{1,2}|\d{1,2}°?))?\s+van\s+$/iu;

/**
 * What each citation that refers back ("lid 2 van dat artikel", "het tweede lid", "die wet") means: the citation right before
 * it, if that names one provision of a known law. Of two provisions, of a list or a range, nobody can say which is meant, and
 * past a ruling, a blank line or 600 characters nothing is carried: it then stays unresolved.
 */
export const backReferencesOf = (text: string, list: readonly FoundCitation[]): BackReference[] => {
  let last: FoundCitation | undefined;
  return list.map((each) => {
    const { citation } = each;
    if (citation.kind !== "anaphora") {
      last = isOne(citation) ? each : undefined;
      return { found: each, means: undefined };
    }
    const found = withPartBefore(text, each);
    const isNear = last && found.start - last.end <= distanceMax && !border.test(text.slice(last.end, found.start));
    const means = last && isNear ? meantBy(found.citation, last.citation) : undefined;
    if (means) last = { ...found, citation: means };
    return { found, means };
  });
};

const isOne = ({ kind, law, provisions }: Citation): boolean =>
  kind === "statute" && law !== "" && provisions.length === 1 && provisions.every(isSingle);

const isSingle = ({ number, through, andFollowing, former, pinpoints }: Provision): boolean =>
  number !== "" && through === "" && !andFollowing && !former && pinpoints.length <= 1;

/** "lid 2 van" in front of "dat artikel" is a part of what it says. */
const withPartBefore = (text: string, found: FoundCitation): FoundCitation => {
  const { citation, start, end } = found;
  if (!/artikel$/i.test(citation.lawRaw)) return found;
  const match = partBefore.exec(text.slice(Math.max(0, start - 60), start));
  if (!match) return found;
  const from = start - match[0].length;
  const [, lid = "", item] = match;
  const pinpoint: Pinpoint = {
    relation: "and",
    paragraphs: [{ number: lid, through: "" }],
    introductory: /aanhef/i.test(match[0]),
    items: item ? [{ marks: [item], through: "" }] : [],
    sentences: [],
  };
  const lawRaw = text.slice(from, end);
  return {
    citation: { ...citation, lawRaw, provisions: [provisionOf("", [pinpoint])] },
    start: from,
    end,
    spots: [{ start: from, end }],
  };
};

/** The provision, or the law, that the words mean beside the one before them. */
const meantBy = (words: Citation, { law, provisions: [before] }: Citation): Citation | undefined => {
  const said = words.provisions[0];
  const means = (provisions: readonly Provision[]): Citation => ({
    kind: "statute",
    law,
    lawRaw: "",
    provisions,
    caseNumber: "",
  });
  if (!before) return undefined;
  const [, kind = ""] = lawBack.exec(words.lawRaw) ?? [];
  if (kind) {
    // "dat besluit" behind an act is a decision of somebody's, and no law at all.
    if ((kind.toLowerCase() === "besluit") !== /besluit/i.test(law)) return undefined;
    // "artikel 4 van die wet": another article of the same law, without the book of the one before.
    if (said && /[:.]/.test(before.number) && !/[:.]/.test(said.number)) return undefined;
    return said && said.number === "" ? undefined : means(words.provisions);
  }
  if (/(?:^|\s)(?:dit|dat)\s+lid$/i.test(words.lawRaw))
    return before.pinpoints[0]?.paragraphs.length === 1 ? means([{ ...before, pinpoints: lidOf(before) }]) : undefined;
  if (words.provisions.length > 1 || (said && said.number !== "")) return undefined;
  return means([{ ...before, relation: "and", pinpoints: said?.pinpoints ?? [] }]);
};

const lidOf = ({ pinpoints }: Provision): Pinpoint[] =>
  pinpoints.map(({ relation, paragraphs }) => ({
    relation,
    paragraphs,
    introductory: false,
    items: [],
    sentences: [],
  }));
