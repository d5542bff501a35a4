import { create, fromBinary } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { ToolCallIndex } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { type ReceiptEntry, ReceiptEntrySchema } from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import {
  type SignedStatement,
  SignedStatementSchema,
  type ToolReceipt,
  ToolReceiptSchema,
} from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { namedBlob } from "../../store/named-blob.ts";
import { inOrder, seqOf } from "../run/index-space.ts";
import { rowsThatFit } from "../run/page-bytes.ts";
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
    const { lists } = await this.#runs.recorded.of(runId);
    const found = lists.receiptsAfter(after === undefined ? undefined : seqOf(after), limit + 1, false);
    const calls = found.slice(0, limit);
    const kept = calls.slice(0, rowsThatFit(calls.map(({ receipt }) => Number(receipt?.sizeBytes ?? 0n))));
    const rows = await Promise.all(
      kept.map(async (call) => {
        const { receipt, ref } = await this.stored(call);
        return create(ReceiptEntrySchema, { receipt, ref });
      }),
    );
    const last = found.length > kept.length ? kept.at(-1) : undefined;
    return { rows, next: last && `${runId}/${inOrder(last.seq)}` };
  }

  /** One receipt by its id or digest, or the id of its request or result. Errors: RECEIPT_NOT_FOUND, DATA_LOSS. */
  async get(id: string): Promise<StoredReceipt> {
    const index = await (/^[0-9a-f]{64}$/.test(id) ? this.byDigest(id) : this.#byName(id));
    if (index?.receipt) return this.stored(index);
    const why = index ? `${id} has not ended, or ended before there were receipts` : `There is no ${printable(id)}`;
    throw new DomainError("RECEIPT_NOT_FOUND", worded("error.listreceipts-lists-a-runs-receipts", { why }), { id });
  }

  /** Where the journal of a run recorded these bytes as a receipt; undefined: nowhere. */
  async byDigest(digest: string): Promise<ToolCallIndex | undefined> {
    const [first] = await this.#runs.recorded.recorders(digest);
    return first?.lists.receipts.find(({ receipt }) => receipt?.digest === digest);
  }

  /** The receipt before this one in its run; undefined: it is the first. */
  async before({ runId, seq }: ToolCallIndex): Promise<StoredReceipt | undefined> {
    const [call] = (await this.#runs.recorded.of(runId)).lists.receiptsAfter(seq, 1, true);
    return call && this.stored(call);
  }

  /** The receipt an index entry names, its bytes hashed again. Errors: DATA_LOSS. */
  async stored(index: ToolCallIndex): Promise<StoredReceipt> {
    const { receipt: ref } = index;
    if (!ref) throw new Error("an index entry without a receipt");
    const { store, owner } = this.#runs.parts;
    const statement = fromBinary(SignedStatementSchema, await namedBlob(store, owner, ref.digest));
    return { index, ref, statement, receipt: fromBinary(ToolReceiptSchema, statement.payload) };
  }

  async #byName(id: string): Promise<ToolCallIndex | undefined> {
    return /^(receipt|toolreq|toolres):/.test(id) ? this.#runs.recorded.call(id) : undefined;
  }
}

const printable = (id: string): string => (/^[a-z]+:[0-9A-Za-z]+$|^[0-9a-f]{64}$/.test(id) ? id : "such receipt");
