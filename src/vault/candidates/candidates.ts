import { create } from "@bufbuild/protobuf";
import { deniesAnything } from "#kit/denial.ts";
import {
  type NamedLater,
  NamedLaterSchema,
  PaperStateSchema,
  type PassageCandidate,
  PassageCandidateSchema,
  PassageCandidate_Reason as Reason,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import {
  type RankedSentences,
  RankedSentencesSchema,
  type RankSentencesRequest,
  type RankSentencesResponse,
  RankSentencesResponseSchema,
  type SentenceQuery,
} from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { onlyDay } from "../../letter/days.ts";
import { analyse, queryTerms } from "../../search/words/analysis.ts";
import { CodePointIndex } from "../../span/code-points.ts";
import { addressAt, isMachineRead } from "../../span/describe.ts";
import { type Shown, stretchesShown } from "../../span/marked-stretches.ts";
import { sentencePlaces } from "../../span/sentences.ts";
import type { SpanSource } from "../../span/source.ts";
import { letterReader } from "../import/letter-facts.ts";
import { spokenSource } from "../original/spoken-source.ts";
import { candidateFor } from "../search.ts";
import type { Strand } from "../strand/strand.ts";
import { wordingOf } from "../wording.ts";
import { SentenceCollection } from "./collection.ts";
import { type Features, featureNames, personKey, type SoughtClaim } from "./features.ts";
import { type LaterNaming, LaterNamings, mayNameLater } from "./named-later.ts";
import { type Paper, type PaperFacts, paperOf } from "./paper.ts";
import { type StatedState, stateOf, stateOfMail } from "./paper-state.ts";
import { firstShare, isSure, type RankedSentence, rank } from "./rank.ts";

/** A strand of so many papers is read whole; of a larger one the papers that the index finds for the claim. */
const wholeMax = 120;
const foundMax = 60;
const limitUsual = 3;
const limitMax = 60;
const ofOneMax = 200;

/** Ranks the sentences of a strand for each claim. */
export const rankSentences = async (strand: Strand, request: RankSentencesRequest): Promise<RankSentencesResponse> => {
  await strand.ensureIndexed();
  const corpusRevision = strand.revision;
  const read = new PapersRead(strand);
  const lists: RankedSentences[] = [];
  for (const query of request.queries) lists.push(await listFor(strand, query, request.limit, read));
  return create(RankSentencesResponseSchema, { lists, corpusRevision });
};

/** A paper that is read, with its source. */
interface Opened {
  readonly paper: Paper;
  readonly source: SpanSource;
}

/** Papers that are read for the claims of one call: each once, and their sentences compared once for the same papers. */
class PapersRead {
  readonly #strand: Strand;
  readonly #open = new Map<string, Promise<Opened | undefined>>();
  #last: (ReadTogether & { readonly key: string }) | undefined;

  constructor(strand: Strand) {
    this.#strand = strand;
  }

  async of(docUids: readonly string[]): Promise<ReadTogether> {
    const key = docUids.join("\n");
    if (this.#last?.key === key) return this.#last;
    const sources = await this.#read(docUids);
    const papers = [...sources.keys()];
    this.#last = { key, sources, collection: new SentenceCollection(papers), later: new LaterNamings(papers) };
    return this.#last;
  }

  /** The papers that may name one paper, where it is read alone: of a small strand the later papers of its writer, and those under its subject, are read besides, and no others. */
  async laterThan(paper: Paper): Promise<LaterNamings> {
    const { catalogue } = this.#strand;
    if (catalogue.count > wholeMax) return new LaterNamings([]);
    const others = catalogue.docUids({ includeSuperseded: false, limit: wholeMax });
    const later = others.filter((docUid) => mayNameLater(factsOf(this.#strand, docUid), paper));
    return new LaterNamings([...(await this.#read(later)).keys()]);
  }

  async #read(docUids: readonly string[]): Promise<Map<Paper, SpanSource>> {
    const sources = new Map<Paper, SpanSource>();
    for (const docUid of docUids) {
      const reading = this.#open.get(docUid) ?? openPaper(this.#strand, docUid);
      this.#open.set(docUid, reading);
      const read = await reading;
      if (read) sources.set(read.paper, read.source);
    }
    return sources;
  }
}

/** The papers for one claim, with what is known of them together. */
interface ReadTogether {
  readonly collection: SentenceCollection;
  readonly sources: ReadonlyMap<Paper, SpanSource>;
  readonly later: LaterNamings;
}

const listFor = async (
  strand: Strand,
  query: SentenceQuery,
  limit: number,
  read: PapersRead,
): Promise<RankedSentences> => {
  const claim = claimOf(query);
  const { collection, sources, later } = await read.of(papersFor(strand, query));
  const isWhole = strand.catalogue.count <= wholeMax;
  const ranked = rank(collection, claim, isWhole ? undefined : wordingOf(strand, query.text).rarity);
  const share = firstShare(ranked);
  const shown =
    query.docUid === ""
      ? ranked.slice(0, Math.min(limitMax, limit || limitUsual))
      : query.partNumber === 0
        ? inOrder(ranked.slice(0, Math.min(ofOneMax, limit || ofOneMax)))
        : inOrder(ranked).slice((query.partNumber - 1) * ofOneMax, query.partNumber * ofOneMax);
  const [alone] = query.docUid === "" ? [] : sources.keys();
  const named = alone ? await read.laterThan(alone) : later;
  return create(RankedSentencesSchema, {
    candidates: shown.map((one) => {
      const passage = told(strand, one, sources.get(one.paper) as SpanSource, claim);
      passage.namedLater = named.of(one.paper, one.at).map((naming) => saidLater(one.paper, naming));
      return passage;
    }),
    firstShareMicros: Math.round(share * 1_000_000),
    sure: ranked.length > 0 && isSure(share),
    partCount: query.docUid === "" ? 0 : Math.ceil(ranked.length / ofOneMax),
  });
};

/** As they stand in their paper. */
const inOrder = (ranked: readonly RankedSentence[]): RankedSentence[] => ranked.toSorted((a, b) => a.at - b.at);

const claimOf = (query: SentenceQuery): SoughtClaim => {
  const { text, days, speakers, answeredDocUid, ofAnsweredLetter, authors, ofAuthor, ofRequest, asSearch } = query;
  return {
    text,
    days,
    speakers,
    answeredDocUid,
    isOfAnsweredLetter: ofAnsweredLetter,
    authors,
    isOfAuthor: ofAuthor,
    isAsking: ofRequest,
    isSearch: asSearch,
    isDenying: deniesAnything(text),
  };
};

/** The papers whose sentences are weighed: all of a small strand, else those with the claim's words, and the letter. */
const papersFor = (strand: Strand, { text, answeredDocUid, docUid }: SentenceQuery): readonly string[] => {
  const { catalogue } = strand;
  if (docUid !== "") return catalogue.has(docUid) ? [docUid] : [];
  if (catalogue.count <= wholeMax) return catalogue.docUids({ includeSuperseded: false, limit: wholeMax });
  const words = analyse(text, "both").flatMap(({ raw, isExtra }) =>
    isExtra || !/^[\p{L}\p{N}]+$/u.test(raw) ? [] : [raw],
  );
  const { hits } = strand.index.search({ text: words.slice(0, 40).join(" "), limit: foundMax, offset: 0 });
  const ids = hits.map(({ id }) => id).filter((id) => catalogue.has(id) && !catalogue.isSuperseded(id));
  return answeredDocUid !== "" && catalogue.has(answeredDocUid) ? [...new Set([...ids, answeredDocUid])] : ids;
};

const openPaper = async (strand: Strand, docUid: string): Promise<Opened | undefined> => {
  const record = strand.record(docUid);
  const read = await strand.sources.readable(record);
  if (read === undefined) return undefined;
  const source = await spokenSource(strand, record, read);
  return { paper: paperOf(factsOf(strand, docUid), source), source };
};

const factsOf = (strand: Strand, docUid: string): PaperFacts => {
  const { title, versionDate, author, docType, participants } = candidateFor(strand, docUid);
  const writer = author || (docType === "email" ? (participants[0] ?? "") : "");
  return { docUid, title, day: versionDate, author: writer };
};

/** Characters of what stands around a sentence. */
const beforeMax = 500;
const afterMax = 1_000;
const markedMax = 50;

/** Papers whose people are known from what carried them. */
const spokenTypes: ReadonlySet<string> = new Set(["email", "chat"]);
const addresseeMax = 200;

/** A stretch in code points, half-open. */
interface CharStretch {
  readonly startChar: number;
  readonly endChar: number;
}

const told = (
  strand: Strand,
  { paper, at, features, score, hasSameWords }: RankedSentence,
  source: SpanSource,
  claim: SoughtClaim,
): PassageCandidate => {
  const unit = paper.units[at];
  if (!unit) throw new Error("a ranked sentence stands in its paper");
  const { codePoints, text } = source;
  const [startChar, endChar] = [codePoints.toCodePoint(unit.start), codePoints.toCodePoint(unit.end)];
  const evidence = candidateFor(strand, paper.docUid);
  return create(PassageCandidateSchema, {
    evidence,
    ...(spokenTypes.has(evidence.docType)
      ? ofMail(evidence.title, unit.voice === Voice.AUTHOR ? source.text : "")
      : saidOfItself(source, evidence.title)),
    locator: {
      docUid: paper.docUid,
      chunkUid: unit.chunkUid,
      exactQuote: unit.text,
      contextBefore: codePoints.slice(Math.max(0, startChar - 48), startChar),
      contextAfter: codePoints.slice(endChar, endChar + 48),
    },
    startChar,
    endChar,
    speaker: unit.speaker,
    voice: unit.voice,
    day: unit.dateText === "" ? paper.day : (onlyDay(unit.dateText, true)?.day ?? ""),
    place: addressAt(source, { start: startChar, end: endChar }),
    before: lastSentence(text.slice(Math.max(0, unit.start - beforeMax), unit.start)),
    after: firstSentences(text.slice(unit.end, unit.end + afterMax)),
    marked: markedIn(unit.text, claim.text),
    scoreMicros: BigInt(Math.max(0, Math.round((score + 100) * 1_000_000))),
    reasons: [...reasonsOf(features), ...(hasSameWords ? [Reason.SAME_WORDS] : [])],
    machineRead: isMachineRead(source, { start: startChar, end: endChar }),
    struck: shownIn(source, "struck", startChar, endChar),
    unseen: shownIn(source, "unseen", startChar, endChar),
  });
};

type SaidOfItself = Pick<PassageCandidate, "addressedTo"> & Partial<Pick<PassageCandidate, "paperState">>;

const remembered = new WeakMap<SpanSource, { readonly title: string; readonly said: SaidOfItself }>();

/** To whom a paper goes, and in what state it says that it is. A letter takes ten milliseconds to be read, and has many passages: once is enough. */
const saidOfItself = (source: SpanSource, title: string): SaidOfItself => {
  const known = remembered.get(source);
  if (known?.title === title) return known.said;
  const said = readOfItself(source, title);
  remembered.set(source, { title, said });
  return said;
};

const readOfItself = ({ text, codePoints }: SpanSource, title: string): SaidOfItself => {
  return {
    addressedTo: letterReader(text).slice(0, addresseeMax),
    ...placed(stateOf(text, title), (unit) => codePoints.toCodePoint(unit)),
  };
};

/** Of a mail, for whom its `To` is; `text` empty where its words are not its writer's, and so were for somebody else. */
const ofMail = (subject: string, text: string): SaidOfItself => {
  const [block = ""] = text.split("\n\n", 1);
  const addressedTo = (/^To: (?<to>.+)$/mu.exec(block)?.groups?.to ?? "").slice(0, addresseeMax);
  return { addressedTo, ...placed(stateOfMail(subject), () => 0) };
};

const placed = (
  state: StatedState | undefined,
  toCodePoint: (unit: number) => number,
): Pick<Partial<SaidOfItself>, "paperState"> => {
  if (!state) return {};
  const [startChar, endChar] = [toCodePoint(state.start), toCodePoint(state.end)];
  return { paperState: create(PaperStateSchema, { words: state.words.slice(0, stateMax), startChar, endChar }) };
};
const stateMax = 300;

const saidLater = (of: Paper, { paper, at }: LaterNaming): NamedLater =>
  create(NamedLaterSchema, {
    writer: personKey(paper.author) === personKey(of.author) ? "" : paper.author.slice(0, addresseeMax),
    evidenceId: `vault:${paper.docUid}`,
    title: paper.title,
    day: paper.day,
    words: (paper.units[at]?.text ?? "").slice(0, afterMax),
  });

/** Stretches of a sentence that its source shows so, in code points of the sentence. */
const shownIn = ({ canonical }: SpanSource, shown: Shown, start: number, end: number): CharStretch[] =>
  stretchesShown(canonical, shown, { start, end })
    .slice(0, markedMax)
    .map((stretch) => ({ startChar: stretch.start - start, endChar: stretch.end - start }));

const lastSentence = (text: string): string => {
  const place = sentencePlaces(text).at(-1);
  return place ? text.slice(place.start, place.end).replace(/\s+/gu, " ").trim() : "";
};

const firstSentences = (text: string): string => {
  const [first, second] = sentencePlaces(text);
  return first
    ? text
        .slice(first.start, (second ?? first).end)
        .replace(/\s+/gu, " ")
        .trim()
    : "";
};

/** The words that a sentence shares with the claim, by their stems, in code points. */
const markedIn = (text: string, claim: string): CharStretch[] => {
  const wanted = new Set(queryTerms(claim));
  const index = new CodePointIndex(text);
  const places: CharStretch[] = [];
  for (const { stems, start, end, isExtra } of analyse(text, "both")) {
    if (isExtra || !stems.some((stem) => wanted.has(stem))) continue;
    const startChar = index.toCodePoint(start);
    if (startChar < (places.at(-1)?.endChar ?? 0)) continue;
    places.push({ startChar, endChar: index.toCodePoint(end) });
  }
  return places.slice(0, markedMax);
};

const reasonBy: readonly (readonly [name: (typeof featureNames)[number], reason: Reason])[] = [
  ["matter", Reason.SHARES_WORDS],
  ["day", Reason.SAME_DAY],
  ["speaker", Reason.ACTOR_SPEAKS],
  ["numbers", Reason.SAME_NUMBER],
  ["title", Reason.NAMED_PAPER],
  ["letterSays", Reason.ANSWERED_LETTER],
  ["letterElse", Reason.ANSWERED_LETTER],
];

const reasonsOf = (features: Features): Reason[] => [
  ...new Set(reasonBy.flatMap(([name, reason]) => ((features[featureNames.indexOf(name)] ?? 0) > 0 ? [reason] : []))),
];
