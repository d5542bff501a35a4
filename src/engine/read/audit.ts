import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { protoName } from "#kit/proto-name.ts";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { ToolCallIndex } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import {
  type AuditedEvent,
  AuditedEventSchema,
  type GetKeysResponse,
  GetKeysResponseSchema,
  type ReceiptCheck,
} from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import {
  type PublicKey,
  type SignedStatement,
  SignedStatementSchema,
  type ToolReceipt,
} from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { verifyEd25519 } from "../../ed25519.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type KeyRing, keyRing } from "../../proof/key-manifest.ts";
import { receiptInRun } from "../../proof/receipt-in-run.ts";
import { verifyReceipt } from "../../proof/verify-receipt.ts";
import { sha256, sha256Hex } from "../../sha256.ts";
import type { StoredEvent } from "../../store/store.ts";
import { rowsThatFit } from "../run/page-bytes.ts";
import type { Runs } from "../run/runs.ts";
import { Receipts } from "./receipts.ts";
import { Telemetry } from "./telemetry.ts";
import type { Page } from "./views.ts";

/** The public half of the keys that receipts are signed with. */
export interface PublicKeys {
  /** Oldest first. */
  readonly keys: readonly PublicKey[];
  /** The same as an encoded, signed KeyManifest. */
  readonly manifest: Uint8Array;
}

/** What AuditService reads. */
export class Audit {
  readonly receipts: Receipts;
  readonly telemetry: Telemetry;
  readonly #runs: Runs;
  readonly #public: PublicKeys;
  readonly #ring: KeyRing;

  constructor(runs: Runs, keys: PublicKeys) {
    this.receipts = new Receipts(runs);
    this.telemetry = new Telemetry(runs);
    this.#runs = runs;
    this.#public = keys;
    this.#ring = keyRing(keys.keys, { sha256, verify: verifyEd25519 });
  }

  /** Every key there ever was. */
  keys(): GetKeysResponse {
    const { keys, manifest } = this.#public;
    return create(GetKeysResponseSchema, { keys: [...keys], manifest: fromBinary(SignedStatementSchema, manifest) });
  }

  /** The checks of a receipt, by id or as it is. Errors: RECEIPT_NOT_FOUND for an id, REQUEST_INVALID for neither. */
  async check(
    asked: { case: "id"; value: string } | { case: "statement"; value: SignedStatement } | { case: undefined },
  ) {
    return checkReceipt({ runs: this.#runs, receipts: this.receipts, ring: this.#ring }, await this.#asked(asked));
  }

  async #asked(asked: Parameters<Audit["check"]>[0]): Promise<SignedStatement> {
    if (asked.case === "statement") return asked.value;
    if (asked.case === "id" && asked.value !== "") return (await this.receipts.get(asked.value)).statement;
    throw new DomainError("REQUEST_INVALID", worded("error.receipt-name-one-by-its-id-or-give-its"), {
      field: "receipt",
    });
  }

  /** Events of a run. */
  events(runId: string, after: string | undefined, limit: number) {
    return listEvents(this.#runs, runId, after, limit);
  }
}

/** A receipt holds when every check passed. */
export const holds = (checks: readonly ReceiptCheck[]): boolean => checks.every(({ passed }) => passed);

/** Events are at most 256 KiB each: this many are read at a time, so that a page of large ones is not read in vain. */
const readAtOnce = 100;

/** A run's events after a number, oldest first; fewer than `limit` if large. Errors: RUN_NOT_FOUND, DATA_LOSS. */
const listEvents = async (
  runs: Runs,
  runId: string,
  after: string | undefined,
  limit: number,
): Promise<Page<AuditedEvent>> => {
  const { head } = await runs.load(runId);
  const { store, owner } = runs.parts;
  const found: StoredEvent[] = [];
  for (let seq = Number(after ?? 0); found.length < limit; ) {
    const wanted = Math.min(readAtOnce, limit - found.length);
    const events = await store.read(owner, runId, { fromSeq: seq + 1, limit: wanted });
    found.push(...events);
    seq += events.length;
    if (events.length < wanted || rowsThatFit(found.map(({ body }) => body.length)) < found.length) break;
  }
  const kept = found.slice(0, rowsThatFit(found.map(({ body }) => body.length)));
  const last = kept.at(-1)?.seq ?? head.seq;
  return { rows: kept.map(audited), next: last < head.seq ? String(last) : undefined };
};

const audited = ({ seq, hash, type, body }: StoredEvent): AuditedEvent =>
  create(AuditedEventSchema, { seq, hash, eventType: protoName(type), event: fromBinary(RunEventSchema, body) });

/**
 * Checks a statement by the keys, and, where the run it speaks of is one of the caller's, against that run. Of a run that
 * is not, nothing is said, so that an answer does not tell whether it exists.
 */
const checkReceipt = async (
  { runs, receipts, ring }: { runs: Runs; receipts: Receipts; ring: KeyRing },
  statement: SignedStatement,
): Promise<ReceiptCheck[]> => {
  const { checks, receipt } = verifyReceipt(statement, ring, { sha256, verify: verifyEd25519 });
  if (!receipt || !(await isOwn(runs, receipt.runId))) return [...checks];
  return [...checks, ...(await checkInRun(runs, receipts, statement, receipt))];
};

const checkInRun = async (
  runs: Runs,
  receipts: Receipts,
  statement: SignedStatement,
  receipt: ToolReceipt,
): Promise<ReceiptCheck[]> => {
  const digest = sha256Hex(toBinary(SignedStatementSchema, statement));
  const index = await receipts.byDigest(digest);
  const seq = index && (await recordedIn(runs, receipt.runId, index, digest)) ? index.seq : undefined;
  const previous = index && seq !== undefined ? await receipts.before(index) : undefined;
  const held = {
    runId: receipt.runId,
    seq,
    before: previous && { digest: previous.ref.digest, number: previous.receipt.number },
    request: await bytesOf(runs, receipt.request),
    result: await bytesOf(runs, receipt.result),
    output: await bytesOf(runs, receipt.output),
  };
  return receiptInRun(receipt, held, sha256);
};

/** The index is derived; the event itself, which the chain of the journal covers, has the last word. */
const recordedIn = async (runs: Runs, runId: string, index: ToolCallIndex, digest: string): Promise<boolean> => {
  const { store, owner } = runs.parts;
  if (index.runId !== runId) return false;
  const [stored] = await store.read(owner, runId, { fromSeq: index.seq, limit: 1 });
  const event = stored && fromBinary(RunEventSchema, stored.body).event;
  return event?.case === "toolFinished" && event.value.receipt?.digest === digest;
};

const isOwn = async (runs: Runs, runId: string): Promise<boolean> => {
  const { store, owner, sight } = runs.parts;
  const sees = await sight?.runs();
  if (runId === "" || (sees && !(await sees(runId)))) return false;
  return (await store.head(owner, runId)).seq > 0;
};

/** Stored bytes, hashed again; undefined where they are absent or damaged, which is then what the check says. */
const bytesOf = async (runs: Runs, ref: ArtifactRef | undefined): Promise<Uint8Array | undefined> => {
  if (!ref) return undefined;
  const { store, owner } = runs.parts;
  try {
    return await store.getBlob(owner, ref.digest);
  } catch (error) {
    if (error instanceof DomainError && ["ARTIFACT_NOT_FOUND", "DATA_LOSS"].includes(error.reason)) return undefined;
    throw error;
  }
};
