import shipped from "./answer-announcements.json" with { type: "json" };

interface Row {
  readonly form: string;
  /** Key of `sources` there. */
  readonly source: string;
}

const formsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ form }) => form);

/** Padded by blanks, so that a form is found as whole words by a plain search. */
const padded = (forms: readonly string[]): readonly string[] => forms.map((form) => ` ${form} `);

const answers = new Set(formsOf(shipped.answers));
const verbs = new Set(formsOf(shipped.verbs));
const ofOthers = new Set(formsOf(shipped.ofOthers));
const places = padded(formsOf(shipped.places));
const alone = new Set(formsOf(shipped.alone));

/** Words between somebody's name for it and the answer itself: `your short answer`. */
const reach = 2;

/**
 * Whether a sentence of the words says that answers stand inside the block below: one that names the writer's own answers
 * and where they stand, or, with `pointers`, one that is nothing but a pointer ("see below", as above a message that is sent
 * on as well). The forms and their sources stand in
 * `answer-announcements.json`.
 */
export const announcesAnswers = (words: string, pointers: boolean): boolean =>
  words.split(/[.!?\n;]+/u).some((sentence) => announces(sentence, pointers));

const announces = (sentence: string, pointers: boolean): boolean => {
  const said = sentence.toLowerCase().match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) ?? [];
  const run = said.join(" ");
  if (pointers && alone.has(run)) return true;
  // What is before a verb says where, not whose: "in je mail geantwoord".
  const names = said.some((word, at) => verbs.has(word) || (answers.has(word) && !isOfOthers(said, at)));
  return names && places.some((place) => ` ${run} `.includes(place));
};

const isOfOthers = (said: readonly string[], at: number): boolean =>
  said.slice(Math.max(0, at - reach), at).some((word) => ofOthers.has(word));
