import shipped from "./paper-nouns.json" with { type: "json" };

/** What a noun names that somebody wrote or said. Rows and their sources stand in `paper-nouns.json`. */
type Named = "paper" | "saying" | "decision";

const named = new Map(shipped.nouns.map(({ noun, names }) => [noun, names as Named]));
const heads = shipped.nouns.flatMap((row) => ("endsCompounds" in row && row.endsCompounds ? [row.noun] : []));

/**
 * What a noun names that somebody wrote (who is named as theirs wrote it, and a day that is theirs is that of writing) or said;
 * undefined: something else. A Dutch compound is its last part.
 */
export const paperNoun = (folded: string): "paper" | "saying" | undefined => {
  const own = named.get(folded);
  if (own === "paper" || own === "saying") return own;
  return heads.some((noun) => folded.length > noun.length + 2 && folded.endsWith(noun)) ? "paper" : undefined;
};

/** Whether a noun names a decision of a public body: whoever objects to it calls it by its day. */
export const isDecisionNoun = (folded: string): boolean => named.get(folded) === "decision";
