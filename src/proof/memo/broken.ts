/** Says what is wrong with a proof, as a sentence without its full stop. Ends the check that found it. */
export class Broken extends Error {}

/** Refuses a proof unless something holds. */
export const must: (holds: unknown, problem: string) => asserts holds = (holds, problem) => {
  if (!holds) throw new Broken(problem);
};
