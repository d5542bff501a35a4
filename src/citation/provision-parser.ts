import { readArticleNumber, withPrefixOf } from "./article-number.ts";
import type { Pinpoint, Provision, Relation } from "./citation.ts";
import { readPinpoint } from "./pinpoint-parser.ts";
import type { Scanner } from "./scanner.ts";

/** A provision with its place in the text, UTF-16 code units. */
export interface SpottedProvision {
  readonly provision: Provision;
  readonly start: number;
  readonly end: number;
  /** True where "artikel" stands again in front of it: what goes before may be of another law. */
  readonly isAgain?: boolean;
  /** True where its number stands in two pieces. */
  readonly isInPieces?: boolean;
}

const keyword =
  /(?:de\s+|het\s+)?(artikelen|articles?|artikel|artt\.?|art\.?|sections?)\s*(?=[\dIVXLC]|[A-Z]{1,2}[ -]?\d)/iy;
const rangeEnd =
  /(?:\s*[-–—]\s*|\s+t\/m\s+|\s+tot\s+en\s+met\s+|\s+(?:up\s+)?to(?:\s+and\s+including)?\s+|\s+through\s+)(?:(?:artikel|article|section)\s+|art\.\s*)?/iy;
/** `e.v.`, `en volgende`, `et seq.`, `and following`: in words only where the citation ends or its law follows, since a week may follow too. */
const following =
  /\s+(?:e\.?\s?v\.?(?!\p{L})|et\s+seqq?\.?(?!\p{L})|(?:en|and)\s+(?:volgende|following)(?:\s+(?:artikelen|articles))?(?=\s*(?:[,;:.)]|$)|\s+(?:van|uit|of)\s|\s+\p{Lu}))/uy;
const former = /\s*\((?:oud|old|former)\)/iy;
/** Behind the law it needs no brackets: `BW-oud`, `BW oud`. */
const formerLaw = /(?:\s*\((?:oud|old)\)|[-\s]oud)(?!\p{L})/iuy;
/** What a part behind the law begins with; a number in brackets there is a note's mark, "en" begins another citation, and "ten eerste" a reason. */
const partBegins = /(?=\s*,?\s*\(?(?!(?:en|of|and|or|ten)\s)\p{L})/uy;
/** `artikel 7:629 BW (derde lid, onder b)`. */
const bracket = /\s*\(\s*(?=\p{L})/uy;
const bracketEnd = /\s*\)/y;
const partOfAnother = /\s+(?:van|uit|of)\s+(?:het\s+)?(?:artt?\b|artikel|article|section)/iy;
/** `7:629-3`: the lid behind a hyphen, as case notes write it. */
const hyphenLid = /-([1-9]\d?)(?![\p{L}\d]|[:.-]\d)/uy;
/** `artikel 1.3.3. van de Wet …`, `artikel 1.1., onderdeel c`: a full stop that is the number's habit and ends no sentence. */
const strayStop = /\.(?=,|\s+(?:van|uit|der)\s)/y;
/** `artikel 3 137 van de Wet …`: a point or a colon was lost, and which nobody knows. */
const secondPiece = / ([1-9]\d{1,3}[a-z]?)(?=\s+(?:van|uit)\s+(?:de|het)\s|\s*,\s)/y;
const conjunction = String.raw`jo\.?|j[°º]|juncto|jis\.?|(?:gelezen\s+)?in\s+(?:verbinding|samenhang)\s+met|(?:read\s+)?in\s+conjunction\s+with|read\s+(?:together\s+)?with`;
const joint = new RegExp(
  String.raw`\s*,\s*(?:(${conjunction})\s+)?(?:(?:en|of|alsmede|dan\s+wel|onderscheidenlijk|respectievelijk|and|or|as\s+well\s+as)\s+)?|\s+(?:(${conjunction})|en|of|alsmede|dan\s+wel|onderscheidenlijk|respectievelijk|and|or|as\s+well\s+as)\s+`,
  "iy",
);

/** Provisions of one citation. */
const listMax = 200;

export interface Keyword {
  readonly plural: boolean;
  /** English: what papers of all sorts call their parts. It is a law's only where the law is known. */
  readonly isSection: boolean;
}

/** Whether a keyword stands here, and which; takes it. */
export const readKeyword = (scanner: Scanner): Keyword | undefined => {
  const word = scanner.take(keyword)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  return { plural: /^(?:artikelen|articles|artt|sections)/.test(word), isSection: word.startsWith("section") };
};

/** Reads a list of provisions that begins here: `7:669 lid 3, 7:670 en 7:671b`. Undefined when no number stands here. */
export const readProvisions = (
  scanner: Scanner,
  first: { plural: boolean } | undefined,
): SpottedProvision[] | undefined => {
  const found = readProvision(scanner, "and", first);
  if (!found) return undefined;
  const list = [found];
  let word = first;
  while (list.length < listMax) {
    const next = scanner.attempt(() => {
      const relation = readJoint(scanner);
      if (!relation) return undefined;
      const again = readKeyword(scanner);
      const provision = readProvision(scanner, relation, again ?? word, again !== undefined);
      if (provision && again) word = again;
      return provision && again ? { ...provision, isAgain: true } : provision;
    });
    if (!next) break;
    list.push(next);
  }
  return list;
};

const readJoint = (scanner: Scanner): Relation | undefined => {
  const match = scanner.take(joint);
  if (!match) return undefined;
  return match[1] || match[2] ? "jo" : "and";
};

const readProvision = (
  scanner: Scanner,
  relation: Relation,
  word: { plural: boolean } | undefined,
  hasKeyword = word !== undefined,
): SpottedProvision | undefined =>
  scanner.attempt(() => {
    const start = scanner.at;
    const first = readArticleNumber(scanner, hasKeyword);
    if (!first) return undefined;
    const rest = hasKeyword && /^\d{1,2}$/.test(first) ? scanner.take(secondPiece)?.[1] : undefined;
    const number = rest ? `${first} ${rest}` : first;
    const isInPieces =
      rest !== undefined || /\s/.test(scanner.text.slice(start, scanner.at).trim()) !== /\s/.test(number);
    const lid = readHyphenLid(scanner, number);
    if (!lid && !word?.plural && isLidOrArticle(scanner, number)) return undefined;
    const through = lid ? undefined : readRangeEnd(scanner, number, hasKeyword);
    const andFollowing = scanner.take(following) !== undefined;
    const isFormer = scanner.take(former) !== undefined;
    if (hasKeyword) scanner.take(strayStop);
    const pinpoints = lid ? [lid] : readPinpoints(scanner, word?.plural ?? false);
    const isFollowed = andFollowing || scanner.take(following) !== undefined;
    const provision = {
      relation,
      number,
      through: through ?? "",
      andFollowing: isFollowed,
      former: isFormer || scanner.take(former) !== undefined,
      pinpoints,
    };
    return { provision, start, end: scanner.at, ...(isInPieces && { isInPieces }) };
  });

/** A number behind a hyphen that is below the article's own is no end of a range: it is the lid. */
const readHyphenLid = (scanner: Scanner, number: string): Pinpoint | undefined =>
  scanner.attempt(() => {
    const lid = scanner.take(hyphenLid)?.[1];
    const own = Number.parseInt(number.replace(/^.*[:.]/, ""), 10);
    if (!lid || !(Number(lid) < own)) return undefined;
    return {
      relation: "and",
      paragraphs: [{ number: lid, through: "" }],
      introductory: false,
      items: [],
      sentences: [],
    };
  });

/**
 * What stands behind the law and belongs to its last article: a lid or an item where that is the only article and has none of
 * its own ("artikel 7:629 BW, lid 3", "art. 7:669 lid 3 BW, onder g"), "e.v.", "oud".
 */
export const readBehindLaw = (scanner: Scanner, list: SpottedProvision[]): SpottedProvision[] => {
  const last = list.at(-1);
  if (!last) return list;
  const isFormer = scanner.take(formerLaw) !== undefined;
  const isAlone = list.length === 1 && last.provision.through === "";
  const pinpoints = isAlone ? scanner.attempt(() => partsWith(scanner, last.provision.pinpoints)) : undefined;
  const andFollowing = scanner.take(following) !== undefined;
  if (!isFormer && !andFollowing && !pinpoints) return list;
  const { provision } = last;
  const whole = {
    ...provision,
    former: provision.former || isFormer,
    andFollowing: provision.andFollowing || andFollowing,
    pinpoints: pinpoints ?? provision.pinpoints,
  };
  return [...list.slice(0, -1), { ...last, provision: whole }];
};

/** The parts of an article with those behind its law: a lid, or the items of the one lid in front of it. */
const partsWith = (scanner: Scanner, own: readonly Pinpoint[]): Pinpoint[] | undefined => {
  const behind = readPartBehind(scanner);
  const [lid, another] = own;
  if (!behind || !lid) return behind;
  const [items, more] = behind;
  const isLidOnly = !another && lid.paragraphs.length > 0 && lid.items.length === 0 && lid.sentences.length === 0;
  if (!isLidOnly || !items || more || items.paragraphs.length > 0) return undefined;
  return [{ ...items, relation: lid.relation, paragraphs: lid.paragraphs }];
};

const readPartBehind = (scanner: Scanner): Pinpoint[] | undefined => {
  const inBrackets = scanner.attempt(() => {
    const part = scanner.take(bracket) && readPinpoints(scanner, false);
    return part && part.length > 0 && scanner.take(bracketEnd) ? part : undefined;
  });
  if (inBrackets) return inBrackets;
  if (!scanner.take(partBegins)) return undefined;
  const pinpoints = readPinpoints(scanner, false);
  const isOfAnother = scanner.attempt(() => scanner.take(partOfAnother)) !== undefined;
  return pinpoints.length > 0 && !isOfAnother ? pinpoints : undefined;
};

/** `art. 1:5-8 Atw` may be lid 8 of 1:5, or a range up to 1:8: nobody can tell, and it is left unread. */
const isLidOrArticle = (scanner: Scanner, number: string): boolean =>
  /[:.]/.test(number) && /^-[1-9](?![\p{L}\d]|[:.-]\d)/u.test(scanner.text.slice(scanner.at, scanner.at + 4));

const readRangeEnd = (scanner: Scanner, number: string, hasKeyword: boolean): string | undefined =>
  scanner.attempt(() => {
    if (!scanner.take(rangeEnd)) return undefined;
    const end = readArticleNumber(scanner, hasKeyword);
    return end && withPrefixOf(number, end);
  });

/** `lid 1 onder a en lid 3`, `zevende lid jo. vijfde lid`. */
const readPinpoints = (scanner: Scanner, plural: boolean): Pinpoint[] => {
  const list: Pinpoint[] = [];
  for (;;) {
    const next = scanner.attempt(() => {
      const relation = list.length === 0 ? "and" : readJoint(scanner);
      return relation && readPinpoint(scanner, relation, { plural });
    });
    if (!next) return list;
    list.push(next);
  }
};
