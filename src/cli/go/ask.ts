import { isTyped } from "../text/typed-words.ts";

/** Asks a person one question; undefined where nobody can be asked. */
export type Ask = (question: string) => Promise<string | undefined>;

/** Who answers beside the question this often is no person who reads it. */
const triesMax = 5;

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
const isNo = (answer: string): boolean => isTyped(answer, "typed.no");

/** Asks until a yes or a no is typed; nothing is a no. Undefined: nobody answers. */
export const askYes = async (ask: Ask, question: string): Promise<boolean | undefined> => {
  const answer = await askUntil(
    ask,
    [question, question.slice(question.lastIndexOf("\n") + 1)],
    (one) => isYes(one) || isNo(one),
  );
  return answer === undefined ? undefined : isYes(answer);
};
