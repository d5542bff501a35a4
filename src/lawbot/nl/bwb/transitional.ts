import { parseDutchCitations } from "../../../citation/citation-parser.ts";
import { dateInWords, isoOf } from "../../../citation/heading-names.ts";
import { ordinalPattern, rankOf } from "../../../citation/ordinals.ts";
import type { TransitionalReading } from "../../port/reading.ts";
import type { LawLink } from "../../text/law-link.ts";
import type { LawText } from "../../text/law-text.ts";
import type { UnitTable } from "../../text/unit-table.ts";
import { dutchNames } from "../dutch-names.ts";
import { locateDutch } from "../locate.ts";

/** A sentence of a statute is shorter; a longer stretch of words is a list. */
const sentenceMax = 1_500;
/** A statute with more says so in every article, which none does. */
const rulesMax = 200;

const applies = String.raw`(?!\p{L})(?<between>[^;]{0,400}?)(?<!\p{L}|niet\s)van\s+(?:overeenkomstige\s+)?(?:toepassing|kracht)(?!\p{L})`;
/** What goes on to apply: `blijven de artikelen 208 en 209 van toepassing`. */
const goesOn = new RegExp(String.raw`(?<!\p{L})blij(?:ft|ven)${applies}`, "u");
/** What applies as it was: `is artikel 223, zoals dit luidde voor …, van toepassing`. */
const asItWas = new RegExp(String.raw`(?<!\p{L})(?:is|zijn)${applies}`, "u");
const moment = String.raw`(?:(?:de\s+)?(?:dag|datum)|(?:het\s+)?(?:tijdstip|moment))`;
const entry = String.raw`(?:inwerkingtreding|het\s+in\s+werking\s+treden)\s+van`;
const self = String.raw`deze\s+wet|dit\s+besluit|deze\s+regeling`;
/** A day in words, or the first day of an act: `vóór 1 januari 2013`, `voor de datum van inwerkingtreding van deze wet`. */
const beforeDay = new RegExp(
  String.raw`(?<!\p{L})(?:vóór|vòòr|voor|tot)\s+(?:(?:${moment}\s+(?:van\s+)?)?${dateInWords}|(?:${moment}\s+van\s+)?(?:de\s+)?${entry}\s+(${self})?|${moment}\s+waarop\s+(?:(${self})|artikel\s\S+)\s)`,
  "iu",
);
/** The text that was: `zoals die tevoren luidden`, `zoals dat gold tot die datum`, `naar de tekst van 1983`. */
const formerText =
  /(?<!\p{L})zoals\s+(?:dat|die|deze|dit|het|zij)(?:\s+\p{L}+){0,12}?\s+(?:luidden?|gold(?:en)?)(?!\p{L})|(?<!\p{L})naar\s+de\s+tekst\s+van\s+\d{4}/u;
/** Who is spoken of stands in front of the verb: `Op een besluit dat …, blijft …`. */
const casesFirst = /^(?:op|ten\s+aanzien\s+van|met\s+betrekking\s+tot|voor|indien|gedurende)(?!\p{L})/iu;
const casesBehind = /^\s*(?:op|ten\s+aanzien\s+van|met\s+betrekking\s+tot|voor)\s+(.+?)\.?$/iu;
const ownLaw = /(?<!\p{L})(?:het\s+recht|deze\s+wet|dit\s+besluit|deze\s+regeling|de\s+wet)(?!\p{L})/iu;
const namedInLid = new RegExp(
  String.raw`(?<!\p{L})het\s+(?:in\s+het\s+)?(${ordinalPattern})\s+lid\s+(?:genoemde|bedoelde)|in\s+het\s+(${ordinalPattern})\s+lid\s+(?:genoemde|bedoelde)`,
  "iu",
);

/** A law as its reader has it, with the links that its editors set in it. */
interface LinkedLaw {
  readonly lawId: string;
  readonly text: LawText;
  readonly units: UnitTable;
  /** By the rank of the unit in which they stand. */
  readonly links: ReadonlyMap<number, readonly LawLink[]>;
}

/**
 * What a statute says about cases from before a change, by its own words: a text that goes on to apply, told apart by a day or as it was
 * before. Sentences that only say that something applies are none.
 */
export const transitionalIn = (law: LinkedLaw): TransitionalReading[] => {
  const found: TransitionalReading[] = [];
  for (let rank = 0; rank < law.units.length && found.length < rulesMax; rank++)
    for (const words of sentencesOf(law, rank)) {
      const rule = ruleIn(words, rank, law);
      if (rule) found.push(rule);
    }
  return found;
};

/** The sentences of a unit's own words, those of units inside it left out. */
const sentencesOf = ({ units, text }: LinkedLaw, rank: number): string[] => {
  if (!units.isQuotable(rank)) return [];
  const inside = rank + 1 < units.length && units.parent(rank + 1) === rank ? units.start(rank + 1) : units.end(rank);
  if (inside <= units.quotableStart(rank)) return [];
  return text
    .slice(units.quotableStart(rank), inside)
    .split(/\n|(?<=[.;])\s+(?=\p{Lu})/u)
    .map((each) => each.trim())
    .filter((each) => each !== "" && each.length <= sentenceMax);
};

const ruleIn = (words: string, rank: number, law: LinkedLaw): TransitionalReading | undefined => {
  const day = beforeDay.exec(words);
  const former = formerText.exec(words);
  // "is van toepassing" says so of every case; only a text as it was is one of before.
  const match = goesOn.exec(words) ?? (former ? asItWas.exec(words) : null);
  if (!match?.groups || !(day || former)) return undefined;
  const { between = "" } = match.groups;
  const front = words.slice(0, match.index);
  const behind = words.slice(match.index + match[0].length);
  const isCasesFirst = casesFirst.test(front) || /artikel|het\s+recht/iu.test(between);
  // What stands behind "zoals dat luidde op …" says when, and not what.
  const end = match.index + match[0].length;
  const through = former && former.index > match.index && former.index < end ? former.index : end;
  const stretch = isCasesFirst ? { start: match.index, end: through } : { start: 0, end: match.index };
  const provisions = provisionsOf(words, stretch, rank, law);
  if (provisions.length === 0) return undefined;
  const cases = casesBehind.exec(behind)?.[1] ?? (isCasesFirst ? front.replace(/[\s,]+$/, "") : "");
  return { rank, words, provisions, appliesTo: cases.trim(), ...untilOf(day) };
};

const untilOf = (day: RegExpExecArray | null): { until: string; untilOwnFirstDay: boolean } => {
  const [, number, month, year, own, another] = day ?? [];
  if (number && month && year) return { until: isoOf(number, month, year), untilOwnFirstDay: false };
  return { until: "", untilOwnFirstDay: (own ?? another) !== undefined };
};

/** The provisions that a stretch of the sentence names; "" is the number of a law as a whole. */
const provisionsOf = (
  words: string,
  { start, end }: { readonly start: number; readonly end: number },
  rank: number,
  law: LinkedLaw,
): LawLink[] => {
  const links = linksAround(rank, law);
  const cited = parseDutchCitations(words, dutchNames.table()).flatMap(({ citation, spots }) =>
    citation.provisions.flatMap((provision, index): LawLink[] => {
      const spot = spots[index];
      if (!spot || spot.start < start || spot.end > end || citation.kind !== "statute") return [];
      const [query] = locateDutch({ ...citation, provisions: [{ ...provision, former: false }] }, []);
      if (query && "lawId" in query) return [{ lawId: query.lawId, number: query.article.number }];
      if (citation.lawRaw !== "") return [];
      const linked = links.find(({ number }) => number === provision.number);
      return [linked ?? { lawId: law.lawId, number: provision.number }];
    }),
  );
  if (cited.length > 0) return distinct(cited);
  const stretch = words.slice(start, end);
  const [, first, second] = namedInLid.exec(stretch) ?? [];
  const lid = rankOf(first ?? second ?? "");
  if (lid !== undefined) return distinct(linksOfLid(lid, rank, law).filter(({ number }) => number === ""));
  return ownLaw.test(stretch) ? [{ lawId: law.lawId, number: "" }] : [];
};

/** The links of the unit, of what is around it inside its article, and of what stands beside it. */
const linksAround = (rank: number, { units, links }: LinkedLaw): readonly LawLink[] => {
  const own = links.get(rank) ?? [];
  const parent = units.parent(rank);
  return [...own, ...(parent < 0 ? [] : siblings(parent, units).flatMap((each) => links.get(each) ?? []))];
};

const siblings = (parent: number, units: UnitTable): number[] => {
  const ranks: number[] = [];
  for (let rank = parent + 1; rank < units.length && units.parent(rank) >= parent; rank++)
    if (units.parent(rank) === parent) ranks.push(rank);
  return ranks;
};

const linksOfLid = (lid: number, rank: number, { units, links }: LinkedLaw): readonly LawLink[] => {
  const at = siblings(units.parent(rank), units).find((each) => units.label(each) === `lid ${lid}`);
  return at === undefined ? [] : (links.get(at) ?? []);
};

const distinct = (links: readonly LawLink[]): LawLink[] => [
  ...new Map(links.map((each) => [`${each.lawId} ${each.number}`, each])).values(),
];
