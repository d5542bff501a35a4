import { type Party, PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { type Reader, ReaderKind } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { Actor } from "./acts.ts";
import { isContractSide } from "./language/roles.ts";
import { fold, wordsIn } from "./language/words.ts";
import { type MemoProfile, roleOfNoun } from "./role-of-noun.ts";
import type { Source } from "./source.ts";
import { isNamedIn } from "./support.ts";
import type { Range } from "./tokens/token.ts";

/** On whose side somebody stands, or what office is held; undefined: nobody knows. */
export type Side = PartyRole | undefined;

/** The run's parties, and to whom the memo speaks. */
export class Cast {
  readonly #parties: readonly Party[];
  readonly #names: readonly string[];
  readonly #profile: MemoProfile | undefined;
  /** Whom `u` means. */
  readonly addressee: PartyRole;

  /** Without a profile no noun tells on which side somebody stands. */
  constructor(parties: readonly Party[], audience: string, profile?: MemoProfile) {
    this.#parties = parties;
    this.#profile = profile;
    this.#names = parties.flatMap(({ names }) => names.map(fold));
    this.addressee = addresseeOf(readerNamed(audience, profile));
  }

  /** Without any party nobody can be told from anybody. */
  get isKnown(): boolean {
    return this.#parties.length > 0;
  }

  isName(names: readonly string[]): boolean {
    return this.#names.some((text) => isNamedIn(names, text));
  }

  /** Whether a stretch is a part of a party's name that stands there whole. */
  isInName(text: string, { start, end }: Range): boolean {
    const small = text.toLowerCase();
    return this.#parties.some(({ names }) =>
      names.some((name) => {
        const whole = name.toLowerCase();
        const at = small.indexOf(whole, Math.max(0, end - whole.length));
        return whole.length > end - start && at >= 0 && at <= start;
      }),
    );
  }

  isAddress(key: string): boolean {
    return this.#parties.some(({ addresses }) =>
      addresses.some((address) => fold(address).replaceAll("-", "") === key),
    );
  }

  /** The author, the other side and the addressee have their nouns in every memo; others if such a party is named. */
  isRole(noun: string): boolean {
    if (isContractSide(noun)) return true;
    const role = this.roleOf(noun);
    const always = [PartyRole.AUTHOR, PartyRole.OPPONENT, this.addressee];
    if (role !== undefined && role !== PartyRole.UNSPECIFIED)
      if (always.includes(role) || this.#parties.some((party) => party.role === role)) return true;
    return this.#names.some((name) => wordsIn(name).some(({ folded }) => folded === noun) || name.endsWith(noun));
  }

  /** The part that a noun says somebody plays in such a memo; undefined: it names nobody by what they do. */
  roleOf(noun: string): Side {
    return roleOfNoun(noun, this.#profile);
  }

  /** Nouns by which parties are called ("de architect"), folded. */
  get nouns(): readonly string[] {
    return this.#names.flatMap((name) => /^(?:de|het|the)\s+(?<noun>\p{L}{4,})$/u.exec(name)?.groups?.noun ?? []);
  }

  /** The words by which parties are known. */
  get words(): readonly string[] {
    return this.#names.flatMap((name) => wordsIn(name).map(({ folded }) => folded));
  }

  /** The words by which a party is known, its short ones left out. */
  wordsOf(partyId: string): readonly string[] {
    const names = this.#parties.find((party) => party.partyId === partyId)?.names ?? [];
    return names.flatMap((name) => wordsIn(name).map(({ folded }) => folded)).filter((word) => word.length > 3);
  }

  /** The party that a source's speaker is: by address, or by whole name where the party has none. */
  partyOfSpeaker(speaker: string): Party | undefined {
    const address = /[^\s<>,;]+@[^\s<>,;]+/u.exec(speaker)?.[0];
    return this.#parties.find(({ addresses, names }) =>
      addresses.length > 0 && address !== undefined
        ? addresses.some((one) => fold(one) === address)
        : names.some((name) => isWholeName(fold(name), speaker)),
    );
  }

  /** The party of that name. */
  partyNamed(names: readonly string[]): Party | undefined {
    return this.#parties.find((one) => one.names.some((name) => isNamedIn(names, fold(name))));
  }

  /** A firm or body, for which others write: one of its names has a legal form. */
  isFirm({ names }: Party): boolean {
    return names.some((name) => legalForm.test(name)) || names.every((name) => !/\s/u.test(name.trim()));
  }

  /** The names of those on a side, as words. */
  namesOf(of: PartyRole): string[][] {
    return this.#parties
      .filter((party) => sideOf(party) === of)
      .flatMap(({ names }) =>
        names.map((name) =>
          wordsIn(name)
            .map(({ folded }) => folded)
            .slice(-1),
        ),
      );
  }

  /** First names of people on a side that nobody else of the run has: who writes to a colleague names others by them. */
  firstNamesOf(of: PartyRole): string[] {
    const firsts = this.#parties.map((party) => ({
      party,
      names: this.isFirm(party) ? [] : firstNamesIn(party.names),
    }));
    return firsts
      .filter(({ party }) => sideOf(party) === of)
      .flatMap(({ party, names }) =>
        names.filter((name) => !firsts.some((other) => other.party !== party && other.names.includes(name))),
      );
  }

  sideOfSpeaker(speaker: string): Side {
    const party = this.partyOfSpeaker(speaker);
    return party && sideOf(party);
  }

  /** The party an actor of a sentence is; undefined: not known, or somebody mentioned before. */
  sideOfActor(actor: Actor): Side {
    if (actor.by === "pronoun") {
      if (actor.means === "other") return undefined;
      return actor.means === "author" ? PartyRole.AUTHOR : this.addressee;
    }
    const names = actor.by === "name" ? actor.names : actor.noun.split(" ");
    const party = this.partyNamed(names);
    if (party) return sideOf(party);
    const role = actor.by === "role" ? this.roleOf(actor.noun) : undefined;
    return role === PartyRole.UNSPECIFIED || role === PartyRole.REPRESENTATIVE ? undefined : role;
  }

  /** Whether the words of a source are of the other side: of no party that is the author's. */
  isOtherSide(source: Source): boolean {
    if (!source.isDocument) return false;
    return this.sideOfSpeaker(source.speaker) === PartyRole.OPPONENT;
  }
}

/** The reader of that name; undefined: the profile has none. */
export const readerNamed = (audience: string, profile: Pick<MemoProfile, "readers"> | undefined): Reader | undefined =>
  profile?.readers.find(({ name }) => name === audience);

const addresseeOf = (reader: Reader | undefined): PartyRole => {
  if (reader?.kind === ReaderKind.AGENCY) return PartyRole.UWV;
  return reader?.kind === ReaderKind.COURT ? PartyRole.COURT : PartyRole.OPPONENT;
};

const legalForm =
  /(?<!\p{L})(?:b\.?v|n\.?v|v\.?o\.?f|c\.?v|stichting|vereniging|gemeente|coöperatie|ltd|limited|inc|llc|llp|plc|gmbh|company|bank|group)(?![\p{L}])/iu;

/** The first of two words or more that all have a capital: `mevrouw Bos` has no first name, and `A. Bos` an initial. */
const firstNamesIn = (names: readonly string[]): string[] =>
  [
    ...new Set(names.flatMap((name) => /^(?<first>\p{Lu}\p{Ll}+)(?:\s.*)?\s\p{Lu}/u.exec(name)?.groups?.first ?? [])),
  ].map(fold);

/** A representative stands on the side spoken for. */
export const sideOf = (party: Party): PartyRole => {
  if (party.role !== PartyRole.REPRESENTATIVE) return party.role;
  return party.represents || PartyRole.OPPONENT;
};

const isWholeName = (name: string, speaker: string): boolean => {
  const bare = speaker.replace(/<.*>/u, "").replaceAll(/["']/gu, "").trim();
  const [a, b] = [wordsIn(name), wordsIn(bare)].map((words) =>
    words
      .map(({ folded }) => folded)
      .toSorted()
      .join(" "),
  );
  return a !== "" && a === b;
};
