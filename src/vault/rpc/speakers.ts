import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  CorrectSpeakerResponseSchema,
  type VaultSpeakerService,
} from "../../../gen/pincite/vault/v1/vault_speaker_service_pb.ts";
import type { Vault } from "../vault.ts";
import { detailOf } from "./docs.ts";

export const speakerService = (vault: Vault): ServiceImpl<typeof VaultSpeakerService> => ({
  async correctSpeaker(request) {
    const changed = await vault.correctSpeaker(request);
    const strand = await vault.strand(request.strandId);
    return create(CorrectSpeakerResponseSchema, { changed, doc: detailOf(strand, request.docUid) });
  },
});
