import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  type LawErasureService,
  PlanErasureResponseSchema,
} from "../../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { requireAccount } from "../../wire/principal.ts";
import type { LawErasures } from "../erase/erasures.ts";

const notForPages = "an erasure cannot be taken back: it goes to whoever has the token, not to a page";

/** LawErasureService: decode, ask, encode. */
export const lawErasureService = (erasures: LawErasures): ServiceImpl<typeof LawErasureService> => ({
  async planErasure({ docUid }, { values }) {
    requireAccount(values, notForPages);
    return create(PlanErasureResponseSchema, { plan: await erasures.plan(docUid) });
  },

  commitErasure(request, { values }) {
    requireAccount(values, notForPages);
    return erasures.commit(request);
  },
});
