import { type DescMessage, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { digestOf } from "./digest-of.ts";

/** A command as the idempotency rule sees it (invariant 7): the key is looked at before anything else. */
export interface CommandKey {
  /** Key of the idempotency record: run, person and caller's key. */
  readonly scope: string;
  /** SHA-256 over method and request; another digest under the same key is refused. */
  readonly payloadDigest: string;
}

/** The person and tenant of a command, and the run that it concerns (for CreateRun, `create`). */
export interface CommandPlace {
  readonly runId: string;
  /** Name of the person. */
  readonly person: string;
  readonly tenant: string;
}

/**
 * Builds the key of a command. Two people may use the same key: each person has an answer of their own. A store from before
 * tenants existed uses the name of its only person as its tenant, and the keys of that person stay where they are.
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
