import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  PlanErasureResponseSchema,
  type VaultErasureService,
} from "../../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import { requireAccount } from "../../wire/principal.ts";
import type { Vault } from "../vault.ts";

const notForPages = "an erasure cannot be taken back: it goes to whoever has the token, not to a page";

export const erasureService = (vault: Vault): ServiceImpl<typeof VaultErasureService> => ({
  async planErasure({ strandId, docUid }, { values }) {
    requireAccount(values, notForPages);
    return create(PlanErasureResponseSchema, { plan: await vault.planErasure(strandId, docUid) });
  },

  commitErasure(request, { values }) {
    requireAccount(values, notForPages);
    return vault.eraseDocument(request);
  },
});
