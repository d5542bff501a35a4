import type { MessageInitShape } from "@bufbuild/protobuf";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { Party, PartyRole, PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { allDocs } from "../../client/doc-ids.ts";
import { speaksFor, strangersAmong, twinOf, type Writer, writersAmong } from "../../client/writers.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Locale } from "../../messages/speech.ts";
import { roleTyped, typedRoles } from "../print/role-words.ts";

/** Who wrote the mails of a strand, those who wrote most first. */
export const writersOf = async ({ docs }: Connection, strandId: string): Promise<Writer[]> => {
  const all: DocSummary[] = [];
  for await (const doc of allDocs(docs, { strandId, docTypes: [], includeSuperseded: false })) all.push(doc);
  return writersAmong(all);
};

/**
 * What is presumed of those who wrote and whom nobody named, as a person would say it: who may be a party under another name is that party, who writes from the
 * other side's house speaks for it. It was shown with a question mark, and a yes to what was shown takes it. `said`: what she says of people herself.
 */
export const presumedSaid = (
  said: readonly string[],
  writers: readonly Writer[],
  intent: IntentSeed | undefined,
  speaker: string,
): string[] => {
  const named = said.map((one) => one.slice(0, one.lastIndexOf("=")).trim().toLowerCase());
  return strangersAmong(writers, intent).flatMap((one) => {
    const { name, address } = one;
    if (named.some((given) => given === address || ` ${name.toLowerCase()}`.includes(` ${given}`))) return [];
    const as = twinOf(one, writers, intent)?.names[0] ?? (speaksFor(one, writers, intent) ? speaker : "");
    return as === "" ? [] : [`${address || name}=${as}`];
  });
};

type PartyData = Required<Pick<MessageInitShape<typeof PartySchema>, "role" | "names" | "addresses">> &
  MessageInitShape<typeof PartySchema>;

/**
 * What `name=role` says: parties to put forward. A part of a name will do where it is one person's; who is a party already gets
 * another role and keeps names and addresses. `name=party`: a writer is that party, under another name; it may be one that is named
 * beside it. Each party is put forward once. Errors: REQUEST_INVALID.
 */
export const partiesSaid = (
  said: readonly string[],
  writers: readonly Writer[],
  known: readonly Party[],
  locale: Locale,
  profile: WorkflowProfile | undefined,
): MessageInitShape<typeof PartySchema>[] => {
  const parts = said.map((one) => {
    const at = one.lastIndexOf("=");
    const [given, as] = [one.slice(0, at), one.slice(at + 1)];
    return { given, as, role: roleTyped(as, profile) };
  });
  const made: PartyData[] = [];
  /** The party as it is put forward so far; with another role it represents nobody. */
  const madeOf = (party: Party, role?: PartyRole): PartyData => {
    const before = made.find(({ partyId }) => partyId !== undefined && partyId === party.partyId);
    if (before) return before;
    const kept = role === undefined ? { represents: party.represents } : {};
    const names = { names: [...party.names], addresses: [...party.addresses] };
    const data: PartyData = { partyId: party.partyId, role: role ?? party.role, ...kept, ...names };
    made.push(data);
    return data;
  };
  for (const { given, role } of parts) {
    if (role === undefined) continue;
    const party = partyNamed(given, known, writers);
    if (party) madeOf(party, role);
    else {
      const writer = writerNamed(given, writers);
      made.push({ role, names: [writer.name], addresses: addressesOf(writer) });
    }
  }
  for (const { given, as } of parts.filter((one) => one.role === undefined)) {
    const party = partyNamed(as, known);
    const same = party ? madeOf(party) : partyNamed(as, made);
    if (!same)
      throw new DomainError(
        "REQUEST_INVALID",
        worded("command.says-no-role-write-name-role-with-one-of", {
          one: as,
          typedRoles: typedRoles(locale, profile).join(", "),
        }),
      );
    const writer = writerNamed(given, writers);
    same.names = [...same.names, writer.name];
    same.addresses = [...same.addresses, ...addressesOf(writer)];
  }
  return made;
};

const addressesOf = ({ address, otherAddresses }: Writer): string[] =>
  [address, ...otherAddresses].filter((one) => one !== "");

/**
 * The one party that has this name, address or part of a name; undefined: none, or more than one. A part of a name that is somebody
 * else's whole name is no party's: `Huishoudhal` wrote, and `Huishoudhal B.V.` is known.
 */
const partyNamed = <One extends Pick<PartyData, "names" | "addresses">>(
  given: string,
  known: readonly One[],
  writers: readonly Writer[] = [],
): One | undefined => {
  const wanted = given.trim().toLowerCase();
  const fits = known.filter(({ names, addresses }) =>
    [...names, ...addresses].some((one) => one.toLowerCase() === wanted),
  );
  const begins = writers.some(({ name }) => name.toLowerCase() === wanted)
    ? []
    : known.filter(({ names }) => names.some((name) => ` ${name.toLowerCase()}`.includes(` ${wanted}`)));
  const [only, ...more] = fits.length > 0 ? fits : begins;
  return wanted !== "" && more.length === 0 ? only : undefined;
};

const writerNamed = (given: string, writers: readonly Writer[]): Writer => {
  const wanted = given.trim().toLowerCase();
  const fits = oneOfName(
    writers.filter((one) => addressesOf(one).includes(wanted) || one.name.toLowerCase() === wanted),
  );
  const begins = writers.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${wanted}`));
  const [only, ...more] = fits.length > 0 ? fits : begins;
  if (only && more.length === 0 && wanted !== "") return only;
  throw new DomainError("REQUEST_INVALID", worded("command.names-nobody-who-wrote-in-this-case-or-more", { given }));
};

/** Writers of one name as one: a person who types it means whoever writes so, in a mail and in a chat. */
const oneOfName = ([first, ...others]: readonly Writer[]): Writer[] => {
  if (!first) return [];
  const same = others.filter(({ name }) => name.toLowerCase() === first.name.toLowerCase());
  const otherAddresses = [first, ...same].flatMap(addressesOf).filter((one) => one !== first.address);
  return [{ ...first, otherAddresses }, ...others.filter((one) => !same.includes(one))];
};
