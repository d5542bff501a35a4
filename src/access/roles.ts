import { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import { RoleRow_Role } from "../../gen/pincite/access/v1/sign_in_pb.ts";

/** What a role lets one do with everything there is. */
export const everywhereBy: Readonly<Record<RoleRow_Role, readonly Right[]>> = {
  [RoleRow_Role.UNSPECIFIED]: [],
  [RoleRow_Role.READER]: [Right.READ, Right.USAGE],
  [RoleRow_Role.EDITOR]: [Right.READ, Right.EDIT, Right.REVIEW, Right.USAGE],
  [RoleRow_Role.OPERATOR]: [Right.OPERATE, Right.USAGE],
  [RoleRow_Role.MEMBER]: [],
  [RoleRow_Role.AUDITOR]: [Right.AUDIT, Right.USAGE],
};

/** What a role lets one do with one's own. */
export const withOwnBy = (role: RoleRow_Role): readonly Right[] =>
  role === RoleRow_Role.MEMBER ? everywhereBy[RoleRow_Role.EDITOR] : (everywhereBy[role] ?? []);
