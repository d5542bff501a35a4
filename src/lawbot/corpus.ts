import type { OpenLaws } from "./open-law.ts";
import type { Jurisdiction } from "./port/jurisdiction.ts";
import type { Versions } from "./versions.ts";

/** The loaded statutes: which versions there are, their texts, and the legal systems they are of. */
export interface Corpus {
  readonly jurisdiction: Jurisdiction;
  readonly versions: Versions;
  readonly laws: OpenLaws;
}
