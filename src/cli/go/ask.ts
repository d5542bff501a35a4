import { isTyped } from "../text/typed-words.ts";

/**
 * Asks a person one question; undefined where nobody can be asked. `about`: what is asked, where the words of the question may change while the
 * answer to it stays the same; default: its words.
 */
export type Ask = (question: string, about?: string) => Promise<string | undefined>;

/** Who answers beside the question this often is no person who reads it. */
const triesMax = 5;
/** Who says more than this before a yes or a no is no person either. */
const formsMax = 50;

/**
 * Asks once, and then again in the second wording, until the answer fits or is empty, which leaves it open; undefined where nobody
 * answers, or where the answers never fit: a program that says "yes" to everything is not asked for ever.
 */
export const askUntil = async (
  ask: Ask,
  [first, again]: readonly [string, string],
  fits: (answer: string) => boolean,
): Promise<string | undefined> => {
  for (let tries = 0; tries < triesMax; tries++) {
    const answer = await ask(tries === 0 ? first : again);
    if (answer === undefined || answer.trim() === "" || fits(answer)) return answer;
  }
  return undefined;
};

const isYes = (answer: string): boolean => isTyped(answer, "typed.yes");

/** Whether a yes or a no was typed. */
export const isYesOrNo = (answer: string): boolean => isYes(answer) || isTyped(answer, "typed.no");

/** Asks until a yes or a no is typed; nothing is a no, as the question says. Undefined: nobody answers. */
export const askYes = async (ask: Ask, question: string): Promise<boolean | undefined> => {
  const answer = await askUntil(ask, [question, question.slice(question.lastIndexOf("\n") + 1)], isYesOrNo);
  return answer === undefined ? undefined : isYes(answer);
};

/**
 * Asks for a yes or a no, before which words of one form may be given, each asked for again: gives those words and the yes or no. Undefined:
 * nobody answers.
 */
export const askYesAfter = async (
  ask: Ask,
  question: string,
  isForm: (answer: string) => boolean,
): Promise<{ readonly isYes: boolean; readonly said: readonly string[] } | undefined> => {
  const said: string[] = [];
  while (said.length < formsMax) {
    const answer = await askUntil(ask, [question, question], (one) => isYesOrNo(one) || isForm(one));
    if (answer === undefined) return undefined;
    if (!isForm(answer)) return { isYes: isYes(answer), said };
    said.push(answer.trim());
  }
  return undefined;
};
