import shipped from "./paper-nouns.json" with { type: "json" };

/**
 * What a noun names that somebody wrote or said. An instrument (`overeenkomst`, `polis`) is what its parties agreed as much as its paper:
 * that it is somebody's tells not who wrote it. Rows and their sources stand in `paper-nouns.json`. */
type Named = "paper" | "saying" | "decision" | "instrument";

const named = new Map(shipped.nouns.map(({ noun, names }) => [noun, names as Named]));
const articles = new Map<string, Readonly<Partial<Record<"nl" | "en", string>>>>(
  shipped.nouns.map(({ noun, article }) => [noun, article]),
);
const headsOf = (wanted: Named): string[] =>
  shipped.nouns.flatMap((row) =>
    row.names === wanted && "endsCompounds" in row && row.endsCompounds ? [row.noun] : [],
  );
const heads = headsOf("paper");
const instruments = headsOf("instrument");
const ends = (folded: string, nouns: readonly string[]): boolean =>
  nouns.some((noun) => folded.length > noun.length + 2 && folded.endsWith(noun));

/**
 * What a noun names that somebody wrote (who is named as theirs wrote it, and a day that is theirs is that of writing) or said;
 * undefined: something else. A Dutch compound is its last part.
 */
export const paperNoun = (folded: string): "paper" | "saying" | undefined => {
  const own = named.get(folded);
  if (own === "paper" || own === "saying") return own;
  return ends(folded, heads) ? "paper" : undefined;
};

/** Whether a noun says what a document is: a paper, a decision or an instrument. */
export const namesDocument = (folded: string): boolean =>
  paperNoun(folded) !== undefined || isDecisionNoun(folded) || isInstrumentNoun(folded);

/** Whether a noun names what its parties agreed or had drawn up, and the paper that says it. */
export const isInstrumentNoun = (folded: string): boolean =>
  named.get(folded) === "instrument" || ends(folded, instruments);

/** Whether a noun names a decision of a public body: whoever objects to it calls it by its day. */
export const isDecisionNoun = (folded: string): boolean => named.get(folded) === "decision";

/** The definite article that a noun which says what a document is has in a language; undefined for another noun. A compound has that of its last part. */
export const articleOf = (folded: string, locale: "nl" | "en"): string | undefined => {
  const head = articles.has(folded)
    ? folded
    : shipped.nouns.find((row) => "endsCompounds" in row && row.endsCompounds && ends(folded, [row.noun]))?.noun;
  return head === undefined ? undefined : articles.get(head)?.[locale];
};

/** Letters that stand before a suffix at least: `ring` is no noun formed with -ing. */
const stemLettersMin = 3;

/**
 * The definite article that the suffix of a noun gives it in a language (`de` of `ontvangstbevestiging`); undefined where no suffix does.
 * The noun says nothing of what it names.
 */
export const articleBySuffix = (folded: string, locale: "nl" | "en"): string | undefined => {
  const row = shipped.suffixes.find(
    ({ suffix }) => folded.endsWith(suffix) && folded.length >= suffix.length + stemLettersMin,
  );
  return (row?.article as Readonly<Partial<Record<"nl" | "en", string>>> | undefined)?.[locale];
};
