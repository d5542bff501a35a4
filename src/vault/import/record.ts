import { create, toBinary } from "@bufbuild/protobuf";
import { type CanonicalText, CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { type Attachment, DateSource, type DocRecord, DocRecordSchema } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import { sha256, sha256Hex } from "../../sha256.ts";
import { passageOf } from "../../span/passages.ts";
import { openSource, type SpanSource } from "../../span/source.ts";
import { heardIn } from "../chat/minutes.ts";
import { type ExtractedDocument, ImportRefusal, type MachineReadPage } from "../reader/port.ts";
import { canonicalOf } from "./canonical.ts";
import { lostWords, lostWordsNote } from "./self-check.ts";

/** A document ready to be committed: its record without links to other documents, and the bytes that are stored. */
export interface MadeDocument {
  readonly record: DocRecord;
  /** The record as it was encoded when it was made; it changes when the document turns out to replace another. */
  readonly encoded: Uint8Array;
  /** Absent when the store has it already. */
  readonly original: Uint8Array | undefined;
  readonly canonical: Uint8Array | undefined;
  /** The text and people, for the index. */
  readonly text: string;
}

/** What the store takes as one blob, in bytes. */
const blobBytesMax = 64 * 1024 * 1024;
/** People of a chat: a group has hundreds at most. */
const speakersMax = 200;
/** A record must fit in an event (256 KiB) with room for the event's own fields, in bytes. */
const recordBytesMax = 200 * 1024;

/** One cluster of so many marks makes every search for a character's border walk through all of them. */
const piledMarks = /[\p{M}\u200d]{256}/u;

/**
 * Opens the text as every later search and quote will, and cuts each passage: what cannot be read back is refused before it
 * is stored, since the same bytes are never read twice.
 */
const openedAsReadingDoes = (text: CanonicalText): SpanSource => {
  try {
    const source = openSource(text, sha256);
    for (const chunk of source.canonical.chunks) passageOf(source, chunk);
    return source;
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    const told =
      "its text was read, but could not be opened again as it would be stored; this is a fault of the program";
    throw new ImportRefusal(`${told}: save its words as plain text, import that, and report the file`, { cause });
  }
};

const machineReadingOf = (pages: readonly MachineReadPage[]) => {
  const [first] = pages;
  if (first === undefined) return {};
  const words = pages.flatMap((page) => page.words);
  const { extractor, extractorVersion, languages } = first;
  const machineReading = {
    extractor,
    extractorVersion,
    languages: [...languages],
    meanConfidencePercent: Math.round(words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length),
    wordCount: words.length,
    pages: pages.map(({ number }) => number).slice(0, 1_000),
  };
  return { machineReading };
};

const dateSourceOf = ({ dateSource, authoredAtText, authoredAtIso }: ExtractedDocument): DateSource =>
  dateSource ?? (authoredAtText + authoredAtIso === "" ? DateSource.NONE : DateSource.HEADER);

/** What has no day of its own, but parts of which each has one. */
const ofManyDays: ReadonlySet<string> = new Set(["chat", "csv", "sheet"]);

/** The first and last day of what a chat or a table says, as `DocSummary` has them. */
export const daysOf = ({
  docType,
  segments,
}: {
  readonly docType: string;
  readonly segments: readonly { readonly dateText: string }[];
}): { firstDay: string; lastDay: string } => {
  const days = ofManyDays.has(docType)
    ? segments.flatMap(({ dateText }) => /^\d{4}-\d\d-\d\d/u.exec(dateText)?.[0] ?? [])
    : [];
  const inOrder = days.toSorted();
  return { firstDay: inOrder[0] ?? "", lastDay: inOrder.at(-1) ?? "" };
};

/**
 * Makes record and canonical text of one document. `importedAtIso` is the Vault's clock; nothing else varies between two
 * imports of the same bytes. Errors: `ImportRefusal` when the text or the headers are larger than the store takes.
 */
export const makeDocument = (
  docUid: string,
  original: Uint8Array,
  extracted: ExtractedDocument,
  place: {
    readonly path: string;
    readonly importedAtIso: string;
    readonly attachments: Attachment[];
    /** Of the importer's rules. */
    readonly version: string;
  },
): MadeDocument => {
  if (piledMarks.test(extracted.text)) {
    throw new ImportRefusal(
      "it piles hundreds of combining marks on one letter, which no text does; save its words as plain text",
    );
  }
  const text = canonicalOf(docUid, extracted, place.version);
  const lost = extracted.witness === undefined ? 0 : lostWords(extracted.witness, extracted.text);
  const notes = lost === 0 ? extracted.notes : [...extracted.notes.slice(0, 19), lostWordsNote(lost)];
  const source = openedAsReadingDoes(text);
  const canonical = toBinary(CanonicalTextSchema, text);
  if (canonical.length > blobBytesMax)
    throw new ImportRefusal("its text is larger than 64 MiB; split it and import the parts");
  const record = create(DocRecordSchema, {
    detail: {
      summary: {
        docUid,
        title: extracted.title,
        docType: extracted.docType,
        authoredAtIso: extracted.authoredAtIso,
        authoredAtText: extracted.authoredAtText,
        participants: [...extracted.participants],
        speakers: [...(extracted.speakers ?? heardIn(extracted))].slice(0, speakersMax),
        ...daysOf(extracted),
        path: place.path,
        textCharCount: source.codePoints.length,
        sourceDigest: source.digest,
        dateSource: dateSourceOf(extracted),
        writtenBy: extracted.writtenBy ?? "",
      },
      mediaType: extracted.mediaType,
      original: { kind: "opaque:original", version: 1, digest: docUid, sizeBytes: BigInt(original.length) },
      canonicalText: {
        kind: CanonicalTextSchema.typeName,
        version: 1,
        digest: sha256Hex(canonical),
        sizeBytes: BigInt(canonical.length),
      },
      extractor: extracted.extractor,
      extractorVersion: place.version,
      attachments: place.attachments,
      notes: notes.slice(0, 20),
      lostWordCount: lost,
      importedAtIso: place.importedAtIso,
      receivedAtIso: extracted.receivedAtIso ?? "",
      messageId: extracted.mail?.messageId ?? "",
      labels: [...(extracted.labels ?? [])],
      markedDeleted: extracted.markedDeleted ?? false,
      pageCount: extracted.pages?.length ?? 0,
      pagesWithoutText: [...(extracted.pagesWithoutText ?? [])].slice(0, 1_000),
      ...machineReadingOf(extracted.machineRead ?? []),
      ...(extracted.event === undefined
        ? {}
        : { event: { ...extracted.event, recurrence: [...extracted.event.recurrence] } }),
    },
    inReplyTo: [...(extracted.mail?.inReplyTo ?? [])],
    references: [...(extracted.mail?.references ?? [])],
    addresses: [...(extracted.mail?.addresses ?? [])],
  });
  const encoded = toBinary(DocRecordSchema, record);
  if (encoded.length > recordBytesMax) {
    throw new ImportRefusal(
      "its headers and list of attachments are larger than 200 KiB; export the message without its list of receivers",
    );
  }
  return { record, encoded, original, canonical, text: extracted.text };
};
