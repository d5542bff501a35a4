import { toBinary } from "@bufbuild/protobuf";
import { SignedStatementSchema } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { Audit } from "../../src/engine/read/audit.ts";
import { firstKey, keyRing, signManifest } from "../../src/proof/key-manifest.ts";
import { crypto } from "../proof/support.ts";
import { fixedSigner } from "../support/receipt-signer.ts";
import type { TestEngine } from "./support.ts";

const keys = [firstKey(fixedSigner(), "2026-01-01T00:00:00.000Z")];

/** The key that test engines sign with, made before their clock begins. */
export const ring = keyRing(keys, crypto);

/** What AuditService reads of a test engine. */
export const auditOf = ({ engine }: TestEngine): Audit =>
  new Audit(engine.runs, { keys, manifest: toBinary(SignedStatementSchema, signManifest(keys, fixedSigner())) });

/** All receipts of a run. */
export const receiptsOf = async (audit: Audit, runId: string) =>
  (await audit.receipts.list(runId, undefined, 1_000)).rows;
