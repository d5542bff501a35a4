/** One version that a register lists. Days are ISO 8601; `9999-12-31` is an open end. */
export interface RegisteredVersionReading {
  readonly label: string;
  readonly inForceFrom: string;
  readonly inForceThrough: string;
  readonly knownFrom: string;
  readonly knownThrough: string;
  readonly fileName: string;
  /** 128 hex in lower case, "" when the register has none. */
  readonly sha512: string;
  readonly sizeBytes: number;
  readonly deleted: boolean;
}

/** Which versions of a law exist, as a publisher's register tells it. */
export interface RegisterReading {
  readonly kind: "register";
  readonly lawId: string;
  readonly generated: string;
  readonly inForceFrom: string;
  readonly withdrawnOn: string;
  readonly versions: readonly RegisteredVersionReading[];
}

/** What a law is called. */
export interface NamingReading {
  readonly kind: "naming";
  readonly lawId: string;
  readonly generated: string;
  readonly abbreviations: readonly string[];
  readonly citationTitles: readonly string[];
  readonly lawKind: string;
  readonly responsible: string;
  readonly areas: readonly string[];
}

/** A file that tells about a law and is no text of it. */
export type CompanionReading = RegisterReading | NamingReading;
