import type { ServiceImpl } from "@connectrpc/connect";
import type { LawImportService } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { CaseLaw } from "../case-law.ts";
import { runImport } from "../import-call.ts";
import type { LawBot } from "../lawbot.ts";

/** LawImportService: decode, ask, encode. With case law it takes rulings too, so that a mixed folder is one import. */
export const lawImportService = (lawbot: LawBot, cases?: CaseLaw): ServiceImpl<typeof LawImportService> => ({
  import: (messages) => runImport(messages, { ...lawbot, rulings: cases?.importer }),
});
