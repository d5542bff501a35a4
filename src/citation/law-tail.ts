import { datedAct } from "./dated-acts.ts";
import { treatyInBrackets } from "./eu-acts.ts";
import type { LawMatch } from "./law-table.ts";
import { isFunctionWord } from "./name-borders.ts";
import type { LawNamesTable } from "./own-names.ts";
import type { Scanner } from "./scanner.ts";
import { isKindOfLaw, unknownName } from "./unknown-name.ts";

/** What follows the provisions of a citation: a known law, words that refer back, or words that name an unknown law. */
export type LawTail =
  | { readonly kind: "known"; readonly match: LawMatch }
  | { readonly kind: "anaphora"; readonly words: string }
  | { readonly kind: "unknown"; readonly words: string };

const bare = /\s*,?\s*/y;
const connector = /\s*,?\s*(?:van|uit|krachtens|ingevolge|der|bij|in|of)\s+(?:(?:de|het|den|the)\s+)?/iy;
const nouns =
  "wetboek|wet|rijkswet|besluit|regeling|verdrag|verordening|richtlijn|boek|titel|afdeling|hoofdstuk|overeenkomst|reglement|protocol|beschikking|kaderbesluit|landsverordening";
/** In lower case only: with a capital the noun begins a name. So does one with a date or capitals behind it: `de wet van 8 juni 2005`, `de wet IB`. */
const back = new RegExp(
  String.raw`\s*,?\s*(?:van|uit|der)\s+(?:(?:die|deze|dit|dat|dezelfde|hetzelfde|genoemde|bedoelde|voornoemde)\s+(?:${nouns})|(?:de|het)\s+(?:${nouns}))(?![\p{L}\p{N}]|\s+van\s+(?:de\s+)?orde(?!\p{L})|\s+van\s+\d{1,2}\s+\p{Ll}+\s+\d{4}|\s\p{Lu}{2,})`,
  "uy",
);
/** The same in English, with a capital: `article 10 of the Treaty`. */
const backInEnglish =
  /\s*,?\s*of\s+(?:the|this|that|the\s+said)\s+(?:Treaty|Convention|Agreement|Protocol|Charter|Directive|Regulation|Decision|Act)(?![\p{L}\p{N}])(?!\s+(?:of|on|for|concerning|relating|regarding|between|\(?[\p{Lu}\d])(?!\p{Ll}{9,}))/uy;
/** An abbreviation holds two capitals at least; one capital begins a sentence. */
const abbreviation =
  /\s*,?\s*((?=\p{L}*\p{Lu}\p{L}*\p{Lu})\p{Lu}[\p{L}\p{N}/]*(?:\s(?=\p{L}*\p{Lu}\p{L}*\p{Lu})\p{Lu}[\p{L}\p{N}/]*)*(?:\s(?:19|20)\d\d(?![\p{N}/-]))?)(?![\p{L}\p{N}])/uy;
/** `BW van Curaçao`, `BW Aruba`, `BW-BES`: the code of another country of the Kingdom, or of its islands. */
const ofCountry =
  /(?:-|\s+)(?:van\s+)?(?:de\s+)?(?:BES|NA|Aruba|Curaçao|Sint\s+Maarten|Nederlandse\s+Antillen)(?![\p{L}\p{N}])/uy;
/** `A.w.b.`: an abbreviation with a point behind each letter. */
const withPoints = /\s*,?\s*(?:(?:van|uit)\s+(?:de|het)\s+)?(\p{Lu}\.\s?(?:\p{L}\.\s?)*\p{L}\.)/uy;
/** Behind a comma only without a vowel, as no word and no given name is: `artikel 62, tweede lid, Wmg`. */
const brief = /(?:[ \u00a0]|,\s(?=\p{Lu}[^aeiouy\P{Ll}]+(?!\p{L})))(\p{Lu}\p{Ll}{1,4})(?![\p{L}\p{N}-])(?!\s\p{Lu})/uy;
/** `Charter of the United Nations`, `NATO SOFA`. */
const englishName =
  /\s*,?\s*of\s+the\s+(\p{Lu}[\p{L}-]*(?:\s+(?:(?:of|the|and|on|for|against|in|to|concerning)\s+){0,3}\p{Lu}[\p{L}-]*){1,12})/uy;
/** An act of the Union by its kind and number: `van Richtlijn 2003/88/EG`. */
const unionAct = new RegExp(
  String.raw`\s*,?\s*(?:(?:van|uit|of)\s+)?(?:(?:de|the)\s+)?((?:(?:kader)?richtlijn|(?:uitvoerings)?verordening|(?:kader)?besluit|directive|regulation|decision)\s+(?:${treatyInBrackets}\s*)?(?:(?:nr|no)\.?\s*)?\d{1,4}/\d{1,4}(?:/[A-Z]{2,4})?)(?![\p{L}\p{N}])`,
  "iuy",
);
const titleBehind =
  /\s*,?\s+(?=(?:(?:\p{Lu}\p{L}+\s+){0,2}(?=\p{Lu})\p{L}*|\p{Lu}\p{L}+\s+)(?:[Ww]et|[Ww]etboek|[Bb]esluit|[Rr]eglement|[Rr]egeling|[Vv]erordening|[Ss]tatuut|[Vv]erdrag)(?!\p{L}))/uy;
/** What is referred back to by its name is called so (`van het genoemde rechtspositiebesluit`). The article may be left out in front of a kind of law: `van Besluit bescherming tegen …`. */
const ofName =
  /\s*,?\s*(?:[Vv]an|[Uu]it)\s+(?:(?:de|het|den)\s+(?:(?:\p{Ll}*genoemde|bedoelde|vermelde)\s+)?|(?=\p{Lu}?\p{Ll}*(?:[Ww]et|[Bb]esluit|[Rr]egeling|[Vv]erordening|[Rr]eglement)\s\p{L}))/uy;
/** What each Chamber calls the rules that it makes for itself (art. 72 Grondwet), in small letters too: `het reglement van orde van de Eerste Kamer`. */
const rulesOfOrder = /[Rr]eglement\s+van\s+(?:de\s+)?[Oo]rde(?:\s+van\s+(?:de|het)(?:\s+\p{Lu}[\p{L}-]*)+)?(?!\p{L})/uy;

/** Reads what follows the provisions and says which law is meant; undefined when nothing does. */
export const readLawTail = (scanner: Scanner, laws: LawNamesTable): LawTail | undefined =>
  known(scanner, laws, bare) ?? known(scanner, laws, connector) ?? anaphora(scanner) ?? unknown(scanner);

/** The longest registered name at this place; without one, what is written otherwise than registered or only the document calls so. */
const known = (scanner: Scanner, laws: LawNamesTable, joint: RegExp): LawTail | undefined =>
  scanner.attempt(() => {
    if (!scanner.take(joint)) return undefined;
    const exact = laws.match(scanner.text, scanner.at);
    const mayBeFurther = (!exact || exact.readAs !== undefined) && mayBeName(scanner, joint);
    const further = mayBeFurther ? laws.matchFurther(scanner.text, scanner.at) : undefined;
    const inSmall = !exact && !further && joint === bare ? laws.matchSmall(scanner.text, scanner.at) : undefined;
    const match = exact && (!further || exact.end >= further.end) ? exact : (further ?? inSmall);
    if (!match) return undefined;
    const words = scanner.text.slice(scanner.at, match.end).replace(/\s+/g, " ");
    scanner.at = match.end;
    return match.law.among ? { kind: "unknown", words } : { kind: "known", match };
  });

/** Without "van de" before it a name begins with a capital, or the words are not about a law. */
const mayBeName = ({ text, at }: Scanner, joint: RegExp): boolean =>
  joint === bare ? /^\p{Lu}\p{L}/u.test(text.slice(at, at + 2)) : true;

const anaphora = (scanner: Scanner): LawTail | undefined => {
  const words = (scanner.take(back) ?? scanner.take(backInEnglish))?.[0];
  return words === undefined ? undefined : { kind: "anaphora", words: words.replace(/^[\s,]+/, "") };
};

const unknown = (scanner: Scanner): LawTail | undefined =>
  scanner.attempt(() => {
    const pointed = scanner.take(withPoints)?.[1];
    if (pointed) return { kind: "unknown", words: pointed };
    const short = scanner.take(abbreviation)?.[1];
    if (short) return { kind: "unknown", words: (short + (scanner.take(ofCountry)?.[0] ?? "")).replace(/\s+/g, " ") };
    const brief = scanner.attempt(() => briefName(scanner));
    if (brief) return { kind: "unknown", words: brief };
    const union = scanner.take(unionAct)?.[1];
    if (union) return { kind: "unknown", words: union.replace(/\s+/g, " ") };
    const behind = scanner.attempt(() => nameBehind(scanner));
    if (behind) return { kind: "unknown", words: behind };
    const english = scanner.take(englishName)?.[1];
    if (english) return { kind: "unknown", words: english.replace(/\s+/g, " ") };
    if (!scanner.take(ofName)) return undefined;
    const whole = scanner.take(datedAct) ?? scanner.take(rulesOfOrder);
    const long = whole?.[0].replace(/\s+/g, " ") ?? unknownName(scanner);
    return long === "" ? undefined : { kind: "unknown", words: long };
  });

/** An abbreviation of one capital right behind a number (`artikel 12 Wlz`), which no sentence begins with. */
const briefName = (scanner: Scanner): string | undefined => {
  const written = scanner.take(brief)?.[1];
  return written && !isFunctionWord(written.toLowerCase()) && !isKindOfLaw(written) ? written : undefined;
};

/** A title right behind a number: up to three capitals, the last of them a kind of law (`Burgerlijk Wetboek van Curaçao`). */
const nameBehind = (scanner: Scanner): string | undefined =>
  scanner.take(titleBehind) ? unknownName(scanner) : undefined;
