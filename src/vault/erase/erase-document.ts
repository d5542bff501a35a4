import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { Container } from "../../../gen/pincite/vault/v1/container_pb.ts";
import {
  type DocumentsErased,
  DocumentsErasedSchema,
  ErasedDocumentSchema,
} from "../../../gen/pincite/vault/v1/doc_pb.ts";
import {
  type CommitErasureRequest,
  CommitErasureRequestSchema,
  type CommitErasureResponse,
  CommitErasureResponseSchema,
  type VaultErasurePlan,
  VaultErasurePlanSchema,
} from "../../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { sha256Hex } from "../../sha256.ts";
import type { NewEvent } from "../../store/store.ts";
import type { Setter } from "../set-doc.ts";
import { revisionOf } from "../strand/indexing.ts";
import type { JournalCopy, LastPart } from "../strand/journal-copy.ts";
import { erasedEvent } from "../strand/journal-events.ts";
import { scopeOfDocument } from "../strand/scopes.ts";
import type { Strand } from "../strand/strand.ts";
import { containerOf, withoutDocuments } from "./carried-events.ts";
import { withoutMembers } from "./emptied-lists.ts";
import { type OtherStrands, planErasure } from "./plan-erasure.ts";

/** A commit of the new journal takes about so many bytes, so that no strand is in memory as a whole. */
const batchBytesMax = 4 * 1024 * 1024;
/** What is attached to a refusal must fit with the rest into the trailers that clients accept. */
const attachedBytesMax = 4 * 1024;

/** As `VaultErasureService.CommitErasure` says. */
export const eraseDocument = (
  strand: Strand,
  request: CommitErasureRequest,
  setter: Setter,
  otherStrands: OtherStrands,
): Promise<CommitErasureResponse> =>
  strand.alone(async () => {
    const call = callOf(strand.id, request);
    const earlier = await strand.answered(call.key);
    if (earlier !== undefined && earlier.payloadDigest !== call.payloadDigest) throw reused();
    if (earlier?.answer !== undefined) return fromBinary(CommitErasureResponseSchema, earlier.answer);
    await strand.catchUp();
    const plan = await planErasure(strand, request.docUid, otherStrands);
    if (plan.digest !== request.planDigest) throw planChanged(plan);
    const docUids = plan.documents.map(({ docUid }) => docUid);
    const answer = { docUids, erasedAtIso: setter.nowIso };
    await strand.replaceJournal((copy) => carriedInto(strand, copy, erasedBy(strand, docUids, request, setter)), {
      // What another strand has too stays readable there.
      scopes: plan.documents.filter((one) => one.otherStrandIds.length === 0).map((one) => scopeOfDocument(one.docUid)),
      idempotency: {
        ...call,
        answer: (head) =>
          toBinary(
            CommitErasureResponseSchema,
            create(CommitErasureResponseSchema, { ...answer, corpusRevision: revisionOf(head) }),
          ),
      },
    });
    return create(CommitErasureResponseSchema, { ...answer, corpusRevision: strand.revision });
  });

/** The first event of the new journal: what was erased up to now, and which journal it follows. */
const erasedBy = (
  strand: Strand,
  docUids: readonly string[],
  { reason }: CommitErasureRequest,
  { by, nowIso }: Setter,
): DocumentsErased => {
  const { seq, hash } = strand.catalogue.head;
  const now = docUids.map((docUid) => create(ErasedDocumentSchema, { docUid, erasedAtIso: nowIso, reason, by }));
  return create(DocumentsErasedSchema, {
    strandId: strand.id,
    previousStream: strand.stream,
    previousEventCount: seq,
    previousHash: hash,
    documents: [...strand.catalogue.allErased(), ...now],
  });
};

/** Writes what the journal says of the documents that stay into the one that follows it, in the same order. */
const carriedInto = async (strand: Strand, copy: JournalCopy, first: DocumentsErased): Promise<LastPart> => {
  const erased = new Set(first.documents.map(({ docUid }) => docUid));
  let [events, blobs, size]: [NewEvent[], Uint8Array[], number] = [[erasedEvent(first)], [], 0];
  const containers = new Map<string, Container>();
  for await (const event of strand.journalEvents()) {
    const container = containerOf(event);
    const kept = container && (await withoutMembers(strand.containers, container, erased));
    if (kept) containers.set(kept.container.digest, kept.container);
    const carried = kept ? strand.containers.events([kept.container]) : withoutDocuments(strand.id, event, erased);
    if (carried.length === 0) continue;
    if (size >= batchBytesMax) {
      await copy.write({ events, blobs });
      [events, blobs, size] = [[], [], 0];
    }
    events.push(...carried);
    blobs.push(...(kept?.blobs ?? []));
    size += bytesOf(carried.map(({ body }) => body)) + bytesOf(kept?.blobs ?? []);
  }
  return { events, blobs, containers: [...containers.values()] };
};

const bytesOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** A call by its key, and what it asks for. */
const callOf = (strandId: string, request: CommitErasureRequest): { key: string; payloadDigest: string } => {
  const asked = toBinary(CommitErasureRequestSchema, { ...request, strandId, idempotencyKey: "" });
  return { key: `vault.erase/${request.idempotencyKey}`, payloadDigest: sha256Hex(asked) };
};

const reused = (): DomainError =>
  new DomainError("IDEMPOTENCY_KEY_REUSED", worded("erasure-error.this-key-was-used-for-another-erasure-use-a"));

const planChanged = (plan: VaultErasurePlan): DomainError => {
  const value = toBinary(VaultErasurePlanSchema, plan);
  const attached = value.length <= attachedBytesMax ? [{ typeName: VaultErasurePlanSchema.typeName, value }] : [];
  return new DomainError(
    "PLAN_CHANGED",
    worded("erasure-error.what-the-plan-says-is-no-longer-so-and-2"),
    { plan_digest: plan.digest },
    { attached },
  );
};
