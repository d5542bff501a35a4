import { type DraftUnderCheck, draftCheck } from "../../src/grounding/draft-check.ts";
import { shippedNames } from "../../src/shipped-names.ts";

/** The draft check as a server has it: with the register of names that comes with the product. */
export const examineDraft = draftCheck({ register: shippedNames(), laws: [] });

/** Its refusals alone. Empty: the draft passes. */
export const checkDraft = (input: Omit<DraftUnderCheck, "citations">) => examineDraft(input).refused;
