import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  ImportPieceResponseSchema,
  type LawImportService,
} from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { ArrivingPieces } from "../arriving-pieces.ts";
import type { CaseLaw } from "../case-law.ts";
import { importWhole, runImport } from "../import-call.ts";
import type { LawBot } from "../lawbot.ts";

/** LawImportService: decode, ask, encode. With case law it takes rulings too, so that a mixed folder is one import. */
export const lawImportService = (lawbot: LawBot, cases?: CaseLaw): ServiceImpl<typeof LawImportService> => {
  const parts = { ...lawbot, rulings: cases?.importer };
  const arriving = new ArrivingPieces(() => lawbot.clock.now());
  return {
    import: (messages) => runImport(messages, parts),
    async importPiece({ file, ...piece }) {
      const { receivedBytes, whole } = arriving.take(piece);
      if (whole === undefined || file === undefined) return create(ImportPieceResponseSchema, { receivedBytes });
      return create(ImportPieceResponseSchema, { receivedBytes, item: await importWhole(parts, file, whole) });
    },
  };
};
