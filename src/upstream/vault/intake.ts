import { create } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import {
  type ResolvedEvidence,
  ResolvedEvidenceSchema,
  type TakenDocument,
  TakenDocument_Outcome,
  TakenDocumentSchema,
  type VaultIntakeOutput,
  VaultIntakeOutputSchema,
} from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { VaultImportParams } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DateSource } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { InspectBundleResponse } from "../../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import {
  type ImportedItem,
  ImportedItem_Outcome as Outcome,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { DomainError, type Reason } from "../../error.ts";
import { contractBroken, inOurWords } from "../failure.ts";
import type { VaultScope } from "./adapter.ts";
import { createVaultClient } from "./client.ts";
import { isVaultEvidenceId } from "./mapping.ts";

/** Where it goes to, and whether it is only tried. */
export interface IntakeScope extends VaultScope {
  readonly dryRun: boolean;
}

/** A bundle as evidence, and how many of its documents the strand has already. */
export interface InspectedBundle {
  readonly item: ResolvedEvidence;
  readonly knownCount: number;
}

/** The Vault as it takes documents in. Every method throws DomainError in our words. */
export interface VaultIntake {
  /** One file. The content is the key: the same bytes again are known, and nothing is written. */
  importFile(params: VaultImportParams, scope: IntakeScope): Promise<VaultIntakeOutput>;
  /** Without texts: what is not attached can be chosen, not read. Errors: EVIDENCE_NOT_FOUND. */
  inspect(bundleId: string, scope: VaultScope): Promise<InspectedBundle>;
  /** The same key gives the same answer, also after a crash. Errors: EVIDENCE_NOT_FOUND. */
  attach(bundleId: string, idempotencyKey: string, scope: IntakeScope): Promise<VaultIntakeOutput>;
}

export const createVaultIntake = (transport: Transport): VaultIntake => {
  const client = createVaultClient(transport);
  return {
    importFile: async ({ path, content }, { strandId, dryRun, ...bounds }) => {
      const answer = await changed(client.imports.importFile({ strandId, path, content, dryRun }, bounds));
      return intakeOf(answer.items, answer.summary?.corpusRevision ?? "");
    },
    inspect: async (bundleUid, { strandId, ...bounds }) => {
      const found = await called(client.bundles.inspectBundle({ strandId, bundleUid }, bounds));
      return { item: bundleEvidence(bundleUid, found), knownCount: found.knownCount };
    },
    attach: async (bundleUid, idempotencyKey, { strandId, dryRun, ...bounds }) => {
      const answer = await changed(
        client.bundles.attachBundle({ strandId, bundleUid, idempotencyKey, dryRun }, bounds),
      );
      return intakeOf(answer.items, answer.corpusRevision);
    },
  };
};

const noBundle =
  "no bundle of this name was offered to the run's part of the Vault; check the name, or ask whoever made it to offer it";

const called = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    const ours = inOurWords(error, "the Vault");
    throw ours.reason === "EVIDENCE_NOT_FOUND"
      ? new DomainError(ours.reason, noBundle, ours.facts, { cause: ours })
      : ours;
  });

/** After these the Vault may have acted all the same; what it has taken it knows again, so asking again does no harm. */
const unclear: ReadonlySet<Reason> = new Set([
  "UPSTREAM_UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "CANCELLED",
  "STORE_UNAVAILABLE",
  "STORE_FAILED",
  "INTERNAL",
]);

const changed = <T>(call: Promise<T>): Promise<T> =>
  called(call).catch((error: unknown) => {
    if (!(error instanceof DomainError) || !unclear.has(error.reason)) throw error;
    const message = `${error.message}. It may have been done all the same: asking again is safe, what is there stays as it is`;
    throw new DomainError(error.reason, message, error.facts, { cause: error });
  });

const outcomeOf: Readonly<Partial<Record<Outcome, TakenDocument_Outcome>>> = {
  [Outcome.IMPORTED]: TakenDocument_Outcome.NEW,
  [Outcome.SUPERSEDES]: TakenDocument_Outcome.NEW,
  [Outcome.DUPLICATE]: TakenDocument_Outcome.KNOWN,
  [Outcome.REFUSED]: TakenDocument_Outcome.REFUSED,
};

const documentsMax = 1_000;

/** Ids and counts alone: paths and the Vault's own words stay in the Vault. A container that was only opened is no document. */
const intakeOf = (items: readonly ImportedItem[], corpusRevision: string): VaultIntakeOutput => {
  const documents = items.flatMap((item) => takenDocument(item) ?? []);
  const count = (outcome: TakenDocument_Outcome) => documents.filter((one) => one.outcome === outcome).length;
  return create(VaultIntakeOutputSchema, {
    documents: documents.slice(0, documentsMax),
    newCount: count(TakenDocument_Outcome.NEW),
    knownCount: count(TakenDocument_Outcome.KNOWN),
    refusedCount: count(TakenDocument_Outcome.REFUSED),
    corpusRevision,
  });
};

const takenDocument = ({ outcome, docUid }: ImportedItem): TakenDocument | undefined => {
  const taken = outcomeOf[outcome];
  if (taken === undefined) return undefined;
  const evidenceId = taken === TakenDocument_Outcome.REFUSED ? "" : `vault:${docUid}`;
  if (evidenceId !== "" && !isVaultEvidenceId(evidenceId)) throw contractBroken("the Vault", "no document");
  return create(TakenDocumentSchema, { evidenceId, outcome: taken });
};

const bundleEvidence = (asked: string, { docs, docUids }: InspectBundleResponse): ResolvedEvidence => {
  const listed = docs.map((doc) => `vault:${doc.docUid}`);
  const named = new Set(docUids.map((docUid) => `vault:${docUid}`));
  if (!listed.every((id) => isVaultEvidenceId(id) && named.has(id)))
    throw contractBroken("the Vault", "another bundle");
  return create(ResolvedEvidenceSchema, {
    asked,
    candidates: docs.map((doc) => ({
      evidenceId: `vault:${doc.docUid}`,
      docType: doc.docType,
      title: doc.title,
      occurredAtIso: doc.dateSource === DateSource.METADATA ? "" : doc.authoredAtIso,
      participants: doc.participants,
      sourceDigest: doc.sourceDigest,
      versionDate: doc.dateSource === DateSource.METADATA ? "" : doc.authoredAtIso.slice(0, 10),
      author: doc.writtenBy,
    })),
    problem: docs.length === 0 ? "the bundle holds no documents" : "",
  });
};
