import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { ErasureReason } from "../../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import type { EvidenceCandidate, PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LawErasurePlan } from "../../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import type { LawVocabulary } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { AnsweredText } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { ActSignature } from "../../../gen/pincite/run/v1/signed_act_pb.ts";
import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { VaultErasurePlan } from "../../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import type { Said } from "../../messages/said.ts";
import type { SoughtSentence } from "../../run/sought.ts";
import type { ToolOutcome } from "../../tool/outcome.ts";

export type { ToolOutcome, ToolOutput } from "../../tool/outcome.ts";

/** The input of a tool's run: the recorded request and the part of the world that the run may see. */
export interface ToolRun {
  readonly request: ToolRequest;
  readonly strandId: string;
  /** ISO 8601 date on which the law is read unless the parameters say otherwise. */
  readonly referenceDate: string;
  readonly signal: AbortSignal;
  /** Address of the LawBot on another machine that the run's profile names; empty or absent: none may be asked. */
  readonly remoteLawbot?: string;
  /** True for a run that says what would happen, changing nothing. Only tools that change something know it. Default false. */
  readonly dryRun?: boolean;
}

/** Why a signature is not taken as this person's of this act; undefined: it is. */
export type CheckAct = (signature: ActSignature, act: Uint8Array, by: Principal, nowMs: number) => Said | undefined;

/** Runs tools against the Vault and LawBot. Never throws for an upstream failure, but returns an ERROR with a sentence. */
export interface ToolExecutor {
  /** Names of the tools that the executor can run. */
  readonly tools: readonly string[];
  run(run: ToolRun): Promise<ToolOutcome>;
}

/** A paper of the Vault by when it came. */
export interface CamePaper {
  readonly evidenceId: string;
  readonly title: string;
  /** ISO 8601 date on which it was written; empty where that is not known. */
  readonly day: string;
  readonly importedAtIso: string;
}

/** Looks up one piece of evidence, for pins. */
export interface EvidenceDirectory {
  /** Returns the evidence as a candidate; undefined when strand and loaded law have none. Errors: UPSTREAM_UNAVAILABLE. */
  lookUp(
    evidenceId: string,
    scope: {
      readonly strandId: string;
      readonly referenceDate: string;
      /** True when the run's profile opted in to case law; otherwise no ruling is found. */
      readonly caseLaw: boolean;
      readonly signal: AbortSignal;
    },
  ): Promise<EvidenceCandidate | undefined>;
  /** A document's words; undefined where the strand has none of this id. Errors: UPSTREAM_UNAVAILABLE, DATA_LOSS. */
  letter(
    evidenceId: string,
    scope: { readonly strandId: string; readonly signal: AbortSignal },
  ): Promise<AnsweredText | undefined>;
  /** The strand's papers that came after an instant, at most 200, further copies of a message left out. Errors: UPSTREAM_UNAVAILABLE. */
  cameAfter(
    instantIso: string,
    scope: { readonly strandId: string; readonly signal: AbortSignal },
  ): Promise<readonly CamePaper[]>;
  /** Returns the revision of a strand's documents, as a search names it, without a search. Errors: UPSTREAM_UNAVAILABLE. */
  revision(scope: { readonly strandId: string; readonly signal: AbortSignal }): Promise<string>;
  /** Sentences of the strand's papers for each query, best first, and whether a guide may choose the first. Errors: UPSTREAM_UNAVAILABLE. */
  sentences(
    asked: { readonly queries: readonly AskedSentence[]; readonly limit: number },
    scope: { readonly strandId: string; readonly signal: AbortSignal },
  ): Promise<readonly FoundSentences[]>;
  /** Those documents that a person marked as holding health data, or that are gone. Errors: UPSTREAM_UNAVAILABLE. */
  withHealth(
    evidenceIds: readonly string[],
    scope: { readonly strandId: string; readonly signal: AbortSignal },
  ): Promise<string[]>;
}

/** A query, and which part of the sentences of its one paper is wanted. */
export interface AskedSentence extends SoughtSentence {
  readonly partNumber?: number;
}

/** What is found for one query; `partCount`: in how many parts the sentences of the one paper come that it names. */
export interface FoundSentences {
  readonly candidates: readonly PassageCandidate[];
  readonly sure: boolean;
  readonly partCount?: number;
}

/** The words that the LawBot of another machine publishes. */
export interface LawVocabularySource {
  /** Returns them as they are now; undefined where it publishes none or is away. Never throws. */
  read(signal: AbortSignal): Promise<LawVocabulary | undefined>;
}

/** Erases documents of the Vault: first what that would take, then the very same. Errors: those of VaultErasureService, in our words. */
export interface DocumentEraser {
  plan(asked: {
    readonly strandId: string;
    readonly docUid: string;
    readonly signal: AbortSignal;
  }): Promise<VaultErasurePlan>;
  /** Gives the documents that are gone. The same key gives the same answer. */
  commit(asked: {
    readonly strandId: string;
    readonly docUid: string;
    readonly planDigest: string;
    readonly reason: ErasureReason;
    readonly idempotencyKey: string;
    readonly signal: AbortSignal;
  }): Promise<readonly string[]>;
}

/** Erases texts of LawBot: first what that would take, then the very same. Errors: those of LawErasureService, in our words. */
export interface LawEraser {
  plan(asked: { readonly docUid: string; readonly signal: AbortSignal }): Promise<LawErasurePlan>;
  /** The same key gives the same answer. */
  commit(asked: {
    readonly docUid: string;
    readonly planDigest: string;
    readonly reason: ErasureReason;
    readonly idempotencyKey: string;
    readonly signal: AbortSignal;
  }): Promise<void>;
}

/** Lets in what is bounded, for whoever a call is worked for. All of it throws QUOTA_EXCEEDED, and nothing has begun then. */
export interface Quota {
  /** Before a turn begins. What it gives counts what was used, once it ended or waits; it never throws. */
  turn(runId: string): Promise<() => Promise<void>>;
  /** The same of a call of a tool. */
  call(runId: string): Promise<() => Promise<void>>;
  /** Before a person lets a turn go on that waits. */
  goOn(): Promise<void>;
  /** Counts what a turn used that went on. Never throws. */
  wentOn(runId: string): Promise<void>;
  /** Before a run is made. What it gives says that none was made after all; it never throws. */
  run(runId: string): Promise<() => Promise<void>>;
  /** A finalised run is open again. */
  reopened(runId: string): Promise<void>;
}

/** Tells the time. Clock, ids and randomness are arguments, so that a run can be replayed. */
export interface Clock {
  /** Returns the current time in milliseconds since the epoch. */
  now(): number;
}

/** Mints ULIDs, increasing within the process. */
export interface Ids {
  next(): string;
}

/** Does work as a step that is drawn for whoever looks after the server. */
export type Traced = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes unguessable bytes for nonces. */
export type RandomBytes = (count: number) => Uint8Array;

/** What whoever a call is worked for may see; undefined: everything. */
export interface Sight {
  /** Which runs. */
  runs(): Promise<((runId: string) => Promise<boolean>) | undefined>;
  /** Ids of all runs that may be among them, where these are few; undefined: any may be. */
  ownRuns(): Promise<readonly string[] | undefined>;
  /** Which strands. */
  strands(): Promise<((strandId: string) => Promise<boolean>) | undefined>;
}
