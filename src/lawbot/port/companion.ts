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

/** One regulation in a register of names. */
export interface RegisteredLawReading {
  readonly lawId: string;
  readonly lawKind: string;
  /** Official heading, "" where the register has none. */
  readonly heading: string;
  readonly citationTitles: readonly string[];
  readonly abbreviations: readonly string[];
  /** Titles that are in use and not official. */
  readonly otherTitles: readonly string[];
  /** ISO dates; "" where the register does not say. */
  readonly inForceFrom: string;
  readonly withdrawnOn: string;
}

/** What all regulations of a legal system are called, loaded or not. */
export interface NameRegisterReading {
  readonly kind: "names";
  /** `bwb-id-list` or `tab-separated`. */
  readonly form: string;
  /** When it was generated, as it says itself; "" where it does not. */
  readonly generated: string;
  readonly laws: readonly RegisteredLawReading[];
  /** How many regulations were passed over for want of an id that texts have. */
  readonly passedOver: number;
}

/** A file that tells about a law, or about all of them, and is no text of one. */
export type CompanionReading = RegisterReading | NamingReading | NameRegisterReading;
