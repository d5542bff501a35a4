import { clone, create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type CanonicalText,
  CanonicalTextSchema,
  type MachineReadWord,
} from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import {
  type DocRecord,
  DocRecordSchema,
  type ReadingCorrection,
  ReadingCorrectionSchema,
} from "../../gen/pincite/vault/v1/doc_pb.ts";
import { type CorrectReadingRequest, CorrectReadingRequestSchema } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256, sha256Hex } from "../sha256.ts";
import { openSource } from "../span/source.ts";
import type { MadeDocument } from "./import/record.ts";
import { rereadOf } from "./import/reread.ts";
import { type Correction, correctedText } from "./picture/corrected-text.ts";
import { saidOnce } from "./said-once.ts";
import type { Setter } from "./set-doc.ts";
import type { Strand } from "./strand/strand.ts";

/** What was made of a document whose bytes are stored. */
type Made = Pick<MadeDocument, "record" | "canonical">;

/** Corrections that a document may have: its record must fit in an event. */
const correctionsMax = 500;

/**
 * Sets what a person sees where a machine read something else; answers whether that changed anything, and under a key that was answered
 * what was answered. Errors: as `DocsService.CorrectReading` says.
 */
export const correctReading = (strand: Strand, request: CorrectReadingRequest, setter: Setter): Promise<boolean> =>
  strand.decided(async () => {
    const { docUid, sourceDigest, idempotencyKey } = request;
    strand.record(docUid);
    const asked = toBinary(CorrectReadingRequestSchema, { ...request, strandId: strand.id, idempotencyKey: "" });
    return saidOnce(strand, { name: "correct-reading", idempotencyKey, asked }, async () => {
      const before = strand.catalogue.asRead(docUid) as DocRecord;
      const source = await strand.text(docUid);
      if (source.digest !== sourceDigest)
        throw new DomainError("CORPUS_CHANGED", worded("correct.another-text"), { source_digest: source.digest });
      const stretches = request.corrections.map(({ startChar, endChar, words }) => ({
        start: startChar,
        end: endChar,
        words,
      }));
      const text = correctedText(source.canonical, stretches);
      const reread = rereadOf(before, source, correctedRecord(before, text, setter), setter.nowIso);
      return reread === undefined || text.text === source.text ? undefined : { rereads: [reread] };
    });
  });

/** A document with a corrected text: what else is known of it stays. Errors: `LIMIT_EXCEEDED`. */
const correctedRecord = (before: DocRecord, text: CanonicalText, { by, nowIso }: Setter): Made => {
  const record = clone(DocRecordSchema, before);
  const [detail, summary] = [record.detail!, record.detail!.summary!];
  const known = before.detail?.machineReading?.corrections ?? [];
  const corrections = correctionsIn(text).map(
    (one) => known.find((other) => isSame(one, other)) ?? said(one, by, nowIso),
  );
  if (corrections.length > correctionsMax)
    throw new DomainError("LIMIT_EXCEEDED", worded("correct.too-many", { max: correctionsMax }));
  const canonical = toBinary(CanonicalTextSchema, text);
  detail.canonicalText = {
    ...detail.canonicalText!,
    digest: sha256Hex(canonical),
    sizeBytes: BigInt(canonical.length),
  };
  detail.machineReading!.corrections = corrections;
  const source = openSource(text, sha256);
  summary.sourceDigest = source.digest;
  summary.textCharCount = source.codePoints.length;
  return { record, canonical };
};

const said = (one: ReadingCorrection, by: string, correctedAtIso: string): ReadingCorrection =>
  create(ReadingCorrectionSchema, { ...one, by, correctedAtIso });

/** What a person set in a text, without who and when. */
const correctionsIn = ({ text, machineReadPages }: CanonicalText): ReadingCorrection[] => {
  const characters = [...text];
  return machineReadPages.flatMap(({ number, words }) =>
    words
      .filter(({ readAs }) => readAs !== "")
      .map(({ x, y, width, height, readAs, startChar, endChar }) =>
        create(ReadingCorrectionSchema, {
          page: number,
          x,
          y,
          width,
          height,
          readAs,
          words: characters.slice(startChar, endChar).join(""),
        }),
      ),
  );
};

const isSame = (one: ReadingCorrection, other: ReadingCorrection): boolean =>
  one.page === other.page && one.x === other.x && one.y === other.y && one.words === other.words;

/**
 * Another reading of a document's bytes, with what a person had corrected. Undefined where the machine no longer reads the same at
 * the same places, so that nobody knows what the corrections stand for.
 */
export const withCorrections = (before: DocRecord, made: Made): Made | undefined => {
  const corrections = before.detail?.machineReading?.corrections ?? [];
  if (corrections.length === 0) return made;
  const text = fromBinary(CanonicalTextSchema, made.canonical ?? new Uint8Array());
  const stretches = corrections.map((one) => stretchOf(text, one));
  if (made.record.detail?.machineReading === undefined || stretches.some((one) => one === undefined)) return undefined;
  const record = clone(DocRecordSchema, made.record);
  record.detail!.machineReading!.corrections = corrections;
  const corrected = correctedText(
    text,
    stretches.flatMap((one) => one ?? []),
  );
  return correctedRecord(record, corrected, { by: "", nowIso: "" });
};

/** Where a new reading has the words that a correction stands for: in its rectangle on its page. */
const stretchOf = (
  { text, machineReadPages }: CanonicalText,
  { page, x, y, width, height, readAs, words }: ReadingCorrection,
): Correction | undefined => {
  const isInside = (word: MachineReadWord): boolean =>
    x <= word.x && word.x + word.width <= x + width && y <= word.y && word.y + word.height <= y + height;
  const read = machineReadPages.find(({ number }) => number === page)?.words.filter(isInside) ?? [];
  const [start, end] = [read[0]?.startChar ?? 0, read.at(-1)?.endChar ?? 0];
  return [...text].slice(start, end).join("") === readAs ? { start, end, words } : undefined;
};
