import { monthNames, monthOf } from "#kit/months.ts";
import { treatyInBrackets } from "./eu-acts.ts";
import { dateInWords } from "./heading-names.ts";
import type { Reading } from "./reading.ts";

/** In which form something looks like a citation that the grammar does not read. A closed list. */
export type UnreadForm =
  /** A number with an article's word that is in no citation: `article 12 of the Act`. */
  | "article"
  /** A number with capitals that no register knows: `12 XYZ`. */
  | "number-and-capitals"
  /** A number with a colon, as laws in books and chapters have them, that is in no citation: `7:611`. */
  | "number-with-colon"
  /** `NJ 2016/173`, `JAR 2018/4`, `Stb. 2016, 162`. */
  | "publication"
  /** `Hoge Raad 12 februari 2016`, `het vonnis van 3 mei 2019`. */
  | "court-and-date"
  /** Something of the shape of an ECLI that is none: `ECLI:NL:HR:2016`, `ECLI:NL:(P)HR:2006:AV5007`. */
  | "broken-ecli"
  /** `C-55/12`, `zaak 123/80`, an application or a docket by its number. */
  | "case-number"
  /** `het arrest Van Hese/De Schelde`, `het Haviltex-arrest`. */
  | "named-ruling"
  /** `vaste rechtspraak`, `settled case law`. */
  | "settled-case-law"
  /** `r.o. 3.8` that stands behind no ruling. */
  | "consideration"
  /** `Richtlijn 2003/88/EG`. */
  | "union-act"
  /** `Kamerstukken II 2013/14, 33818, nr. 3`. */
  | "parliamentary-paper";

/** What looks like a citation and was not read. Offsets are UTF-16 code units of the text, half-open. */
export interface UnreadCitation {
  readonly form: UnreadForm;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  /** Of `court-and-date`: the day, ISO date. */
  readonly day?: string;
  /**
   * The ruling that was read right beside it (`HR 29 januari 2016, ECLI:NL:HR:2016:162, NJ 2016/173`): court, day and
   * publication then belong to that one and can be held against it.
   */
  readonly beside?: Reading;
}

const courts = String.raw`Hoge\s+Raad|HR|PHR|A-G|Rb\.?|Rechtbank|Rechtb\.|Ktr\.?|Kantonrechter|Kantongerecht|Vzr\.?|Voorzieningenrechter|(?:Gerechts)?[Hh]of|CRvB|Centrale\s+Raad\s+van\s+Beroep|ABRvS|ABRS|Afdeling\s+bestuursrechtspraak(?:\s+van\s+de\s+Raad\s+van\s+State)?|RvS|Raad\s+van\s+State|CBb|College\s+van\s+Beroep\s+voor\s+het\s+bedrijfsleven|HvJ|HvJ\s?EU|HvJ\s?EG|EHRM|Supreme\s+Court|District\s+Court|Court\s+of\s+Appeal`;
const date = String.raw`(?:${dateInWords}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d|\d{4}-\d\d-\d\d|\d{1,2}\s+(?:${monthNames.en.join("|")})\s+\d{4})`;
const place = String.raw`[^\d;:!?\n]{0,70}?`;
const capitals = String.raw`[A-Z][\p{L}.&-]{1,20}`;

/** In order of precedence: of two that overlap the earlier form is told. What a form cannot do without spares most texts its search. */
const forms: readonly (readonly [form: UnreadForm, pattern: RegExp, needs?: RegExp])[] = [
  [
    "broken-ecli",
    /(?<![\p{L}\p{N}])ECLI(?![\p{L}\p{N}])[^\s,;]*|(?<![\p{L}\p{N}:])[A-Z]{2,7}:(?:19|20)\d\d:[\p{L}\p{N}]+/gu,
  ],
  // A neutral citation without its division, or of a court that nobody knows.
  [
    "broken-ecli",
    /(?<![\p{L}\p{N}])\[(?:19|20)\d\d\]\s+(?:UK|EW|NI)[A-Za-z]{1,8}(?:\s\p{Lu}\p{Ll}{1,5})?\s+\d{1,5}(?:\s*\([A-Za-z]{1,10}\))?/gu,
  ],
  [
    "parliamentary-paper",
    /(?<!\p{L})(?:Kamerstuk(?:ken)?|Handelingen)\s+(?:I{1,2}|TK|EK)(?!\p{L})[^.;\n]{0,60}?\d[\d/, ]*/gu,
  ],
  [
    "parliamentary-paper",
    /(?<!\p{L})(?:memorie\s+van\s+(?:toelichting|antwoord)|nota\s+naar\s+aanleiding\s+van\s+het\s+verslag|(?:parlementaire|wets)\s?(?:geschiedenis|behandeling)|explanatory\s+memorandum|(?:parliamentary|legislative)\s+history)(?!\p{L})/giu,
  ],
  [
    "union-act",
    new RegExp(
      String.raw`(?<!\p{L})(?:richtlijn|verordening|besluit|kaderbesluit|directive|regulation|decision)\s+(?:${treatyInBrackets}\s*)?(?:nr\.?\s*|no\.?\s*)?\d{1,4}/\d{1,4}(?:/[A-Z]{2,4})?`,
      "giu",
    ),
  ],
  ["court-and-date", new RegExp(String.raw`(?<!\p{L})(?:${courts})(?!\p{L})${place}${date}`, "gu")],
  [
    "court-and-date",
    new RegExp(
      String.raw`(?<!\p{L})(?:arrest|vonnis|tussenvonnis|judgment)\s+(?:van|d\.d\.|of)\s+${place}${date}`,
      "giu",
    ),
  ],
  [
    "publication",
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])${capitals}\s?(?:19|20)\d\d\s?[/,]\s?(?:nr\.?\s?|p\.?\s?)?\d{1,5}(?:\s*,\s*nr\.?\s*\d+)?`,
      "gu",
    ),
  ],
  // `[1980] ICR 303`, `[2004] 1 AC 983`, `[2023] EWHC 257` without its division.
  [
    "publication",
    /(?<![\p{L}\p{N}])[[(](?:19|20)\d\d[\])]\s+(?:\d{1,2}\s+)?\p{Lu}[\p{L}.]{1,9}(?:\s\p{Lu}[\p{L}.]{0,9}){0,3}\s+\d{1,5}(?:\s*\([A-Za-z]{1,10}\))?/gu,
  ],
  ["publication", /(?<!\p{L})(?:Stb|Stcrt|Trb|PbEU|PbEG|PB|Pb)\.?\s*(?:EU|EG)?\s*(?:[LC]\s?)?\d[\d/, ]*/gu],
  [
    "case-number",
    /(?<![\p{L}\p{N}])[CT][-‑–]\d{1,4}\/\d{2}(?!\d)|(?<!\p{L})(?:zaak|zaaknr\.?|zaaknummer|rolnr\.?|rolnummer|nr\.|case|application\s+no\.?)\s*:?\s*(?:[A-Z]{0,5}[ -]?)?\d[\d./-]*\/\s?\d{2,}[\d./]*/giu,
  ],
  // As the Central Appeals Tribunal numbers its cases: year, number, and the abbreviation of the law they are about.
  ["case-number", /(?<![\p{L}\p{N}.,:/-])\d{2}\/\d{1,5}(?:\s?[-–]\s?\p{Lu})?\s\p{Lu}\p{L}*\p{Lu}\p{L}*/gu],
  [
    "settled-case-law",
    /(?<!\p{L})(?:vaste|bestendige|gevestigde)\s+(?:rechtspraak|jurisprudentie|lijn\s+in\s+de\s+rechtspraak)|(?<!\p{L})(?:settled|established)\s+case[\s-]law/giu,
  ],
  // Courts in the plural that judge: what many decided is in no one ruling.
  [
    "settled-case-law",
    /(?<!\p{L})(?:(?:kanton|voorzieningen|straf)?rechters|rechtbanken|(?:gerechts)?hoven|(?:district\s+)?courts|judges)\s+(?:\p{L}+\s+){0,2}?(?:oordelen|oordeelden|beslissen|beslisten|overwegen|achten|nemen|vinden|wijzen|hold|held|rule|ruled|decide|decided|find|found|accept|accepted|consider)(?!\p{L})/giu,
  ],
  [
    "named-ruling",
    /(?<!\p{L})(?:arrest(?:en)?|uitspraak|zaak)\s+["'“‘„]?\p{Lu}[\p{L}.&'’ -]{1,40}?\s?\/\s?\p{Lu}[\p{L}.&'’-]+(?:\s\p{Lu}[\p{L}.&'’-]+){0,3}/gu,
  ],
  [
    "named-ruling",
    /(?<!\p{L})(?:het|het\s+zogenoemde|the)\s+["'“‘„]?\p{Lu}[\p{L}'’.& /-]{1,40}?[-\s](?:arrest|judgment|ruling)(?!\p{L})|(?<!\p{L})arrest(?:en)?\s+["'“‘„]?(?!van\s)\p{Lu}\p{L}{2,}(?![\p{L}.])/gu,
  ],
  // `Devon v Howell [2023]`: parties with the year of a report behind them.
  [
    "named-ruling",
    /(?<![\p{L}\p{N}])\p{Lu}[\p{L}’'.&-]*(?:\s(?:and|of|the|in|\p{Lu}[\p{L}’'.&-]*)){0,12}\sv\.?\s\p{Lu}[\p{L}’'.&-]*(?:\s(?:and|of|the|in|&|\p{Lu}[\p{L}’'.&-]*)){0,12}(?=,?\s[[(](?:19|20)\d\d[\])])/gu,
    /\sv\.?\s/u,
  ],
  [
    "consideration",
    /(?<!\p{L})(?:r\.?\s?o\.?(?:\s?v\.?)?|rovv?\.?|rechtsoverweging(?:en)?)\s*\d{1,3}(?:\.\d{1,3}){0,5}(?!\d)/giu,
  ],
  // A section of an act that is not named by its title.
  [
    "article",
    /(?<![\p{L}\p{N}])(?:[Ss]ections?|[Rr]egulations?|ss?\.?)\s+\d{1,4}[A-Z]{0,2}(?:\([\da-zA-Z]{1,5}\))*\s+(?:of|in|under)\s+(?:the\s+|that\s+|this\s+)?(?:\d{4}\s+)?(?:Act|Regulations|Order|Rules)(?!\p{L})/gu,
  ],
  ["article", /(?<!\p{L})(?:artikel(?:en)?|artt?\.?|articles?)\s*\d[\p{L}\p{N}.:]*/giu],
  // A time of day has two digits behind its colon.
  ["number-with-colon", /(?<![\p{L}\p{N}.,:/-])[1-9]\d?[Aa]?:\d{3,4}[a-z]{0,2}(?![\p{L}\p{N}:])/gu],
  [
    "number-and-capitals",
    /(?<![\p{L}\p{N}.,:€$£/-]|€\s|EUR\s)(?!(?:19|20)\d\d\s)[1-9]\d{0,4}[a-z]{0,2}\s(?!(?:EUR|USD|GBP|CHF|KB|MB|GB|TB|FTE|BTW|II?I?|IV|PM|AM)(?!\p{L}))\p{Lu}\p{Ll}?\p{Lu}[\p{L}/]{0,20}(?![\p{L}-])/gu,
  ],
];

/**
 * What in a text looks like a citation and is in none of its readings, in order, none overlapping. It is told, never read:
 * a person rewords it or binds what it means.
 */
export const unreadCitations = (text: string, readings: readonly Reading[]): UnreadCitation[] => {
  const found: UnreadCitation[] = [];
  for (const [form, pattern, needs] of forms)
    for (const match of needs?.test(text) === false ? [] : text.matchAll(pattern)) {
      const place = { start: match.index, end: match.index + match[0].trimEnd().length };
      if (readings.some((reading) => overlap(reading, place)) || found.some((other) => overlap(other, place))) continue;
      found.push(told(text, form, place, match));
    }
  found.sort((a, b) => a.start - b.start);
  return found.map((each) => withRuling(text, each, readings, found));
};

interface Place {
  readonly start: number;
  readonly end: number;
}

const overlap = (a: Place, b: Place): boolean => a.start < b.end && b.start < a.end;

const told = (text: string, form: UnreadForm, { start, end }: Place, match: RegExpExecArray): UnreadCitation => {
  const day = form === "court-and-date" ? dayIn(match[0]) : "";
  return { form, start, end, raw: text.slice(start, end), ...(day && { day }) };
};

/** What belongs to the ruling that stands beside it, with nothing but commas and brackets, or another of its parts, between. */
const withRuling = (
  text: string,
  each: UnreadCitation,
  readings: readonly Reading[],
  all: readonly UnreadCitation[],
): UnreadCitation => {
  if (!ofRulings.has(each.form)) return each;
  const beside = readings.find((reading) => reading.target === "ruling" && isBeside(text, [each, reading], all));
  return beside ? { ...each, beside } : each;
};

const ofRulings: ReadonlySet<UnreadForm> = new Set([
  "court-and-date",
  "publication",
  "case-number",
  "named-ruling",
  "consideration",
]);
const besideMax = 160;

const isBeside = (text: string, pair: readonly Place[], all: readonly UnreadCitation[]): boolean => {
  const [first, second] = [...pair].sort((a, b) => a.start - b.start);
  if (!first || !second || second.start - first.end > besideMax) return false;
  let between = "";
  for (let at = first.end; at < second.start; ) {
    const other = all.find(({ start, end }) => start <= at && at < end);
    if (!other) between += text[at];
    at = other ? other.end : at + 1;
  }
  return /^[\s,;()[\]–-]*(?:m\.?nt\.?[^,;]{0,40})?[\s,;()[\]]*$/u.test(between);
};

const dayIn = (words: string): string => {
  const [, day = "", month = "", year = ""] =
    /(\d{1,2})(?:\s+|[-/.])(\p{L}+|\d{1,2})(?:\s+|[-/.])((?:19|20)\d\d)\D*$/u.exec(words) ?? [];
  const iso = /\d{4}-\d\d-\d\d$/.exec(words)?.[0];
  if (iso) return iso;
  const number = /^\d/.test(month) ? Number(month) : monthOf(month.toLowerCase());
  return number ? `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}` : "";
};
