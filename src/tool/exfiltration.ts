/** Longest query that may leave for LawBot, in Unicode code points. Long enough for any question of law, short for a letter. */
export const outgoingCharsMax = 300;

/** So many words in a row are somebody's sentence, not a term of law. Below it, phrases such as "in strijd met de wet" match. */
export const verbatimWordsMax = 8;

/**
 * Control, format, private-use and unassigned characters and lone surrogates: nothing a question of law needs, and all of
 * them able to hide text from the person who looks at the request.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * Whether a text may leave for LawBot, which may be another company's server: undefined, or a sentence that says what to
 * change. Security.md §1: a query a model writes is a channel out of the case.
 */
export const checkOutgoing = (text: string, charsMax: number = outgoingCharsMax): string | undefined => {
  const length = [...text].length;
  if (length > charsMax)
    return `a text for LawBot has at most ${charsMax} characters, and this one has ${length}: ask in fewer words`;
  return hidden.test(text)
    ? "a text for LawBot holds a control or invisible character: write it in plain letters"
    : undefined;
};

/**
 * Whether `query` repeats `runLength` or more consecutive words of one of the texts. Letter case, accents, typography,
 * punctuation and white space do not count, so that they cannot be used to slip past. `evidenceTexts` are texts of the
 * Vault: words of a statute are LawBot's own. Linear in the length of the texts.
 *
 * @param runLength words in a row, at least 1; default 8
 */
export const carriesVerbatim = (
  query: string,
  evidenceTexts: readonly string[],
  runLength: number = verbatimWordsMax,
): boolean => {
  const runs = new Set(runsOf(wordsOf(query), runLength));
  return runs.size > 0 && evidenceTexts.some((text) => runsOf(wordsOf(text), runLength).some((run) => runs.has(run)));
};

/** So many short runs of the case, over all that left so far, are a letter sent in pieces. */
const piecesMax = 8;
const pieceWords = 4;

/**
 * Whether a person must see a text before it leaves for LawBot: it repeats a sentence of the case (or six words at an edge
 * of a text that was shown, which may have been cut there), names somebody or something of the case, holds a number or code
 * no question of law needs, or is one more piece of a text that leaves bit by bit. What it cannot see is a message in
 * ordinary words; the length and rate limits bound that.
 *
 * @param personal texts of the case that the asker was shown
 * @param sentBefore texts that left in this run before, oldest first; default none
 */
export const mustBeSeen = (text: string, personal: readonly string[], sentBefore: readonly string[] = []): boolean =>
  carriesVerbatim(text, personal) ||
  carriesEdge(text, personal) ||
  carriesCode(text) ||
  namesSomebody(text, personal) ||
  isOnePieceMore(text, personal, sentBefore);

/** A snippet is cut, and how it goes on is not known here: so many of its first or last words may be most of a sentence. */
const edgeWords = 6;

const carriesEdge = (text: string, personal: readonly string[]): boolean => {
  const asked = new Set(runsOf(wordsOf(text), edgeWords));
  if (asked.size === 0) return false;
  return personal.some((one) => {
    const words = wordsOf(one);
    if (words.length < edgeWords) return false;
    return asked.has(words.slice(0, edgeWords).join(" ")) || asked.has(words.slice(-edgeWords).join(" "));
  });
};

/** What citations and ids of law are made of; they carry digits and letters and are no secret. */
const legalToken =
  /^(?:(?:art(?:ikel|t)?\.?)?(?!(?:\D*\d){7})\d{1,4}(?:[.:]\d{1,4})*[a-z]{0,2}°?|ECLI:[A-Z]{2}:[A-Z]{1,7}:\d{4}:[A-Z0-9]{1,12}|(?:BWB[RVW]|CVDR)\d{1,8}(?:@\d{4}-\d{2}-\d{2})?|jci1\.\d:\S{1,200}|\d{4}-\d{2}-\d{2}|\d{1,4}[/-]\d{1,4}(?:[/-]\d{1,4})?)$/iu;

/**
 * Whether a text holds what no question of law needs: a mail address, a number of five digits or more, a word that mixes
 * letters with digits or has capitals inside (keys, references, encoded text), or a word spelled letter by letter.
 */
export const carriesCode = (text: string): boolean => {
  const tokens = text.split(/[\s,;()"“”„«»]+/u).filter((token) => token !== "");
  const spelled = tokens.filter((token) => /^[\p{L}\p{N}][.,-]?$/u.test(token)).length;
  return spelled > 5 || tokens.some((token) => isCode(token.replace(/[.:?!*]+$/u, "").replace(/^[+-]/u, "")));
};

const isCode = (token: string): boolean => {
  if (legalToken.test(token)) return false;
  if (/[@\\{}<>=|_]|:\/\//u.test(token) || /\d{5}/u.test(token.replaceAll(/(?<=\d)[.\s-](?=\d)/gu, ""))) return true;
  return /\p{L}\d|\d\p{L}{3}/u.test(token) || /\p{Ll}\p{Lu}/u.test(token);
};

/**
 * Whether a text has a word that the case writes with a capital in the middle of a sentence: a name of a person, a firm, a
 * place. Abbreviations of five letters or fewer in capitals are laws more often than names.
 */
const namesSomebody = (text: string, personal: readonly string[]): boolean => {
  const asked = new Set(wordsOf(text).filter((word) => word.length > 3));
  if (asked.size === 0) return false;
  return personal.some((one) =>
    Array.from(one.matchAll(/(?<=\p{Ll},? )\p{Lu}[\p{L}-]{3,}/gu), ([name]) => name)
      .filter((name) => name !== name.toUpperCase() || name.length > 5)
      .some((name) => !lawWords.has(name.toLowerCase()) && wordsOf(name).some((part) => asked.has(part))),
  );
};

/** Capitalised words of ordinary legal letters that name nobody. */
const lawWords = new Set(
  "burgerlijk wetboek grondwet ziektewet hoge raad kantonrechter rechtbank gerechtshof centrale beroep nederland nederlandse dutch civil code maandag dinsdag woensdag donderdag vrijdag zaterdag zondag".split(
    " ",
  ),
);

const isOnePieceMore = (text: string, personal: readonly string[], sentBefore: readonly string[]): boolean => {
  const ofCase = new Set(personal.flatMap((one) => runsOf(wordsOf(one), pieceWords)));
  const shared = (one: string) => runsOf(wordsOf(one), pieceWords).filter((run) => ofCase.has(run));
  const now = shared(text);
  return now.length > 0 && new Set([...sentBefore.flatMap(shared), ...now]).size >= piecesMax;
};

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const runsOf = (words: readonly string[], length: number): string[] =>
  words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(" "));
