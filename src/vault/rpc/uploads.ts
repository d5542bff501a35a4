import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { SpooledUploadSchema } from "../../../gen/pincite/vault/v1/spool_pb.ts";
import { ImportProgressSchema } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import {
  AppendUploadResponseSchema,
  BeginUploadResponseSchema,
  CancelUploadResponseSchema,
  GetUploadResponseSchema,
  type ReadUploadResponse,
  ReadUploadResponseSchema,
  Upload_State as State,
  type Upload,
  UploadSchema,
  type VaultUploadService,
} from "../../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import { containerKind } from "../container/container-kind.ts";
import { fileBytesMax, tooLarge } from "../import/read-file.ts";
import { unreadByName } from "../import/unread-kinds.ts";
import type { Spooled } from "../spool/spool.ts";
import { uploadIdOf } from "../spool/upload-id.ts";
import { UploadReadings } from "../spool/upload-readings.ts";
import type { Vault } from "../vault.ts";

export const uploadService = (vault: Vault): ServiceImpl<typeof VaultUploadService> => {
  const readings = new UploadReadings(vault);
  return {
    async beginUpload(request) {
      const { strandId, path, mediaType, sizeBytes, sha256, dryRun, head } = request;
      const uploadId = uploadIdOf(request);
      const isDocument = containerKind(path, mediaType, head) === undefined;
      if (isDocument && sizeBytes > BigInt(fileBytesMax)) {
        const refusal = unreadByName(path) ?? tooLarge;
        const upload = create(UploadSchema, { uploadId, sizeBytes, state: State.REFUSED, refusal });
        return create(BeginUploadResponseSchema, { upload });
      }
      const spooled = create(SpooledUploadSchema, {
        strandId,
        path,
        mediaType,
        sizeBytes,
        announcedSha256: sha256,
        dryRun,
      });
      return create(BeginUploadResponseSchema, { upload: told(await vault.spool.begin(uploadId, spooled)) });
    },

    async appendUpload({ uploadId, offset, chunk }) {
      const upload = told(await vault.spool.append(uploadId, Number(offset), chunk));
      return create(AppendUploadResponseSchema, { upload });
    },

    async getUpload({ uploadId }) {
      return create(GetUploadResponseSchema, { upload: told(await vault.spool.find(uploadId)) });
    },

    async *readUpload({ uploadId, passwords }, { signal }): AsyncGenerator<ReadUploadResponse> {
      // Before anything: a reading that begins ends one that is under way.
      await vault.spool.find(uploadId);
      for await (const piece of readings.read(uploadId, signal, passwords)) {
        if ("item" in piece) yield create(ReadUploadResponseSchema, { content: { case: "item", value: piece.item } });
        else if ("summary" in piece)
          yield create(ReadUploadResponseSchema, { content: { case: "summary", value: piece.summary } });
        else {
          const value = create(ImportProgressSchema, {
            doneBytes: BigInt(piece.readBytes),
            itemCount: piece.itemCount,
          });
          yield create(ReadUploadResponseSchema, { content: { case: "progress", value } });
        }
      }
    },

    async cancelUpload({ uploadId }) {
      await vault.spool.cancel(uploadId);
      return create(CancelUploadResponseSchema);
    },
  };
};

const told = ({ id, upload, receivedBytes }: Spooled): Upload =>
  create(UploadSchema, {
    uploadId: id,
    state: BigInt(receivedBytes) < upload.sizeBytes ? State.RECEIVING : State.RECEIVED,
    receivedBytes: BigInt(receivedBytes),
    sizeBytes: upload.sizeBytes,
    readBytes: upload.position?.offset ?? 0n,
  });
