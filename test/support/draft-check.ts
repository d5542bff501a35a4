import { type DraftUnderCheck, draftCheck } from "../../src/grounding/draft-check.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { legacyProfile } from "./legacy-profile.ts";

const check = draftCheck({ register: shippedNames(), laws: [] });

/** The draft check as a server has it, with the register of names that comes with the product; of a run of rules 2 where no profile is given. */
export const examineDraft = (input: Omit<DraftUnderCheck, "citations">) => check({ profile: legacyProfile, ...input });

/** Its refusals alone. Empty: the draft passes. */
export const checkDraft = (input: Omit<DraftUnderCheck, "citations">) => examineDraft(input).refused;
