import type { Client } from "@connectrpc/connect";
import type { ImportItem, LawImportService } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { sha256HexOf } from "../vault/fetch-original.ts";
import { isBroken, waitsMs } from "../vault/send-file.ts";

/** A mebibyte is what one message takes. */
const pieceBytes = 1_048_576;

/**
 * Sends a file with law in pieces, from where the server says, and gives what became of it. After a broken connection it goes on by
 * itself. Errors: those of ImportPiece; UNAVAILABLE after the last attempt.
 */
export const sendLaw = async (
  laws: Client<typeof LawImportService>,
  file: File,
  validFrom: string,
  sent: (bytes: number) => void,
): Promise<ImportItem> => {
  const whole = { file: { path: file.name, validFrom }, sizeBytes: file.size, sha256: await sha256HexOf(file) };
  for (let offset = 0, attempt = 0; ; ) {
    try {
      const chunk = new Uint8Array(await file.slice(offset, offset + pieceBytes).arrayBuffer());
      const { receivedBytes, item } = await laws.importPiece({ ...whole, offset, chunk });
      sent(item ? file.size : receivedBytes);
      if (item) return item;
      offset = receivedBytes;
      attempt = 0;
    } catch (error) {
      const wait = waitsMs[attempt++];
      if (wait === undefined || !isBroken(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
};
