import { type Validity, Validity_State } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { Speech } from "../../messages/speech.ts";

/** Whether a text of law is in force, as a sentence; empty where nobody asked. */
export const validitySentence = (validity: Validity | undefined, lawId: string): string => {
  if (!validity) return "";
  const { on, from, until, knownOn, authority } = validity;
  const known = authority && ` (${authority}${knownOn && `, as known on ${knownOn}`})`;
  if (validity.state === Validity_State.IN_FORCE) return `In force on ${on}${known}.`;
  if (validity.state === Validity_State.NOT_IN_FORCE)
    return `Not in force on ${on}: this text is from ${from}${until && ` through ${until}`}${known}.`;
  return `Whether it was in force on ${on} is not known: this text is from ${from}, and no register of this law is loaded; \`pincite law fetch ${lawId}\` gets both.`;
};

/** A few words for a list: empty where it is in force. */
export const validityMark = (validity: Validity | undefined, { phrase }: Speech): string => {
  if (!validity || validity.state === Validity_State.IN_FORCE) return "";
  return validity.state === Validity_State.NOT_IN_FORCE
    ? phrase("item.not-in-force-on", { on: validity.on })
    : phrase("item.not-known-to-be-in-force-on", { on: validity.on });
};
