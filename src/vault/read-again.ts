import { create } from "@bufbuild/protobuf";
import type { DocRecord } from "../../gen/pincite/vault/v1/doc_pb.ts";
import {
  ReadAgainItem_Outcome as Outcome,
  type ReadAgainItem,
  ReadAgainItemSchema,
} from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { ImportedItem_Outcome as Imported } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { DomainError } from "../error.ts";
import { inEnglish, worded } from "../messages/said.ts";
import { withCorrections } from "./correct-reading.ts";
import { withSpeakers } from "./correct-speaker.ts";
import { isOutdated } from "./import/importers.ts";
import { Overlay, Plan } from "./import/plan.ts";
import { type ReadFile, refusedFile } from "./import/read-file.ts";
import type { MadeDocument } from "./import/record.ts";
import { type Reread, rereadOf } from "./import/reread.ts";
import type { Reader } from "./parse/reader.ts";
import type { Strand } from "./strand/strand.ts";

/** What is read again, and how. */
export interface ReadAgainOptions {
  /** None: every document of the strand. */
  readonly docUids: readonly string[];
  readonly onlyOutdated: boolean;
  readonly dryRun: boolean;
  /** Now, RFC 3339 in UTC. */
  readonly nowIso: () => string;
  readonly reader: Reader;
}

/** Documents in one commit: so many are read before anything of them is kept. */
const batchMax = 16;

/**
 * Reads kept bytes again and gives a row for each document once it is on disk. Errors: `DOCUMENT_NOT_FOUND` before anything
 * is read. A document that cannot be read keeps what it has, and its row says why.
 */
export async function* readAgain(strand: Strand, options: ReadAgainOptions): AsyncGenerator<ReadAgainItem> {
  for (const docUid of options.docUids) strand.record(docUid);
  const overlay = new Overlay();
  for (const docUids of batchesOf(strand, options)) {
    const wanted = docUids.filter((docUid) => !options.onlyOutdated || isOutdated(strand.catalogue.asRead(docUid)));
    const files = new Map<string, ReadFile>();
    for (const docUid of wanted) files.set(docUid, await readKept(strand, docUid, options));
    yield* await strand.decided(() => decideAndCommit(strand, files, overlay, options));
  }
}

function* batchesOf({ catalogue }: Strand, { docUids }: ReadAgainOptions): Generator<readonly string[]> {
  if (docUids.length > 0) {
    for (let at = 0; at < docUids.length; at += batchMax) yield [...new Set(docUids)].slice(at, at + batchMax);
    return;
  }
  // What comes into being meanwhile was read by these rules.
  const last = catalogue.inOrder(0, -1).at(-1)?.number ?? 0;
  for (let at = 0; at < last; ) {
    const batch = catalogue.inOrder(at, batchMax);
    at = batch.at(-1)?.number ?? last;
    yield batch.map(({ docUid }) => docUid);
  }
}

const readKept = async (strand: Strand, docUid: string, options: ReadAgainOptions): Promise<ReadFile> => {
  const { summary, mediaType = "" } = strand.catalogue.asRead(docUid)?.detail ?? {};
  const path = summary?.path ?? "";
  const bytes = await kept(strand, docUid);
  if (bytes === undefined) return refusedFile(path, unkept);
  const { units } = options.reader.read({ path, mediaType, bytes }, options.nowIso());
  const read: ReadFile[] = [];
  for await (const unit of units) read.push(unit);
  const [only] = read;
  return only !== undefined && read.length === 1 && !only.opened ? only : refusedFile(path, opens);
};

const unkept = "its bytes can no longer be read; check the store, and import the file again";
const opens = "it would be opened now as a file that holds others; import the file again to have those";

const corrected = inEnglish(worded("correct.kept"));
const spoken = inEnglish(worded("correct.kept-speakers"));

/** The bytes of a document; undefined when they are damaged: that costs the document, not the call. */
const kept = async (strand: Strand, docUid: string): Promise<Uint8Array | undefined> => {
  try {
    return await strand.sources.stored(docUid);
  } catch (error) {
    if (error instanceof DomainError && error.reason === "DATA_LOSS") return undefined;
    throw error;
  }
};

const decideAndCommit = async (
  strand: Strand,
  files: ReadonlyMap<string, ReadFile>,
  overlay: Overlay,
  { dryRun, nowIso }: ReadAgainOptions,
): Promise<ReadAgainItem[]> => {
  const plan = new Plan(strand, overlay);
  const [items, rereads]: [ReadAgainItem[], Reread[]] = [[], []];
  for (const [docUid, file] of files) {
    const before = strand.catalogue.asRead(docUid);
    if (before === undefined) continue;
    const { reread, lost } = file.made ? await readAnew(strand, before, file.made, nowIso()) : nothingRead;
    if (reread !== undefined) rereads.push(reread);
    items.push(itemOf(strand, before, lost === undefined ? file : refusedFile(file.path, lost), reread));
    const rows = plan.rows.length;
    for (const child of file.children) plan.take(child, docUid);
    items.push(...plan.rows.slice(rows).flatMap(newDocument));
  }
  if (dryRun) plan.remember();
  else await strand.commit(plan.documents, plan.noted, { rereads });
  return items;
};

const nothingRead = { reread: undefined, lost: undefined };

/** Another reading of a document with what people set laid over it; `lost`: why what they set has no place in it any more. */
export const readAnew = async (
  strand: Strand,
  before: DocRecord,
  made: MadeDocument,
  nowIso: string,
): Promise<{ readonly reread: Reread | undefined; readonly lost: string | undefined }> => {
  const source = await strand.sources.readable(before);
  const mended = withCorrections(before, made);
  const whole = mended && withSpeakers(source?.canonical, mended);
  if (whole === undefined) return { reread: undefined, lost: mended ? spoken : corrected };
  return { reread: rereadOf(before, source, whole, nowIso), lost: undefined };
};

const itemOf = (strand: Strand, before: DocRecord, file: ReadFile, reread: Reread | undefined): ReadAgainItem => {
  const { docUid = "", path = "", sourceDigest: earlier = "" } = before.detail?.summary ?? {};
  const { summary, notes = [] } = reread?.record.detail ?? before.detail ?? {};
  const sourceDigest = summary?.sourceDigest ?? "";
  const isNew = sourceDigest !== earlier;
  const done = reread === undefined ? Outcome.UNCHANGED : isNew ? Outcome.NEW_TEXT : Outcome.SAME_WORDS;
  return create(ReadAgainItemSchema, {
    docUid,
    path,
    title: strand.catalogue.record(docUid)?.detail?.summary?.title ?? "",
    outcome: file.made === undefined ? Outcome.KEPT : done,
    reason: file.made === undefined ? file.refusal : "",
    sourceDigest,
    earlierSourceDigest: isNew ? earlier : "",
    notes,
  });
};

/** A row of the import for an attachment that is a document only now. */
const newDocument = ({ outcome, path, docUid, sourceDigest, notes }: Plan["rows"][number]): ReadAgainItem[] =>
  outcome === Imported.IMPORTED || outcome === Imported.SUPERSEDES
    ? [create(ReadAgainItemSchema, { docUid, path, outcome: Outcome.NEW_DOCUMENT, sourceDigest, notes })]
    : [];
