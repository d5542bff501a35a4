import type { ActSignature, SignedAct } from "../../../gen/pincite/run/v1/signed_act_pb.ts";
import { ActSignatureSchema } from "../../../gen/pincite/run/v1/signed_act_pb.ts";
import { emptySnapshot } from "../../run/fold.ts";
import { actBytes, signatureRole, signedActOf } from "../../run/signed-act.ts";
import { take } from "../../run/take.ts";
import { checkSignature } from "../check-signature.ts";
import type { ActCrypto } from "../ssh-signature.ts";
import { sameBytes } from "../strict-decode.ts";
import { type Artifacts, artifactAs } from "./artifacts.ts";
import { must } from "./broken.ts";
import type { Journal, ProvenEvent } from "./journal.ts";

/** An act that bears a person's own signature, which holds. */
export interface SignedByPerson {
  readonly by: string;
  /** Fingerprint of the key, `SHA256:…`. */
  readonly key: string;
  readonly isFinalising: boolean;
}

/**
 * Holds each person's signature against its act: the bytes that were signed are what the events before it and its own event come to, of this
 * run as it stood. Whose key it is no proof can say. Where the kind of memo wants it, no finalising is without one.
 */
export const checkActs = ({ events }: Journal, artifacts: Artifacts, crypto: ActCrypto): SignedByPerson[] => {
  const found: SignedByPerson[] = [];
  let run = emptySnapshot();
  let isWanted = false;
  for (const [at, proven] of events.entries()) {
    const { seq, event } = proven;
    const { event: one, actor } = event;
    if (one.case === "runCreated") isWanted = one.value.signatureAtFinalising;
    const isFinalising = one.case === "runFinalised";
    const [recorded, ...more] = event.artifacts.filter(({ role }) => role === signatureRole);
    must(recorded || !isFinalising || !isWanted, `event ${seq} finalises without the signature that was wanted`);
    if (recorded) {
      must(more.length === 0, `event ${seq} has two signatures`);
      const signature = artifactAs(artifacts, ActSignatureSchema, recorded.ref, `the signature of event ${seq}`);
      const heads = headsBefore(events, at);
      const acts = heads.flatMap((head) => signedActOf(run, { seq: head.seq, hash: head.hash }, event) ?? []);
      const checked = checkSignature(signature, ownBytes(acts, signature), crypto);
      must(checked.problem === undefined, `the signature of event ${seq} ${problems[checked.problem ?? "unreadable"]}`);
      found.push({ by: actor?.name ?? "", key: checked.key, isFinalising });
    }
    run = take(run, event) ?? run;
  }
  return found;
};

const problems = {
  "another-act": "is of another act",
  unreadable: "cannot be read",
  "does-not-hold": "does not hold",
} as const;

/** The events that the act may have been on: the last before it, or one from which only turns were ended, which the act itself ends. */
const headsBefore = (events: readonly ProvenEvent[], at: number): ProvenEvent[] => {
  const heads: ProvenEvent[] = [];
  for (let before = at - 1; before >= 0; before--) {
    const head = events[before];
    if (!head) break;
    heads.push(head);
    if (head.event.event.case !== "turnEnded") break;
  }
  return heads;
};

/** The bytes among these that were signed; where none were, those of the last event. */
const ownBytes = (acts: readonly SignedAct[], { act }: ActSignature): Uint8Array => {
  const all = acts.map(actBytes);
  return all.find((bytes) => sameBytes(bytes, act)) ?? all[0] ?? new Uint8Array();
};
