import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { Book } from "./book.ts";
import type { NamedCitation, NamedLaw } from "./citations.ts";
import { meansExhibits, ownNumbers } from "./exhibits.ts";
import type { Mending, Refusal } from "./finding.ts";
import { holdsPlace, isHeadingOf, namesPlace } from "./places.ts";
import { stands } from "./quotations.ts";
import type { Sentence } from "./sentence.ts";
import type { Source } from "./source.ts";
import type { Range } from "./tokens/token.ts";

type Rule = (sentence: Sentence, book: Book) => Refusal[];

const whole: Range = { start: 0, end: 0 };
const refusal = (rule: DraftRule, remedy: Mending, range: Range = whole): Refusal => ({
  rule,
  remedy,
  start: range.start,
  end: range.end,
});
const drop: Mending = { kind: Remedy_Kind.DROP };
const bind: Mending = { kind: Remedy_Kind.BIND };
const reword: Mending = { kind: Remedy_Kind.REWORD };

/** To cite one of the entries that fit, those of the sentence's claim first; to bind one where there is none. */
const citeOne = (
  sentence: Sentence,
  book: Book,
  fits: (source: Source) => boolean,
  otherwise: Mending = bind,
): Mending => {
  const ids = [...book.entries.values()]
    .filter((entry) => isBound(entry) && !sentence.draft.entryIds.includes(entry.entryId) && fits(book.sourceOf(entry)))
    .toSorted((a, b) => Number(b.claimId === sentence.draft.claimId) - Number(a.claimId === sentence.draft.claimId))
    .map(({ entryId }) => entryId);
  return ids.length > 0 ? { kind: Remedy_Kind.CITE_ENTRY, entryIds: ids.slice(0, 5) } : otherwise;
};

const isBound = ({ bindingId, slotKind, span }: LedgerEntry): boolean =>
  bindingId !== "" && (slotKind !== SlotKind.QUOTE || (span?.excerpt ?? "") !== "");

const entriesAreInTheLedger: Rule = ({ draft }, { entries }) =>
  draft.entryIds.filter((id) => !entries.has(id)).map(() => refusal(DraftRule.ENTRY_UNKNOWN, drop));

const entriesCanBeCited: Rule = ({ cited }) =>
  cited.filter(({ entry }) => !isBound(entry)).map(() => refusal(DraftRule.ENTRY_UNBOUND, bind));

const claimIsInTheOutline: Rule = ({ draft, claim }) =>
  draft.claimId !== "" && claim === undefined ? [refusal(DraftRule.CLAIM_UNKNOWN, drop)] : [];

const isStatement = ({ entry }: Source): boolean => entry.evidence?.evidence.case === "statement";
const isSearch = ({ entry }: Source): boolean => entry.evidence?.evidence.case === "search";

const kindIsCarried: Rule = (sentence, book) => {
  const { draft, cited } = sentence;
  const lacks = (fits: (source: Source) => boolean) => [
    refusal(DraftRule.KIND_NOT_CARRIED, citeOne(sentence, book, fits)),
  ];
  if (draft.kind === SentenceKind.UNSPECIFIED) return [refusal(DraftRule.KIND_NOT_CARRIED, reword)];
  if (draft.kind === SentenceKind.FACT && cited.every(isStatement)) return lacks((source) => !isStatement(source));
  if (draft.kind === SentenceKind.LAW && !cited.some(({ isLaw }) => isLaw)) return lacks(({ isLaw }) => isLaw);
  if (draft.kind === SentenceKind.OWN_STATEMENT && !cited.some(isStatement)) return lacks(isStatement);
  return [];
};

const quotationsStandInTheSource: Rule = (sentence, book) => {
  const { scanned, cited, headings, asked } = sentence;
  const spans = cited.flatMap(({ entry }) => entry.span ?? []);
  const wrong = scanned.quotations
    .filter(
      ({ words }) =>
        !stands(words, spans) &&
        !asked.some(({ span }) => span && stands(words, [span])) &&
        !cited.some((source) => isTitleOf(source, words)),
    )
    .filter(({ words, start }) => !(headings.has(start) && cited.some(({ entry }) => isHeadingOf(entry, words))))
    .map((quotation) => {
      const able = citeOne(
        sentence,
        book,
        ({ entry }) => entry.span !== undefined && stands(quotation.words, [entry.span]),
        reword,
      );
      return headings.has(quotation.start)
        ? refusal(
            DraftRule.PLACE_UNBOUND,
            citeOne(sentence, book, ({ entry }) => isHeadingOf(entry, quotation.words), drop),
            quotation,
          )
        : refusal(DraftRule.QUOTATION_NOT_IN_SOURCE, able, quotation);
    });
  if (scanned.stray === undefined) return wrong;
  return [...wrong, refusal(DraftRule.QUOTATION_MARK_STRAY, drop, { start: scanned.stray, end: scanned.stray + 1 })];
};

/** A cited document called by its title as its author wrote it. */
const isTitleOf = ({ entry }: Source, words: string): boolean =>
  entry.evidence?.evidence.case === "document" && words.trim() !== "" && entry.evidence.evidence.value.title === words;

const citationsAreBound: Rule = (sentence, book) =>
  unboundOnce(sentence, book).flatMap((citation) => {
    if (citation.isUnread) return [refusal(DraftRule.CITATION_UNREAD, reword, citation)];
    if (sentence.cited.some(({ entry }) => book.citations.isInside(citation, entry))) return [];
    const remedy = citeOne(sentence, book, ({ entry }) => book.citations.isInside(citation, entry));
    return [
      refusal(citation.clauses.length > 0 ? DraftRule.PLACE_UNBOUND : DraftRule.CITATION_UNBOUND, remedy, citation),
    ];
  });

/** A citation as a whole is told only where its parts are not. */
const unboundOnce = ({ citations, cited }: Sentence, book: Book): NamedCitation[] => {
  const open = citations.filter((one) => !cited.some(({ entry }) => book.citations.isInside(one, entry)));
  // A list may rest on several entries: then each of its parts is inside one of them.
  const parts = (whole: NamedCitation) =>
    citations.filter((one) => one !== whole && whole.start <= one.start && one.end <= whole.end);
  return open.filter((one) => parts(one).length === 0);
};

/**
 * A law that is named as a whole must be that of an entry: what it says is as unseen as a provision of it. What she asks for she may call by
 * the law that gives it, as her own demand does: `mij vanaf 1 november WW te betalen`.
 */
const lawsAreBound: Rule = (sentence, book) =>
  sentence.laws
    .filter((law) => !sentence.cited.some(({ entry }) => book.citations.isOfLaw(law, entry)))
    .filter((law) => !asksFor(sentence, law, book))
    .map((law) =>
      refusal(
        DraftRule.CITATION_UNBOUND,
        citeOne(sentence, book, ({ entry }) => book.citations.isOfLaw(law, entry)),
        law,
      ),
    );

const asksFor = ({ claim }: Sentence, { ids }: NamedLaw, book: Book): boolean =>
  (claim?.demandSha256 ?? "") !== "" &&
  book.citations.laws(claim?.text ?? "").some((own) => own.ids.some((id) => ids.includes(id)));

const placesAreBound: Rule = (sentence, book) =>
  sentence.places
    .filter(({ kind }) => kind !== "exhibit")
    .filter(
      (place) =>
        !sentence.cited.some(
          (source) => holdsPlace(source.entry, place) || (source.isDocument && namesPlace(source.said, place)),
        ),
    )
    .map((place) =>
      refusal(
        DraftRule.PLACE_UNBOUND,
        citeOne(sentence, book, ({ entry }) => holdsPlace(entry, place), drop),
        place,
      ),
    );

/** The number of an exhibit means the paper that the export gives it to: that one must be cited, or it is another number. */
const exhibitsAreCited: Rule = (sentence, book) => {
  const cited = sentence.cited.map(({ entry }) => entry);
  return sentence.places
    .filter((place) => place.kind === "exhibit" && !meansExhibits(place, cited, book.exhibits))
    .map((place) => {
      const exhibitNumbers = ownNumbers(cited, book.exhibits);
      const able = citeOne(sentence, book, ({ entry }) => meansExhibits(place, [entry], book.exhibits), drop);
      const remedy = exhibitNumbers.length > 0 ? { ...reword, exhibitNumbers } : able;
      return refusal(DraftRule.EXHIBIT_NUMBER, remedy, place);
    });
};

/** Saying that one searched or found is saying that a tool ran: only a recorded result carries it [S60]. */
const searchesAreRecorded: Rule = (sentence, book) => {
  const { scanned, cited, draft } = sentence;
  if (draft.kind === SentenceKind.OWN_STATEMENT && cited.some(isStatement)) return [];
  const remedy = () => citeOne(sentence, book, isSearch, drop);
  // What somebody else did not find is told by their own words, which stand there or are cited.
  const isTold =
    scanned.quotations.some(({ words }) => foundNothing.test(words)) ||
    cited.some((source) => !isStatement(source) && foundNothing.test(source.said));
  if (foundNothing.test(scanned.rest) && theRecord.test(scanned.rest) && !isTold && !cited.some(isSearch))
    return [refusal(DraftRule.SEARCH_UNRECORDED, remedy())];
  const recorded = cited.some(({ entry }) => entry.toolResultId !== "") || cited.some(isSearch);
  return searched.test(scanned.rest) && !recorded ? [refusal(DraftRule.SEARCH_UNRECORDED, remedy())] : [];
};

/** What a party did needs an entry that tells it; a statute tells nobody's acts, a ruling its court's. */
const actsAreCarried: Rule = (sentence, book) => {
  if (
    sentence.acts.length === 0 ||
    sentence.cited.some((source) => tellsActs(source) && (!isSearch(source) || theRecord.test(sentence.scanned.rest)))
  )
    return [];
  const remedy = citeOne(
    sentence,
    book,
    (source) => tellsActs(source) && source.entry.claimId === sentence.draft.claimId,
  );
  return sentence.acts.map(({ verb }) => refusal(DraftRule.ACT_WITHOUT_ENTRY, remedy, verb));
};

export const tellsActs = ({ isLaw, entry }: Source): boolean => {
  if (!isLaw) return true;
  const law = entry.evidence?.evidence.case === "law" ? entry.evidence.evidence.value : undefined;
  return /(?:ECLI|NCN):/iu.test(`${law?.evidenceId ?? ""} ${law?.address ?? ""} ${entry.span?.docUid ?? ""}`);
};

const searched =
  /(?<!\p{L})(?:ik|wij|we|i)(?!\p{L})[^.!?;]{0,80}?(?<!\p{L})(?:gezocht|doorzocht|nagezocht|searched|looked (?:for|through))(?!\p{L})|(?<!\p{L})(?:zoekopdracht|zoekactie|zoekslag|doorzoeking|search results?)(?!\p{L})/iu;
/** An employer may have found no suitable work, and a letter may say so: only the record itself is the tools' to speak of. */
const theRecord =
  /(?<!\p{L})(?:dossier|correspondentie|mailbox|e-?mails?|berichten|bericht|stukken|documenten|file|correspondence|messages?|documents?|records?|ik|i)(?!\p{L})/iu;
const foundNothing =
  /(?<!\p{L})(?:geen|niets|niet|nergens|no|nothing|not|none|nowhere)(?!\p{L})[^.!?;]{0,80}?(?<!\p{L})(?:gevonden|aangetroffen|te vinden|found)(?!\p{L})|(?<!\p{L})(?:gevonden|aangetroffen|found)\s+(?:geen|niets|no|nothing|none)(?!\p{L})/iu;

/** Refusals of a sentence for what it cites and how. */
export const citedRefusals = (sentence: Sentence, book: Book): Refusal[] =>
  [
    ...[entriesAreInTheLedger, entriesCanBeCited, claimIsInTheOutline, kindIsCarried, quotationsStandInTheSource],
    ...[citationsAreBound, lawsAreBound, placesAreBound, exhibitsAreCited, searchesAreRecorded, actsAreCarried],
  ].flatMap((rule) => rule(sentence, book));
