import { listOf } from "#kit/lexicon.ts";
import { strongVerbs } from "#kit/strong-verbs-nl.ts";
import { nameEndsAt } from "./name-words.ts";

/** Words that begin or go on with a sentence of their own; none of them goes on with a title. */
const functionWords = new Set(
  `aan achter bij binnen blijkens boven buiten conform door gedurende ingevolge jegens krachtens langs met na naar naast namens
  niettegenstaande om ondanks onder op over overeenkomstig sedert sinds te tegen ten ter tijdens tot tussen uit van vanaf
  vanwege via volgens voor wegens zonder zich hun haar ons onze mijn uw elkaar ieder iedere elk elke enige enkele alle andere nadere dergelijke zodanige zulke reeds en of maar want dus dan als indien wanneer terwijl omdat doordat zodat hoewel tenzij
  mits waarbij waarin waarvan waarop waaraan waaruit dat die deze dit wat wie welke hij zij ze het de den een geen men u ik wij
  we je er hier daar nu toen ook nog niet wel al zo slechts alleen uitsluitend eveneens evenmin echter immers derhalve daarom
  voorts verder bovendien tevens alsmede zoals juncto jo zie vgl cf of in is zijn was waren wordt worden werd werden kan kunnen
  mag mogen moet moeten zal zullen zou zouden heeft hebben had hadden respectievelijk onderscheidenlijk later eerder dadelijk onmiddellijk
  onverwijld terstond zodanig aldus aldaar doet voldoet gaat staat bestaat ontstaat laat verlaat nalaat ziet geniet weet treedt
  biedt houdt wordt a
  about according after also an and are as at be because before behind both but by can could do does for from had has have he her
  his how i if into it its may must nor not on only or our out per read see shall she should since so than that the their then
  there these they this those to under until upon via we were when where whether which while who whose will with within without
  would you your`.split(/\s+/),
);
/** What a law calls its parts: no title goes on with one, and a number behind one is that part's. */
const parts = new Set(
  `artikel artikelen art artt lid hoofdstuk titel boek afdeling bijlage paragraaf onderdeel article articles section sections
  paragraph book`.split(/\s+/),
);
for (const part of parts) functionWords.add(part);

/** Whether a word in small letters is of a closed class of either language. */
export const isFunctionWord = (word: string): boolean => functionWords.has(word);

/** Whether a number right behind this word, in small letters, may be an article's: no noun counts or names anything by it. */
export const leavesNumber = (word: string): boolean => functionWords.has(word) && !parts.has(word);

/** A finite verb of the third person: `ontvangt`, `bepaalt`, `verplicht`. Nouns that end so are no verbs. */
const verb = /^\p{Ll}{2,}[bcdfgklmnprsvzjw]t$/u;
const separable = "aan|achter|af|bij|door|in|mee|na|om|op|tegen|terug|toe|uit|vast|voor|weg";
/** A participle: `gekozen`, `verleende`, `overgelegd`, `uitgenodigd`. */
const participle = new RegExp(
  String.raw`^(?:(?:ge|be|ver|ont|her|over)\p{Ll}{3,}de?|(?:${separable})ge\p{Ll}{3,}d|ge\p{Ll}{3,8}en)$`,
  "u",
);
/**
 * Forms of strong verbs that titles hold (those that occur in the 18,008 headings of the Basiswettenbestand of October 2012):
 * nouns that are written alike (`leden`, `scholen`), and participles in front of a noun (`verboden gebied`).
 */
const inTitles = new Set(
  `bedragen begaan begeven begonnen begrepen behouden bekomen beroepen bescheiden beslagen besloten bestaan bestreden
  betrokken bevonden bevroren bewezen gebleken geboden gebonden gebracht gedaan gedwongen gegaan gegeven geheven
  gehouden gekomen geleden gelegd gelegen gemeten genomen genoten geroepen gescheiden gesloten getreden getroffen
  gevallen gevaren gewassen gewezen gewogen gewonden gezien gezonken herzien leden maten namen ontgaan ontheven
  onthouden ontslagen onttrokken ontvangen overdragen overgaan overstaan overvallen scholen school slepen slopen
  verboden verbonden verdragen vergeten verkregen verlaten verloren verschenen verslagen verstaan vervallen vervangen
  voeren weken weten wezen`.split(/\s+/),
);
/** The other forms of strong verbs: `kregen`, `ontvingen`. */
const strong = new Set(
  strongVerbs.flatMap(({ pastSingular, pastPlural, participles }) => {
    const own = participles.map((form) => form.replace(/^ge/, ""));
    const derived = ["be", "ge", "her", "ont", "over", "ver"].flatMap((prefix) => own.map((form) => prefix + form));
    return [...pastSingular, ...pastPlural, ...derived].filter((form) => form.length > 4 && !inTitles.has(form));
  }),
);
/** An adjective that says something of a subject (`werkzaam is`), or the end of a verb (`keur … goed dat`). */
const predicate =
  /^\s+(?:\p{Ll}{2,}(?:zaam|baar|loos|lijk|ig|isch)\s+(?:is|zijn|was|waren|wordt|worden|werd|werden|blijft|blijven)|(?:goed|vast|toe|af|aan|mee)\s+dat)(?!\p{L})/u;
const nouns = new RegExp(`(?:${listOf("nl", "noun-ending-in-title").join("|")})$`, "u");

/** `daarvan`, `hiermee`, `waarboven`. */
const pronominal =
  /^(?:daar|hier|waar)(?:aan|af|bij|boven|door|in|mee|na|naar|om|onder|op|over|toe|tegen|uit|van|voor)$/u;

/** Whether a lower-case word belongs to the sentence around a name and not to the name. */
const isOfSentence = (word: string): boolean =>
  functionWords.has(word) ||
  pronominal.test(word) ||
  ((verb.test(word) || participle.test(word) || strong.has(word)) && !nouns.test(word));

/** Whether a title certainly ends in front of this word: a verb, an adverb, a pronoun; a preposition may go on with it. */
export const endsTitle = (word: string): boolean =>
  !prepositions.has(word) && !/^(?:de|het|en|of|een)$/u.test(word) && isOfSentence(word);

const next = /^\s+([\p{L}\p{N}][\p{L}\p{N}'’-]*)(?:\s+([\p{L}\p{N}][\p{L}\p{N}'’-]*))?/u;
/**
 * A title that is no whole one goes on with a preposition as often as a sentence does: "… gevaarlijke stoffen door de lucht",
 * "… dienstwoningen per 1 juli". Those that say on what ground something is done begin a sentence's own words.
 */
const prepositions = new Set(
  `aan achter bij binnen boven buiten door gedurende in inzake jegens langs met na naar naast om omtrent onder op over per sedert
  sinds te tegen tijdens tot tussen uit van vanaf voor zonder`.split(/\s+/),
);
const isApplied = /^\s+(?:van\s+(?:overeenkomstige\s+)?toepassing|in\s+werking|te\s+\p{Ll}+n)(?!\p{L})/u;
/** Titles that nothing goes on with: acts and codes by a noun of that kind, and what ends in its year or its islands. */
const whole = /(?:wet|wetboek|(?:1[89]|20)\d\d|\s(?:BES|Act|Code|Regulation))$/iu;
const kinds =
  /(?:wet|wetboek|besluit|reglement|regeling|verordening|maatregel|beschikking|statuut|verdrag|beleidsregels?)$/iu;

/**
 * Whether a title may end here. A word behind it that can belong to a title makes it the beginning of a longer one, which
 * the register need not hold: "Wet inburgering" is not named by "Wet inburgering nieuwkomers".
 */
export const titleEndsAt = (text: string, end: number): boolean => {
  if (nameEndsAt(text, end)) return true;
  const isWhole = whole.test(text.slice(Math.max(0, end - 40), end));
  const [, word = "", second = ""] = next.exec(text.slice(end, end + 80)) ?? [];
  if (word === "") return !/^[\p{L}\p{N}/-]/u.test(text.slice(end));
  if (/^\d/.test(word))
    return /^\s+\d+[a-z]{0,2}(?:[:.]\d|\s*,?\s*(?:lid|leden|\p{L}+(?:de|ste)\s+lid)|[a-z])/u.test(
      text.slice(end, end + 40),
    );
  if (word === "en" || word === "of") return isWhole || kinds.test(second) || functionWords.has(second);
  if (/^\p{Lu}/u.test(word)) return /^(?:Boek|Artikel|Artikelen|Titel|Hoofdstuk)$/u.test(word);
  if (isWhole || predicate.test(text.slice(end, end + 60))) return true;
  return prepositions.has(word) ? isApplied.test(text.slice(end, end + 60)) : isOfSentence(word);
};

/** Acts by the beginning of their titles: few are called like the beginning of another, unlike decrees and regulations. */
const act = /^(?:(?:\p{Lu}\p{L}+\s)?[Ww]et|\p{Lu}\p{L}*wet|Wetboek)\s/u;
/** Characters before or behind a name that are looked at. */
const stretchMax = 160;
const stretch = /^\s+(\p{Ll}+)(\s[^.,;:()[\]"“”„\n]*)/u;
/** `van belang`, `van kracht` at the end of a clause. */
const isSaidOf = /^\s+van\s+\p{Ll}+\s*(?:[.,;:)]|$)/u;

/**
 * Whether a small letter behind an act's title most likely goes on with the sentence, since a word follows that no title holds:
 * "artikel 2:15 van de Algemene wet bestuursrecht aan een bestuursorgaan zijn toegekend". What is known of titles cannot tell
 * how far one goes that nobody knows ("Wet inburgering in het buitenland zijn"): who reads the shorter one has to say so.
 */
export const mayGoOn = (name: string, text: string, end: number): boolean => {
  if (act.test(name) && isSaidOf.test(text.slice(end, end + stretchMax))) return true;
  const [, word = "", rest = ""] = (act.test(name) && stretch.exec(text.slice(end, end + stretchMax))) || [];
  return word !== "" && !/^(?:en|of)$/.test(word) && (rest.match(/\p{L}+/gu) ?? []).some((each) => endsTitle(each));
};

/**
 * Whether the words after a name make it another name: a compound (`WW-uitkering`), the law of another country of the
 * Kingdom (`Burgerlijk Wetboek BES`), or a year that the name does not have (`Vacatiegeldenbesluit 1988`).
 */
export const isOtherLaw = (after: string): boolean =>
  /^-(?!oud(?!\p{L}))\p{L}/u.test(after) ||
  /^\s+\(?(?:(?:\p{Ll}+\s+){0,3}BES|(?:van\s+)?(?:de\s+)?(?:Aruba|Curaçao|Sint\s+Maarten|Nederlandse\s+Antillen))(?![\p{L}\p{N}])/u.test(
    after,
  ) ||
  // An English title says whose law it is behind it: "the Civil Code of Québec".
  /^\s+of\s+(?!the\s+Netherlands)(?:the\s+)?\p{Lu}/u.test(after) ||
  /^\s+(?:\p{Ll}{8,}\s+)?(?:1[89]|20)\d\d(?![\p{L}\p{N}]|[:.]\d)/u.test(after) ||
  // What is counted or set apart behind a name is a part of it, unless it is a part of an article: ", tweede tranche", "[oud]".
  /^\s*\[\p{Ll}/u.test(after) ||
  /^,\s+(?:eerste|tweede|derde|vierde|vijfde)\s+(?!(?:en|of|tot|t\/m|lid|leden|\p{L}*zin|\p{L}*zinnen|alinea|zinsnede|onderdeel|streepje|gedachtestreepje|paragraaf)(?!\p{L}))\p{Ll}+/u.test(
    after,
  );

const kindOfLaw =
  /^(?:\p{Lu}\p{L}*)?(?:[Ww]et|Wetboek|Besluit|Reglement|Regeling|Verordening|Beleidsregels?|Circulaire|Richtlijn|Beschikking|Protocol|Maatregel|Voorschriften|Aanwijzing|Vaststelling|Wijziging|Instelling|Mandaat|Statuut)$|^(?:wijziging(?:en)?|herziening|invoering|intrekking|vaststelling|aanpassing)$/u;

/**
 * Whether a name that stands in front of its article may begin here. What goes before it in the same breath belongs to it: a
 * noun or a capital right before, or a kind of law further before with nothing but words of a title between.
 */
export const nameMayBegin = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(0, at - stretchMax), at);
  if (/[\p{L}\p{N}]-$/u.test(before)) return false;
  const stretch = /[^.,;:!?()[\]"“”„\n]*$/u.exec(before)?.[0] ?? "";
  const words = stretch.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const last = words.at(-1);
  if (last === undefined) return true;
  if (!functionWords.has(last.toLowerCase())) return false;
  // "De Ziektewet en de Wet WIA": what is joined with an article of its own begins anew.
  const joint = words.findLastIndex(
    (word, index) => /^(?:en|of|alsmede|juncto)$/u.test(word) && /^(?:de|het)$/u.test(words[index + 1] ?? ""),
  );
  return !words.slice(joint + 1).some((word) => kindOfLaw.test(word));
};
