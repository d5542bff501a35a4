import { create, fromBinary } from "@bufbuild/protobuf";
import {
  type GetKeysResponse,
  GetKeysResponseSchema,
  type ReceiptCheck,
} from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import {
  type PublicKey,
  type SignedStatement,
  SignedStatementSchema,
} from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { verifyEd25519 } from "../../ed25519.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type KeyRing, keyRing } from "../../proof/key-manifest.ts";
import { sha256 } from "../../sha256.ts";
import type { Runs } from "../run/runs.ts";
import { checkReceipt } from "./check-receipt.ts";
import { listEvents } from "./events.ts";
import { Receipts } from "./receipts.ts";
import { Telemetry } from "./telemetry.ts";

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
