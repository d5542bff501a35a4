import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  CitationStyle,
  type ExportMemoRequest,
  ExportMemoResponseSchema,
  type ExportService,
  FileHeadSchema,
  ListFormatsResponseSchema,
} from "../../gen/pincite/export/v1/export_service_pb.ts";
import { DomainError } from "../error.ts";
import { type MemoFormat, memoFormats } from "../export/formats.ts";
import type { Memo } from "../export/memo.ts";
import { fullCitations, type MemoSource, originalsOf, readMemo, refuseHealthIn } from "../export/read-memo.ts";
import { wordsOf } from "../export/words.ts";
import { sha256Hex } from "../sha256.ts";

const pieceBytesMax = 256 * 1024;

/** ExportService: memos as files for people. */
export const exportService = (source: MemoSource): ServiceImpl<typeof ExportService> => ({
  listFormats: () =>
    create(ListFormatsResponseSchema, { formats: memoFormats.map(({ name, mediaType }) => ({ name, mediaType })) }),

  async *exportMemo(request) {
    const format = formatNamed(request.format);
    const memo = await memoFor(source, request, format);
    const bytes = await format.print(memo);
    const { draftDigest, ledgerDigest, checkpoint } = memo.proof;
    const head = create(FileHeadSchema, {
      name: `${format.hasOriginals ? exhibitsName(memo) : "memo"}.${format.name}`,
      mediaType: format.mediaType,
      sizeBytes: BigInt(bytes.length),
      sha256: sha256Hex(bytes),
      draftDigest,
      ledgerDigest,
      revision: checkpoint,
    });
    yield create(ExportMemoResponseSchema, { part: { case: "head", value: head } });
    for (let at = 0; at < bytes.length; at += pieceBytesMax)
      yield create(ExportMemoResponseSchema, {
        part: { case: "content", value: bytes.subarray(at, at + pieceBytesMax) },
      });
  },
});

const exhibitsName = ({ draft }: Memo): string => wordsOf(draft.locale).exhibits.toLowerCase();

const formatNamed = (name: string): MemoFormat => {
  const format = memoFormats.find((each) => each.name === name);
  if (format) return format;
  const known = memoFormats.map((each) => each.name).join(", ");
  throw new DomainError(
    "REQUEST_INVALID",
    `There is no format ${JSON.stringify(name)}: a memo is exported as ${known}.`,
    {
      format: name,
    },
  );
};

const memoFor = async (
  source: MemoSource,
  { runId, revision, citationStyle, locale }: ExportMemoRequest,
  { hasOriginals }: MemoFormat,
): Promise<Memo> => {
  const context = await source.context(runId);
  if (revision !== "" && revision !== context.version)
    throw new DomainError(
      "RUN_VERSION_STALE",
      `Run ${runId} is at version ${context.version}, not at ${revision}: read it and decide again.`,
      {
        run_id: runId,
        current_version: context.version,
        expected_version: revision,
      },
    );
  const memo = await readMemo(source, context);
  await refuseHealthIn(source, memo, context.strandId);
  const spoken = locale === "" ? memo : { ...memo, draft: { ...memo.draft, locale } };
  if (hasOriginals) return { ...spoken, originals: await originalsOf(source, memo, context.strandId) };
  return citationStyle === CitationStyle.FULL ? { ...spoken, fullCitation: await fullCitations(source, memo) } : spoken;
};
