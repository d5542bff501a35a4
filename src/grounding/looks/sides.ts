import type { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { Cast } from "../parties.ts";
import type { Token } from "../tokens/token.ts";

/** The side of whom a name or a role names; undefined: not known. */
export const sideOfToken = (token: Token, cast: Cast): PartyRole | undefined => {
  const word = { text: "", folded: "", start: 0, end: 0 };
  if (token.kind === "name") return cast.sideOfActor({ by: "name", names: token.names, at: word });
  return token.kind === "role" ? cast.sideOfActor({ by: "role", noun: token.role, at: word }) : undefined;
};
