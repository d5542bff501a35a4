import type { RunView } from "./run-view.ts";

/**
 * What the author said the letter is for, where that is a few words and no sentence: no point of the outline says it, and it may stand
 * above the letter as what it is about. Empty: she said nothing such, or it stands there, or she said what stands there herself.
 */
export const subjectOffer = ({ draft, intent }: Pick<RunView, "draft" | "intent">): string => {
  const words = (intent?.goal ?? "").trim();
  if (!draft?.frame || draft.saidFrameFields.includes("subject") || !fits.test(words)) return "";
  const known = draft.frame.subject || draft.title;
  return words.toLowerCase() === known.toLowerCase() ? "" : words;
};

/** One line that ends no sentence, and can be typed as it stands. */
const fits = /^[^\n"“”`$\\]{3,99}[^\s.!?:;,"“”`$\\]$/u;
