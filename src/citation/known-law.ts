/** What a loaded law calls itself, so that citations by that name can be read. */
export interface LawNames {
  readonly lawId: string;
  readonly title: string;
  readonly citationTitle: string;
  /** Abbreviations, the one in use first. */
  readonly abbreviations?: readonly string[];
  /** Further titles by which it is or was cited. */
  readonly titles?: readonly string[];
  /** First day the law was in force, ISO date; "" or absent: not known. */
  readonly inForceFrom?: string;
  /** Day on which it was withdrawn, ISO date; "" or absent: it was not, or that is not known. */
  readonly withdrawnOn?: string;
  /** True of a law that only a register of names tells of: no text of it is loaded. */
  readonly isNotLoaded?: boolean;
}

/** A law that citations may name. A law in books (the Burgerlijk Wetboek) is one law with one regulation per book. */
export interface KnownLaw {
  /** The name that citations are rendered with; names the law in this program. */
  readonly short: string;
  /** The name in full, for formal documents. */
  readonly long: string;
  /** Further names that are accepted. */
  readonly names: readonly string[];
  /** Id of the regulation; "" for a law in books, and for what the BWB does not hold. */
  readonly id: string;
  /** Regulation per book, for a law in books. */
  readonly books?: Readonly<Record<string, string>>;
  /** Identifier elsewhere, for law that the BWB does not hold. */
  readonly elsewhere?: string;
  /** The regulations that share the name, where it is no one's alone: such a name is read and resolves to none without a day. */
  readonly among?: readonly Claimant[];
  /** Official heading, of laws that are loaded or registered. */
  readonly heading?: string;
  /** Day the act was made, as its heading says, ISO date. */
  readonly made?: string;
  /** First day in force and day of withdrawal, ISO dates; "" or absent: not known. */
  readonly inForceFrom?: string;
  readonly withdrawnOn?: string;
}

/** One of the laws that share a name, and when it bears it: from a day until another, which is no more its; "" is not known. */
export interface Claimant {
  readonly id: string;
  readonly from: string;
  readonly until: string;
}

/** A law as a claimant of its name. Nothing is in force before it is made. */
export const claimantOf = ({ id, inForceFrom = "", made = "", withdrawnOn = "" }: KnownLaw): Claimant => ({
  id,
  from: inForceFrom || made,
  until: withdrawnOn,
});

/** A law that stands for several of one name. */
export const sharedName = (name: string, claimants: readonly Claimant[]): KnownLaw => {
  const among = [...new Map(claimants.map((each) => [each.id, each])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { short: `${name} (${among.map(({ id }) => id).join()})`, long: name, names: [], id: "", among };
};
