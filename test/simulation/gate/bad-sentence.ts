export type * from "../../support/cases/bad-sentence.ts";
