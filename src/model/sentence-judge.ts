import type { ModelProvider } from "./provider.ts";

/**
 * A second reader of drafts: a model that says of each part of a sentence whether the words it cites say it. What it says can only raise
 * looks, so it need not be trusted, and may be any provider that answers in the form it is asked for. It sees a ModelRequest and nothing
 * else; one that is no language model finds the sentences in `context.asked_sentences`.
 */
export interface SentenceJudge {
  /** `provider/model`, as it is recorded. */
  readonly model: string;
  /** True: what it is shown crosses no network. */
  readonly isLocal: boolean;
  /** Name of the provider of turns that it is; absent: of none, or whoever keeps the server lets a drafter read its own draft. */
  readonly draftsAs?: string;
  readonly provider: Pick<ModelProvider, "generate">;
}
