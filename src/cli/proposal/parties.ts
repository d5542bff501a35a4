import type { MessageInitShape } from "@bufbuild/protobuf";
import type { PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { roleTyped, typedRoles } from "../print/role-words.ts";

type PartyData = MessageInitShape<typeof PartySchema>;

/** Parties as flags say them: `opponent=Iris Denkbeeld <i@werk.example>`, or `party:2=…` to replace one. */
export const parseParties = (flags: readonly string[], profile?: WorkflowProfile): PartyData[] =>
  flags.map((flag) => parseParty(flag, profile));

const form = /^(?:(?<id>party:\d+)=)?(?<role>[\p{L} -]+)=(?<name>[^<]*?)\s*(?:<(?<address>[^<>\s]+)>)?$/u;

const parseParty = (flag: string, profile: WorkflowProfile | undefined): PartyData => {
  const { id = "", role = "", name = "", address = "" } = form.exec(flag)?.groups ?? {};
  const value = roleTyped(role, profile);
  if (!value || (name === "" && address === ""))
    throw new DomainError(
      "REQUEST_INVALID",
      worded("command-error.names-no-party-write-role-name-address-with", {
        flag,
        typedRoles: typedRoles("en", profile).join(", "),
      }),
    );
  return { partyId: id, role: value, names: [name || address], addresses: address === "" ? [] : [address] };
};
