import { type Party, PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";

/** Somebody as a header writes them: `Name <address>`, a name alone, or an address alone. */
export interface Person {
  /** Folded; empty: none is written. */
  readonly name: string;
  /** Lower case; empty: none is written. */
  readonly address: string;
}

const bracketed = /^(?<name>[^<]*)<(?<address>[^<>\s]+@[^<>\s]+)>\s*$/u;
const bare = /^[^\s@<>]+@[^\s@<>]+$/u;

/** The person that a header names. */
export const personIn = (header: string): Person => {
  const text = header.trim();
  const { name = "", address = "" } = bracketed.exec(text)?.groups ?? {};
  if (address !== "") return { name: foldedName(name), address: address.toLowerCase() };
  return bare.test(text) ? { name: "", address: text.toLowerCase() } : { name: foldedName(text), address: "" };
};

/** A whole name as names are compared: without case, accents, quotes and double spaces; `Bos, Anna` is `Anna Bos`. */
const foldedName = (name: string): string => {
  const folded = name
    .normalize("NFKD")
    .replaceAll(/[\p{M}"'’]/gu, "")
    .toLowerCase()
    .replaceAll(/\s+/gu, " ")
    .trim();
  const [last = "", first = "", ...more] = folded.split(/\s*,\s*/u);
  return first === "" || more.length > 0 ? folded : `${first} ${last}`;
};

/**
 * The party that a person is: by address, or by whole name where the person or the party has no address. Undefined: none of
 * them, or more than one could be meant. Never the likeliest.
 */
export const partyOf = (header: string, parties: readonly Party[]): Party | undefined => {
  const { name, address } = personIn(header);
  const byAddress = parties.filter((party) => address !== "" && has(party.addresses, address));
  if (byAddress.length > 0) return byAddress.length === 1 ? byAddress[0] : undefined;
  const byName = parties.filter(
    (party) =>
      name !== "" &&
      (address === "" || party.addresses.length === 0) &&
      party.names.some((one) => foldedName(one) === name),
  );
  return byName.length === 1 ? byName[0] : undefined;
};

const has = (addresses: readonly string[], address: string): boolean =>
  addresses.some((one) => one.toLowerCase() === address);

/**
 * Whether a party is whom a slot asks for. Somebody who speaks for a side is only asked for together with that side, where
 * the slot names one side and not the other.
 */
export const isAsked = (party: Party, roles: readonly PartyRole[]): boolean => {
  if (!roles.includes(party.role)) return false;
  if (party.role !== PartyRole.REPRESENTATIVE) return true;
  const sides = roles.filter((role) => role === PartyRole.AUTHOR || role === PartyRole.OPPONENT);
  return sides.length !== 1 || sides.includes(party.represents || PartyRole.OPPONENT);
};

/** Whether a party stands on the other side, or speaks for it. */
export const isOfOtherSide = ({ role, represents }: Party): boolean =>
  role === PartyRole.OPPONENT || (role === PartyRole.REPRESENTATIVE && represents !== PartyRole.AUTHOR);
