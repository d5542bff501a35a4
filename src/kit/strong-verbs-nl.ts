import { textOf } from "./lexicon.ts";

/** A Dutch verb that changes its vowel or is irregular otherwise. */
export interface StrongVerb {
  readonly infinitive: string;
  /** Preterites: singular forms and plural ones, mostly one of each. */
  readonly pastSingular: readonly string[];
  readonly pastPlural: readonly string[];
  readonly participles: readonly string[];
}

/** The strong and irregular verbs of Dutch without a prefix: a closed class. */
export const strongVerbs: readonly StrongVerb[] = textOf("nl", "strong-verb")
  .split("; ")
  .map((row) => {
    const [infinitive = "", ...forms] = row.split(" ");
    const [pastSingular = [], pastPlural = [], participles = []] = forms.map((cell) => cell.split("/"));
    return { infinitive, pastSingular, pastPlural, participles };
  });
