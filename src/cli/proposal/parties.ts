import type { MessageInitShape } from "@bufbuild/protobuf";
import type { PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { DomainError } from "../../error.ts";
import { roleTyped } from "../print/role-words.ts";

type PartyData = MessageInitShape<typeof PartySchema>;

/** Parties as flags say them: `opponent=Iris Denkbeeld <i@werk.example>`, or `party:2=…` to replace one. */
export const parseParties = (flags: readonly string[]): PartyData[] => flags.map(parseParty);

const form = /^(?:(?<id>party:\d+)=)?(?<role>[\p{L} -]+)=(?<name>[^<]*?)\s*(?:<(?<address>[^<>\s]+)>)?$/u;

const parseParty = (flag: string): PartyData => {
  const { id = "", role = "", name = "", address = "" } = form.exec(flag)?.groups ?? {};
  const value = roleTyped(role);
  if (!value || (name === "" && address === ""))
    throw new DomainError(
      "REQUEST_INVALID",
      `"${flag}" names no party: write role=Name <address>, with author, opponent, representative, company-doctor, uwv, court or third`,
    );
  return { partyId: id, role: value, names: [name || address], addresses: address === "" ? [] : [address] };
};
