import { createHash } from "node:crypto";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { EventRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { type RunEvent, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { MemoProofSchema } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { SignedStatementSchema } from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import type { ReceiptKey } from "../../../src/proof/key-manifest.ts";
import { makeProof, type ProofMaterial } from "../../../src/proof/memo-proof.ts";
import { signStatement } from "../../../src/proof/statement.ts";
import { sha256 } from "../../../src/sha256.ts";

/** An artifact under the digest that it had when the proof was honest. */
interface Part {
  readonly kind: string;
  bytes: Uint8Array;
}

/** A proof taken apart by somebody who holds the server's key, to be put together as if the lie had been recorded. */
export interface Forgery {
  readonly runId: string;
  events: RunEvent[];
  /** Where each event stood in the honest proof, from 0. */
  readonly origins: ReadonlyMap<RunEvent, number>;
  /** By the digest it had at first. */
  readonly artifacts: Map<string, Part>;
  readonly texts: Uint8Array[];
}

const hex = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export const takenApart = (bytes: Uint8Array): Forgery => {
  const proof = fromBinary(MemoProofSchema, bytes);
  const events = proof.events.map((one) => fromBinary(RunEventSchema, fromBinary(EventRecordSchema, one).body));
  const kinds = new Map(
    events.flatMap(({ artifacts }) => artifacts.map(({ ref }) => [ref?.digest ?? "", ref?.kind ?? ""] as const)),
  );
  const artifacts = new Map(
    proof.artifacts.map((one) => [hex(one), { kind: kinds.get(hex(one)) ?? "", bytes: one }] as const),
  );
  const origins = new Map(events.map((event, at) => [event, at] as const));
  return { runId: proof.runId, events, origins, artifacts, texts: [...proof.texts] };
};

/**
 * Puts a forgery together: every digest, every link of the chain and every signature is made anew, so that only what the lie
 * says can give it away. Events are walked in order, because what an event names was there before it. Lies keep the length of
 * what they change, so that no size has to be told anew. `said`: what the proof says beside its events, where it is not the honest one's.
 */
export const putTogether = (
  forgery: Forgery,
  honest: Uint8Array,
  key: ReceiptKey,
  said: Partial<Pick<ProofMaterial, "keyManifest" | "rulesVersion" | "registerDigest">> = {},
): Uint8Array => {
  const before = fromBinary(MemoProofSchema, honest);
  const owner = fromBinary(EventRecordSchema, before.events[0] ?? new Uint8Array()).owner;
  const renamed = new Map<string, string>();
  const made = new Map<string, Uint8Array>();
  const oldHashes = before.events.map(hex);
  let prevHash = new Uint8Array(32);
  const records = forgery.events.map((event, at) => {
    for (const { ref } of event.artifacts) remake(forgery, ref?.digest ?? "", renamed, made, key);
    const body = replaced(toBinary(RunEventSchema, event), renamed);
    const record = toBinary(
      EventRecordSchema,
      create(EventRecordSchema, {
        ...{ owner, stream: forgery.runId, seq: at + 1, prevHash },
        ...{ type: event.event.case ?? "", body },
      }),
    );
    const old = oldHashes[forgery.origins.get(event) ?? -1];
    if (old !== undefined && old !== hex(record)) renamed.set(old, hex(record));
    prevHash = Uint8Array.from(Buffer.from(hex(record), "hex"));
    return record;
  });
  const last = records
    .map((one) => fromBinary(RunEventSchema, fromBinary(EventRecordSchema, one).body).event)
    .findLast((one) => one.case === "runFinalised");
  const finalised = last?.case === "runFinalised" ? last.value : undefined;
  return makeProof(
    {
      runId: forgery.runId,
      draft: finalised?.draft?.digest ?? "",
      ledger: finalised?.ledger?.digest ?? "",
      events: records,
      artifacts: [...made.values()],
      texts: forgery.texts,
      keyManifest: before.keyManifest,
      programVersion: before.maker?.programVersion ?? "",
      rulesVersion: before.maker?.rulesVersion ?? 0,
      registerDigest: before.maker?.registerDigest ?? "",
      timeIso: before.maker?.timeIso ?? "",
      ...said,
    },
    { signer: key, sha256 },
  );
};

/** Makes an artifact anew once everything it names is made anew; those of one event may name each other. */
const remake = (
  forgery: Forgery,
  digest: string,
  renamed: Map<string, string>,
  made: Map<string, Uint8Array>,
  key: ReceiptKey,
): void => {
  const part = forgery.artifacts.get(digest);
  if (!part || made.has(digest)) return;
  made.set(digest, part.bytes);
  const text = Buffer.from(part.bytes).toString("latin1");
  for (const [named] of text.matchAll(/[0-9a-f]{64}/g))
    if (named !== digest && forgery.artifacts.has(named)) remake(forgery, named, renamed, made, key);
  const bytes =
    part.kind === SignedStatementSchema.typeName
      ? signedAgain(part.bytes, renamed, key)
      : replaced(part.bytes, renamed);
  made.set(digest, bytes);
  if (hex(bytes) !== digest) renamed.set(digest, hex(bytes));
};

const signedAgain = (bytes: Uint8Array, renamed: ReadonlyMap<string, string>, key: ReceiptKey): Uint8Array => {
  const { payloadType, payload } = fromBinary(SignedStatementSchema, bytes);
  return toBinary(SignedStatementSchema, signStatement(payloadType, replaced(payload, renamed), key));
};

/** Digests stand in messages as 64 hex, so a new one fits into the place of the old. */
const replaced = (bytes: Uint8Array, renamed: ReadonlyMap<string, string>): Uint8Array => {
  if (renamed.size === 0) return bytes;
  const text = Buffer.from(bytes).toString("latin1");
  const said = text.replace(/[0-9a-f]{64}/g, (digest) => renamed.get(digest) ?? digest);
  return said === text ? bytes : Uint8Array.from(Buffer.from(said, "latin1"));
};
