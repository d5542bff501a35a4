import { fromBinary } from "@bufbuild/protobuf";
import {
  type SignedStatement,
  SignedStatementSchema,
  ToolReceiptSchema,
} from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { preAuthEncoding, type StatementSigner } from "../../proof/statement.ts";
import type { ReceiptParts } from "../run/receipt-mint.ts";
import type { Replayed } from "./recorded-ports.ts";
import { nextOf, recordedAs } from "./recording.ts";

/** Receipts of a replay, and how they came to their signatures. */
export interface RecordedReceipts extends ReceiptParts {
  /** Signed again with the key that is still here, and so held against the record in full. */
  readonly signedAgain: number;
  /** Of a key that is not here: what is signed was derived again, the signature is the record's. */
  readonly fromRecord: number;
}

/**
 * Receipts as the record has them. Where the key that signed is here, they are signed again: Ed25519 is deterministic.
 * A signature is given from the record only for exactly the bytes it was made over.
 */
export const recordedReceipts = (replayed: Replayed, own?: StatementSigner): RecordedReceipts => {
  const counts = { signedAgain: 0, fromRecord: 0 };
  const next = (): SignedStatement | undefined => nextReceipt(replayed);
  const keyId = (): string => next()?.signatures[0]?.keyId ?? own?.keyId ?? "";
  const sign = (bytes: Uint8Array): Uint8Array => {
    if (own?.keyId === keyId()) {
      counts.signedAgain += 1;
      return own.sign(bytes);
    }
    counts.fromRecord += 1;
    const recorded = next();
    const signature = recorded?.signatures[0]?.signature;
    const isSame = recorded && Buffer.compare(preAuthEncoding(recorded.payloadType, recorded.payload), bytes) === 0;
    return isSame && signature ? signature : new Uint8Array(64);
  };
  return {
    signer: {
      get keyId() {
        return keyId();
      },
      sign,
    },
    get serverVersion() {
      const payload = next()?.payload;
      return payload ? fromBinary(ToolReceiptSchema, payload).serverVersion : "";
    },
    get signedAgain() {
      return counts.signedAgain;
    },
    get fromRecord() {
      return counts.fromRecord;
    },
  };
};

const nextReceipt = ({ recording, journal }: Replayed): SignedStatement | undefined => {
  const next = nextOf(recording, journal.derived, "toolFinished");
  return next && recordedAs(recording, next.event, "receipt", SignedStatementSchema);
};
