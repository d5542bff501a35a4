import { clone, create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type DocRecord, DocRecordSchema } from "../../gen/pincite/vault/v1/doc_pb.ts";
import {
  type AttachBundleRequest,
  type AttachBundleResponse,
  AttachBundleResponseSchema,
  type Bundle,
} from "../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import { ImportedItem_Outcome as Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";
import type { Store } from "../store/store.ts";
import { Overlay, Plan } from "./import/plan.ts";
import type { ReadFile } from "./import/read-file.ts";
import type { Strand } from "./strand/strand.ts";

interface Home {
  readonly store: Store;
  readonly owner: string;
  /** When the documents come into the strand. */
  readonly nowIso: string;
}

/**
 * Adds a bundle's documents to a strand as if their files were imported there; bytes and texts are there already, since one
 * owner has one store. A key that was answered gives its answer again. When a crash falls between attaching and noting
 * the answer, the repeated call finds the documents known, which says the same of the strand.
 *
 * Errors: `IDEMPOTENCY_KEY_REUSED`; whatever the store says.
 */
export const attachBundle = async (
  home: Home,
  strand: Strand,
  source: Strand,
  bundle: Bundle,
  request: AttachBundleRequest,
): Promise<AttachBundleResponse> => {
  const key = `vault.bundle.attach/${request.idempotencyKey}`;
  const payloadDigest = sha256Hex(new TextEncoder().encode(`${strand.id}\n${bundle.bundleUid}`));
  const before = request.dryRun ? undefined : await answered(home, key, payloadDigest);
  if (before !== undefined) return withPaths(before, source);
  const files: ReadFile[] = [];
  for (const docUid of bundle.docUids) files.push(await fileOf(source, docUid, home.nowIso));
  const answer = await strand[request.dryRun ? "exclusively" : "decided"](() => attach(strand, files, request.dryRun));
  if (!request.dryRun) await remember(home, key, payloadDigest, answer);
  return answer;
};

const attach = async (strand: Strand, files: readonly ReadFile[], dryRun: boolean): Promise<AttachBundleResponse> => {
  await strand.catchUp();
  const plan = new Plan(strand, new Overlay());
  for (const file of files) plan.take(file, "");
  if (!dryRun) await strand.commit(plan.documents, plan.noted);
  const isNew = (outcome: Outcome): boolean => outcome === Outcome.IMPORTED || outcome === Outcome.SUPERSEDES;
  const docUids = [...new Set(plan.rows.filter((row) => isNew(row.outcome)).map((row) => row.docUid))].sort();
  return create(AttachBundleResponseSchema, { docUids, items: plan.rows, corpusRevision: strand.revision });
};

/** A recorded answer with the paths that it was kept without. */
const withPaths = (answer: AttachBundleResponse, source: Strand): AttachBundleResponse => {
  for (const item of answer.items) item.path = pathOf(source, item.docUid);
  return answer;
};

/** Empty for a document that was erased since. */
const pathOf = (source: Strand, docUid: string): string =>
  source.catalogue.has(docUid) ? (recordOf(source, docUid).detail?.summary?.path ?? "") : "";

/** What a person set is said of this strand's document, and stays there. */
const recordOf = (source: Strand, docUid: string): DocRecord =>
  source.catalogue.asRead(docUid) ?? source.record(docUid);

const fileOf = async (source: Strand, docUid: string, nowIso: string): Promise<ReadFile> => {
  const record = clone(DocRecordSchema, recordOf(source, docUid));
  if (record.detail !== undefined) Object.assign(record.detail, { supersedesDocUid: "", importedAtIso: nowIso });
  const { text } = await source.sources.source(record);
  const path = record.detail?.summary?.path ?? "";
  const encoded = toBinary(DocRecordSchema, record);
  const made = { record, encoded, original: undefined, canonical: undefined, text };
  return { path, docUid, made, refusal: "", opened: false, children: [] };
};

const answered = async (
  { store, owner }: Pick<Home, "store" | "owner">,
  key: string,
  payloadDigest: string,
): Promise<AttachBundleResponse | undefined> => {
  const known = await store.idempotency(owner, key);
  if (known === undefined) return undefined;
  if (known.payloadDigest !== payloadDigest)
    throw new DomainError(
      "IDEMPOTENCY_KEY_REUSED",
      worded("source-error.this-key-was-used-to-attach-something-else"),
      {},
    );
  return known.answer && fromBinary(AttachBundleResponseSchema, known.answer);
};

/**
 * Kept without paths: an answer belongs to no document, and would keep the name of one that is erased. Two callers with one key may both
 * come here: the first answer stands.
 */
const remember = async (
  { store, owner }: Pick<Home, "store" | "owner">,
  key: string,
  payloadDigest: string,
  answer: AttachBundleResponse,
): Promise<void> => {
  const kept = clone(AttachBundleResponseSchema, answer);
  for (const item of kept.items) item.path = "";
  const bytes = toBinary(AttachBundleResponseSchema, kept);
  try {
    await store.commit({ owner, idempotency: { key, payloadDigest, answer: bytes } });
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== "ALREADY_EXISTS") throw error;
  }
};
