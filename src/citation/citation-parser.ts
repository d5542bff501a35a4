import { withBooks } from "./books.ts";
import { parseCaseCitations } from "./case-citations.ts";
import { type Citation, type FoundCitation, type Pinpoint, type Provision, provisionOf } from "./citation.ts";
import { isCelex, lawIdNamed } from "./eu-acts.ts";
import { withoutLongGaps } from "./gaps.ts";
import type { KnownLaw } from "./known-law.ts";
import type { LawTable } from "./law-table.ts";
import { type LawTail, readLawTail } from "./law-tail.ts";
import { leavesNumber, nameMayBegin } from "./name-borders.ts";
import { aliasAt, definitionsOf, learnDefinitions, OwnNames } from "./own-names.ts";
import { readPinpoint } from "./pinpoint-parser.ts";
import { readBehindLaw, readKeyword, readProvisions, type SpottedProvision } from "./provision-parser.ts";
import { readRecitals } from "./recital-parser.ts";
import { Scanner } from "./scanner.ts";
import { isLawTitle, unknownName } from "./unknown-name.ts";

const wordStart = /[\p{L}\p{N}]+/gu;
const keywordStart = /^(?:art(?:ikel|ikelen|icles?|t)?|sections?)$/i;
/** Abbreviations that one text may define, and how long the name before one may be. */
const abbreviationsMax = 200;
const nameLengthMax = 90;
/** Characters in front of a bare number in which the word that owns it must lie. */
const ownerMax = 40;
/** What makes a bare number a part of what goes before it: `12/24 WW`, `12 / 24 WW`, `AWB 12_24 WW`, `tel. 020 555 12 34 WW`, `§ 7 AVG`, `€ 24 WW`. */
const leftBorder = /(?:[\p{L}\p{N}:.,/_-]|\d\s|\/\s{1,2}|[\p{S}§¶#]\s*)$/u;
const borderMax = 3;
/** `23.12.2005`, `9:53:32` and a case of a court of appeal, `200.107.106`, number no article. */
const noArticle = /^\d{1,2}\.\d{1,2}\.(?:19|20)\d\d$|:\d+:|^\d{3}\.\d{3}\.\d{3}$/;
/** Characters in which a mere "eerste, tweede en derde lid" must have come to its noun. */
const referenceMax = 300;
const referenceStart = /^(?:(?:het|the)\s+)?[\p{L}\d]+(?:,|\s+(?:en|of|lid|leden|tot|t\/m|and|or|paragraphs?))/u;
/** What may stand between two items of one enumeration: `artikelen 90 van de WAO, 68 van de WAZ en 8 van de …`. */
const enumerated = /^(?:\s*[,–-]\s*|\s+(?=en|of|alsmede))(?:(?:en|of|alsmede)\s+)?$/;
const recitalStart = /^(?:overweging(?:en)?|recitals?)$/i;
const furtherLid = /\s*,?\s*(?:en|of|alsmede|and|or)\s+(?:(?:het|the)\s+)?/iy;
const ofArticle = /\s+(?:van|of)\s+(?:het\s+)?(?=(?:art(?:ikel|icle|\.)?|section)\s*\d)/iy;
const backReference =
  /(?:dit|dat)\s+artikel(?:lid)?(?!\p{L}|\s+\d)|(?:die|deze)\s+wet|(?:dit|dat)\s+(?:lid|besluit)/iuy;

/**
 * Finds the citations of a text, in order, none overlapping, by the names of a law table. A citation of a law nobody
 * knows is a value with `lawRaw`; words that refer back stay unresolved. `standsIn` is the law whose text it is a part of:
 * what that law defines for all of itself is read in the part too.
 */
export const parseDutchCitations = (input: string, laws: LawTable, standsIn = ""): FoundCitation[] => {
  const text = withoutLongGaps(input);
  const cases = parseCaseCitations(text);
  const statutes = new CitationReader(text, laws, standsIn).read();
  const apart = statutes.filter((each) => !cases.some((other) => each.start < other.end && other.start < each.end));
  return [...cases, ...apart].sort((a, b) => a.start - b.start || b.end - a.end);
};

class CitationReader {
  readonly #text: string;
  readonly #scanner: Scanner;
  readonly #laws: OwnNames;
  /** Up to here a list of numbers was read that no law follows: what begins inside it ends there too. */
  #lawlessUntil = 0;
  /** Where the last citation that began with "artikel" ends: a number behind it goes on with the enumeration. */
  #listUntil = -1;

  constructor(text: string, laws: LawTable, standsIn: string) {
    this.#text = text;
    this.#scanner = new Scanner(text);
    this.#laws = new OwnNames(laws);
    this.#learnAbbreviations(laws);
    learnDefinitions(definitionsOf(standsIn), this.#laws);
    learnDefinitions(text, this.#laws);
  }

  /** `de Participatiewet (Pw)` gives a short name for the whole document, also where it was used before. */
  #learnAbbreviations(laws: LawTable): void {
    let tried = 0;
    for (const { 1: short = "", index } of this.#text.matchAll(/\s\((\p{Lu}[\p{L}/]{1,11})\)/gu)) {
      if (tried++ >= abbreviationsMax) return;
      const known = laws.match(short, 0);
      if (known && !known.law.among) continue;
      const from = Math.max(0, index - nameLengthMax);
      for (const word of this.#text.slice(from, index).matchAll(/\p{L}[\p{L}\p{N}]*/gu)) {
        const match = laws.mayBegin(word[0]) ? laws.match(this.#text, from + word.index) : undefined;
        if (match?.end !== index || match.law.among) continue;
        this.#laws.add(short, match.law);
        break;
      }
    }
  }

  read(): FoundCitation[] {
    const list: FoundCitation[] = [];
    wordStart.lastIndex = 0;
    let from = 0;
    for (const word of this.#text.matchAll(wordStart)) {
      if (word.index < from) continue;
      const found = this.#at(word.index, word[0]);
      if (!found) continue;
      from = found.end;
      if (found.found) list.push(found.found);
    }
    return list;
  }

  /** What begins at this word: a citation, a law's name (skipped, its alias kept), or nothing. */
  #at(start: number, word: string): { end: number; found?: FoundCitation } | undefined {
    const found =
      (keywordStart.test(word) ? this.#withKeyword(start) : undefined) ??
      (/^\d/.test(word) ? this.#withoutKeyword(start) : undefined) ??
      (recitalStart.test(word) ? this.#recitals(start) : undefined) ??
      this.#reference(start);
    if (found) return { end: found.end, found };
    return this.#laws.mayBegin(word) ? this.#lawFirst(start) : undefined;
  }

  /** `art. 7:611 BW`, `artikel 3 van die wet`, `artikel 33`. */
  #withKeyword(start: number): FoundCitation | undefined {
    this.#scanner.at = start;
    const keyword = readKeyword(this.#scanner);
    const provisions = keyword && readProvisions(this.#scanner, keyword);
    if (!provisions) return undefined;
    const tail = readLawTail(this.#scanner, this.#laws) ?? this.#nameInFront(start);
    const isOfPaper = keyword.isSection && tail?.kind !== "known" && !/:/.test(provisions[0]?.provision.number ?? "");
    if (isOfPaper) return undefined;
    const found = this.#apart(start, provisions, tail) ?? this.#complete(start, this.#whole(provisions, tail), tail);
    this.#listUntil = found.end;
    return found;
  }

  /**
   * `overweging 4 van Richtlijn 2014/92/EU`, `recitals 4 and 6`: only of an act of the Union, by its number or with its text loaded. Elsewhere
   * such a number is a ruling's, or a letter's own.
   */
  #recitals(start: number): FoundCitation | undefined {
    this.#scanner.at = start;
    const spotted = readRecitals(this.#scanner);
    if (!spotted) return undefined;
    const tail = readLawTail(this.#scanner, this.#laws);
    const isOfUnion =
      (tail?.kind === "known" && isCelex(tail.match.law.id)) ||
      (tail?.kind === "unknown" && lawIdNamed(tail.words) !== "");
    if (!isOfUnion) return undefined;
    return this.#complete(start, spotted, tail);
  }

  /** `Wet op het specifiek cultuurbeleid, art. 10`: a title that nobody knows, right in front of an article without a law behind it. */
  #nameInFront(start: number): LawTail | undefined {
    const from = Math.max(this.#listUntil, start - nameLengthMax, 0);
    const before = this.#text.slice(from, start);
    for (const { index } of before.matchAll(
      /(?<![\p{L}\p{N}-]|[\p{L}\p{N}]\s)\p{Lu}|(?<=\s(?:de|het|van)\s)\p{Lu}/gu,
    )) {
      const scanner = new Scanner(this.#text);
      scanner.at = from + index;
      const words = unknownName(scanner);
      if (isLawTitle(words) && words.includes(" ") && /^,?\s$/.test(this.#text.slice(scanner.at, start)))
        return { kind: "unknown", words };
    }
    return undefined;
  }

  /** The provisions with what stands behind their law: `artikel 7:629 BW, lid 3`, `art. 7:611 BW e.v.`, `art. 1638 BW-oud`. */
  #whole(provisions: SpottedProvision[], tail: LawTail | undefined): SpottedProvision[] {
    return tail?.kind === "known" ? readBehindLaw(this.#scanner, provisions) : provisions;
  }

  /**
   * `6:162 BW`: only with a known law, or where number and range leave no other reading. The number behind a slash is the
   * second half of another one (`12/24 WW` is a case's). A plain number counts only where no noun owns it (`overweging 4 AVG`)
   * and with a lid behind it, as the last of a list does that began in another sentence (`… en 91, vierde lid, van de Ziektewet`), or
   * right behind a citation with a law of its own, as an item of the same enumeration.
   */
  #withoutKeyword(start: number): FoundCitation | undefined {
    if (leftBorder.test(this.#text.slice(Math.max(0, start - borderMax), start))) return undefined;
    this.#scanner.at = start;
    if (start < this.#lawlessUntil) return undefined;
    const provisions = readProvisions(this.#scanner, undefined);
    const first = provisions?.[0]?.provision;
    if (!provisions || !first || noArticle.test(first.number)) return undefined;
    const isPlain = isPlainNumber(first);
    const end = provisions.at(-1)?.end ?? start;
    /** What begins inside a list of plain numbers that are no articles is none either: `producties 4 en 24 WW`. */
    const none = (): undefined => {
      const areAll = provisions.every(({ provision, isAgain }) => isPlainNumber(provision) && !isAgain);
      if (areAll) this.#lawlessUntil = end;
    };
    if (isPlain && /^\d+[-–—]\d/.test(this.#text.slice(start, end))) return none();
    const hasLid = first.pinpoints.some(({ paragraphs }) => paragraphs.length > 0);
    const tail = readLawTail(this.#scanner, this.#laws);
    const isListed = this.#listUntil >= 0 && enumerated.test(this.#text.slice(this.#listUntil, start));
    if (tail?.kind === "known") {
      const isByAbbreviation = this.#isAbbreviated(end, tail.match.end);
      if (isPlain && !hasLid && !isListed && !(isByAbbreviation && !/^(?:19|20)\d\d$/.test(first.number)))
        return none();
      if (!isListed && !/:/.test(first.number) && this.#isOwned(start, hasLid)) return none();
      const whole = this.#whole(provisions, tail);
      if (isListed) this.#listUntil = this.#scanner.at;
      return this.#complete(start, whole, tail);
    }
    // `… en 50, tweede lid, van het Kaderbesluit EZ-subsidies`: a lid in front of a title is an article's, whoever knows the act, and so is an
    // item of an enumeration of articles (`artikel 31 van de Wet X, 68 van de Wet Y`).
    const isOfTitle = tail?.kind === "unknown" && (hasLid || isListed) && isLawTitle(tail.words);
    if (isOfTitle && isListed) this.#listUntil = this.#scanner.at;
    if (isOfTitle && (isListed || !this.#isOwned(start, hasLid))) return this.#complete(start, provisions, tail);
    this.#scanner.at = end;
    const isClear = /:\d{3}/.test(first.number) && (first.through !== "" || first.pinpoints.length > 0);
    if (isClear) return this.#complete(start, provisions, undefined);
    this.#lawlessUntil = this.#scanner.at;
    return undefined;
  }

  /**
   * Whether the word right in front of a number is one that numbers count or name: `overweging 4`, `bijlage 3`, `rov. 3.4`. A
   * colon goes between the two (`kenmerk: 4382 WW`), and where a lid follows it opens an enumeration.
   */
  #isOwned(start: number, hasLid: boolean): boolean {
    const before = this.#text.slice(Math.max(0, start - ownerMax), start);
    const owner = (hasLid ? /(\p{L}+)\.?\s$/u : /(\p{L}+)[.:]?\s$/u).exec(before)?.[1];
    return owner !== undefined && !leavesNumber(owner.toLowerCase());
  }

  /** `12 WIA`: a number counts nothing where capitals that are a law's stand right behind it. */
  #isAbbreviated(from: number, to: number): boolean {
    return /^\s\p{Lu}\p{L}*\p{Lu}\p{L}*$/u.test(this.#text.slice(from, to));
  }

  /** `Awb 4:81`, `BW art. 7:625`, `Burgerlijk Wetboek Boek 5, Artikel 1`. */
  #lawFirst(start: number): { end: number; found?: FoundCitation } | undefined {
    const match = this.#laws.match(this.#text, start);
    if (!match) return undefined;
    if (match.law.among) return { end: match.end };
    if (!nameMayBegin(this.#text, start)) return this.#longerName(start, match.end);
    this.#learnAlias(match.law, match.end);
    this.#scanner.at = match.end;
    this.#scanner.take(/\s*,?\s*/y);
    const recitals = isCelex(match.law.id) ? readRecitals(this.#scanner) : undefined;
    const keyword = recitals ? undefined : readKeyword(this.#scanner);
    const provisions = recitals ?? readProvisions(this.#scanner, keyword);
    const first = provisions?.[0]?.provision;
    if (
      !provisions ||
      !first ||
      !(recitals || keyword || /[:.]|\p{L}$/u.test(first.number) || first.pinpoints.length > 0)
    )
      return { end: match.end };
    const end = this.#scanner.at;
    // "… de Awb. Artikel 3 Opiumwet", "de WAZ, 2:8, en 3:38 van de Wet X": a law behind the number wins over the one before
    // it, whether anybody knows it or not, and so do words that refer back.
    const tail = readLawTail(this.#scanner, this.#laws);
    // "Book 7, Article 611, of the Dutch Civil Code": the same law twice, its book in front.
    if (tail?.kind === "known" && tail.match.law === match.law && match.book !== "" && tail.match.book === "")
      return {
        end: tail.match.end,
        found: this.#complete(start, provisions, { kind: "known", match }, tail.match.end),
      };
    if (tail) return { end: match.end };
    this.#scanner.at = end;
    return { end, found: this.#complete(start, provisions, { kind: "known", match }, end) };
  }

  /** `Handboek WOR, artikel 3`: what goes before a law's name may make it another, so its article is of no law that is known. */
  #longerName(start: number, nameEnd: number): { end: number; found?: FoundCitation } {
    this.#scanner.at = nameEnd;
    this.#scanner.take(/\s*,?\s*/y);
    const keyword = readKeyword(this.#scanner);
    const provisions = keyword && readProvisions(this.#scanner, keyword);
    const end = this.#scanner.at;
    if (!provisions || readLawTail(this.#scanner, this.#laws)) return { end: nameEnd };
    const before = /[\p{L}\p{N}'’-]+\s?$/u.exec(this.#text.slice(Math.max(0, start - ownerMax), start))?.[0] ?? "";
    const words = before + this.#text.slice(start, nameEnd);
    return { end, found: this.#complete(start, provisions, { kind: "unknown", words }, end) };
  }

  /** `het eerste lid`, `dit artikel`, `die wet` on their own. */
  #reference(start: number): FoundCitation | undefined {
    this.#scanner.at = start;
    if (this.#scanner.take(backReference)) return anaphora(this.#text, start, this.#scanner.at, []);
    const ahead = this.#text.slice(start, start + referenceMax);
    if (/^(?:lid|leden|paragraphs?|subsections?)\s+\d/iu.test(ahead)) return this.#lidNumberFirst(start);
    if (!referenceStart.test(ahead) || !/\s(?:lid|leden|paragraphs?)(?!\p{L})/iu.test(ahead)) return undefined;
    const pinpoint = readPinpoint(this.#scanner, "and", { plural: false });
    if (!pinpoint || pinpoint.paragraphs.length === 0) return undefined;
    const turned = this.#lidFirst(start, pinpoint);
    if (turned) return turned;
    return anaphora(this.#text, start, this.#scanner.at, [provisionOf("", [pinpoint])]);
  }

  /** `lid 3 van artikel 7:669 BW`; a lid in figures alone refers back to an article that it does not name. */
  #lidNumberFirst(start: number): FoundCitation | undefined {
    this.#scanner.at = start;
    const pinpoint = readPinpoint(this.#scanner, "and", { plural: false });
    if (!pinpoint || pinpoint.paragraphs.length === 0) return undefined;
    return this.#lidFirst(start, pinpoint);
  }

  /**
   * "artikel 31 of artikel 4:95 van de Awb": a number of another shape behind another "artikel" is of another law, so what
   * goes before it is a citation that names none. In a law in books a number with its book and one without are of one shape.
   */
  #apart(start: number, spotted: SpottedProvision[], tail: LawTail | undefined): FoundCitation | undefined {
    if (tail?.kind !== "known" || tail.match.law.books) return undefined;
    const shape = shapeOf(spotted.at(-1));
    const other = spotted.findLastIndex((each) => shapeOf(each) !== shape);
    const again = other < 0 ? -1 : spotted.findIndex((each, index) => index > other && each.isAgain);
    if (again < 0) return undefined;
    const before = spotted.slice(0, again);
    return this.#complete(start, before, undefined, before.at(-1)?.end ?? start);
  }

  /** `het eerste lid van artikel 7:629 BW`: the lid stands in front, and is that of one article without parts of its own. */
  #lidFirst(start: number, pinpoint: Pinpoint): FoundCitation | undefined {
    const end = this.#scanner.at;
    const pinpoints = [pinpoint, ...this.#furtherLeden()];
    const whole = this.#scanner.take(ofArticle) && this.#withKeyword(this.#scanner.at);
    const [only, another] = whole?.citation.provisions ?? [];
    if (whole && only && !another && only.pinpoints.length === 0) {
      const citation = { ...whole.citation, provisions: [{ ...only, pinpoints }] };
      return { citation, start, end: whole.end, spots: [{ start, end: whole.spots[0]?.end ?? whole.end }] };
    }
    this.#scanner.at = end;
    return undefined;
  }

  /** `tweede lid, eerste volzin, alsmede het vijfde en zesde lid`. */
  #furtherLeden(): Pinpoint[] {
    const further: Pinpoint[] = [];
    for (;;) {
      const next = this.#scanner.attempt(() => {
        const pinpoint = this.#scanner.take(furtherLid) && readPinpoint(this.#scanner, "and", { plural: false });
        return pinpoint && pinpoint.paragraphs.length > 0 ? pinpoint : undefined;
      });
      if (!next) return further;
      further.push(next);
    }
  }

  #complete(
    start: number,
    spotted: SpottedProvision[],
    tail: LawTail | undefined,
    end = this.#scanner.at,
  ): FoundCitation {
    const match = tail?.kind === "known" ? tail.match : undefined;
    if (match) this.#learnAlias(match.law, match.end);
    const provisions = withBooks(
      spotted.map((each) => each.provision),
      match,
    );
    const numbersReadAs = numbersOf(spotted, provisions, match?.law.short ?? "");
    const citation: Citation = {
      kind: tail?.kind === "anaphora" ? "anaphora" : "statute",
      law: match?.law.short ?? "",
      lawRaw: tail && tail.kind !== "known" ? tail.words : "",
      ...(match?.readAs && { lawReadAs: match.readAs }),
      provisions,
      ...(numbersReadAs && { numbersReadAs }),
      caseNumber: "",
    };
    const spots = spotted.map(({ start: from, end: to }) => ({ start: from, end: to }));
    const carried = match ? spotted.flatMap((_, rank) => (isBeforeAnother(spotted, rank) ? [rank] : [])) : [];
    return { citation, start, end, spots, ...(carried.length > 0 && { carried }) };
  }

  /** The law has been named here; "(hierna: de Awb)" behind it gives it another name for the rest of the document. */
  #learnAlias(law: KnownLaw, at: number): void {
    this.#laws.note(law);
    const name = aliasAt(this.#text, at);
    if (name) this.#laws.add(name, law);
  }
}

/** What was read into the numbers that does not stand there, for people; "" where nothing was. */
const numbersOf = (spotted: readonly SpottedProvision[], provisions: readonly Provision[], law: string): string => {
  const told = provisions.flatMap(({ number }, index) => {
    const at = spotted[index];
    const before = spotted[index - 1];
    if (at?.isInPieces) return [number];
    // A book that stands with the law ("art. 629 Boek 7 BW") is said there; one of a number before is carried on.
    const isCarried = before !== undefined && number !== at?.provision.number && /:/.test(before.provision.number);
    if (isCarried) return [`${number} (the book of the number before)`];
    return law && isBeforeAnother(spotted, index) ? [`${number} as an article of ${law}`] : [];
  });
  return told.join("; ");
};

/** Whether "artikel" stands again in front of the next number, so that the law behind that may not be this one's. */
const isBeforeAnother = (spotted: readonly SpottedProvision[], rank: number): boolean =>
  spotted[rank + 1]?.isAgain === true && spotted[rank]?.provision.number !== "";

/** A number that only figures write, as days, exhibits and amounts do. */
const isPlainNumber = ({ number, through }: Provision): boolean => !/[:.]|\p{L}$/u.test(number + through);

/** How a law numbers its articles: `8:29`, `9.14`, or plainly. */
const shapeOf = (spotted: SpottedProvision | undefined): string =>
  /[:.]/.exec(spotted?.provision.number ?? "")?.[0] ?? "";

const anaphora = (text: string, start: number, end: number, provisions: Provision[]): FoundCitation => ({
  citation: { kind: "anaphora", law: "", lawRaw: text.slice(start, end), provisions, caseNumber: "" },
  start,
  end,
  spots: provisions.map(() => ({ start, end })),
});
