import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Party, PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { allDocs } from "../../client/doc-ids.ts";
import { type Writer, writersAmong } from "../../client/writers.ts";
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
 * What `name=role` says: parties to put forward. A part of a name will do where it is one person's; who is a party already gets
 * another role and keeps names and addresses. `name=party`: a writer is that party, under another name. Errors: REQUEST_INVALID.
 */
export const partiesSaid = (
  said: readonly string[],
  writers: readonly Writer[],
  known: readonly Party[],
  locale: Locale,
  profile: WorkflowProfile | undefined,
): MessageInitShape<typeof PartySchema>[] =>
  said.map((one) => {
    const at = one.lastIndexOf("=");
    const given = one.slice(0, at);
    const party = partyNamed(given, known);
    const role = roleTyped(one.slice(at + 1), profile);
    const same = role === undefined ? partyNamed(one.slice(at + 1), known) : undefined;
    if (same) {
      const writer = writerNamed(given, writers);
      const { partyId, role: kept, represents, names, addresses } = same;
      const all = [...addresses, ...addressesOf(writer)];
      return { partyId, role: kept, represents, names: [...names, writer.name], addresses: all };
    }
    if (role === undefined)
      throw new DomainError(
        "REQUEST_INVALID",
        worded("command.says-no-role-write-name-role-with-one-of", {
          one: one.slice(at + 1),
          typedRoles: typedRoles(locale, profile).join(", "),
        }),
      );
    if (party) return { partyId: party.partyId, role, names: party.names, addresses: party.addresses };
    const writer = writerNamed(given, writers);
    return { role, names: [writer.name], addresses: addressesOf(writer) };
  });

const addressesOf = ({ address, otherAddresses }: Writer): string[] =>
  [address, ...otherAddresses].filter((one) => one !== "");

/** The one party that has this name, address or part of a name; undefined: none, or more than one. */
const partyNamed = (given: string, known: readonly Party[]): Party | undefined => {
  const wanted = given.trim().toLowerCase();
  const fits = known.filter(({ names, addresses }) =>
    [...names, ...addresses].some((one) => one.toLowerCase() === wanted),
  );
  const begins = known.filter(({ names }) => names.some((name) => ` ${name.toLowerCase()}`.includes(` ${wanted}`)));
  const [only, ...more] = fits.length > 0 ? fits : begins;
  return wanted !== "" && more.length === 0 ? only : undefined;
};

const writerNamed = (given: string, writers: readonly Writer[]): Writer => {
  const wanted = given.trim().toLowerCase();
  const fits = writers.filter((one) => addressesOf(one).includes(wanted) || one.name.toLowerCase() === wanted);
  const begins = writers.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${wanted}`));
  const [only, ...more] = fits.length > 0 ? fits : begins;
  if (only && more.length === 0 && wanted !== "") return only;
  throw new DomainError("REQUEST_INVALID", worded("command.names-nobody-who-wrote-in-this-case-or-more", { given }));
};
