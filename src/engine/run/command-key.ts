import { type DescMessage, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { digestOf } from "./digest-of.ts";

/** A command as the idempotency rule sees it (invariant 7): the key is looked at before anything else. */
export interface CommandKey {
  /** Key of the idempotency record: run, person and caller's key. */
  readonly scope: string;
  /** SHA-256 over method and request; another one under the same key is refused. */
  readonly payloadDigest: string;
}

/** Whose command it is, and on which run (or, for CreateRun, `create`). */
export interface CommandPlace {
  readonly runId: string;
  /** Name of the person. */
  readonly person: string;
  readonly tenant: string;
}

/**
 * The key of a command. Two people may use one key: each has an answer of their own. A store from before there were tenants has
 * the name of the one person it knew for its tenant, and the keys of that person stay where they are.
 */
export const commandKey = <D extends DescMessage>(
  { runId, person, tenant }: CommandPlace,
  key: string,
  schema: D,
  request: MessageShape<D>,
): CommandKey => ({
  scope: `${runId}/${person === tenant ? digestOf(key) : digestOf(person, key)}`,
  payloadDigest: digestOf(schema.typeName, toBinary(schema, request)),
});
