import { create } from "@bufbuild/protobuf";
import { type ReceiptCheck, ReceiptCheckSchema } from "../../gen/pincite/receipt/v1/audit_service_pb.ts";
import {
  type PublicKey,
  type SignedStatement,
  SignedStatementSchema,
  type ToolReceipt,
  ToolReceiptSchema,
} from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { isTime, type KeyRing } from "./key-manifest.ts";
import { payloadTypes } from "./statement.ts";
import { strictDecode } from "./strict-decode.ts";
import { type Crypto, printable, signatureProblem } from "./verify-statement.ts";

/** The result of checking a statement by itself. The receipt is there only if its signature and its bytes hold. */
export interface VerifiedReceipt {
  readonly checks: readonly ReceiptCheck[];
  readonly receipt: ToolReceipt | undefined;
}

/**
 * Checks a receipt by keys alone, in this order: that it is a receipt at all (`payload_type`), that every signature on it
 * holds (`signature`), that its key is one of an unbroken chain and was in use when the call ended (`key`), and that its
 * payload is the one encoding of a ToolReceipt (`payload`). The payload is read only once the signature has held.
 */
export const verifyReceipt = (statement: SignedStatement, ring: KeyRing, crypto: Crypto): VerifiedReceipt => {
  const strange = typeProblem(statement);
  const typed = strange === undefined;
  const forged = signatureProblem(statement, ring.keys, crypto);
  const receipt = typed && forged === undefined ? strictDecode(ToolReceiptSchema, statement.payload) : undefined;
  const broken = receipt ? keyProblem(statement, receipt, ring) : unread;
  const checks = [
    check("payload_type", typed, strange ?? "it is a tool receipt"),
    check("signature", forged === undefined, forged ?? `signed by key ${signedBy(statement)}`),
    check("key", broken === undefined, broken ?? "the key was in use when the call ended"),
    check("payload", receipt !== undefined, receipt ? "it reads as it was signed" : payloadProblem(typed, forged)),
  ];
  return { checks, receipt };
};

/** Checks an encoded receipt, as it lies in the store or in a file; bytes that are no SignedStatement fail as `payload_type`. */
export const verifyReceiptBytes = (bytes: Uint8Array, ring: KeyRing, crypto: Crypto): VerifiedReceipt => {
  const statement = strictDecode(SignedStatementSchema, bytes);
  if (statement) return verifyReceipt(statement, ring, crypto);
  return { checks: [check("payload_type", false, "it is not an encoded SignedStatement")], receipt: undefined };
};

/** One check with the sentence that says what was found. */
export const check = (name: string, passed: boolean, detail: string): ReceiptCheck =>
  create(ReceiptCheckSchema, { name, passed, detail: `${detail}.` });

/** Fields nobody here knows are outside the signature, so whoever reads them is told what nobody signed. */
const typeProblem = ({ payloadType, signatures, $unknown }: SignedStatement): string | undefined => {
  if (payloadType !== payloadTypes.toolReceipt) return `it is ${printable(payloadType)}, no tool receipt`;
  const unknown = [$unknown, ...signatures.map((each) => each.$unknown)].some((fields) => (fields?.length ?? 0) > 0);
  return unknown ? "it holds fields that are not known" : undefined;
};

const unread = "it is not known which call the key would have signed for";

const signedBy = ({ signatures }: SignedStatement): string => signatures.map(({ keyId }) => keyId).join(", ");

const payloadProblem = (typed: boolean, forged: string | undefined): string =>
  !typed || forged !== undefined
    ? "it was not read, because it is not vouched for"
    : "it is not the encoding of a ToolReceipt";

const keyProblem = (
  { signatures }: SignedStatement,
  { timeIso }: ToolReceipt,
  { keys, problem }: KeyRing,
): string | undefined => {
  if (problem !== undefined) return `of the keys given, ${problem}`;
  if (!isTime(timeIso)) return "the receipt does not say when the call ended";
  const outside = signatures.find(({ keyId }) => !keys.some((key) => key.keyId === keyId && inUse(key, timeIso)));
  return outside && `key ${outside.keyId} was not in use at ${timeIso}`;
};

/** From the moment it was made to the moment the next one took its place, both included: a clock has only so many ticks. */
const inUse = ({ createdAtIso, retiredAtIso }: PublicKey, timeIso: string): boolean =>
  createdAtIso <= timeIso && (retiredAtIso === "" || timeIso <= retiredAtIso);
