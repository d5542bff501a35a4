import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { SetDocResponseSchema } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";
import type { LaterWords, Strand } from "./strand/strand.ts";

/** A call by which a person says something of a document. */
interface SayingCall {
  /** Which one, such as `set-doc`. */
  readonly name: string;
  readonly idempotencyKey: string;
  /** What it asks for, encoded without its key. */
  readonly asked: Uint8Array;
}

/**
 * Commits what a person says of a document, once under its key; answers whether that changed anything, and under a key that was answered
 * what was answered. `say` gives what is committed, or undefined where all of it is so already. Errors: `IDEMPOTENCY_KEY_REUSED`, those of `say`.
 */
export const saidOnce = async (
  strand: Strand,
  { name, idempotencyKey, asked }: SayingCall,
  say: () => Promise<LaterWords | undefined>,
): Promise<boolean> => {
  const call = { key: `vault.${name}/${idempotencyKey}`, payloadDigest: sha256Hex(asked) };
  const earlier = await strand.answered(call.key);
  if (earlier !== undefined) {
    if (earlier.payloadDigest === call.payloadDigest && earlier.answer !== undefined)
      return fromBinary(SetDocResponseSchema, earlier.answer).changed;
    throw new DomainError(
      "IDEMPOTENCY_KEY_REUSED",
      worded("source-error.this-key-was-used-to-set-something-else-use-a"),
    );
  }
  const said = await say();
  const changed = said !== undefined;
  // The answers of all these calls have `changed` under one number, and nothing else is kept of them.
  const answer = toBinary(SetDocResponseSchema, create(SetDocResponseSchema, { changed }));
  await strand.commit([], [], { ...said, idempotency: { ...call, answer } });
  return changed;
};
