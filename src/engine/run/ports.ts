import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ToolOutcome } from "../../tool/outcome.ts";

export type { ToolOutcome, ToolOutput } from "../../tool/outcome.ts";

/** What a tool is run with: the recorded request and the part of the world its run may see. */
export interface ToolRun {
  readonly request: ToolRequest;
  readonly strandId: string;
  /** ISO 8601 date on which the law is read unless the parameters say otherwise. */
  readonly referenceDate: string;
  readonly signal: AbortSignal;
  /** True: say what would happen, change nothing. Only tools that change something know it. Default false. */
  readonly dryRun?: boolean;
}

/** Runs tools against the Vault and LawBot. Never throws for a failure upstream: that is an ERROR with a sentence. */
export interface ToolExecutor {
  /** Names of the tools it can run. */
  readonly tools: readonly string[];
  run(run: ToolRun): Promise<ToolOutcome>;
}

/** Looks one piece of evidence up, for pins. */
export interface EvidenceDirectory {
  /** The evidence as a candidate, or undefined where the strand or the loaded law has none. Errors: UPSTREAM_UNAVAILABLE. */
  lookUp(
    evidenceId: string,
    scope: {
      readonly strandId: string;
      readonly referenceDate: string;
      /** Whether the run's profile opted in to case law; without it a ruling is not there. */
      readonly caseLaw: boolean;
      readonly signal: AbortSignal;
    },
  ): Promise<EvidenceCandidate | undefined>;
  /** Revision of the documents of a strand, as a search of it names it. No search runs. Errors: UPSTREAM_UNAVAILABLE. */
  revision(scope: { readonly strandId: string; readonly signal: AbortSignal }): Promise<string>;
}

/** The clock, ids and randomness are arguments, so that a run can be replayed. */
export interface Clock {
  /** Now, in milliseconds since the epoch. */
  now(): number;
}

/** Mints ULIDs, increasing within the process. */
export interface Ids {
  next(): string;
}

/** Unguessable bytes for nonces. */
export type RandomBytes = (count: number) => Uint8Array;
