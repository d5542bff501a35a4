import type { ServiceImpl } from "@connectrpc/connect";
import type { LawImportService } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { runImport } from "../import-call.ts";
import type { LawBot } from "../lawbot.ts";

/** LawImportService: decode, ask, encode. */
export const lawImportService = (lawbot: LawBot): ServiceImpl<typeof LawImportService> => ({
  import: (messages) => runImport(messages, lawbot),
});
