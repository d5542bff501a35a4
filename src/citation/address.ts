/** A provision, or a part of one, as one place: `art. 7:669 lid 3 onder g BW`. */
export interface ProvisionAddress {
  readonly kind: "provision";
  /** Id of the regulation (`BWBR0005290`, or `CELEX 32016R0679`); "" where the law is not known or not named. */
  readonly lawId: string;
  /** Short name of the law, or the words that name one nobody knows; "" where none is named. */
  readonly law: string;
  /** As lawyers write it, with the book: `7:669`; "" stands for the law as a whole. */
  readonly number: string;
  /** The way down, outermost first, in lower case and without degree signs: `["lid 3", "onder g"]`. */
  readonly steps: readonly string[];
}

/** A ruling, or one of its considerations. */
export interface RulingAddress {
  readonly kind: "ruling";
  /** ECLI in capitals, or an LJN such as `AF3483`. */
  readonly number: string;
  /** `3.8`; "" for the ruling as a whole. */
  readonly consideration: string;
}

export type Address = ProvisionAddress | RulingAddress;

/**
 * Whether what a text names lies inside what is bound. A part of the bound place does, and so does what is around it, up to
 * the article or the ruling: who binds lid 3 may name its article. Another lid, another article, another law does not, nor
 * a law nobody knows. A provision that names no law lies inside the one of its very number, book included.
 */
export const contains = (bound: Address, named: Address): boolean => {
  if (bound.kind === "ruling" || named.kind === "ruling")
    return bound.kind === "ruling" && named.kind === "ruling" && holdsRuling(bound, named);
  if (named.lawId === "" ? named.law !== "" : named.lawId !== bound.lawId) return false;
  if (bound.number === "") return named.lawId !== "";
  return sameNumber(bound.number, named.number) && isPrefix(bound.steps, named.steps);
};

const holdsRuling = (bound: RulingAddress, named: RulingAddress): boolean =>
  bound.number === named.number && isPrefix(levels(bound.consideration), levels(named.consideration));

const levels = (consideration: string): string[] => (consideration === "" ? [] : consideration.split("."));

const sameNumber = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Whether one of the two is a beginning of the other: a part, or what is around it. */
const isPrefix = (a: readonly string[], b: readonly string[]): boolean =>
  a.slice(0, b.length).every((step, index) => step === b[index]);

/** A mark of a lid or an item as addresses compare it. */
export const step = (kind: "lid" | "onder" | "volzin", mark: string): string =>
  `${kind} ${mark.toLowerCase().replace(/[°º]/g, "")}`;
