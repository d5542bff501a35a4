import type { EvidenceSearchResult } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { ResolvedEvidence, SpanAnswer, VaultIntakeOutput } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import type {
  LawbotResolveCitationsParams,
  LawbotSearchParams,
  SpanQuery,
  VaultImportParams,
  VaultSearchParams,
} from "../../gen/pincite/tool/v1/tool_request_pb.ts";

/**
 * The services as a tool sees them in one call: bound to the run's strand and day, to the call's deadline and to its
 * signal, so that no tool can ask for another strand or wait longer. Every method throws DomainError in our words.
 */
export interface ToolPorts {
  readonly documents: DocumentsPort;
  readonly intake: IntakePort;
  readonly statutes: LawPort;
  readonly rulings: LawPort;
}

/** The documents of the run's strand. */
export interface DocumentsPort {
  search(params: VaultSearchParams): Promise<EvidenceSearchResult>;
  /** One item for each id, in order; an id that is unknown or malformed is an item with its problem. */
  resolve(evidenceIds: readonly string[], query: string): Promise<ResolvedEvidence[]>;
  /** One answer for each query, in order. */
  spans(queries: readonly SpanQuery[]): Promise<SpanAnswer[]>;
}

/** The port that takes documents into the run's strand; in a dry run it lists those it would take. */
export interface IntakePort {
  /** One file. The same bytes again are known, and nothing is written. */
  importFile(params: VaultImportParams): Promise<VaultIntakeOutput>;
  /** A bundle without its texts, and how many of its documents the strand has. Errors: EVIDENCE_NOT_FOUND. */
  inspect(bundleId: string): Promise<{ readonly item: ResolvedEvidence; readonly knownCount: number }>;
  /** The same key gives the same answer, also after a crash. Errors: EVIDENCE_NOT_FOUND. */
  attach(bundleId: string, idempotencyKey: string): Promise<VaultIntakeOutput>;
}

/** The loaded statutes, or the loaded rulings. */
export interface LawPort {
  search(params: LawbotSearchParams): Promise<EvidenceSearchResult>;
  /** One item for each citation, in order; one that names nothing is an item with its problem. */
  resolve(params: LawbotResolveCitationsParams): Promise<ResolvedEvidence[]>;
  /** One answer for each query, in order. */
  spans(queries: readonly SpanQuery[]): Promise<SpanAnswer[]>;
}
