import type { PartyRole } from "../../support/cases/dossier.ts";
import type { CaseFolder } from "../../support/cases/read-case.ts";

/** A made-up case with a truth of its own: which documents may carry which slot of which claim. */
export interface Case {
  readonly name: string;
  readonly profileId: string;
  readonly goal: string;
  readonly referenceDate: string;
  readonly parties: readonly CaseParty[];
  /** The letter that is answered, which the guide tells people to pin; empty: none. */
  readonly letter: string;
  /** The guide reads the letter at stage 1, and goal and people are those of its reading, as for a person; else the case says them. */
  readonly letterIsRead?: boolean;
  readonly documents: readonly CaseDocument[];
  readonly claims: readonly CaseClaim[];
}

export interface CaseParty {
  readonly role: PartyRole;
  readonly person: string;
}

export interface CaseDocument {
  /** Name with `.eml` or `.txt`. */
  readonly file: string;
  /** `Name <address>`; empty for a text. */
  readonly from: string;
  readonly to: string;
  /** ISO 8601 day; empty for a text. */
  readonly day: string;
  readonly subject: string;
  readonly body: string;
  /** The file as it lies there. */
  readonly bytes: Uint8Array;
}

export interface CaseClaim {
  readonly kind: string;
  readonly text: string;
  /** Files that carry a slot, by the name of its template. Slots that are not named here are not judged. */
  readonly right: Readonly<Record<string, readonly string[]>>;
}

/** A folder of `cases/` as a case for the guide, or undefined where its `about.tsv` names no profile and no goal. */
export const caseOf = ({ name, about, dossier, papers, key }: CaseFolder): Case | undefined => {
  const [profileId, goal] = [about.get("profile"), about.get("goal")];
  if (!profileId || !goal) return undefined;
  return {
    ...{ name, profileId, goal, referenceDate: about.get("day") ?? "", letter: about.get("letter") ?? "" },
    parties: dossier.parties.map(({ role, names, addresses }) => ({
      role,
      person: addresses[0] ? `${names[0]} <${addresses[0]}>` : (names[0] ?? ""),
    })),
    documents: papers.map(({ file, bytes, from, to, day, title, text }) => {
      const mail = from === "" ? { from, to, day: "", subject: "" } : { from, to, day, subject: title };
      return { file, ...mail, body: text, bytes };
    }),
    claims: dossier.claims.map(({ id, profileKind = "", text }) => ({
      ...{ kind: profileKind, text },
      right: rightOf(key.slots.filter(({ claimId }) => claimId === id)),
    })),
  };
};

/** Files by the slot they may fill, in the order of the key. */
const rightOf = (slots: CaseFolder["key"]["slots"]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    slots.map(({ slot }) => [slot, slots.filter((one) => one.slot === slot).map(({ file }) => file)] as const),
  );
