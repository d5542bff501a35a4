import { byText } from "#kit/by-text.ts";
import { strongForms } from "./strong-verbs-nl.ts";

const particles =
  /^(?:aan|af|bij|door|in|mee|mede|na|om|onder|op|over|overeen|tegen|terug|toe|uit|vast|voor|voort|weg|weer|open|neer|be|ver|ont|her)/u;

/** An irregular form of Dutch as its infinitive with what stands in front of the verb; undefined: it is none. */
const dutchLemma = byText((word): { readonly front: string; readonly verb: string } | undefined => {
  const whole = strongForms.lemmas.get(word) ?? strongForms.lemmas.get(word.replace(/^ge/u, ""));
  if (whole !== undefined) return { front: "", verb: whole };
  const front = particles.exec(word)?.[0] ?? "";
  const rest = word.slice(front.length);
  const verb = strongForms.lemmas.get(rest) ?? strongForms.lemmas.get(rest.replace(/^(?:ge|te)/u, ""));
  return front === "" || verb === undefined ? undefined : { front, verb };
});

/** Whether two words are forms of one strong verb: `gaf`, `gegeven`; a particle may stand apart from one of them (`gaf … toe`). */
export const sameStrongVerb = (one: string, other: string): boolean => {
  const [a, b] = [dutchLemma(one), dutchLemma(other)];
  return (
    a !== undefined && b !== undefined && a.verb === b.verb && (a.front === b.front || a.front === "" || b.front === "")
  );
};
