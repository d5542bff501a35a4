import type { Interceptor } from "@connectrpc/connect";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { LawErasureService } from "../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { VaultErasureService } from "../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

const erasing: ReadonlySet<string> = new Set(
  [ErasureService, VaultErasureService, LawErasureService].map(
    ({ typeName, method }) => `${typeName}/${method.commitErasure.name}`,
  ),
);

/** Refuses to erase; what an erasure would take is still told (S100: report-only unless whoever runs the server says otherwise). Errors: UNSUPPORTED. */
export const plansOnly: Interceptor = (next) => (request) => {
  const { method, service } = request;
  if (!erasing.has(`${service.typeName}/${method.name}`)) return next(request);
  throw new DomainError("UNSUPPORTED", worded("keeping-error.this-server-tells-what-an-erasure-would-take"));
};
