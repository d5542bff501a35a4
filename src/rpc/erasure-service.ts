import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  type ErasureService,
  type ErasureTarget,
  PlanErasureResponseSchema,
} from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import type { Erasures } from "../engine/erase/erasures.ts";
import { requireAccount } from "../wire/principal.ts";

const notForPages = "an erasure cannot be taken back: it goes to whoever has the token, not to a page";

/** The orchestrator's ErasureService. */
export const erasureService = (erasures: Erasures): ServiceImpl<typeof ErasureService> => ({
  async planErasure({ target }, { values, signal }) {
    requireAccount(values, notForPages);
    return create(PlanErasureResponseSchema, { plan: await erasures.plan(target as ErasureTarget, signal) });
  },

  commitErasure(request, { values, signal }) {
    requireAccount(values, notForPages);
    return erasures.commit(request, signal);
  },
});
