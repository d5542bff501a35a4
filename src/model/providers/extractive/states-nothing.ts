import { negates } from "#kit/denial.ts";
import { retellsAsking } from "../../../grounding/letter-mood.ts";
import { isStep, setsTerm } from "../../../grounding/letter-signs.ts";
import { onOneLine } from "../../../grounding/quotations.ts";
import { letterForms } from "../../../letter/forms.ts";

/** Hope, trust and thanks with which letters end, and the offer to answer questions: closed classes of their form. */
const courtesy =
  /^(?:(?:wij|we|ik|i)\s+(?:hopen|hoop|vertrouwen|vertrouw|hope|trust|look(?:ing)?\s+forward)(?!\p{L})|(?:wij|we|ik|i)\s+(?:zien|zie)\b.{0,60}\btegemoet\b|(?:bedankt|dank|thanks|thank\s+you)(?!\p{L})|(?:hebt|heeft|heb)\s+(?:u|je|jij|jullie)\s+(?:nog\s+)?(?:een\s+)?vra(?:ag|gen)(?!\p{L})|(?:if|should)\s+you\s+have\s+any\s+(?:further\s+)?questions)/iu;

/** A condition in front of what would follow from it; `als` beside no subject compares. */
const condition =
  /^(?:(?:als\s+(?:u|je|jij|wij|we)|indien|mocht(?:en)?|tenzij|if|unless|should)(?!\p{L})|\p{L}+\s+(?:u|je|jij|jullie)(?!\p{L})[^.?!]*,\s*dan(?!\p{L}))/iu;

/** What the reader may do, by the verb of a permission beside whoever is addressed. */
const permission =
  /(?<!\p{L})(?:(?:kunt|kan|kun|mag|moogt)\s+(?:u|je|jij)|(?:u|je|jij)\s+(?:kunt|kan|kun|mag)|you\s+(?:can|may|could))(?!\p{L})/iu;

/** What anybody may do, by the verb of a permission. */
const mayDo = /(?<!\p{L})(?:kunt|kan|kunnen|mag|mogen|can|may)(?!\p{L})/iu;

/** Whether a sentence says that something may be done against a decision; that nothing may be is an assertion. */
const opensRemedies = (text: string): boolean =>
  mayDo.test(text) &&
  onOneLine(text)
    .split(/[,;:]/u)
    .some((part) => letterForms.remedyAct.test(part) && !negates(part));

/**
 * The sentences of a letter that tell what may be done against it, by their places: that somebody may object or appeal, and those behind
 * it that speak of nothing else. They stand in every decision, and nobody answers them.
 */
export const remedyNotice = (sentences: readonly string[]): ReadonlySet<number> => {
  const notice = new Set<number>();
  for (const [at, text] of sentences.entries())
    if (opensRemedies(text) || (notice.has(at - 1) && letterForms.remedy.test(onOneLine(text)))) notice.add(at);
  return notice;
};

/** Whether a sentence is one of the courtesies of a letter: it states nothing, and asks nothing. */
export const isCourtesy = (text: string): boolean => courtesy.test(text);

/**
 * Whether a sentence states nothing that could be answered with right or wrong: a courtesy; a step of the letter; what the reader asked for, told again; or a term with what may be done
 * in it, or what would follow. What is answered in vain costs a word, what is left out is lost: so no other condition counts.
 */
export const statesNothing = (text: string, tongue: string): boolean =>
  courtesy.test(text) ||
  isStep(text, tongue, { pointer: letterForms.pointer, handing: letterForms.handing }) ||
  retellsAsking(text, tongue) ||
  ((condition.test(text) || permission.test(text)) && setsTerm(text, tongue));
