import type { ServiceImpl } from "@connectrpc/connect";
import type { LawPackService } from "../../../gen/pincite/lawbot/v1/law_pack_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { ShippedPack } from "../shipped-pack.ts";

/** LawPackService: decode, ask, encode. Without a pack none is offered. */
export const lawPackService = (pack: ShippedPack | undefined): ServiceImpl<typeof LawPackService> => ({
  getShippedPack: async () => (pack ? { pack: await pack.offered() } : {}),
  async addShippedPack({ idempotencyKey, sha256 }) {
    if (!pack) throw new DomainError("UNSUPPORTED", worded("law-shipped.there-is-none"));
    return { report: await pack.add(idempotencyKey, sha256) };
  },
});
