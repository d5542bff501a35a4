import type { RulingEvent } from "./blocks.ts";
import type { IdentifiedMetadata } from "./metadata.ts";

/** A ruling as its page or a print of it shows it: the same lines and borders as its XML has, as far as they can be seen. */
export interface RulingPaper {
  readonly events: readonly RulingEvent[];
  readonly metadata: IdentifiedMetadata;
  /** True for the opinion of an advocate-general. */
  readonly isOpinion: boolean;
  /** True where only the record was published. */
  readonly withoutText: boolean;
  /** Elements that are not known, whose text was kept. */
  readonly unknown: ReadonlyMap<string, number>;
}
