/** The names that a loaded law gives itself, so that citations by these names can be read. */
export interface LawNames {
  readonly lawId: string;
  readonly title: string;
  readonly citationTitle: string;
  /** Abbreviations, the one in use first. */
  readonly abbreviations?: readonly string[];
  /** Further titles by which the law is or was cited. */
  readonly titles?: readonly string[];
  /** First day the law was in force, ISO date; "" or absent when not known. */
  readonly inForceFrom?: string;
  /** Day on which the law was withdrawn, ISO date; "" or absent when it was not withdrawn, or when that is not known. */
  readonly withdrawnOn?: string;
  /** True when the law is known from a register of names only: no text of it is loaded. */
  readonly isNotLoaded?: boolean;
}

/** A law that citations may name. A law in books (the Burgerlijk Wetboek) is one law with one regulation per book. */
export interface KnownLaw {
  /** The name with which citations are rendered; it also identifies the law in this program. */
  readonly short: string;
  /** The name in full, for formal documents. */
  readonly long: string;
  /** Further names that are accepted. */
  readonly names: readonly string[];
  /** Id of the regulation; "" for a law in books, and for law that the BWB does not hold. */
  readonly id: string;
  /** Regulation per book, for a law in books. */
  readonly books?: Readonly<Record<string, string>>;
  /** Identifier elsewhere, for law that the BWB does not hold. */
  readonly elsewhere?: string;
  /** The regulations that share the name, if several do: the name is read, but without a day it resolves to no regulation. */
  readonly among?: readonly Claimant[];
  /** Official heading, of laws that are loaded or registered. */
  readonly heading?: string;
  /** Day the act was made, as its heading says, ISO date. */
  readonly made?: string;
  /** First day in force and day of withdrawal, ISO dates; "" or absent when not known. */
  readonly inForceFrom?: string;
  readonly withdrawnOn?: string;
}

/** One of the laws that share a name, and the days on which it bears the name: `until` is excluded; "" means not known. */
export interface Claimant {
  readonly id: string;
  readonly from: string;
  readonly until: string;
}

/** Makes a law a claimant of its name. The day it was made replaces an unknown first day, since no law is in force earlier. */
export const claimantOf = ({ id, inForceFrom = "", made = "", withdrawnOn = "" }: KnownLaw): Claimant => ({
  id,
  from: inForceFrom || made,
  until: withdrawnOn,
});

/** Makes a law that stands for several laws of one name. */
export const sharedName = (name: string, claimants: readonly Claimant[]): KnownLaw => {
  const among = [...new Map(claimants.map((each) => [each.id, each])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { short: `${name} (${among.map(({ id }) => id).join()})`, long: name, names: [], id: "", among };
};
