import { clone, create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type CanonicalText,
  CanonicalTextSchema,
  type SpeakerSet,
  SpeakerSetSchema,
} from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { type DocRecord, DocRecordSchema, type DocSummary } from "../../gen/pincite/vault/v1/doc_pb.ts";
import {
  type CorrectSpeakerRequest,
  CorrectSpeakerRequestSchema,
  type SpokenStretch,
  SpokenStretchSchema,
} from "../../gen/pincite/vault/v1/vault_speaker_service_pb.ts";
import { DomainError } from "../error.ts";
import { type PlainId, worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";
import { type SpokenSegment, spokenIn, spokenPart, spokenSegments } from "../span/spoken-segments.ts";
import { daysOf, type MadeDocument } from "./import/record.ts";
import { rereadOf } from "./import/reread.ts";
import { saidOnce } from "./said-once.ts";
import { isDay, type Setter } from "./set-doc.ts";
import type { Strand } from "./strand/strand.ts";

/** What was made of a document whose bytes are stored. */
type Made = Pick<MadeDocument, "record" | "canonical">;

/** Things that may be said of one text: its record must fit in an event. */
const setsMax = 200;
/** As `DocSummary.speakers` has it. */
const speakersMax = 200;

/**
 * Sets who speaks in parts of a document, or when, in place of what its file says; answers whether that changed anything, and under a key
 * that was answered what was answered. Errors: as `VaultSpeakerService.CorrectSpeaker` says.
 */
export const correctSpeaker = (strand: Strand, request: CorrectSpeakerRequest, setter: Setter): Promise<boolean> =>
  strand.decided(async () => {
    const { docUid, sourceDigest, idempotencyKey } = request;
    strand.record(docUid);
    const asked = toBinary(CorrectSpeakerRequestSchema, { ...request, strandId: strand.id, idempotencyKey: "" });
    return saidOnce(strand, { name: "correct-speaker", idempotencyKey, asked }, async () => {
      const source = await strand.text(docUid);
      if (source.digest !== sourceDigest)
        throw new DomainError("CORPUS_CHANGED", worded("correct.another-text"), { source_digest: source.digest });
      const before = strand.catalogue.asRead(docUid) as DocRecord;
      const authors = authorsOf(strand.record(docUid).detail?.summary);
      const text = spokenText(source.canonical, request.stretches, { ...setter, authors });
      const reread = rereadOf(before, source, spokenRecord(before, text), setter.nowIso);
      return reread === undefined ? undefined : { rereads: [reread] };
    });
  });

/** Ways in which a document writes its author. */
const authorsOf = (summary: DocSummary | undefined): ReadonlySet<string> => {
  const author = summary?.docType === "email" ? (summary.participants[0] ?? "") : (summary?.writtenBy ?? "");
  const [, name = "", address = ""] = /^(.*?)\s*<(.*)>$/u.exec(author) ?? [];
  return new Set([author, name, address].map(folded).filter((one) => one !== ""));
};

const folded = (name: string): string => name.replace(/^["'\s]+|["'\s]+$/gu, "").toLowerCase();

interface Speaking extends Setter {
  readonly authors: ReadonlySet<string>;
}

/** The text with what is said of it. Errors: `REQUEST_INVALID`, `LIMIT_EXCEEDED`. */
const spokenText = (before: CanonicalText, stretches: readonly SpokenStretch[], by: Speaking): CanonicalText => {
  const text = clone(CanonicalTextSchema, before);
  const length = [...before.text].length;
  const ordered = stretches
    .map((one) => (one.wholePart ? wholePart(before, one) : one))
    .toSorted((one, other) => one.startChar - other.startChar);
  for (const [i, stretch] of ordered.entries()) {
    if (stretch.startChar >= stretch.endChar || stretch.endChar > length) throw refused("correct.not-in-the-text");
    if (stretch.startChar < (ordered[i - 1]?.endChar ?? 0)) throw refused("correct.stretch-over-another");
    text.speakersSet.push(...setsFor(before, stretch, by));
  }
  if (text.speakersSet.length > setsMax)
    throw new DomainError("LIMIT_EXCEEDED", worded("correct.too-many", { max: setsMax }));
  return text;
};

const wholePart = (text: CanonicalText, stretch: SpokenStretch): SpokenStretch => {
  const { start: startChar, end: endChar } = spokenPart(text, { start: stretch.startChar, end: stretch.endChar });
  return create(SpokenStretchSchema, { ...stretch, startChar, endChar });
};

/** What is said of a stretch, for each part of it that has another speaker or day so far; nothing where all of it is so already. */
const setsFor = (text: CanonicalText, stretch: SpokenStretch, by: Speaking): SpeakerSet[] => {
  const { startChar, endChar, speaker, date, asInFile } = stretch;
  if (asInFile ? speaker !== undefined || date !== undefined : speaker === undefined && date === undefined)
    throw refused("correct.nothing-said-of-it");
  if (date !== undefined && date !== "" && !isDay(date.slice(0, 10))) throw refused("correct.no-such-day");
  const { by: who, nowIso: setAtIso } = by;
  if (asInFile) {
    const isSet = spokenIn(text, { start: startChar, end: endChar }).some((segment) => segment.isSet);
    return isSet ? [create(SpeakerSetSchema, { startChar, endChar, withdrawn: true, by: who, setAtIso })] : [];
  }
  const sets = partsOf(text, stretch).flatMap((part) => {
    const said = { ...part, ...(speaker === undefined ? {} : speakingAs(part, speaker.trim(), by.authors)) };
    const after = { ...said, ...(date === undefined ? {} : { dateText: date }) };
    if (isSame(part, after)) return [];
    const { voice, speaker: name, depth, dateText } = after;
    return [
      create(SpeakerSetSchema, {
        startChar: part.startChar,
        endChar: part.endChar,
        voice,
        speaker: name,
        depth,
        dateText,
        by: who,
        setAtIso,
      }),
    ];
  });
  return joined(sets);
};

/** The parts of a stretch by who speaks in it so far; what no segment has is its author's where the text has none, else nobody's. */
const partsOf = (text: CanonicalText, { startChar, endChar }: SpokenStretch): SpokenSegment[] => {
  const nobody =
    text.segments.length === 0 ? { voice: Voice.AUTHOR, depth: 0 } : { voice: Voice.UNSPECIFIED, depth: 1 };
  const parts: SpokenSegment[] = [];
  let at = startChar;
  const fill = (to: number): void => {
    if (at < to) parts.push({ startChar: at, endChar: to, ...nobody, speaker: "", dateText: "" });
  };
  for (const segment of spokenIn(text, { start: startChar, end: endChar })) {
    fill(segment.startChar);
    parts.push(segment);
    at = segment.endChar;
  }
  fill(endChar);
  return parts;
};

const speakingAs = (
  { voice, depth }: SpokenSegment,
  speaker: string,
  authors: ReadonlySet<string>,
): Pick<SpokenSegment, "voice" | "speaker" | "depth"> => {
  if (speaker === "") return { voice: Voice.UNSPECIFIED, speaker, depth: Math.max(1, depth) };
  if (authors.has(folded(speaker))) return { voice: Voice.AUTHOR, speaker, depth: 0 };
  return { voice: voice === Voice.FORWARDED ? voice : Voice.QUOTED, speaker, depth: Math.max(1, depth) };
};

const isSame = (one: SpokenSegment, other: SpokenSegment): boolean =>
  one.voice === other.voice &&
  one.speaker === other.speaker &&
  one.depth === other.depth &&
  one.dateText === other.dateText;

/** Parts that meet and say the same are one. */
const joined = (sets: readonly SpeakerSet[]): SpeakerSet[] => {
  const kept: SpeakerSet[] = [];
  for (const set of sets) {
    const last = kept.at(-1);
    if (last?.endChar === set.startChar && isSame(last, set)) last.endChar = set.endChar;
    else kept.push(set);
  }
  return kept;
};

/** A document with a text of the same words in which others speak: what else is known of it stays. */
const spokenRecord = (before: DocRecord, text: CanonicalText): Made => {
  const record = clone(DocRecordSchema, before);
  const detail = record.detail!;
  const canonical = toBinary(CanonicalTextSchema, text);
  detail.canonicalText = {
    ...detail.canonicalText!,
    digest: sha256Hex(canonical),
    sizeBytes: BigInt(canonical.length),
  };
  if (detail.summary === undefined) return { record, canonical };
  Object.assign(detail.summary, daysOf({ docType: detail.summary.docType, segments: spokenSegments(text) }));
  if (detail.summary.docType === "chat")
    detail.summary.speakers = [...new Set(spokenSegments(text).map(({ speaker }) => speaker))]
      .filter((speaker) => speaker !== "")
      .slice(0, speakersMax);
  return { record, canonical };
};

/**
 * Another reading of a document's bytes, with what was said of who speaks in it. Undefined where words of which something was said stand
 * there no longer, or several times, so that nobody knows of which it was said.
 */
export const withSpeakers = (before: CanonicalText | undefined, made: Made): Made | undefined => {
  const sets = before?.speakersSet ?? [];
  if (before === undefined || sets.length === 0) return made;
  const text = fromBinary(CanonicalTextSchema, made.canonical ?? new Uint8Array());
  const [were, are] = [[...before.text], [...text.text]];
  const moved = sets.map((set) => movedTo(set, were, are, text.text));
  text.speakersSet = moved.flatMap((set) => set ?? []);
  return text.speakersSet.length === sets.length ? spokenRecord(made.record, text) : undefined;
};

const movedTo = (
  set: SpeakerSet,
  were: readonly string[],
  are: readonly string[],
  text: string,
): SpeakerSet | undefined => {
  const words = were.slice(set.startChar, set.endChar).join("");
  if (are.slice(set.startChar, set.endChar).join("") === words) return set;
  const at = text.indexOf(words);
  if (at < 0 || text.includes(words, at + 1)) return undefined;
  const startChar = [...text.slice(0, at)].length;
  return create(SpeakerSetSchema, { ...set, startChar, endChar: startChar + set.endChar - set.startChar });
};

const refused = (why: PlainId): DomainError => new DomainError("REQUEST_INVALID", worded(why), { field: "stretches" });
