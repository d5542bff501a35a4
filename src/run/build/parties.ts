import { create } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { IdCounters } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { IntentSeedProposal } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { type Party, PartyRole, PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { type DecisionInput, withCounters } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { formerOfLetter } from "./letter-reading.ts";

/** At most so many parties stand in one intent. */
const partiesMax = 50;

/**
 * The parties a proposal of the intent comes to, in order of id. One that names an id takes that one's place, one that is
 * word for word the same as an existing one is that one, any other is new; what is not named stays, and only a user drops.
 */
export const partiesOf = (
  input: DecisionInput,
  proposal: IntentSeedProposal,
): { parties: Party[]; counters?: IdCounters } => {
  const former = formerOfLetter(input, proposal)?.parties ?? [];
  const known = new Map(former.map((party) => [party.partyId, party]));
  refuseDrops(input, proposal, known);
  for (const id of proposal.dropPartyIds) known.delete(id);
  let minted = input.snapshot.counters?.parties ?? 0;
  const named = new Set<string>();
  for (const [at, one] of proposal.parties.entries()) {
    const path = `parties[${at}].party_id`;
    if (one.partyId !== "" && !known.has(one.partyId))
      throw invalidProposal(path, "error.there-is-no-party-to-replace-leave-party-id", { partyId: one.partyId });
    const party = cleaned(one);
    const partyId =
      one.partyId || [...known.values()].find((other) => sameParty(other, party))?.partyId || `party:${++minted}`;
    if (named.has(partyId)) throw invalidProposal(path, "error.is-named-twice", { partyId });
    named.add(partyId);
    known.set(partyId, create(PartySchema, { ...party, partyId }));
  }
  const parties = [...known.values()].toSorted((a, b) => numberOf(a) - numberOf(b));
  refuseMany(parties);
  refuseShared(parties);
  const before = input.snapshot.counters;
  return minted === (before?.parties ?? 0)
    ? { parties }
    : { parties, counters: withCounters(before, { parties: minted }) };
};

const numberOf = ({ partyId }: Party): number => Number(partyId.slice("party:".length));

const tidy = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => word.trim().replaceAll(/\s+/gu, " ")).filter((word) => word !== "")),
];

/** A representative speaks for the other side unless somebody says otherwise; nobody else speaks for a side. */
const cleaned = (party: Party): Party =>
  create(PartySchema, {
    ...party,
    names: tidy(party.names),
    addresses: tidy(party.addresses.map((address) => address.toLowerCase())),
    represents:
      party.role === PartyRole.REPRESENTATIVE ? party.represents || PartyRole.OPPONENT : PartyRole.UNSPECIFIED,
  });

const sameParty = (a: Party, b: Party): boolean => contentOf(a).join("\n") === contentOf(b).join("\n");

/** What a party says, for fingerprints: never its id. */
export const contentOf = (party: Party): string[] => [
  String(party.role),
  String(party.represents),
  ...party.names.map((name) => `name ${name}`),
  ...party.addresses.map((address) => `address ${address}`),
];

const refuseDrops = (
  input: DecisionInput,
  { dropPartyIds }: IntentSeedProposal,
  known: ReadonlyMap<string, Party>,
): void => {
  if (dropPartyIds.length === 0) return;
  if (input.actor.kind === Principal_Kind.MODEL)
    throw invalidProposal("drop_party_ids", "error.only-a-user-may-take-a-party-out");
  const stray = dropPartyIds.find((id) => !known.has(id));
  if (stray) throw invalidProposal("drop_party_ids", "error.there-is-no-party-the-intent-lists-those", { stray });
};

const refuseMany = (parties: readonly Party[]): void => {
  if (parties.length > partiesMax)
    throw invalidProposal("parties", "error.parties-are-too-many-at-most-fit-one-memo", {
      partiesCount: parties.length,
      partiesMax,
    });
};

/** A speaker is known by an address alone: one address cannot be two people's. */
const refuseShared = (parties: readonly Party[]): void => {
  const owners = new Map<string, string>();
  for (const { partyId, addresses } of parties)
    for (const address of addresses) {
      const owner = owners.get(address);
      if (owner && owner !== partyId)
        throw invalidProposal("parties", "error.and-have-one-address-leave-it-with-one-of", { owner, partyId });
      owners.set(address, partyId);
    }
};
