import type { MessageInitShape } from "@bufbuild/protobuf";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { Party, PartyRole, PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { speaksFor, strangersAmong, twinOf, type Writer } from "../../client/writers.ts";

/**
 * The parties to put forward for what was chosen beside each writer: the id of a party, which gets the writer's name and addresses, or
 * a role, which makes the writer a party, or gives the name to the one party of that role whose name it may be. Each party is put forward once,
 * however many writers are that party; a writer of whom nothing was chosen, or who is a party already, is left out.
 */
export const partiesChosen = (
  chosen: ReadonlyMap<string, string>,
  writers: readonly Writer[],
  known: readonly Party[],
  roleOf: (said: string) => PartyRole | undefined,
): MessageInitShape<typeof PartySchema>[] => {
  const made = new Map<string, { names: string[]; addresses: string[] } & MessageInitShape<typeof PartySchema>>();
  for (const writer of strangersAmong(writers, { parties: [...known] })) {
    const { name, address, otherAddresses } = writer;
    const chosenRole = roleOf(chosen.get(address || name) ?? "");
    const twin = chosenRole === undefined ? undefined : twinOf(writer, writers, { parties: [...known] });
    const said = twin && twin.role === chosenRole ? twin.partyId : (chosen.get(address || name) ?? "");
    const addresses = [address, ...otherAddresses].filter((one) => one !== "");
    const party = made.get(said) ?? known.find(({ partyId }) => partyId === said);
    const role = roleOf(said);
    if (party)
      made.set(said, { ...party, names: [...party.names, name], addresses: [...party.addresses, ...addresses] });
    else if (role !== undefined) made.set(`${said} ${made.size}`, { role, names: [name], addresses });
  }
  return [...made.values()];
};

/**
 * What stands chosen beside a writer before anybody chose: the party that the writer may be under another name, and of who writes from
 * the other side's house that they speak for it. A person sees it and says otherwise.
 */
export const rolesPresumed = (
  writers: readonly Writer[],
  intent: Pick<IntentSeed, "parties"> | undefined,
  speaker: string,
): Map<string, string> =>
  new Map(
    writers.flatMap((one): [string, string][] => {
      const presumed = twinOf(one, writers, intent)?.partyId ?? (speaksFor(one, writers, intent) ? speaker : "");
      return presumed === "" ? [] : [[one.address || one.name, presumed]];
    }),
  );
