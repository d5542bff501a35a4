import { create, fromBinary } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  CitationStyle,
  type ExportMemoRequest,
  ExportMemoResponseSchema,
  type ExportService,
  ListFormatsResponseSchema,
  ProvenanceSheet,
  ReadBackResponseSchema,
  SentenceChange_Kind,
} from "../../gen/pincite/export/v1/export_service_pb.ts";
import { type DraftText, DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { refuseVersion } from "../engine/run/write.ts";
import { DomainError } from "../error.ts";
import { readEditedDocx } from "../export/edited-docx.ts";
import { type MemoFormat, memoFormats } from "../export/formats.ts";
import type { Memo } from "../export/memo.ts";
import { type ReadBackChange, readBack } from "../export/read-back.ts";
import { fullCitations, type MemoSource, originalsOf, readMemo, refuseHealthIn } from "../export/read-memo.ts";
import { memoSpeech } from "../export/words.ts";
import { worded } from "../messages/said.ts";
import { fileParts } from "./file-parts.ts";

/** ExportService: memos as files for people. */
export const exportService = (source: MemoSource): ServiceImpl<typeof ExportService> => ({
  listFormats: () =>
    create(ListFormatsResponseSchema, { formats: memoFormats.map(({ name, mediaType }) => ({ name, mediaType })) }),

  async readBack({ runId, docx }) {
    const draft = await draftOf(source, runId);
    const edited = readEditedDocx(docx);
    const { sections, changes } = readBack(draft, edited);
    return create(ReadBackResponseSchema, {
      proposal: {
        title: draft.title,
        sections: sections.map((section) => ({ ...section, sentences: [...section.sentences] })),
      },
      changes: changes.map(({ kind, sentenceId, text }) => ({ kind: kinds[kind], sentenceId, text })),
      comments: [...edited.comments],
      tracked: edited.isTracked,
    });
  },

  async *exportMemo(request) {
    const format = formatNamed(request.format);
    const memo = await memoFor(source, request, format);
    const bytes = await format.print(memo);
    const { draftDigest, ledgerDigest, checkpoint } = memo.proof;
    const facts = {
      name: `${nameOf(memo, format)}.${format.name}`,
      mediaType: format.mediaType,
      draftDigest,
      ledgerDigest,
      revision: checkpoint,
    };
    for (const part of fileParts(facts, bytes)) yield create(ExportMemoResponseSchema, { part });
  },
});

const kinds: Readonly<Record<ReadBackChange["kind"], SentenceChange_Kind>> = {
  changed: SentenceChange_Kind.CHANGED,
  moved: SentenceChange_Kind.MOVED,
  deleted: SentenceChange_Kind.DELETED,
  new: SentenceChange_Kind.NEW,
  unmapped: SentenceChange_Kind.UNMAPPED,
};

/** The draft that is under review, else the one that was confirmed. */
const draftOf = async (source: MemoSource, runId: string): Promise<DraftText> => {
  const { current } = await source.context(runId);
  const drafts = current.flatMap(({ role, ref }) => (ref?.kind === DraftTextSchema.typeName ? [{ role, ref }] : []));
  const held = drafts.find(({ role }) => role === "proposal") ?? drafts[0];
  if (!held) throw new DomainError("STAGE_FORBIDS", worded("letter.the-run-has-no-draft-yet-its-next-action-says"));
  return fromBinary(DraftTextSchema, await source.content(held.ref.digest));
};

const sheets: Readonly<Record<ProvenanceSheet, Memo["provenance"]>> = {
  [ProvenanceSheet.UNSPECIFIED]: undefined,
  [ProvenanceSheet.BEHIND]: "behind",
  [ProvenanceSheet.ALONE]: "alone",
};

const nameOf = ({ draft, provenance }: Memo, { hasOriginals }: MemoFormat): string => {
  const { phrase } = memoSpeech(draft.locale);
  if (hasOriginals) return phrase("memo.exhibits").toLowerCase();
  return provenance === "alone" ? phrase("memo.provenance").toLowerCase() : "memo";
};

const formatNamed = (name: string): MemoFormat => {
  const format = memoFormats.find((each) => each.name === name);
  if (format) return format;
  const known = memoFormats.map((each) => each.name).join(", ");
  throw new DomainError(
    "REQUEST_INVALID",
    worded("error.there-is-no-format-a-memo-is-exported-as", { name: JSON.stringify(name), known }),
    { format: name },
  );
};

const memoFor = async (
  source: MemoSource,
  { runId, revision, citationStyle, locale, provenance, extractExhibits }: ExportMemoRequest,
  { hasOriginals }: MemoFormat,
): Promise<Memo> => {
  const context = await source.context(runId);
  refuseVersion(context, revision);
  const memo = await readMemo(source, context);
  await refuseHealthIn(source, memo, context.strandId);
  const sheet = sheets[provenance];
  const shown = { ...memo, ...(sheet ? { provenance: sheet } : {}) };
  const spoken = locale === "" ? shown : { ...shown, draft: { ...memo.draft, locale } };
  if (hasOriginals)
    return {
      ...spoken,
      originals: await originalsOf(source, memo, context.strandId),
      extracts: new Set(extractExhibits),
    };
  return citationStyle === CitationStyle.FULL ? { ...spoken, fullCitation: await fullCitations(source, memo) } : spoken;
};
