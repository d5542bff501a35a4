import type { CompanionReading } from "./companion.ts";
import type { LawReading, SourceBytes, SourceClaim } from "./reading.ts";

/** How the files of a legal system become text with addresses. */
export interface SourceReader {
  /**
   * Tells from its beginning whether a file has a form that only this jurisdiction reads; absent in one that reads what no other
   * does.
   */
  reads?(bytes: Uint8Array): boolean;
  /** Reads one source file. Pure: no clock, no network. Throws Refusal for a file that it does not take. */
  readSource(source: SourceBytes, claim: SourceClaim): LawReading;
  /** Reads a file that tells about a law without being its text (a register, names); undefined for any other file. */
  readCompanion?(bytes: Uint8Array, claim: SourceClaim): CompanionReading | undefined;
}
