import { clone, create } from "@bufbuild/protobuf";
import {
  DateSource,
  type DocRecord,
  DocRecordSchema,
  type DocumentMended,
  type EarlierText,
  EarlierTextSchema,
  SetByPersonSchema,
} from "../../../gen/pincite/vault/v1/doc_pb.ts";

/** A record with what a person set in place of what its source says, which is kept beside it. The record is not changed. */
export const withMend = (record: DocRecord, mended: DocumentMended | undefined): DocRecord => {
  if (mended === undefined || record.detail?.summary === undefined) return record;
  const set = clone(DocRecordSchema, record);
  const summary = set.detail!.summary!;
  const [title, date] = [mended.title !== undefined, mended.authoredAtIso !== undefined];
  const writtenBy = mended.writtenBy !== undefined;
  summary.marks = [...mended.marks];
  if (!title && !date && !writtenBy) return set;
  summary.setByPerson = create(SetByPersonSchema, {
    title,
    date,
    sourceTitle: summary.title,
    sourceAuthoredAtIso: summary.authoredAtIso,
    sourceAuthoredAtText: summary.authoredAtText,
    sourceDateSource: summary.dateSource,
    by: mended.by,
    setAtIso: mended.setAtIso,
    writtenBy,
    sourceWrittenBy: summary.writtenBy,
  });
  if (mended.writtenBy !== undefined) summary.writtenBy = mended.writtenBy;
  if (mended.title !== undefined) summary.title = mended.title;
  if (mended.authoredAtIso !== undefined) {
    summary.authoredAtIso = mended.authoredAtIso;
    summary.authoredAtText = mended.authoredAtText;
    summary.dateSource = DateSource.PERSON;
  }
  return set;
};

/** The text of a record as one that was made before another. */
export const presentText = ({ detail }: DocRecord): EarlierText =>
  create(EarlierTextSchema, {
    ...(detail?.canonicalText === undefined ? {} : { canonicalText: detail.canonicalText }),
    sourceDigest: detail?.summary?.sourceDigest ?? "",
    extractor: detail?.extractor ?? "",
    extractorVersion: detail?.extractorVersion ?? "",
    readAtIso: detail?.readAtIso || (detail?.importedAtIso ?? ""),
  });
