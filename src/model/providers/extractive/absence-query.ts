import { deniesAnything } from "#kit/denial.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { contentWords } from "../../../grounding/content-words.ts";
import { hasAbsence } from "./polarity.ts";
import type { SlotView } from "./slot-views.ts";
import { allStems, queryOf, searchWords } from "./words.ts";

const charsMax = 400;

/**
 * What did not happen is looked for by what would show that it did. The template's cues are families of words, one for each sort
 * of performance, and those of which the claim speaks are asked for, any word of them: so a hit is something to be judged, and
 * none says something. Only where it speaks of none does the claim that tells of the promise say which. Where neither does, the
 * thing itself is asked for, without what denies it: to name it would have been to do it. All families at once find everything.
 */
export const absenceQuery = (context: TurnContext, view: SlotView): string => {
  const { cues } = view.slot;
  const spokenOf = (text: string): string[] => cues.filter((family) => speaksOf(text, family));
  const spoken = [view.claim.claimText, kindredClaim(context, view)].map(spokenOf).find((some) => some.length > 0);
  // A template of one family asks for that whatever the claim says.
  const families = spoken ?? (cues.length === 1 ? cues : []);
  if (families.length > 0) return queryOf(searchWords(families.join(" "), 40), charsMax);
  return queryOf(thing(view.claim.claimText), charsMax);
};

/** Shorter words end others by chance: `zaal` in `betaal`. */
const headMin = 6;

/** Whether a text has a word of a family, or a compound that ends in one: a `beoordelingsgesprek` is a `gesprek`. */
const speaksOf = (text: string, family: string): boolean => {
  const stems = [...allStems(text)];
  return [...allStems(family)].some((word) =>
    stems.some((stem) => stem === word || (word.length >= headMin && stem.endsWith(word))),
  );
};

const article = /\b(?:geen|een|het|de|no|any|an?|the)\s+$/iu;

/** A Dutch participle by its form: what follows a noun so is the verb of the sentence. */
const participle = /^\p{L}{0,5}ge\p{L}+(?:d|t|en)$/iu;
/** That something has not been done until now says nothing of what it is. */
const untilNow = /\b(?:tot (?:op )?heden|tot nu toe|tot dusver(?:re)?|vooralsnog|to date|so far|until now|as yet)\b/giu;

/** The first two words of content behind an article, both of them: an adjective with its noun; where none are, each word. */
const thing = (claimText: string): string[] => {
  const text = claimText.replaceAll(untilNow, " ");
  const words = contentWords(text);
  const at = words.findIndex(
    ({ start, end }, place) =>
      article.test(text.slice(0, start)) && /^\s+$/u.test(text.slice(end, words[place + 1]?.start ?? end)),
  );
  const [first, second] = [words[at], words[at + 1]];
  const isPhrase = second && !participle.test(text.slice(second.start, second.end));
  if (first && isPhrase) return [`${text.slice(first.start, first.end)} AND ${text.slice(second.start, second.end)}`];
  return searchWords(words.map(({ start, end }) => text.slice(start, end)).join(" "), 6);
};

/** Two claims are of one matter when they share so many content words. */
const sharedLeast = 2;

/**
 * What should have happened is told by another claim of the outline: where a claim says that something was not done, the one
 * that shares most of its words says who promised it and when. Empty: there is none.
 */
const kindredClaim = (context: TurnContext, view: SlotView): string => {
  if (!hasAbsence(view)) return "";
  // All claims are about the parties: their names make none kin.
  const names = rootsOf((context.intent?.parties ?? []).flatMap((party) => party.names).join(" "));
  const own = new Set([...rootsOf(view.claim.claimText)].filter((root) => !names.has(root)));
  const claims = (context.needs?.sections ?? []).flatMap((section) => section.claims);
  const [nearest] = claims
    .filter(({ claimId, required }) => claimId !== view.claim.claimId && required.some(asksWhoSpeaks))
    .filter(({ claimText }) => !deniesAnything(claimText))
    .map(({ claimText }) => ({ claimText, shared: [...rootsOf(claimText)].filter((root) => own.has(root)).length }))
    .toSorted((a, b) => b.shared - a.shared);
  return nearest && nearest.shared >= sharedLeast ? nearest.claimText : "";
};

const rootsOf = (text: string): Set<string> => new Set(contentWords(text).map(({ root }) => root));

const asksWhoSpeaks = ({ speakerRoles }: { readonly speakerRoles: readonly unknown[] }): boolean =>
  speakerRoles.length > 0;
