import { byText } from "#kit/by-text.ts";
import { rulingEvidence } from "#kit/ruling-id.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { ActTitles, actId } from "../citation/act-titles.ts";
import { type Address, contains } from "../citation/address.ts";
import { type AnnexCitation, annexesIn } from "../citation/annex-citations.ts";
import { addressLawId, lawIdNamed } from "../citation/eu-acts.ts";
import { addressOfEvidence } from "../citation/evidence-address.ts";
import type { KnownNames } from "../citation/juriconnect-citation.ts";
import type { KnownLaw } from "../citation/known-law.ts";
import type { LawMatch, LawTable } from "../citation/law-table.ts";
import { readCitations } from "../citation/read-citations.ts";
import type { Reading } from "../citation/reading.ts";
import { type UnreadCitation, unreadCitations } from "../citation/unread.ts";
import { courtOf } from "./language/courts.ts";
import { holdsPlace } from "./places.ts";
import type { Range } from "./tokens/token.ts";

/** A provision, the end of a range, a lid, an onderdeel, a ruling or a clause that a text names: one address each. */
export interface NamedCitation extends Range {
  /** It looks like a citation and is not read: nothing can hold it. */
  readonly isUnread: boolean;
  readonly addresses: readonly Address[];
  /** Numbers of clauses of a document, where that is what it names. */
  readonly clauses: readonly string[];
  /** Day of the ruling that is named by it, ISO date; empty: none. */
  readonly day: string;
  readonly raw: string;
}

/** A law that a text names, with or without an article; `ids` has the regulation, or each book of a law in books. */
export interface NamedLaw extends Range {
  readonly ids: readonly string[];
}

/** The one reader of citations, as far as the draft check asks it. */
export interface CitationReader {
  /** Every provision and ruling named in the text, and what looks like one and is not read. */
  named(text: string): readonly NamedCitation[];
  /** Laws that are named without an article, each as the address of the whole law. */
  laws(text: string): readonly NamedLaw[];
  /** Whether the entry is of that law, or its words name it. */
  isOfLaw(law: NamedLaw, entry: LedgerEntry): boolean;
  /** Whether what is named lies inside the address of the entry, or its words name it themselves. */
  isInside(citation: NamedCitation, entry: LedgerEntry): boolean;
}

/** The reader with a register of names. Keep one for a register: it remembers the addresses of entries. */
export const citationReader = (names: KnownNames): CitationReader => {
  const bound = new WeakMap<LedgerEntry, readonly Address[]>();
  const addressesOf = (entry: LedgerEntry): readonly Address[] => {
    const found = bound.get(entry) ?? [...ownAddresses(entry, names), ...saidAddresses(entry, names)];
    bound.set(entry, found);
    return found;
  };
  const laws = byText((text) => lawsIn(text, names));
  return {
    named: byText((text) => namedIn(text, names)),
    laws,
    isOfLaw: ({ ids }, entry) =>
      addressesOf(entry).some((one) => one.kind === "provision" && ids.includes(one.lawId)) ||
      laws(saidBy(entry)).some((said) => said.ids.some((id) => ids.includes(id))),
    isInside: ({ isUnread, addresses, clauses, day, raw }, entry) => {
      if (isUnread) return false;
      if (clauses.length > 0) return holdsPlace(entry, { kind: "paragraph", values: clauses, start: 0, end: 0 });
      const own = ownArticles(addresses, entry);
      if (
        own.length > 0 &&
        entry.evidence?.evidence.case === "document" &&
        holdsPlace(entry, { kind: "paragraph", values: own, start: 0, end: 0 })
      )
        return true;
      if (day !== "" && (rulingDay(entry) !== day || !isCourt(raw, entry))) return false;
      const held = addressesOf(entry);
      return (
        addresses.every((address) => held.some((one) => contains(one, address) && !isDeeper(address, one))) &&
        (addresses.length > 0 || day !== "")
      );
    },
  };
};

/**
 * The numbers of articles of which no law is named, or the very paper by its title: said of words of a paper that numbers its own,
 * they are its articles. Empty where a law is named, or a lid.
 */
const ownArticles = (addresses: readonly Address[], { evidence }: LedgerEntry): string[] => {
  const title = evidence?.evidence.case === "document" ? evidence.evidence.value.title.toLowerCase() : "";
  const numbers = addresses.flatMap((one) =>
    one.kind === "provision" &&
    one.lawId === "" &&
    (one.law === "" || one.law.toLowerCase() === title) &&
    one.steps.length === 0
      ? [one.number]
      : [],
  );
  return numbers.length === addresses.length ? numbers : [];
};

/** A lid of an article of which no lid is bound: whether those words stand in it, nobody has seen. */
const isDeeper = (named: Address, bound: Address): boolean =>
  named.kind === "provision" && bound.kind === "provision"
    ? named.steps.length > bound.steps.length
    : named.kind === "ruling" && bound.kind === "ruling" && named.consideration.length > bound.consideration.length;

const namedIn = (text: string, names: KnownNames): NamedCitation[] => {
  const annexes = annexesIn(text, names);
  const isInAnnex = ({ start, end }: Range) =>
    annexes.some((one) => one.address !== undefined && start < one.end && one.start < end);
  const readings = readCitations(text, names).filter((one) => !isInAnnex(one));
  return [
    ...annexes.map(annexOf),
    ...readings.flatMap(citationsOf),
    ...unreadCitations(text, readings)
      .filter((one) => !isNumberedAct(one) && !isInAnnex(one))
      .map(unreadOf),
    ...numberedLaws(text, names).filter(
      (one) => !readings.some(({ start, end }) => start < one.end && one.start < end),
    ),
  ].toSorted((a, b) => a.start - b.start);
};

/** Which annex an article means, nobody can tell by the article alone. */
const annexOf = ({ start, end, address }: AnnexCitation): NamedCitation => ({
  ...nothing,
  start,
  end,
  addresses: address ? [address] : [],
  isUnread: address === undefined,
});

/** The name of a law with a number behind it that no reading holds (`Sr 658a lid 1`). */
const numberedLaws = (text: string, names: KnownNames): NamedCitation[] =>
  lawsIn(text, names).flatMap(({ start, end }) => {
    const number = /^\s+(?:artt?\.?\s*)?\d{1,4}[a-z]{0,2}(?=\s*(?:lid|leden|onder|sub|,|;|\.|\)|$))/u.exec(
      text.slice(end),
    );
    return number ? [{ ...nothing, start, end: end + number[0].length, isUnread: true }] : [];
  });

const unbound: Address = { kind: "provision", lawId: "", law: "?", number: "?", steps: [] };

const nothing = { isUnread: false, addresses: [], clauses: [], day: "", raw: "" };

const citationsOf = ({ target, citation, start, end, places }: Reading): NamedCitation[] => {
  if (target === "document")
    return [
      {
        ...nothing,
        start,
        end,
        clauses: citation.provisions.flatMap(({ number, through }) => (through === "" ? [number] : [number, through])),
      },
    ];
  // Words that refer back without a number ("die bepaling") name nothing anew.
  if (target === "back")
    return citation.provisions.some(({ number }) => number !== "") ? [{ ...nothing, start, end, isUnread: true }] : [];
  // "e.v." names articles that nobody bound, "(oud)" a text that is no longer the law's.
  if (target === "law" && citation.provisions.some(({ andFollowing, former }) => andFollowing || former))
    return [{ ...nothing, start, end, addresses: [unbound] }];
  // One finding for the citation as a whole where several of its places share their characters.
  const groups = new Map<string, Address[]>();
  for (const place of places) {
    const key = `${place.start} ${place.end}`;
    groups.set(key, [...(groups.get(key) ?? []), place.address]);
  }
  const found = [...groups].map(([key, addresses]) => {
    const [from = start, to = end] = key.split(" ").map(Number);
    return { ...nothing, start: from, end: to, addresses };
  });
  // The words around the numbers belong to the citation: they are read, and no tokens.
  return [...found, { ...nothing, start, end, addresses: found.flatMap(({ addresses }) => addresses) }].filter(
    (one, at, all) =>
      all.findIndex((other) => other.start === one.start && other.end === one.end) === at && one.addresses.length > 0,
  );
};

/** An act of the Union is known by its number: named as a whole it is a law like any other, whose entry has to be there. */
const isNumberedAct = ({ form, raw }: UnreadCitation): boolean => form === "union-act" && lawIdNamed(raw) !== "";

/** What belongs to a ruling beside it is held against that one; a court and a day, against the day of a ruling. */
const unreadOf = ({ start, end, raw, day = "", beside }: UnreadCitation): NamedCitation => {
  const addresses = beside?.places.map(({ address }) => address) ?? [];
  return { ...nothing, start, end, raw, day, addresses, isUnread: addresses.length === 0 && day === "" };
};

/** Where the entry itself stands: the unit its words lie in, else what is bound. */
const ownAddresses = ({ evidence, span, address }: LedgerEntry, names: KnownNames): Address[] => {
  const { register } = names;
  const law = evidence?.evidence.case === "law" ? evidence.evidence.value : undefined;
  if (law === undefined) return [];
  const words = span?.address || law.address || address;
  const unit = span?.unitPath ? `${law.evidenceId.split("#", 1)[0]}#${span.unitPath}` : law.evidenceId;
  const own = addressOfEvidence(unit, words, register) ?? addressOfEvidence(law.evidenceId, words, register);
  // A unit that is no article names nothing by itself; what the source calls it may.
  return own === undefined ? placesIn(words, names) : [own];
};

const placesIn = (text: string, names: KnownNames): Address[] => [
  ...readCitations(text, names).flatMap(({ places }) => places.map(({ address }) => address)),
  ...annexesIn(text, names).flatMap(({ address }) => address ?? []),
];

/**
 * What its own words name: a provision that a cited passage names may be named with it. The author's statement lends none: that she says
 * an article says so is no source for what it says.
 */
const saidAddresses = ({ span }: LedgerEntry, names: KnownNames): Address[] => placesIn(span?.excerpt ?? "", names);

const saidBy = ({ evidence, span }: LedgerEntry): string => {
  const source = evidence?.evidence;
  return span?.excerpt || (source?.case === "statement" ? source.value.text : "");
};

const idsOf = ({ id, books, elsewhere, among }: KnownLaw): readonly string[] => [
  ...(id === "" ? [] : [addressLawId(id)]),
  ...(elsewhere ? [elsewhere] : []),
  ...Object.values(books ?? {}),
  ...(among ?? []).map((one) => one.id),
];

const rulingDay = ({ evidence, span }: LedgerEntry): string => {
  const law = evidence?.evidence.case === "law" ? evidence.evidence.value : undefined;
  return law && rulingEvidence(law.evidenceId) ? law.versionDate || (span?.versionDate ?? "") : "";
};

/** The court that is named must be the ruling's: by the last word of its name, or HR for the Hoge Raad. */
const isCourt = (raw: string, { evidence }: LedgerEntry): boolean => {
  const law = evidence?.evidence.case === "law" ? evidence.evidence.value : undefined;
  const court = courtOf(law?.evidenceId ?? "");
  if (court === "") return true;
  const last = court.split(" ").at(-1) ?? "";
  return raw.includes(last) || (court === "Hoge Raad" && /^HR\b/u.test(raw));
};

const wordStart = /(?<![\p{L}\p{N}])\p{L}+/gu;

const titleWords = /\s\p{L}[\p{L}\p{N}-]*/uy;
const titleWordsMax = 12;

/**
 * The longest title that begins here, whatever stands behind it: "Wet flexibel werken verplicht …" may go on with the
 * sentence or be a longer title. Either way a law is named, and only an entry of that law can carry it.
 */
const titleWithin = (text: string, at: number, table: LawTable): LawMatch | undefined => {
  const first = /^\p{Lu}\p{L}*/u.exec(text.slice(at, at + 40))?.[0];
  if (first === undefined) return undefined;
  const ends: number[] = [];
  titleWords.lastIndex = at + first.length;
  while (ends.length < titleWordsMax && titleWords.test(text)) ends.push(titleWords.lastIndex);
  for (const end of ends.reverse()) {
    const match = table.match(text.slice(at, end), 0);
    if (match && match.end === end - at) return { ...match, end };
  }
  return undefined;
};

const lawsIn = (text: string, names: KnownNames): NamedLaw[] => {
  const table = names.register.table(names.laws);
  const found: NamedLaw[] = [];
  for (const { 0: word, index } of text.matchAll(wordStart)) {
    if (index < (found.at(-1)?.end ?? 0) || !table.mayBegin(word)) continue;
    const match = table.match(text, index) ?? titleWithin(text, index, table);
    if (match && /\p{Lu}/u.test(text.slice(index, match.end)))
      found.push({ start: index, end: match.end, ids: idsOf(match.law) });
  }
  for (const { start, end, raw } of unreadCitations(text, []).filter(isNumberedAct))
    if (!found.some((law) => law.start < end && start < law.end)) found.push({ start, end, ids: [lawIdNamed(raw)] });
  const acts = new ActTitles(text, []).all();
  for (const { start, end, words } of acts)
    if (!found.some((law) => law.start < end && start < law.end)) found.push({ start, end, ids: [actId(words)] });
  return found;
};
