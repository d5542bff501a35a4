/** Dutch words that stand in every letter, folded as in the index. */
export const dutchStopWords: ReadonlySet<string> = new Set(
  (
    "de het een en van in op te dat die dit deze is was zijn waren wordt worden werd werden heeft hebben had hadden voor met " +
    "aan bij door om tot als of uit naar over ook er maar nog dan zo al ik je jij u hij zij ze we wij jullie hun hen hem haar " +
    "mijn uw ons onze zich wat wie waar hoe kan kunnen kon zal zullen zou zouden moet mag daar hier dus want omdat indien"
  ).split(" "),
);

/** The same for English. */
export const englishStopWords: ReadonlySet<string> = new Set(
  (
    "the a an and of in on to that this these those is was are were be been being has have had for with at by from as or it its " +
    "he she they we you i my your our their his her them him us will would shall should can could may might must do does did so"
  ).split(" "),
);

/** Whether a folded word is too common to search by. Negations are none: one searches for what was not promised. */
export const isStopWord = (word: string): boolean => dutchStopWords.has(word) || englishStopWords.has(word);
