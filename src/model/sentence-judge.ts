import type { SideModel } from "./side-model.ts";

/**
 * A second reader of drafts: a model that says of each part of a sentence whether the words it cites say it. What it says can only raise
 * looks. One that is no language model finds the sentences in `context.asked_sentences`.
 */
export interface SentenceJudge extends SideModel {
  /** Name of the provider of turns that it is; absent: of none, or whoever keeps the server lets a drafter read its own draft. */
  readonly draftsAs?: string;
}
