import type { ReceiptCheck } from "../../gen/pincite/receipt/v1/audit_service_pb.ts";
import {
  type PublicKey,
  type SignedStatement,
  SignedStatementSchema,
} from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { verifyEd25519 } from "../ed25519.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { keyRing, readManifest } from "../proof/key-manifest.ts";
import { strictDecode } from "../proof/strict-decode.ts";
import { verifyReceipt } from "../proof/verify-receipt.ts";
import { isKeyIdOf } from "../proof/verify-statement.ts";
import { sha256 } from "../sha256.ts";

const crypto = { sha256, verify: verifyEd25519 };

/** The receipt in a file. Errors: REQUEST_INVALID where the file is none, or holds a byte more or less than one. */
export const readStatement = (bytes: Uint8Array, name: string): SignedStatement => {
  const statement = strictDecode(SignedStatementSchema, bytes);
  if (statement) return statement;
  throw new DomainError("REQUEST_INVALID", worded("command.is-no-receipt-or-was-changed-pincite-receipt", { name }), {
    file: name,
  });
};

/**
 * The keys in a file of `pincite keys export`, their chain checked; of a chain that holds a key the reader knows, if one
 * is named. Errors: REQUEST_INVALID.
 */
export const trustedKeys = (bytes: Uint8Array, name: string, known: string | undefined): readonly PublicKey[] => {
  const read = readManifest(bytes, crypto);
  if ("problem" in read)
    throw new DomainError(
      "REQUEST_INVALID",
      worded("command.is-no-file-of-keys-or-was-changed-pincite", { name, problem: read.problem }),
      { file: name },
    );
  if (known !== undefined && !read.keys.some(({ spki }) => isKeyIdOf(known, spki, sha256)))
    throw new DomainError(
      "REQUEST_INVALID",
      worded("command.does-not-hold-key-its-keys-are-another", { name, known }),
      {
        file: name,
        key_id: known,
      },
    );
  return read.keys;
};

/** The checks of a receipt by keys alone. */
export const checksByKeys = (statement: SignedStatement, keys: readonly PublicKey[]): readonly ReceiptCheck[] =>
  verifyReceipt(statement, keyRing(keys, crypto), crypto).checks;
