import { create } from "@bufbuild/protobuf";
import { type Principal, Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";

/** Who acts as events name them: a person who signed in, or else the account that runs the server, which is asserted. */
export const principalOf = (
  person: { readonly issuer: string; readonly subject: string } | undefined,
  account: string,
): Principal =>
  create(PrincipalSchema, {
    kind: Principal_Kind.USER,
    ...(person ? { name: person.subject, issuer: person.issuer } : { name: account, asserted: true }),
  });
