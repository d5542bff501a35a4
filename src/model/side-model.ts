import type { ModelProvider } from "./provider.ts";

/**
 * A model beside the one that drafts, asked in a context of its own: it sees a ModelRequest and nothing else. What it says is never
 * trusted, so that it may be any provider that answers in the form it is asked for.
 */
export interface SideModel {
  /** `provider/model`, as it is recorded. */
  readonly model: string;
  /** True: what it is shown crosses no network. */
  readonly isLocal: boolean;
  readonly provider: Pick<ModelProvider, "generate">;
}
