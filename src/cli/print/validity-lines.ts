import { type Validity, Validity_State } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { Speech } from "../../messages/speech.ts";

/** Whether a text of law is in force, as a sentence; empty where nobody asked. */
export const validitySentence = (validity: Validity | undefined, lawId: string, speech: Speech): string => {
  if (!validity) return "";
  const said = inForceSentence(validity, lawId, speech);
  return validity.consolidated ? `${said} ${speech.phrase("law-validity.consolidated")}` : said;
};

/** CELEX numbers: no service of the Union is asked, and no register of theirs is read. */
const ofUnion = /^3\d{4}[RLD]\d{4}$/;

const inForceSentence = (validity: Validity, lawId: string, { phrase }: Speech): string => {
  const { on, from, knownOn, authority } = validity;
  const by = authority && ` (${authority}${knownOn && `, ${knownOn}`})`;
  const until = validity.until || "none";
  if (validity.state === Validity_State.IN_FORCE) return phrase("law-validity.in-force", { on, by });
  if (validity.state === Validity_State.NOT_IN_FORCE)
    return phrase("law-validity.not-in-force", { on, from, until, by });
  if (knownOn === "" && ofUnion.test(lawId)) return phrase("law-validity.of-the-union", { on, from });
  return knownOn === ""
    ? phrase("law-validity.unknown", { on, from, lawId })
    : phrase("law-validity.known-through", { on, knownOn, authority, lawId });
};

/** A few words for a list: empty where it is in force. */
export const validityMark = (validity: Validity | undefined, { phrase }: Speech): string => {
  if (!validity || validity.state === Validity_State.IN_FORCE) return "";
  return validity.state === Validity_State.NOT_IN_FORCE
    ? phrase("item.not-in-force-on", { on: validity.on })
    : phrase("item.not-known-to-be-in-force-on", { on: validity.on });
};
