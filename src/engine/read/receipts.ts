import { create, fromBinary } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  ArtifactIndexSchema,
  type ToolCallIndex,
  ToolCallIndexSchema,
} from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { type ReceiptEntry, ReceiptEntrySchema } from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import {
  type SignedStatement,
  SignedStatementSchema,
  type ToolReceipt,
  ToolReceiptSchema,
} from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { DomainError } from "../../error.ts";
import { rowsThatFit } from "../run/page-bytes.ts";
import { endedAt } from "../run/run-index.ts";
import type { Runs } from "../run/runs.ts";
import type { Page } from "./views.ts";

/** A receipt as it lies in the store, with the place where its run recorded it. */
export interface StoredReceipt {
  readonly index: ToolCallIndex;
  readonly ref: ArtifactRef;
  readonly statement: SignedStatement;
  readonly receipt: ToolReceipt;
}

/** Reads of receipts. Nothing here writes. */
export class Receipts {
  readonly #runs: Runs;

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  /** Receipts of a run in order of number. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async list(runId: string, after: string | undefined, limit: number): Promise<Page<ReceiptEntry>> {
    await this.#runs.load(runId);
    const { store, owner } = this.#runs.parts;
    const range = { prefix: `${runId}/`, limit: limit + 1, ...(after === undefined ? {} : { after }) };
    const found = await store.list(owner, "run-receipt", range);
    const calls = found
      .slice(0, limit)
      .map(({ key, value }) => ({ key, call: fromBinary(ToolCallIndexSchema, value) }));
    const kept = calls.slice(0, rowsThatFit(calls.map(({ call }) => Number(call.receipt?.sizeBytes ?? 0n))));
    const rows = await Promise.all(
      kept.map(async ({ call }) => {
        const { receipt, ref } = await this.stored(call);
        return create(ReceiptEntrySchema, { receipt, ref });
      }),
    );
    return { rows, next: found.length > kept.length ? kept.at(-1)?.key : undefined };
  }

  /** One receipt by its id or digest, or the id of its request or result. Errors: RECEIPT_NOT_FOUND, DATA_LOSS. */
  async get(id: string): Promise<StoredReceipt> {
    const index = await (/^[0-9a-f]{64}$/.test(id) ? this.byDigest(id) : this.#byName(id));
    if (index?.receipt) return this.stored(index);
    const why = index ? `${id} has not ended, or ended before there were receipts` : `There is no ${printable(id)}`;
    throw new DomainError("RECEIPT_NOT_FOUND", `${why}: ListReceipts lists a run's receipts.`, { id });
  }

  /** Where the journal of a run recorded these bytes as a receipt; undefined: nowhere. */
  async byDigest(digest: string): Promise<ToolCallIndex | undefined> {
    const { store, owner } = this.#runs.parts;
    const [row] = await store.list(owner, "art", { prefix: `${digest}/`, limit: 1 });
    if (!row) return undefined;
    const { ref, runId, seq } = fromBinary(ArtifactIndexSchema, row.value);
    if (ref?.kind !== SignedStatementSchema.typeName) return undefined;
    return decoded(await store.record(owner, "run-receipt", endedAt(runId, seq)));
  }

  /** The receipt before this one in its run; undefined: it is the first. */
  async before({ runId, seq }: ToolCallIndex): Promise<StoredReceipt | undefined> {
    const { store, owner } = this.#runs.parts;
    const range = { prefix: `${runId}/`, after: endedAt(runId, seq), limit: 1, reverse: true };
    const [row] = await store.list(owner, "run-receipt", range);
    return row && this.stored(fromBinary(ToolCallIndexSchema, row.value));
  }

  /** The receipt an index entry names, its bytes hashed again. Errors: DATA_LOSS. */
  async stored(index: ToolCallIndex): Promise<StoredReceipt> {
    const { receipt: ref } = index;
    if (!ref) throw new Error("an index entry without a receipt");
    const { store, owner } = this.#runs.parts;
    const statement = fromBinary(SignedStatementSchema, await store.getBlob(owner, ref.digest));
    return { index, ref, statement, receipt: fromBinary(ToolReceiptSchema, statement.payload) };
  }

  async #byName(id: string): Promise<ToolCallIndex | undefined> {
    const space = /^(receipt|toolreq|toolres):/.exec(id)?.[1];
    const { store, owner } = this.#runs.parts;
    return space === undefined ? undefined : decoded(await store.record(owner, space, id));
  }
}

const decoded = (bytes: Uint8Array | undefined): ToolCallIndex | undefined =>
  bytes && fromBinary(ToolCallIndexSchema, bytes);

const printable = (id: string): string => (/^[a-z]+:[0-9A-Za-z]+$|^[0-9a-f]{64}$/.test(id) ? id : "such receipt");
