import { type DescMessage, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { digestOf } from "./digest-of.ts";

/** A command as the idempotency rule sees it (invariant 7): the key is looked at before anything else. */
export interface CommandKey {
  /** Key of the idempotency record: run and caller's key. */
  readonly scope: string;
  /** SHA-256 over method and request; another one under the same key is refused. */
  readonly payloadDigest: string;
}

/** The key of a command on a run (or, for CreateRun, on `create`). */
export const commandKey = <D extends DescMessage>(
  runId: string,
  key: string,
  schema: D,
  request: MessageShape<D>,
): CommandKey => ({
  scope: `${runId}/${digestOf(key)}`,
  payloadDigest: digestOf(schema.typeName, toBinary(schema, request)),
});
