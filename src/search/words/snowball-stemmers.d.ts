/** The part of the package that is used here; it carries no types of its own. */
declare module "snowball-stemmers" {
  export function newStemmer(language: string): { stem(word: string): string };
}
