import type { CitationLanguage } from "./citation-language.ts";
import type { OfficialServices } from "./official-service.ts";
import type { RulingSource } from "./ruling-source.ts";
import type { SourceReader } from "./source-reader.ts";

/**
 * A legal system as LawBot needs it: to read its sources, to read, write and place its citations, and to ask those who
 * publish its law. LawBot itself knows versions, addresses and spans, and nothing of any country. The Dutch jurisdiction is in
 * nl/.
 */
export interface Jurisdiction extends SourceReader, CitationLanguage, OfficialServices {
  /** ISO 3166 country in lower case: `nl`. */
  readonly id: string;
  /** Tells whether an id of a regulation belongs to this jurisdiction. */
  owns(lawId: string): boolean;
  /** How its courts publish what they decide. */
  readonly rulings: RulingSource;
  /** Sentence that tells a person who has no law how to load a law. */
  readonly loadingHint: string;
}
