import { createPublicKey, verify } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, fromBinary } from "@bufbuild/protobuf";
import { SignedStatementSchema } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import {
  ToolRequestParamsSchema,
  ToolRequestSchema,
  ToolResultSchema,
} from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { verifyEd25519 } from "../../src/ed25519.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { firstKey, keyRing } from "../../src/proof/key-manifest.ts";
import { mintReceipt } from "../../src/proof/receipt.ts";
import { preAuthEncoding } from "../../src/proof/statement.ts";
import { verifyReceiptBytes } from "../../src/proof/verify-receipt.ts";
import { artifactRef } from "../../src/run/kernel.ts";
import { sha256 } from "../../src/sha256.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { fixedSigner } from "../support/receipt-signer.ts";
import { engineOver, readyToAdvance } from "./engine-fixture.ts";
import { median, timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const signer = fixedSigner();
const crypto = { sha256, verify: verifyEd25519 };
const timeIso = "2026-01-05T00:00:00.000Z";

/** P18: minting a receipt beside the commit it is part of, and verifying a thousand beside the bare signatures. */
export const benchReceipts = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bench-"));
  const store = await openLevelStore({ dir, clock: { now: () => Date.now() } });
  const { engine } = engineOver(store);
  const { runId } = await readyToAdvance(engine, 1);
  const [commits, mints, signatures]: [number[], number[], number[]] = [[], [], []];
  const payload = fromBinary(SignedStatementSchema, minted(1)).payload;
  // By turns, so that a busy machine slows all three alike.
  for (let i = 0; i < 300; i++) {
    commits.push((await timed(() => oneCall(engine, runId))) / 2);
    mints.push(await timed(async () => minted(i)));
    signatures.push(await timed(async () => signer.sign(preAuthEncoding("a", payload))));
  }
  await store.close();
  await rm(dir, { recursive: true, force: true });
  const [commit, mint, sign] = [median(commits), median(mints), median(signatures)];
  const against = (what: string, figure: number, target: string): BenchRow => ({
    ...{ id: "P18", what, figure: `${(figure * 1000).toFixed(0)} µs`, floor: `${(commit * 1000).toFixed(0)} µs` },
    ...{ ratio: figure / commit, target },
  });
  return [
    against("signing a receipt, beside one commit of a tool call on disk, 1 caller", sign, "≤ 0.1×"),
    against("the same with building, encoding and hashing it", mint, "–"),
    verification(),
  ];
};

/** A tool call as a turn makes it: one commit for request and beginning, one for result and receipt. */
const oneCall = (engine: Engine, runId: string) =>
  engine.tools.askAndRun(
    { runId, as: engine.runs.user },
    {
      ...{ toolName: "vault.search", reason: "bench", slotId: "", requestedBy: "user", requiresUserConfirm: false },
      params: create(ToolRequestParamsSchema, { params: { case: "vaultSearch", value: { query: "brief" } } }),
    },
    new AbortController().signal,
  );

const verification = (): BenchRow => {
  const ring = keyRing([firstKey(signer, "2026-01-01T00:00:00.000Z")], crypto);
  const receipts = Array.from({ length: 1_000 }, (_, i) => minted(i));
  const key = createPublicKey({ key: Buffer.from(signer.spki), format: "der", type: "spki" });
  const statements = receipts.map((bytes) => {
    const { payloadType, payload, signatures } = fromBinary(SignedStatementSchema, bytes);
    return [preAuthEncoding(payloadType, payload), signatures[0]?.signature ?? new Uint8Array()] as const;
  });
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    ours.push(
      spent(() => receipts.every((bytes) => verifyReceiptBytes(bytes, ring, crypto).checks.every((c) => c.passed))),
    );
    bare.push(spent(() => statements.every(([signed, signature]) => verify(null, signed, key, signature))));
  }
  return {
    ...{ id: "P18", what: "verifying 1,000 receipts, keys and payloads included; floor: their signatures alone" },
    ...{ figure: `${median(ours).toFixed(0)} ms`, floor: `${median(bare).toFixed(0)} ms` },
    ...{ ratio: median(ours) / median(bare), target: "≤ 1 s" },
  };
};

const spent = (work: () => boolean): number => {
  const start = performance.now();
  if (!work()) throw new Error("a receipt that does not hold");
  return performance.now() - start;
};

const request = create(ToolRequestSchema, { id: "toolreq:1", runId: "run-1", toolName: "vault.search", state: 3 });
const result = create(ToolResultSchema, { id: "toolres:1", requestId: "toolreq:1", runId: "run-1", status: 1 });
const ref = artifactRef("pincite.tool.v1.ToolRequest", new Uint8Array(300), sha256);

const minted = (number: number): Uint8Array =>
  mintReceipt(
    {
      ...{ number, previousSha256: ref.digest, request, requestRef: ref, result, resultRef: ref, output: undefined },
      ...{ call: undefined, seq: number, uncommitted: [], timeIso },
    },
    { receiptId: `receipt:${number}`, decisionEventSha256: "", serverVersion: "0" },
    { signer, sha256 },
  ).bytes;
